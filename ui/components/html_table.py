"""Tables as HTML, scrollable by keyboard and printed in full. All content is plain text."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from ui.base.text_direction import isolate

_STYLE = """<style>
.bpe-table { overflow: auto; }
.bpe-table table { border-collapse: collapse; }
.bpe-table caption { text-align: start; font-weight: 600; }
.bpe-table :is(th, td) { text-align: start; vertical-align: top; padding: 0.2rem 1rem 0.2rem 0; }
.bpe-table :is(th, td) { overflow-wrap: anywhere; white-space: pre-line; }
.bpe-table thead th { vertical-align: bottom; font-weight: 600; }
.bpe-table tbody tr { border-block-end: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
.bpe-table.numbers tr > * { text-align: end; padding: 0.2rem 0.6rem; white-space: pre; }
.bpe-table.numbers { font-variant-numeric: tabular-nums; }
.bpe-table.numbers thead th { white-space: normal; }
.bpe-table.numbers thead span { display: inline-block; inline-size: max-content; max-inline-size: 8em; }
.bpe-table.named td:first-child { font-family: "Source Code Pro", monospace; white-space: pre; }
@media screen and (max-width: 46rem) {
  .bpe-table.stacked thead { position: absolute; clip-path: inset(50%); }
  .bpe-table.stacked :is(table, tbody, tr, td) { display: block; padding-inline: 0; }
  .bpe-table.stacked tr { padding-block: 0.3rem; }
  .bpe-table.stacked td { padding-block: 0; }
  .bpe-table.stacked td:first-child { font-weight: 600; white-space: pre-line; }
}
@media screen { .bpe-table.tall { max-height: 30rem; position: relative; } }
@media print { .bpe-table { font-size: 0.75rem; } .bpe-table.numbers tr > * { padding-inline: 0.3rem; } }
</style>"""

# Some browsers forget that a table is one if its cells are blocks, as those of a stacked table are on phones.
_ROLES = {
    "table": "table",
    "thead": "rowgroup",
    "tbody": "rowgroup",
    "tr": "row",
    "th": "columnheader",
    "td": "cell",
}


def html_table(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, kind: str = "", caption: bool = False
) -> str:
    """Return a table as HTML. Line breaks in cells are kept.

    `kind` can be "numbers" (everything aligned at the end), "named" (rows named by files), "tall" (scrollable) or
    "stacked" (each cell has a line of its own on a phone, where its words would be broken side by side).
    `caption` shows the title.
    """
    table = table_markup(heads, rows, title if caption else "")
    if "stacked" in kind.split():
        table = re.sub(r"<(table|thead|tbody|tr|th|td)\b", lambda tag: f'{tag[0]} role="{_ROLES[tag[1]]}"', table)
    return _STYLE + scroll_region(f"bpe-table {kind}", title, table)


def titled_table(title: str, lead: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, kind: str = "") -> str:
    """Return a heading, a sentence and a table as one HTML: Streamlit takes a while to draw each element."""
    return f"<h2>{escape(title)}</h2><p>{escape(lead)}</p>{html_table(title, heads, rows, kind=kind)}"


def scroll_region(kind: str, title: str, table: str) -> str:
    """Return a table in a focusable region, so that it can be scrolled by keyboard."""
    return f'<div class="{kind}" role="region" tabindex="0" aria-label="{escape(title)}">{table}</div>'


def table_markup(heads: Iterable[str], rows: Iterable[Iterable[str]], caption: str = "", kind: str = "") -> str:
    """Return the table element; `kind` is its class."""
    head = "".join(f'<th scope="col"><span>{escape(text)}</span></th>' for text in heads)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f'<table class="{kind}">{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _cell(text: str) -> str:
    lines = escape("\n".join(map(isolate, text.split("\n"))))
    if text.startswith("https://"):  # a long address is broken at its slashes first
        lines = re.sub(r"(?<=[^/])/(?=[^/])", "/<wbr>", lines)
    return f"<td>{lines}</td>"
