"""What Streamlit knows of the run that goes on, and tells in no public way."""

from urllib.parse import parse_qs

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx

from ui.base.streamlit_internals.protocol import xsrf_token


def came_from_history() -> bool:
    """Whether the browser's own way through its history led here."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def is_embedded() -> bool:
    """Whether the address asks for a player alone, as in a frame of another page: `?embed=1`."""
    context = get_script_run_ctx()  # Streamlit hides the parameters that begin with this name
    return context is not None and parse_qs(context.query_string).get("embed") == ["1"]


def session_id() -> str:
    """The session that runs; empty outside of one."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def browser() -> str:
    """The browser whose page runs: the same for all pages that it has open. The session, where that is not known."""
    context = get_script_run_ctx()
    return (xsrf_token(st.context.headers.get("Cookie", "")).hex() or context.session_id) if context else ""


def is_connected(session_id: str) -> bool:
    """Whether the browser of a session is connected."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session_id)
