"""What Streamlit knows about the current run but has no public API for."""

from urllib.parse import parse_qs

import streamlit as st

from ui.base.streamlit_internals.fallback import or_else
from ui.base.streamlit_internals.protocol import xsrf_token


@or_else(False)
def came_from_history() -> bool:
    """Whether the browser's Back or Forward led here."""
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


@or_else(False)
def is_embedded() -> bool:
    """Whether the URL asks for a player alone, as in another page's frame: `?embed=1`."""
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    context = get_script_run_ctx()  # Streamlit hides the parameters that begin with this name
    return context is not None and parse_qs(context.query_string).get("embed") == ["1"]


@or_else("")
def session_id() -> str:
    """The session that runs; empty outside of one."""
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    context = get_script_run_ctx()
    return context.session_id if context else ""


def browser() -> str:
    """The browser whose page runs: the same for all of its pages. The session, if the browser isn't known."""
    session = session_id()
    return (xsrf_token(st.context.cookies).hex() or session) if session else ""


@or_else(True)
def is_connected(session_id: str) -> bool:
    """Whether the browser of a session is connected."""
    from streamlit import runtime

    return not runtime.exists() or runtime.get_instance().is_active_session(session_id)
