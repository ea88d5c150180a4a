"""A chapter as a page of HTML that stands for itself: its text, its player, and the answers to unfold."""

from collections.abc import Sequence
from html import escape

from ui.components import styles
from ui.components.contract import TokenRow
from ui.course.chapter import Chapter
from ui.course.shown import Shown, chapter_title, show, table_html
from ui.i18n import gettext as _
from ui.i18n import use_language
from ui.lessons.page import Around, lesson_page
from ui.player.contract import Labels
from ui.show import visible_message


def chapter_page(chapter: Chapter, labels: Labels, language: str) -> bytes:
    """A chapter in a language. `labels` are the texts around the frames of a training."""
    use_language(language)
    shown = show(chapter)
    before = "".join(
        (
            _paragraphs(*shown.idea),
            _heading(_("Question")),
            _paragraphs(shown.question),
            "<ul>" + "".join(f"<li>{_text(option.text)}</li>" for option in shown.options) + "</ul>",
            _unfold(_("Answer"), _answer(shown)),
        )
    )
    after = "".join(
        (
            _rows(shown.rows),
            table_html(chapter.table(chapter.sample)) if chapter.table else "",
            _heading(_("Your turn")),
            _paragraphs(shown.exercise),
            _unfold(_("A hint"), _paragraphs(shown.hint)),
            _unfold(_("Answer"), _paragraphs(shown.solution)),
            _heading(_("To take along")),
            "<ul>" + "".join(f"<li>{_text(text)}</li>" for text in shown.remember) + "</ul>",
        )
    )
    title = chapter_title(chapter)
    sheet = styles("course/course.css", "course/file.css")
    before += _heading(_("Watch it")) + _paragraphs(shown.watch)
    file = chapter.play(labels)
    for lesson in file["lessons"].values():
        lesson["step"] = chapter.step
    return lesson_page(file, title, language, around=Around(before, after, sheet))


def _answer(shown: Shown) -> str:
    """The right option, why the others are not, and the explanation."""
    right = f"<p><strong>{_text(shown.options[shown.right].text)}</strong></p>"
    wrong = "".join(f"<li>{_text(option.text)}<br>{_text(option.why)}</li>" for option in shown.options if option.why)
    return f"{right}{_paragraphs(*shown.explanation)}<ul>{wrong}</ul>"


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _text(text: str) -> str:
    return escape(visible_message(text))


def _paragraphs(*texts: str) -> str:
    return "".join(f'<p class="course-text">{_text(text)}</p>' for text in texts)


def _unfold(summary: str, inner: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{inner}</details>"


def _rows(rows: Sequence[TokenRow]) -> str:
    """Texts as their tokens, each with its id."""
    title = _("{title} ({count})")
    return "".join(
        f'<h3>{escape(title.format(**row))}</h3><ul class="course-row">'
        + "".join(
            f"<li><span>{escape(text)}</span><small>{token_id}</small></li>" for text, token_id, *_ in row["tokens"]
        )
        + "</ul>"
        for row in rows
    )
