"""GPT-2's byte table: each byte with its symbol, and why 68 of the symbols were moved."""

import unicodedata
from html import escape
from typing import NamedTuple

import altair as alt
import pandas as pd

from bpe_engine import BYTE_ALPHABET, load_pretrained
from ui.base.charts import tooltips
from ui.base.i18n import gettext as _
from ui.base.visible_text import make_visible
from ui.components.html_table import html_table

INK, KEPT, MOVED, CHOSEN = "#0f1823", "#eef2f7", "#b3cff0", "#c2410c"
SELECTION = "cell"

_LIST = "margin: 0; display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: 0.3rem 0.8rem"


class ByteRow(NamedTuple):
    """A byte, with everything the table shows about it."""

    byte: int
    hex: str
    character: str  # in Latin-1
    symbol: str
    moved: bool
    why: str
    token_id: int  # in GPT-2


def byte_rows() -> list[ByteRow]:
    """Return all 256 bytes in order."""
    vocabulary = load_pretrained("gpt2").vocabulary
    return [
        ByteRow(
            byte,
            f"{byte:02X}",
            make_visible(chr(byte)),
            symbol,
            symbol != chr(byte),
            _why(byte, symbol),
            vocabulary[symbol],
        )
        for byte, symbol in enumerate(BYTE_ALPHABET)
    ]


def _why(byte: int, symbol: str) -> str:
    if symbol == chr(byte):
        return _("Kept: visible, and distinct from any other.")
    if byte == 0x20:
        return _("Moved: a space can’t be seen, and in the merges file it separates the two parts.")
    if byte == 0xA0:
        return _("Moved: the no-break space looks like any other space.")
    if byte == 0xAD:
        return _("Moved: the soft hyphen is invisible inside a line.")
    return _("Moved: a control character, which can’t be seen.")


def code_point(character: str) -> str:
    """Return a character's code point, and its Unicode name if it has one.

    >>> code_point("Ġ")
    'U+0120 LATIN CAPITAL LETTER G WITH DOT ABOVE'
    """
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def details(row: ByteRow) -> dict[str, str]:
    """Return what the table shows about a byte, by label."""
    return {
        _("Byte"): str(row.byte),
        _("In hex"): row.hex,
        _("In binary"): f"{row.byte:08b}",
        _("Character in Latin-1"): row.character,
        _("Symbol"): _("{symbol} ({code_point})").format(symbol=row.symbol, code_point=code_point(row.symbol)),
        _("Moved or kept"): row.why,
        _id_title(): f"{row.token_id}",
    }


def byte_frame(rows: list[ByteRow], chosen: int) -> pd.DataFrame:
    """Return the chart's data: one row per byte; `chosen` is the selected one."""
    frame = pd.DataFrame(rows)
    frame["high"] = frame["hex"].str[0]
    frame["low"] = frame["hex"].str[1]
    frame["chosen"] = frame["byte"] == chosen
    return frame


def byte_chart(data: pd.DataFrame) -> alt.LayerChart:
    """Return a chart of the 256 symbols, 16 per row: moved ones tinted with a dot, the chosen one framed."""
    digits = [f"{digit:X}" for digit in range(16)]
    base = alt.Chart(data).encode(
        x=alt.X("low:N", sort=digits, title=_("Second hex digit"), axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("high:N", sort=digits, title=_("First hex digit")),
        tooltip=tooltips(
            {
                "byte:Q": _("Byte"),
                "hex:N": _("In hex"),
                "character:N": _("Character in Latin-1"),
                "symbol:N": _("Symbol"),
                "why:N": _("Moved or kept"),
            }
        ),
    )
    # Colours of its own, the same in light and dark: a chart cannot use the page's text colour.
    cells = (
        base.mark_rect(stroke=INK, strokeWidth=0.5, cursor="pointer")
        .encode(color=alt.condition("datum.moved", alt.value(MOVED), alt.value(KEPT)))
        .add_params(alt.selection_point(name=SELECTION, fields=["byte"], on="click", empty=False))
    )
    # What is drawn over a cell ignores the pointer and is not read aloud: the cell has all the information.
    over = base.encode(tooltip=alt.value(None))
    frame = over.transform_filter("datum.chosen").mark_rect(fill=None, stroke=CHOSEN, strokeWidth=4, aria=False)
    symbols = over.mark_text(fontSize=15, color=INK, aria=False).encode(text="symbol:N")
    corner = {"x": alt.X("low:N", sort=digits, bandPosition=0.85), "y": alt.Y("high:N", sort=digits, bandPosition=0.84)}
    dots = over.transform_filter("datum.moved").mark_circle(size=16, opacity=1, color=INK, aria=False).encode(**corner)
    chart: alt.LayerChart = alt.LayerChart(layer=[cells, dots, frame, symbols]).properties(height=500)
    return chart


def as_html(rows: list[ByteRow]) -> str:
    """Return all bytes as an HTML table, one row per byte."""
    titles = [_("Byte"), _("In hex"), _("Character in Latin-1"), _("Symbol"), _("Moved or kept"), _id_title()]
    cells = ((str(row.byte), row.hex, row.character, row.symbol, row.why, str(row.token_id)) for row in rows)
    return html_table(_("The 256 bytes"), titles, cells, kind="tall")


def html_details(row: ByteRow) -> str:
    """Return what the table shows about a byte, as HTML."""
    items = "".join(
        f'<dt style="font-weight: 700">{escape(name)}</dt><dd style="margin: 0">{escape(value)}</dd>'
        for name, value in details(row).items()
    )
    symbol = f'<div style="font-size: 3rem; line-height: 1.3">{escape(row.symbol)}</div>'
    return f'<div class="bpe-byte">{symbol}<dl style="{_LIST}">{items}</dl></div>'


def _id_title() -> str:
    return _("Id of its token in GPT-2")
