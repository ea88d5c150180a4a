"""The address of the page that is shown, kept up by the browser, and told where a player stood when a page is left.

A server that writes the address makes an entry in the browser's history each time; replacing the present one does not.
"""

from collections.abc import Callable

import streamlit as st

from ui.base import session_state
from ui.components import register_component
from ui.components.contract import AddressBar

KEY = "bpe_lab_address"

_mount = register_component("bpe_lab_address_bar", "state/address_bar/address_bar.js", None, None)


@st.fragment  # what it tells runs nothing else
def address_bar(data: AddressBar, *, on_left: Callable[[str, int], None]) -> None:
    """Write `query` into the address, and leave what the player writes there, `played`, as it is.

    `on_left` is told the lesson and the step of a player on the page when a link leads away.
    """

    def left() -> None:
        told = session_state.component_event(KEY, "left")
        if isinstance(told, dict) and isinstance(told.get("lesson"), str) and isinstance(told.get("step"), int):
            on_left(told["lesson"], max(told["step"], 0))

    _mount(key=KEY, data=data, on_left_change=left)
