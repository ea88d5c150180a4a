"""A chapter in the reader's language, with everything that it tells counted now."""

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from ui.components.contract import TokenRow
from ui.course.chapter import Chapter, Option, Table
from ui.course.chapters import CHAPTERS
from ui.i18n import current_language
from ui.i18n import gettext as _


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
    return _show(chapter.key, current_language())


@lru_cache(maxsize=128)
def _show(key: str, _language: str) -> Shown:
    chapter = CHAPTERS[key]
    facts = dict(chapter.facts())
    right, answer = facts["right"], facts["answer"]
    assert isinstance(right, int), "each chapter's facts tell which option is right"
    assert isinstance(answer, str), "each chapter's facts tell what is to be typed"

    def filled(text: str) -> str:
        return _(text).format(**facts) if text else ""

    return Shown(
        title=_(chapter.title),
        idea=tuple(map(filled, chapter.idea)),
        question=filled(chapter.question),
        options=tuple(Option(filled(option.text), filled(option.why)) for option in chapter.options),
        right=right,
        explanation=tuple(map(filled, chapter.explanation)),
        watch=filled(chapter.watch),
        exercise=filled(chapter.exercise.text),
        hint=filled(chapter.exercise.hint),
        solution=filled(chapter.exercise.solution),
        answer=answer,
        remember=tuple(map(filled, chapter.remember)),
        rows=chapter.rows() if chapter.rows else (),
    )


def chapter_title(chapter: Chapter) -> str:
    """What a chapter is called, with its place in the course."""
    number = list(CHAPTERS).index(chapter.key) + 1
    return _("Chapter {number}: {title}").format(number=number, title=_(chapter.title))


def table_html(table: Table) -> str:
    """Numbers in rows, as HTML."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in table.heads)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows)
    return (
        f'<div class="course-numbers" role="region" tabindex="0" aria-label="{escape(table.caption)}"><table>'
        f"<caption>{escape(table.caption)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
