"""Facts about a request in Streamlit's terms: which address it is for, and what the browser sends along."""

import re

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.types import Scope

from ui.base.i18n import best_language, preferred_languages
from ui.base.streamlit_internals.protocol import SESSION_PATHS, STATIC_PATHS, STREAM, UPLOADS, xsrf_token

FILES = (*SESSION_PATHS, STATIC_PATHS)
"""Paths below these are not pages, but files that belong to one."""
CLASSES = re.compile(r"/(join|classes)(/|$)")
"""Paths of live classes, which Streamlit does not serve."""


def is_page(scope: Scope) -> bool:
    """Return whether a browser requests a page of the app."""
    path: str = scope["path"]
    accepted: str = Headers(scope=scope).get("accept", "")
    is_file = "." in path.rpartition("/")[2] or any(folder in path for folder in FILES) or bool(CLASSES.search(path))
    return ("text/html" in accepted or path == "/") and not is_file


def is_class_visitor(scope: Scope) -> bool:
    """Return whether a phone joins a live class: it requests the page, or events, which stay open.

    A phone that votes or requests a lesson has joined already.
    """
    path: str = scope["path"]
    return scope["method"] == "GET" and "/join" in path and "/lesson/" not in path and bool(CLASSES.search(path))


def is_session_socket(scope: Scope) -> bool:
    """Return whether this is the WebSocket of a session."""
    return scope["type"] == "websocket" and str(scope["path"]).endswith(STREAM)


def requested_session(scope: Scope) -> str:
    """Return the session to which a WebSocket reconnects; empty if it asks for a new one."""
    protocols = [entry.strip() for entry in Headers(scope=scope).get("sec-websocket-protocol", "").split(",")]
    return protocols[2] if len(protocols) > 2 else ""


def upload_ids(scope: Scope) -> tuple[str, str] | None:
    """Return the ids of session and file if this request uploads or deletes a file; None otherwise."""
    if scope["type"] != "http" or scope["method"] not in ("PUT", "DELETE"):
        return None
    _before, separator, ids = scope["path"].rpartition(UPLOADS)
    session_id, slash, file_id = ids.partition("/")
    return (session_id, file_id) if separator and slash else None


def browser_token(scope: Scope) -> bytes:
    """Return the secret that identifies this browser: Streamlit's token in its cookie. Empty if it has none."""
    return xsrf_token(HTTPConnection(scope).cookies)


def language_of(scope: Scope) -> str:
    """Return the language to answer in: from the URL, else chosen earlier, else preferred by the browser."""
    from ui.base.i18n import COOKIE

    request = Request(scope)
    chosen = (request.query_params.get("lang"), request.cookies.get(COOKIE))
    return best_language([*filter(None, chosen), *preferred_languages(request.headers.get("accept-language", ""))])
