"""The widgets of the Bytes page: a text and a tokenizer, and the byte that is told of."""

import streamlit as st

from ui import state
from ui.bytes.lens import EXAMPLE
from ui.bytes.table import SELECTION, ByteRow, byte_chart, byte_frame, html_details
from ui.components.notice import notice
from ui.i18n import gettext as _
from ui.state import Fields
from ui.tokenizers import PRETRAINED, TokenizerName

USUAL = {"chars": EXAMPLE, "lens": "gpt2", "byte": "32"}
"""The parameters of the page."""

_CHART = "byte_chart"


def choose_text(fields: Fields) -> tuple[str, str]:
    """A pretrained tokenizer's name, and the text to follow."""
    left, right = st.columns(2)
    text = left.text_input(_("Your text"), fields.values["chars"], key=f"chars{fields.version}", on_change=state.touch)
    wanted = fields.values["lens"]
    if wanted not in PRETRAINED:
        _not_known("lens", wanted, ", ".join(PRETRAINED))
        wanted = USUAL["lens"]
    name = right.selectbox(
        _("Tokenizer"),
        PRETRAINED,
        PRETRAINED.index(wanted),
        format_func=lambda name: TokenizerName(name).title,
        key=f"lens{fields.version}",
        on_change=state.touch,
    )
    fields.take(chars=text or "", lens=name)
    return name, text or ""


def choose_byte(fields: Fields, rows: list[ByteRow]) -> None:
    """The table as a chart, and what it tells of the byte that was clicked or typed."""
    wanted = fields.values["byte"]
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 4 and int(wanted) < 256):
        _not_known("byte", wanted, _("a whole number from 0 to 255"))
        wanted = USUAL["byte"]
    key = f"byte{fields.version}"

    def clicked() -> None:
        state.touch()
        cells = st.session_state[_CHART].selection.get(SELECTION)
        if cells:
            st.session_state[key] = int(cells[0]["byte"])

    left, right = st.columns([3, 2], gap="large")
    with right:
        byte = int(st.number_input(_("Byte, 0 to 255"), 0, 255, int(wanted), key=key, on_change=state.touch))
        st.html(html_details(rows[byte]))
    left.altair_chart(
        byte_chart(byte_frame(rows, byte)),
        key=_CHART,
        on_select=clicked,
        selection_mode=SELECTION,
        alt=_("The 256 bytes as a grid of 16 rows and columns; the same is below as a table."),
    )
    fields.take(byte=str(byte))


def _not_known(parameter: str, value: str, known: str) -> None:
    notice(
        _("The address says {parameter}={value}, which is not {known}. The usual value is shown in its place.").format(
            parameter=parameter, value=value[:40], known=known
        )
    )
