"""Admission control: turn newcomers away while file descriptors run short, so that running sessions survive."""

import random
from collections import Counter
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from classroom.join_links import caller_network
from ui.base.streamlit_internals import sessions
from ui.base.streamlit_internals.protocol import HEALTH
from ui.server import file_descriptors
from ui.server.request_info import (
    browser_token,
    is_class_visitor,
    is_page,
    is_session_socket,
    language_of,
    requested_session,
)
from ui.server.status_pages import server_full_page, server_full_sentence

DESCRIPTORS_PER_SESSION = 24
"""Descriptors that must be free for a new session: its own four, and some for files, workers and reconnections."""

DESCRIPTORS_PER_PAGE = 40
"""Descriptors that must be free for a new page: it opens six connections at once for its scripts, then a session."""

MAX_SESSIONS_PER_BROWSER = 30
"""Pages that one browser may have open at once."""

MAX_SESSIONS_PER_ADDRESS = 600
"""Pages that one network address may have open at once: a school shares one."""


class AdmissionMiddleware:
    """Refuses pages and sessions with status 503 while the server is full, and makes the health address report it."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        free: Callable[[], float] = file_descriptors.free_descriptors,
        exists: Callable[[str], bool] = sessions.exists,
        make_room: Callable[[], object] = sessions.close_idle_loops,
        per_browser: int = MAX_SESSIONS_PER_BROWSER,
        per_address: int = MAX_SESSIONS_PER_ADDRESS,
    ) -> None:
        self.app = app
        self._free, self._exists, self._make_room = free, exists, make_room
        self._per_browser, self._per_address = per_browser, per_address
        self._open: Counter[str] = Counter()  # browser, or network -> open sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if is_session_socket(scope):
            await self._connect(scope, receive, send)
        elif scope["type"] == "http" and (refusal := self._refusal(scope)) is not None:
            await refusal(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit a session unless the server is full, or its browser or its network already has the maximum."""
        session_id = requested_session(scope)
        is_full = not (session_id and self._exists(session_id)) and not self._has_room(DESCRIPTORS_PER_SESSION)
        limits = {
            f"network {caller_network((scope.get('client') or ('', 0))[0])}": self._per_address,
            f"browser {browser_token(scope).hex()}": self._per_browser,
        }
        if is_full or any(self._open[who] >= most for who, most in limits.items() if who != "browser "):
            await _refuse(WebSocket(scope, receive, send))
            return
        self._open.update(limits.keys())
        try:
            await self.app(scope, receive, send)
        finally:
            self._open.subtract(limits.keys())
            self._open += Counter()  # drop entries that are zero

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer that replaces the app's own; None if there is room."""
        headers = Headers(scope=scope)
        if scope["path"].endswith(HEALTH):
            # An open page checks health before it reconnects to its session, which already has its descriptors. It
            # sends a referer.
            if "referer" not in headers and not self._has_room(DESCRIPTORS_PER_PAGE):
                return PlainTextResponse("full", 503, _headers(retry_after()))
        elif (is_page(scope) or is_class_visitor(scope)) and not self._has_room(DESCRIPTORS_PER_PAGE):
            seconds = retry_after()
            if not is_page(scope) and "text/html" not in headers.get("accept", ""):
                message = server_full_sentence(language_of(scope), seconds)
                answer = {"error": "server", "message": message, "seconds": seconds}
                return JSONResponse(answer, 503, _headers(seconds))
            return HTMLResponse(server_full_page(language_of(scope), seconds), 503, _headers(seconds))
        return None

    def _has_room(self, needed: int) -> bool:
        if self._free() >= needed:
            return True
        self._make_room()
        return self._free() >= needed


def retry_after() -> int:
    """Return after how many seconds to try again: at random, so that visitors do not all return at once."""
    return random.randint(8, 15)


def _headers(seconds: int) -> dict[str, str]:
    return {"Retry-After": str(seconds), "Cache-Control": "no-store"}


async def _refuse(socket: WebSocket) -> None:
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(PlainTextResponse("full", 503, _headers(retry_after())))
    else:
        await socket.close(1013)  # "try again later"
