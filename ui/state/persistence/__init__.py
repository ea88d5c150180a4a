"""Stores choices in the browser, and shows there when the server does not answer.

What is stored belongs to one tab. The browser offers it to any session other than the one it stored it for.
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
    '<div class="offline" role="status"><p></p></div>',
    read_styles("components/tokens.css", "state/persistence/persistence.css"),
)


def browser_persistence(
    data: StateToStore, *, on_given: Callable[[object], bool], on_missing: Callable[[Iterable[str]], None]
) -> None:
    """Store data in the browser.

    `on_given` receives what the browser had stored (anything) and returns whether it is new.

    `on_missing` receives the digests of texts that did not arrive.
    """

    def report_given() -> None:
        on_given(session_state.component_event(KEY, "given"))

    def report_missing() -> None:
        sent = session_state.component_event(KEY, "missing")
        if isinstance(sent, list):
            on_missing([digest for digest in sent if isinstance(digest, str)])

    mounted = _mount(key=KEY, data=data, on_given_change=report_given, on_missing_change=report_missing)
    # sent in the first run of a session, which triggers no callback
    if mounted.given is not None and on_given(mounted.given):
        st.rerun()
