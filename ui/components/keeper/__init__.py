"""The browser keeps what was chosen, and says so while the server does not answer.

What it keeps belongs to one tab. It gives that back to a session that is not the one that it kept it for.
"""

from collections.abc import Callable, Iterable
from typing import Any

import streamlit as st

from ui.components import component
from ui.components.contract import Keep

KEY = "bpe_lab_kept"

_mount = component("keeper", '<div class="away" role="status"><p></p></div>')


def keeper(data: Keep, *, on_missing: Callable[[Iterable[str]], None]) -> Any:
    """Keep this. What the browser had kept before, where it gives that back now, else None; it may be anything.

    `on_missing` is told the digests of texts that did not arrive.
    """

    def missing() -> None:
        told = st.session_state[KEY].missing
        if isinstance(told, list):
            on_missing([digest for digest in told if isinstance(digest, str)])

    told = _mount(key=KEY, data=data, on_given_change=lambda: None, on_missing_change=missing)
    return told.given
