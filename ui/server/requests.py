"""What a request is to Streamlit: the addresses that it answers, and what a browser tells along with them."""

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope
from streamlit.web.server.starlette.starlette_app_utils import decode_xsrf_token_string
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME

STREAM = "/_stcore/stream"
HEALTH = "/_stcore/health"
METRICS = "/_stcore/metrics"
UPLOADS = "/_stcore/upload_file/"
FILES = ("/_stcore/", "/static/", "/media/", "/component/")
"""What lies below these is no page, but belongs to one."""


def is_page(scope: Scope) -> bool:
    """Whether a browser asks for a page of the app."""
    path: str = scope["path"]
    accepted: str = Headers(scope=scope).get("accept", "")
    return ("text/html" in accepted or path == "/") and not any(folder in path for folder in FILES)


def is_stream(scope: Scope) -> bool:
    """Whether this is the websocket of a session."""
    return scope["type"] == "websocket" and str(scope["path"]).endswith(STREAM)


def session_asked_for(scope: Scope) -> str:
    """The session that a websocket is to be connected to again; empty where it asks for a new one."""
    protocols = [entry.strip() for entry in Headers(scope=scope).get("sec-websocket-protocol", "").split(",")]
    return protocols[2] if len(protocols) > 2 else ""


def upload_named(scope: Scope) -> tuple[str, str] | None:
    """The ids of the session and the file, where this request brings or takes away an uploaded file."""
    if scope["type"] != "http" or scope["method"] not in ("PUT", "DELETE"):
        return None
    _before, found, ids = scope["path"].rpartition(UPLOADS)
    session_id, slash, file_id = ids.partition("/")
    return (session_id, file_id) if found and slash else None


def browser_token(scope: Scope) -> bytes:
    """What only this browser knows: the token that Streamlit gave it in a cookie; empty where it has none."""
    cookies = cookie_parser(Headers(scope=scope).get("cookie", ""))
    token, _time = decode_xsrf_token_string(cookies.get(XSRF_COOKIE_NAME, ""))
    return token or b""
