"""What Streamlit knows of the run that goes on, and tells in no public way."""

from urllib.parse import parse_qs

from streamlit import runtime
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx


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


def is_connected(session_id: str) -> bool:
    """Whether the browser of a session is connected."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session_id)
