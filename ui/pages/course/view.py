"""Render a chapter in the reader's language, with its values computed."""

import re
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from ui.base.i18n import current_language, languages, use_language
from ui.base.i18n import gettext as _
from ui.base.visible_text import join_quoted
from ui.components.contract import LocalizedQuiz, TokenRow
from ui.components.html_table import scroll_region, table_markup
from ui.course.chapter import AnswerOption, Chapter, Course, Exercise
from ui.course.values.tables import Table


@dataclass(frozen=True)
class RenderedExercise:
    """An exercise in the reader's language, with the values of a seed."""

    text: str
    kind: str
    answer: str  # as Python writes it
    hint: str
    solution: str


TERM = "\ue002", "\ue003"
"""The characters around a new term in a text. They are from the private use area, and never shown."""


@dataclass(frozen=True)
class RenderedChapter:
    """A chapter's texts in the reader's language."""

    title: str
    idea: tuple[str, ...]
    question: str
    options: tuple[AnswerOption, ...]
    right: int
    explanation: tuple[str, ...]
    aside: tuple[str, ...]
    watch: str
    exercises: tuple[RenderedExercise, ...]
    remember: tuple[str, ...]
    rows: tuple[TokenRow, ...]
    terms: tuple[str, ...]

    def with_terms(self) -> "RenderedChapter":
        """Return the same texts, with each new term in `TERM` where it first occurs."""
        texts = [*self.idea, *self.explanation]
        for term in self.terms:
            # A whole word, with its ending; Chinese words have none. A space may be one at which no line breaks.
            named = r"[ \u00a0]".join(map(re.escape, term.split()))
            word = re.compile(rf"(?<![^\W\u3400-\u9fff]){named}[^\W\u3400-\u9fff]*")
            for place, text in enumerate(texts):
                if word.search(text):
                    texts[place] = word.sub(lambda match: match[0].join(TERM), text, count=1)
                    break
        return replace(self, idea=tuple(texts[: len(self.idea)]), explanation=tuple(texts[len(self.idea) :]))


def render_chapter(chapter: Chapter, seed: int = 0) -> RenderedChapter:
    """Return a chapter with the exercises of a seed. Cached, because there are few chapters. Raises AuthorError."""
    return _show(chapter, seed, current_language())


def show_exercise(exercise: Exercise, seed: int = 0) -> RenderedExercise:
    """Return an exercise with the values of a seed. Raises AuthorError."""
    return _show_exercise(exercise, seed if exercise.varies else 0, current_language())


@lru_cache(maxsize=512)
def _show_exercise(exercise: Exercise, seed: int, _language: str) -> RenderedExercise:
    values = exercise.values_for_seed(seed)
    text, hint, solution = (
        _(template).format(**values.facts) for template in (exercise.text, exercise.hint, exercise.solution)
    )
    return RenderedExercise(text, exercise.kind, values.answer, hint, solution)


@lru_cache(maxsize=128)
def _show(chapter: Chapter, seed: int, _language: str) -> RenderedChapter:
    facts = chapter.values()

    def filled(text: str) -> str:
        return _(text).format(**facts) if text else ""

    return RenderedChapter(
        title=_(chapter.title),
        idea=tuple(map(filled, chapter.idea)),
        question=filled(chapter.question),
        options=tuple(AnswerOption(filled(option.text), filled(option.why)) for option in chapter.options),
        right=chapter.right,
        explanation=tuple(map(filled, chapter.explanation)),
        aside=tuple(map(filled, chapter.aside)),
        watch=filled(chapter.watch),
        exercises=tuple(show_exercise(exercise, seed) for exercise in chapter.exercises),
        remember=tuple(map(filled, chapter.key_points)),
        rows=chapter.rows() if chapter.rows else (),
        terms=tuple(map(_, chapter.terms)),
    )


@lru_cache(maxsize=64)
def localized_questions(chapter: Chapter) -> dict[str, LocalizedQuiz]:
    """Return a chapter's question in every language, for the phones of a class."""

    def localized(language: str) -> LocalizedQuiz:
        use_language(language)
        shown = render_chapter(chapter)
        return {
            "text": shown.question,
            "options": [option.text for option in shown.options],
            "why": [option.why for option in shown.options],
            "solution": "",
        }

    return {language: copy_context().run(localized, language) for language in languages()}


def heading(course: Course, chapter: Chapter) -> str:
    """Return a chapter's heading, which may contain its number in the course."""
    return _(course.heading).format(number=course.chapters.index(chapter) + 1, title=_(chapter.title))


def table_html(table: Table) -> str:
    """Return a table as HTML, with its note."""
    rows = [[cell if isinstance(cell, str) else join_quoted(cell) for cell in row] for row in table.rows]
    numbers = scroll_region("course-numbers", table.caption, table_markup(table.heads, rows, table.caption))
    return numbers + (f'<p class="course-text">{escape(table.note)}</p>' if table.note else "")
