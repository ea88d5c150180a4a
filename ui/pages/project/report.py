"""A project as a self-contained HTML page: the choices, the numbers, the defence, and how a text is cut."""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, use_language
from ui.base.typed_text import typed_lines
from ui.base.word_spacing import spacing_unit
from ui.components import read_styles
from ui.pages.course.chapter_file import paragraphs, rows_html, shown_text
from ui.pages.course.view import table_html
from ui.pages.project.view import ScoreRow, explained_html, sample, table
from ui.player.html_page import html_page, page_styles


class ProjectReport(NamedTuple):
    """The content of a report: the attempts and reference tokenizers, the choice, and its defence."""

    rows: tuple[ScoreRow, ...]
    chosen: int
    text: str  # held-out text
    defence: Mapping[str, str]  # under the key "now"
    about: tuple[str, ...]  # notes on the text
    link: str  # to the same state of the page


def report_page(handed: ProjectReport, language: str) -> bytes:
    """Return the report's page, in a language."""
    use_language(language)
    title = _("A tokenizer for your language")
    kind = spacing_unit(handed.text)
    chosen = next(row for row in handed.rows if row.attempt == handed.chosen)
    size = _("{title}, vocabulary size {size}").format(
        title=chosen.title, size=localized_number(chosen.counted.vocabulary)
    )
    defence = [line for line in typed_lines(handed.defence["now"]) if line.strip()] or [_("No defence written.")]
    link_text = escape(_("Open it in BPE Lab"))
    link = f'<a href="{escape(handed.link)}">{link_text}</a>' if handed.link else ""
    body = "".join(
        (
            f"<main>\n<h1>{escape(title)}</h1>\n{paragraphs(*handed.about)}",
            _heading(_("My choice")) + f"<p><strong>{shown_text(size)}</strong></p>{paragraphs(*defence)}",
            _heading(_("The four numbers")) + table_html(table(handed.rows, kind)) + explained_html(kind),
            _heading(_("How a text is cut")) + rows_html(sample(handed.rows, handed.chosen, handed.text)),
            f"</main>\n<footer><p>{link}</p></footer>\n",
        )
    )
    style = page_styles() + read_styles("course/course.css", "course/chapter_file.css")
    return html_page(title, language, body, style)


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"
