"""What Streamlit knows about the current run but has no public API for."""

from typing import Any
from urllib.parse import parse_qs

import streamlit as st

from ui.base.streamlit_internals.fallback import or_else
from ui.base.streamlit_internals.protocol import xsrf_token


@or_else(None)
def _context() -> Any:
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    return get_script_run_ctx()


def came_from_history() -> bool:
    """Whether the browser's Back or Forward led here."""
    return bool(getattr(_context(), "is_history_navigation", False))


def is_embedded() -> bool:
    """Whether the URL asks for a player alone, as in another page's frame: `?embed=1`."""
    query = getattr(_context(), "query_string", "")  # `st.query_params` lacks parameters whose names begin so
    return parse_qs(query).get("embed") == ["1"]


def session_id() -> str:
    """The session that runs; empty outside of one."""
    return str(getattr(_context(), "session_id", ""))


def browser() -> str:
    """The browser whose page runs: the same for all of its pages. The session, if the browser isn't known."""
    session = session_id()
    return (xsrf_token(st.context.cookies).hex() or session) if session else ""


@or_else(True)
def is_connected(session_id: str) -> bool:
    """Whether the browser of a session is connected."""
    from streamlit import runtime

    return not runtime.exists() or runtime.get_instance().is_active_session(session_id)
