"""Build the lesson that a chapter shows."""

from collections.abc import Mapping

from ui.course.chapter import Chapter
from ui.lessons.contract import LessonFile
from ui.pages.lessons.lesson_at import LessonLimits, lesson_address, lesson_at
from ui.player.training_lesson import MAX_STEPS
from ui.state.training_request import source_from
from ui.tokenization.algorithms import DEFAULT_ALGORITHM


def chapter_lesson(chapter: Chapter) -> LessonFile | None:
    """Return a chapter's lesson, set to the chapter's starting step; None if it has no lesson. Raises AuthorError."""
    if chapter.lesson is None:
        return None
    file = chapter.lesson(_lesson_file)
    for lesson in file["lessons"].values():
        lesson["step"] = chapter.step
    return file


def _lesson_file(page: str, query: Mapping[str, str]) -> LessonFile:
    address = lesson_address(page, query)
    if address.problems:
        raise ValueError(address.problems[0])
    # Too heavy for a phone, and available on Train: the running text; every tie rule for a text or another method.
    is_plain = address.training["algorithm"] == DEFAULT_ALGORITHM
    by_rule = page == "train" and is_plain and not source_from(address.training).texts
    addressed = lesson_at(address, LessonLimits(steps=MAX_STEPS[-1], by_rule=by_rule, text=False))
    if addressed is None:
        raise ValueError("an address without a lesson")
    for lesson in addressed.file["lessons"].values():
        lesson["usual"] = address.values.get("view") or "text"  # a space is ·, as in the chapter's texts
    return addressed.file
