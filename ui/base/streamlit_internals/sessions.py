"""Streamlit's sessions: which ones exist, and how long they live after their browser has left.

A phone that slept for a minute finds its session again: Streamlit keeps the session of a disconnected browser for
`server.disconnectedSessionTTL`. But it removes expired sessions only when it keeps another one; until then their files
can be downloaded, and their event loops use three file descriptors each. A server without a free descriptor for the
next session would never get one back. So sessions are ended here once they expire.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from math import inf
from typing import TYPE_CHECKING

import streamlit as st
from streamlit import runtime

from ui.base.streamlit_internals.fallback import or_else

if TYPE_CHECKING:
    from streamlit.runtime.app_session import AppSession

CHECK_INTERVAL = 1.0
RELEASE_DELAY = 30.0
"""Seconds from a disconnection to the release of memory, which holds everyone up: once for all who leave meanwhile."""

_log = logging.getLogger(__name__)


@or_else(True)
def exists(session_id: str) -> bool:
    """Return whether a browser is connected to this session, or may still resume it."""
    return runtime.exists() and runtime.get_instance()._session_mgr.get_session_info(session_id) is not None


@or_else(None)
def rerun(session_id: str) -> None:
    """Rerun the page of a session, if its browser is connected. May be called in any thread."""
    from streamlit.proto.ClientState_pb2 import ClientState

    info = runtime.get_instance()._session_mgr.get_active_session_info(session_id) if runtime.exists() else None
    if info is None:
        return
    state = ClientState()
    state.CopyFrom(info.session._client_state)
    state.fragment_id = ""  # the whole page, whatever ran last
    info.session._event_loop.call_soon_threadsafe(info.session.request_rerun, state)


@or_else(())
def disconnected_sessions() -> "tuple[AppSession, ...]":
    """Return the disconnected sessions that a browser can still resume."""
    manager = runtime.get_instance()._session_mgr
    sessions = (info.session for info in manager.list_sessions())
    return tuple(session for session in sessions if not manager.is_active_session(session.id))


@or_else(None)
def close_idle_loops() -> None:
    """Close the event loops of disconnected sessions. Streamlit creates a new one if the browser returns."""
    for session in disconnected_sessions():
        if session._scriptrunner is None:  # a script may still be running; then the next call closes the loop
            session._script_event_loop.close()


@or_else({})
def uploaded_bytes() -> Mapping[str, int]:
    """Return the number of bytes that each session has uploaded."""
    storage = runtime.get_instance().uploaded_file_mgr.file_storage  # type: ignore[attr-defined]  # the only kind that has this attribute
    return Counter(
        {session: sum(len(file.data) for file in list(files.values())) for session, files in [*storage.items()]}
    )


async def expire_sessions(release_memory: Callable[[], object]) -> None:
    """End each disconnected session when it expires, and release memory after sessions were left or ended.

    Runs as long as the server.
    """
    # Slightly less than Streamlit's own limit: a session that Streamlit has removed can no longer be ended.
    lifetime = max(0.0, st.get_option("server.disconnectedSessionTTL") - 2 * CHECK_INTERVAL)
    left_at: dict[str, float] = {}
    release_at = inf
    has_ended = False
    while True:
        await asyncio.sleep(CHECK_INTERVAL)
        try:
            if has_ended:  # the first call, while a session ends, only marks its downloads
                _remove_downloads()
            now = time.monotonic()
            before = left_at.keys()
            left_at = {session.id: left_at.get(session.id, now) for session in disconnected_sessions()}
            if left_at.keys() != before:
                release_at = min(release_at, now + RELEASE_DELAY)
            has_ended = _end({session for session, when in left_at.items() if now - when >= lifetime})
            if now >= release_at:
                release_at = inf
                release_memory()
        except Exception:  # the next check runs in any case
            _log.exception("The sessions could not be checked.")


@or_else(None)
def _remove_downloads() -> None:
    runtime.get_instance().media_file_mgr.remove_orphaned_files()


@or_else(False)
def _end(expired: set[str]) -> bool:
    """End these sessions. Returns whether there were any."""
    for session in disconnected_sessions():
        if session.id in expired:
            try:
                runtime.get_instance().close_session(session.id)
            except Exception:  # end the others in any case
                _log.exception("A session could not be ended.")
            # Streamlit's loop refers to the last session that it looked at until the next one comes, but a tokenizer
            # opened in it must be freed now. Clearing the state would leave the widgets' callbacks, and what they refer
            # to.
            session._session_state = type(session._session_state)()
    return bool(expired)
