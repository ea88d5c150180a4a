"""Who comes in: no one more than there are descriptors for, so that those who are in keep their sessions."""

import random
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ui.base.streamlit_internals import sessions
from ui.base.streamlit_internals.protocol import HEALTH
from ui.server import file_descriptors
from ui.server.request_info import is_newcomer, is_page, is_stream, language_of, session_asked_for
from ui.server.status_pages import full_page, full_sentence

FOR_A_SESSION = 24
"""So many descriptors must be left for a new session: for its own four, and for files, workers and reconnections."""

FOR_A_PAGE = 40
"""And for a new page: its session comes a moment later, after six connections at once for its scripts."""


class Capacity:
    """Answers for the app while there is no room, with 503, and tells the health address the truth."""

    def __init__(self, app: ASGIApp, free: Callable[[], float] = file_descriptors.free) -> None:
        self.app = app
        self._free = free

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if is_stream(scope):
            known = session_asked_for(scope)
            if not (known and sessions.is_there(known)) and not self._has(FOR_A_SESSION):
                await _refuse(WebSocket(scope, receive, send))
                return
        elif scope["type"] == "http":
            answer = self._instead(scope)
            if answer is not None:
                await answer(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _instead(self, scope: Scope) -> Response | None:
        """What is said in place of the app's own answer."""
        headers = Headers(scope=scope)
        if scope["path"].endswith(HEALTH):
            # An open page asks before it connects again, to a session that has its room: it names itself as referer.
            if "referer" not in headers and not self._has(FOR_A_PAGE):
                return PlainTextResponse("full", 503, _headers(wait_seconds()))
        elif (is_page(scope) or is_newcomer(scope)) and not self._has(FOR_A_PAGE):
            seconds = wait_seconds()
            if not is_page(scope) and "text/html" not in headers.get("accept", ""):
                said = {"error": "server", "message": full_sentence(language_of(scope), seconds), "seconds": seconds}
                return JSONResponse(said, 503, _headers(seconds))
            return HTMLResponse(full_page(language_of(scope), seconds), 503, _headers(seconds))
        return None

    def _has(self, needed: int) -> bool:
        if self._free() >= needed:
            return True
        sessions.release_descriptors()
        return self._free() >= needed


def wait_seconds() -> int:
    """How long to wait before the next try: not all who wait come back at once."""
    return random.randint(8, 15)


def _headers(seconds: int) -> dict[str, str]:
    return {"Retry-After": str(seconds), "Cache-Control": "no-store"}


async def _refuse(socket: WebSocket) -> None:
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(PlainTextResponse("full", 503, _headers(wait_seconds())))
    else:
        await socket.close(1013)  # try again later
