"""A learner's tokenizer files in the browser: dropped anywhere on the page, and stored for the next visit.

The files reach the server through Streamlit's uploader, as if they were chosen there, so its limits and its progress
bar apply.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base import session_state
from ui.components import read_styles, register_component
from ui.components.contract import OwnFiles

KEY = "bpe_lab_own_files"

_mount = register_component(
    "bpe_lab_own_files",
    "components/own_files/own_files.js",
    '<div class="drop" hidden><p></p></div>',
    read_styles("components/own_files/own_files.css"),
)


def uploader_place(number: int) -> DeltaGenerator:
    """Return the container for the uploader that this component fills."""
    return st.container(key=f"{KEY}_{number}")


def own_files(data: OwnFiles, *, on_event: Callable[[Any], None]) -> None:
    """Watch for dropped files, and store those of the opened tokenizer in the browser.

    `on_event` receives what happened: `{"is": "dropped"}` and `{"is": "restored", "pattern": …}` if files wait for an
    uploader with a higher number, `{"is": "kept", "names": […]}` if the browser has files from an earlier visit.
    """
    _mount(key=KEY, data=data, on_event_change=lambda: on_event(session_state.component_event(KEY, "event")))
