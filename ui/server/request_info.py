"""What a request is to Streamlit: the addresses that it answers, and what a browser tells along with them."""

import re

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.types import Scope

from ui.base.i18n import best_language, preferred_languages
from ui.base.streamlit_internals.protocol import SESSION_PATHS, STATIC_PATHS, STREAM, UPLOADS, xsrf_token

FILES = (*SESSION_PATHS, STATIC_PATHS)
"""What lies below these is no page, but belongs to one."""
CLASSES = re.compile(r"/(join|classes)(/|$)")
"""What live classes answer for: no page of Streamlit's."""


def is_page(scope: Scope) -> bool:
    """Whether a browser asks for a page of the app."""
    path: str = scope["path"]
    accepted: str = Headers(scope=scope).get("accept", "")
    is_file = "." in path.rpartition("/")[2] or any(folder in path for folder in FILES) or bool(CLASSES.search(path))
    return ("text/html" in accepted or path == "/") and not is_file


def is_class_visitor(scope: Scope) -> bool:
    """Whether a phone comes to a live class: for its page, or for events, which stay open.

    One that votes is in, and so is one that asks for a lesson.
    """
    path: str = scope["path"]
    return scope["method"] == "GET" and "/join" in path and "/lesson/" not in path and bool(CLASSES.search(path))


def is_session_socket(scope: Scope) -> bool:
    """Whether this is the websocket of a session."""
    return scope["type"] == "websocket" and str(scope["path"]).endswith(STREAM)


def requested_session(scope: Scope) -> str:
    """The session that a websocket is to be connected to again; empty where it asks for a new one."""
    protocols = [entry.strip() for entry in Headers(scope=scope).get("sec-websocket-protocol", "").split(",")]
    return protocols[2] if len(protocols) > 2 else ""


def upload_ids(scope: Scope) -> tuple[str, str] | None:
    """The ids of the session and the file, where this request brings or takes away an uploaded file."""
    if scope["type"] != "http" or scope["method"] not in ("PUT", "DELETE"):
        return None
    _before, found, ids = scope["path"].rpartition(UPLOADS)
    session_id, slash, file_id = ids.partition("/")
    return (session_id, file_id) if found and slash else None


def browser_token(scope: Scope) -> bytes:
    """What only this browser knows: the token that Streamlit gave it in a cookie; empty where it has none."""
    return xsrf_token(HTTPConnection(scope).cookies)


def language_of(scope: Scope) -> str:
    """The language to answer in: of the address, or else that was chosen here before, or that the browser asks for."""
    from ui.base.i18n import COOKIE

    request = Request(scope)
    chosen = (request.query_params.get("lang"), request.cookies.get(COOKIE))
    return best_language([*filter(None, chosen), *preferred_languages(request.headers.get("accept-language", ""))])
