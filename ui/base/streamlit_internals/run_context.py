"""Facts about the current run that Streamlit has no public API for."""

from typing import Any
from urllib.parse import parse_qs

import streamlit as st
from streamlit import runtime

from ui.base.streamlit_internals.fallback import or_else
from ui.base.streamlit_internals.protocol import xsrf_token


@or_else(None)
def _context() -> Any:
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    return get_script_run_ctx()


def came_from_history() -> bool:
    """Return whether the visitor came here with the browser's Back or Forward button."""
    return bool(getattr(_context(), "is_history_navigation", False))


def is_embedded() -> bool:
    """Return whether the URL requests only a player, for embedding in another page: `?embed=1`."""
    query = getattr(_context(), "query_string", "")  # `st.query_params` omits parameters that begin like this
    return parse_qs(query).get("embed") == ["1"]


def session_id() -> str:
    """Return the id of the running session; empty outside a run."""
    return str(getattr(_context(), "session_id", ""))


def browser() -> str:
    """Return an id of the browser, shared by all its pages; the session's id if the browser is unknown."""
    session = session_id()
    return (xsrf_token(st.context.cookies).hex() or session) if session else ""


@or_else(True)
def is_connected(session_id: str) -> bool:
    """Return whether a session's browser is connected."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session_id)
