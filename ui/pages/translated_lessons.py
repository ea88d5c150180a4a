"""Lessons of a class in another language than the teacher's, rebuilt from the URL at which its page shows them.

Anything that a URL omits, such as an opened file, is missing; the caller compares the result with the uploaded lesson.
Slow ones are not rebuilt: phones get them untranslated.
"""

from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl, urlsplit

from bpe_engine import EngineError
from ui.base.i18n import use_language
from ui.base.query_parameters import parse_query
from ui.course.chapter import Course
from ui.course.chapter_files import chapters_by_key, course, topics
from ui.lessons.contract import Lesson
from ui.pages.course.lesson import chapter_lesson
from ui.pages.course.spec import PAGE as COURSE
from ui.pages.lessons.lesson_at import IMMEDIATE, PAGES_WITH_LESSON, lesson_address, lesson_at
from ui.pages.stumble.spec import PAGE as STUMBLE
from ui.player.training_lesson import MAX_STEPS
from ui.state.page_spec import PageSpec

MAX_PARAMETERS = 100  # no page has this many


def translated_lesson(address: str, language: str) -> Lesson | None:
    """Return the lesson at a URL in a language; None if the page has none, or it is too large."""
    try:
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query, max_num_fields=MAX_PARAMETERS))
    except ValueError:
        return None
    use_language(language)
    try:
        return _make(parts.path.strip("/").rpartition("/")[2], query)
    except EngineError:  # the page reports it
        return None


def _make(page: str, query: Mapping[str, str]) -> Lesson | None:
    """Return the lesson of a page; None if its URL is invalid."""
    if page in _COURSES:
        spec, chapters = _COURSES[page]
        parsed = parse_query(spec.parameters, query)
        chapter = None if parsed.problems else chapters_by_key(chapters())[parsed.values[chapters().parameter]]
        file = chapter_lesson(chapter) if chapter else None
        return file and file["lessons"][file["rule"]]
    if page not in PAGES_WITH_LESSON:
        return None
    address = lesson_address(page, query)
    addressed = None if address.problems else lesson_at(address, IMMEDIATE)
    return addressed.lesson if addressed and addressed.steps <= MAX_STEPS[-1] else None


_COURSES: Mapping[str, tuple[PageSpec, Callable[[], Course]]] = {
    COURSE.name: (COURSE, course),
    STUMBLE.name: (STUMBLE, topics),
}
