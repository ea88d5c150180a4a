"""Choosing a byte: clicked in the table, or typed."""

import streamlit as st

from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.components.lazy_section import is_visible
from ui.pages.bytes.byte_table import SELECTION, ByteRow, byte_chart, byte_frame, html_details
from ui.state.session import PageState

_CHART = "byte_chart"


def choose_byte(page: PageState, rows: list[ByteRow]) -> None:
    """Show the table as a chart, and details of the byte that was clicked or typed."""

    def clicked() -> None:
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
                on_select=clicked,
                selection_mode=SELECTION,
                alt=_("The 256 bytes as a grid of 16 rows and columns; the table below has the same."),
            )
