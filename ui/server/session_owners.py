"""Ties each session to the browser that started it.

Streamlit hands a session over to whoever names its id, and disconnects its owner. Here the browser must also send the
token that it had in a cookie when the session started; any other browser gets a new session. The same applies to
uploads, whose URLs contain the session id.
"""

from collections.abc import Callable
from hmac import compare_digest

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.base.streamlit_internals import sessions
from ui.base.streamlit_internals.protocol import new_session_id
from ui.server.request_info import browser_token, is_session_socket, requested_session, upload_ids


class SessionOwnerMiddleware:
    """Remembers the browser of each session by its token."""

    def __init__(self, app: ASGIApp, exists: Callable[[str], bool] = sessions.exists) -> None:
        self.app = app
        self._exists = exists
        self._tokens: dict[str, bytes] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it belongs to its session; refuse the upload, or open a new session, if not."""
        upload = upload_ids(scope)
        if upload and not self._is_owner(scope, upload[0]):
            await PlainTextResponse("This session is another browser's.", 403)(scope, receive, send)
        elif is_session_socket(scope):
            if not self._is_owner(scope, requested_session(scope)):
                protocols = MutableHeaders(scope=scope)
                first_two = protocols["sec-websocket-protocol"].split(",")[:2]
                protocols["sec-websocket-protocol"] = ",".join(first_two)
            is_known = False

            async def send_on(message: Message) -> None:
                nonlocal is_known
                if not is_known and (session_id := new_session_id(message.get("bytes") or b"")):
                    is_known = True
                    self._tokens = {name: kept for name, kept in self._tokens.items() if self._exists(name)}
                    self._tokens.setdefault(session_id, browser_token(scope))
                await send(message)

            await self.app(scope, receive, send_on)
        else:
            await self.app(scope, receive, send)

    def _is_owner(self, scope: Scope, session_id: str) -> bool:
        token = self._tokens.get(session_id)
        return token is None or compare_digest(token, browser_token(scope))
