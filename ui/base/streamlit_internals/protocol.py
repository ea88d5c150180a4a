"""The protocol of Streamlit's server and page: paths, the cookie that identifies a browser, messages (protobuf)."""

import re
from collections.abc import Mapping
from itertools import cycle

from google.protobuf.message import Message  # type: ignore[import-untyped]  # has no types

from ui.base.streamlit_internals.fallback import or_else

STREAM = "/_stcore/stream"
HEALTH = "/_stcore/health"
METRICS = "/_stcore/metrics"
UPLOADS = "/_stcore/upload_file/"
STATIC_PATHS = "/static/"
SESSION_PATHS = ("/_stcore/", "/media/", "/component/")
"""Paths of sessions and components. `st.App` reserves these, and `STATIC_PATHS`."""

MAX_PARAMETERS = 1_000
"""Parameters in a URL. If there are more, Streamlit reads none of them."""

XSRF_COOKIE = "_streamlit_xsrf"

_MAX_RESPONSE = 64 * 1024  # bytes of a message with upload paths; longer messages draw a page
_UPLOAD = re.compile(rb"%s([\w-]+)/([\w-]+)" % UPLOADS.encode())


def xsrf_token(cookies: Mapping[str, str]) -> bytes:
    """Return the token that Streamlit gave a browser; empty if it has none.

    In each answer it is masked with different bytes, in Tornado's format: 2|mask|token masked by it|time.
    """
    try:
        _version, mask, masked, _time = cookies.get(XSRF_COOKIE, "").strip("\"'").split("|")
        return bytes(a ^ b for a, b in zip(bytes.fromhex(masked), cycle(bytes.fromhex(mask)), strict=False))
    except ValueError:
        return b""


@or_else(None)
def read_back_message(data: bytes) -> Message | None:
    """Return a browser's message; None if Streamlit does not say how to read it. Raises DecodeError."""
    from streamlit.proto.BackMsg_pb2 import BackMsg

    return BackMsg.FromString(data)


@or_else("")
def new_session_id(message: bytes) -> str:
    """Return the id of the session that a message starts; empty for other messages."""
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

    forwarded = ForwardMsg.FromString(message)
    return forwarded.new_session.initialize.session_id if forwarded.WhichOneof("type") == "new_session" else ""


def announced_uploads(message: bytes) -> list[tuple[str, str]]:
    """Return the ids of session and file in each upload path in a message to a browser, if it is a short one.

    A learner's text may contain such paths too, so the ids may be invalid.
    """
    if len(message) >= _MAX_RESPONSE or UPLOADS.encode() not in message:
        return []
    ids = dict.fromkeys(_UPLOAD.findall(message))  # each occurs twice: to upload, and to delete
    return [(session_id.decode(), file_id.decode()) for session_id, file_id in ids]
