"""Choosing a tokenizer of bytes, and a byte: clicked in the table, or typed."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import BPETokenizer, Tokenizer, load_pretrained
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import ON_BYTES, OPENED, TokenizerName, not_open_message
from ui.components.lazy_section import is_visible
from ui.components.notice import show_alert
from ui.pages.bytes.byte_table import SELECTION, ByteRow, byte_chart, byte_frame, html_details
from ui.pages.bytes.text_path import merges_bytes
from ui.pages.common import own_tokenizer
from ui.state import session
from ui.state.session import PageState

_CHART = "byte_chart"


def choose_tokenizer(page: PageState, notices: DeltaGenerator) -> tuple[Tokenizer, BPETokenizer]:
    """Choose a tokenizer that merges bytes, or open one; return it, and what merges. `notices` is for problems."""
    own_tokenizer.begin_choice(page, "lens")
    name: str = st.selectbox(
        _("Tokenizer"),
        [*own_tokenizer.entries(page["lens"]), *ON_BYTES],
        format_func=lambda name: TokenizerName(name).title,
        label_visibility="collapsed",
        width=200,
        on_change=own_tokenizer.choose_or_ask,
        args=(page, "lens"),
        **page.widget_options("lens"),
    )
    opened = session.opened_tokenizer()
    tokenizer: Tokenizer = load_pretrained("gpt2")
    if name != OPENED:
        tokenizer = load_pretrained(name)
    elif opened is None:
        with notices:
            show_alert(not_open_message())
    elif not merges_bytes(opened.tokenizer):
        with notices:
            show_alert(_("The tokenizer you opened doesn’t merge bytes, so GPT-2 is shown here."))
    else:
        tokenizer = opened.tokenizer
    bpe = tokenizer.base_tokenizer
    assert isinstance(bpe, BPETokenizer)
    return tokenizer, bpe


def choose_byte(page: PageState, rows: list[ByteRow]) -> None:
    """Show the table as a chart, and details of the byte that was clicked or typed."""

    def select_byte() -> None:
        selection = session_state.component_event(_CHART, "selection")
        if selection and (cells := selection.get(SELECTION)):
            page.set(byte=int(cells[0]["byte"]))

    left, right = st.columns([3, 2], gap="large")
    with right:
        byte: int = st.number_input(_("Byte, 0 to 255"), 0, 255, **page.widget_options("byte"))
        st.html(html_details(rows[byte]))
    with left:
        if is_visible("bytes"):
            st.altair_chart(
                byte_chart(byte_frame(rows, byte)),
                key=_CHART,
                on_select=select_byte,
                selection_mode=SELECTION,
                alt=_("The 256 bytes as a grid of 16 rows and columns; the table below has the same."),
            )
