"""The browser keeps what was chosen, and says so while the server does not answer.

What it keeps belongs to one tab. It gives that back to a session that is not the one that it kept it for.
"""

from collections.abc import Callable, Iterable

import streamlit as st

from ui.base import session_state
from ui.components import read_styles, register_component
from ui.components.contract import StateToStore

KEY = "bpe_lab_kept"

_mount = register_component(
    "bpe_lab_keeper",
    "state/persistence/persistence.js",
    '<div class="away" role="status"><p></p></div>',
    read_styles("components/tokens.css", "state/persistence/persistence.css"),
)


def browser_persistence(
    data: StateToStore, *, on_given: Callable[[object], bool], on_missing: Callable[[Iterable[str]], None]
) -> None:
    """Keep this. `on_given` is told what the browser had kept, which may be anything, and says whether that is news.

    `on_missing` is told the digests of texts that did not arrive.
    """

    def given() -> None:
        on_given(session_state.component_event(KEY, "given"))

    def missing() -> None:
        told = session_state.component_event(KEY, "missing")
        if isinstance(told, list):
            on_missing([digest for digest in told if isinstance(digest, str)])

    told = _mount(key=KEY, data=data, on_given_change=given, on_missing_change=missing)
    if told.given is not None and on_given(told.given):  # told in the first run of a session, which calls nothing back
        st.rerun()
