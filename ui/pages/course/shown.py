"""A chapter in the reader's language, with everything that it tells counted now."""

from contextvars import copy_context
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from ui.base.i18n import current_language, languages, use_language
from ui.base.i18n import gettext as _
from ui.components.contract import QuizTold, TokenRow
from ui.components.html_table import bare_table, region
from ui.course.chapter import Chapter, Course, Option
from ui.course.tables import Table


@dataclass(frozen=True)
class Shown:
    """The texts of a chapter as they are read."""

    title: str
    idea: tuple[str, ...]
    question: str
    options: tuple[Option, ...]
    right: int
    explanation: tuple[str, ...]
    watch: str
    exercise: str
    hint: str
    solution: str
    answer: str
    remember: tuple[str, ...]
    rows: tuple[TokenRow, ...]


def show(chapter: Chapter) -> Shown:
    """A chapter, kept as long as the server runs: there are few."""
    return _show(chapter, current_language())


@lru_cache(maxsize=128)
def _show(chapter: Chapter, _language: str) -> Shown:
    facts, exercise = chapter.facts(), chapter.exercise

    def filled(text: str) -> str:
        return _(text).format(**facts) if text else ""

    return Shown(
        title=_(chapter.title),
        idea=tuple(map(filled, chapter.idea)),
        question=filled(chapter.question),
        options=tuple(Option(filled(option.text), filled(option.why)) for option in chapter.options),
        right=chapter.right,
        explanation=tuple(map(filled, chapter.explanation)),
        watch=filled(chapter.watch),
        exercise=filled(exercise.text) if exercise else "",
        hint=filled(exercise.hint) if exercise else "",
        solution=filled(exercise.solution) if exercise else "",
        answer=chapter.answer() if exercise else "",
        remember=tuple(map(filled, chapter.remember)),
        rows=chapter.rows() if chapter.rows else (),
    )


@lru_cache(maxsize=64)
def in_all_languages(chapter: Chapter) -> dict[str, QuizTold]:
    """A chapter's question as a class is asked it: phones are in many languages."""

    def told(language: str) -> QuizTold:
        use_language(language)
        shown = show(chapter)
        return {
            "text": shown.question,
            "options": [option.text for option in shown.options],
            "why": [option.why for option in shown.options],
            "solution": "",
        }

    return {language: copy_context().run(told, language) for language in languages()}


def heading(course: Course, chapter: Chapter) -> str:
    """What a chapter is called, with its place in the course."""
    return _(course.heading).format(number=course.chapters.index(chapter) + 1, title=_(chapter.title))


def table_html(table: Table) -> str:
    """Numbers in rows, as HTML."""
    numbers = region("course-numbers", table.caption, bare_table(table.heads, table.rows, table.caption))
    return numbers + (f'<p class="course-text">{escape(table.note)}</p>' if table.note else "")
