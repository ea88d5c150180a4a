"""A chapter in the reader's language, with everything that it tells counted now."""

from contextvars import copy_context
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from ui.base.i18n import current_language, languages, use_language
from ui.base.i18n import gettext as _
from ui.components.contract import QuizTold, TokenRow
from ui.components.html_table import bare_table, region
from ui.course.chapter import Chapter, Course, Exercise, Option
from ui.course.tables import Table


@dataclass(frozen=True)
class ShownExercise:
    """An exercise as it is read, with the values of a seed."""

    text: str
    kind: str
    answer: str  # as Python writes it
    hint: str
    solution: str


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
    exercises: tuple[ShownExercise, ...]
    remember: tuple[str, ...]
    rows: tuple[TokenRow, ...]


def show(chapter: Chapter, seed: int = 0) -> Shown:
    """A chapter with the exercises of a seed, kept: there are few."""
    return _show(chapter, seed, current_language())


def show_exercise(exercise: Exercise, seed: int = 0) -> ShownExercise:
    """An exercise with the values of a seed. Raises FileError."""
    return _show_exercise(exercise, seed if exercise.varies else 0, current_language())


@lru_cache(maxsize=512)
def _show_exercise(exercise: Exercise, seed: int, _language: str) -> ShownExercise:
    drawn = exercise.drawn(seed)
    text, hint, solution = (_(one).format(**drawn.facts) for one in (exercise.text, exercise.hint, exercise.solution))
    return ShownExercise(text, exercise.kind, drawn.answer, hint, solution)


@lru_cache(maxsize=128)
def _show(chapter: Chapter, seed: int, _language: str) -> Shown:
    facts = chapter.facts()

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
        exercises=tuple(show_exercise(exercise, seed) for exercise in chapter.exercises),
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
