"""Streamlit's sessions: which there are, and what those keep that no browser is connected to.

A phone that slept for a minute finds its session again: Streamlit puts a session aside when its browser goes, and
forgets it after `server.disconnectedSessionTTL`. But it looks at what it may forget only when the next session is put
aside, and until then files of the session answer and its event loop, of three descriptors, is open. So a server that
had no descriptor left for a next session never got one back. Here sessions end when their time is over.

Streamlit has no public way to name the sessions that are put aside; what is used in its place is private to it.
"""

import asyncio
import logging
import time
from collections import Counter

import streamlit as st
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.state import SessionState

CHECK_INTERVAL = 1.0

_log = logging.getLogger(__name__)


def exists(session_id: str) -> bool:
    """Whether a browser can be connected to this session again, or is."""
    return Runtime.exists() and Runtime.instance()._session_mgr.get_session_info(session_id) is not None


def rerun(session_id: str) -> None:
    """Have the page of a session run again, where its browser is there. May be called in any thread."""
    info = Runtime.instance()._session_mgr.get_active_session_info(session_id) if Runtime.exists() else None
    if info is None:
        return
    state = ClientState()
    state.CopyFrom(info.session._client_state)
    state.fragment_id = ""  # all of it, whatever ran last
    info.session._event_loop.call_soon_threadsafe(info.session.request_rerun, state)


def disconnected_sessions() -> list[AppSession]:
    """The sessions that no browser is connected to, and that one may come back to."""
    manager = Runtime.instance()._session_mgr
    sessions = [info.session for info in manager.list_sessions()]
    return [session for session in sessions if not manager.is_active_session(session.id)]


def close_idle_loops() -> None:
    """Close the event loops of sessions that are put aside. Streamlit makes another where a browser comes back."""
    for session in disconnected_sessions():
        if session._scriptrunner is None:  # else its script still runs, and the next look closes it
            session._script_event_loop.close()


def uploaded_bytes() -> Counter[str]:
    """The bytes of the files that each session has sent."""
    manager = Runtime.instance().uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)
    return Counter(
        {
            session_id: sum(len(file.data) for file in list(files.values()))
            for session_id, files in list(manager.file_storage.items())
        }
    )


async def expire_sessions() -> None:
    """End sessions that were put aside, each when its time is over. Runs as long as the server does."""
    # Streamlit no longer finds one that it would have forgotten, so that it could not end it.
    most = max(0.0, st.get_option("server.disconnectedSessionTTL") - 2 * CHECK_INTERVAL)
    since: dict[str, float] = {}
    ended = False
    while True:
        await asyncio.sleep(CHECK_INTERVAL)
        try:
            if ended:  # at the first call, with the end of their session, downloads are but marked
                Runtime.instance().media_file_mgr.remove_orphaned_files()
            now = time.monotonic()
            since = {session.id: since.get(session.id, now) for session in disconnected_sessions()}
            ended = _end({session_id for session_id, left in since.items() if now - left >= most})
        except Exception:  # one look that failed must not be the last
            _log.exception("Sessions could not be looked at.")


def _end(over: set[str]) -> bool:
    """End these sessions; whether there were any."""
    for session in disconnected_sessions():
        if session.id in over:
            try:
                Runtime.instance().close_session(session.id)
            except Exception:  # one that cannot be ended keeps no other from its end
                _log.exception("A session could not be ended.")
            # Streamlit's loop keeps the session that it looked at last until the next comes: a tokenizer that was
            # opened in it must go now. To clear the state leaves the callbacks of boxes, and what those know.
            session._session_state = SessionState()
    return bool(over)
