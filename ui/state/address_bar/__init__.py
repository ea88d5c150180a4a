"""Keeps the URL in the address bar up to date, in the browser, and reports where a player was when its page is left.

If the server changed the URL, each change would add an entry to the browser's history; replacing the current one in the
browser does not.
"""

from collections.abc import Callable

import streamlit as st

from ui.base import session_state
from ui.components import register_component
from ui.components.contract import AddressBar

KEY = "bpe_lab_address"

_mount = register_component("bpe_lab_address_bar", "state/address_bar/address_bar.js", None, None)


@st.fragment  # its event reruns nothing else
def address_bar(data: AddressBar, *, on_left: Callable[[str, int], None]) -> None:
    """Write `query` into the address bar, without touching the parameters in `played`, which the player writes.

    When a link leads away from a player, `on_left` is called with its lesson and step.
    """

    def report_left() -> None:
        sent = session_state.component_event(KEY, "left")
        if isinstance(sent, dict) and isinstance(sent.get("lesson"), str) and isinstance(sent.get("step"), int):
            on_left(sent["lesson"], max(sent["step"], 0))

    _mount(key=KEY, data=data, on_left_change=report_left)
