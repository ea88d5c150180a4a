"""Ties each session to the browser that started it, and accepts the files that it may send, up to a total size.

Streamlit hands a session over to whoever names its id, and disconnects its owner. Here the browser must also send the
token that it had in a cookie when the session started; any other browser gets a new session. The same applies to
uploads, whose URLs contain the session id.
"""

import errno
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bpe_engine.files import MAX_FILE_BYTES
from ui.base.streamlit_internals import sessions
from ui.base.streamlit_internals.protocol import announced_uploads, new_session_id
from ui.server.request_info import browser_token, is_session_socket, requested_session, upload_ids

MAX_SESSION_BYTES = 4 * MAX_FILE_BYTES
"""Bytes per session: stored files, plus what has arrived of files in transit. A tokenizer may consist of two."""

MAX_TOTAL_BYTES = 20 * MAX_FILE_BYTES
"""Bytes of all sessions together: they are held in memory."""

MAX_UPLOAD_URLS = 32
"""Upload URLs that a session may have without having used them."""

_STEP = 2**20
"""Bytes between two checks for room: other files arrive meanwhile."""

_NO_ROOM = "There is no room for this file."
_DISK_FULL = "The server's disk is full or cannot be written to, so it cannot take this file. Try again later."
_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)


@dataclass
class _Session:
    token: bytes | None = None  # of its browser; None if Streamlit does not tell which session started
    expected: list[str] = field(default_factory=list)  # ids of files that it may send


class SessionMiddleware:
    """Remembers the browser of each session, and the URLs that the server gave it: each accepts one file."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        exists: Callable[[str], bool] = sessions.exists,
        stored: Callable[[], Mapping[str, int]] = sessions.uploaded_bytes,
        session_bytes: int = MAX_SESSION_BYTES,
        total_bytes: int = MAX_TOTAL_BYTES,
    ) -> None:
        self.app = app
        self._exists, self._stored = exists, stored
        self._session_bytes, self._total_bytes = session_bytes, total_bytes
        self._sessions: dict[str, _Session] = {}
        self._arriving: Counter[str] = Counter()  # session -> bytes received of files in transit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it belongs to its session; refuse the upload, or open a new session, if not."""
        upload = upload_ids(scope)
        if is_session_socket(scope):
            await self._connect(scope, receive, send)
        elif upload is None:
            await self.app(scope, receive, send)
        elif not self._is_owner(scope, upload[0]):
            await PlainTextResponse("This session is another browser's.", 403)(scope, receive, send)
        elif scope["method"] == "DELETE":
            await self.app(scope, receive, send)
        else:
            await self._receive_upload(*upload, scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._is_owner(scope, requested_session(scope)):
            protocols = MutableHeaders(scope=scope)
            protocols["sec-websocket-protocol"] = ",".join(protocols["sec-websocket-protocol"].split(",")[:2])
        is_known = False

        async def send_on(message: Message) -> None:
            nonlocal is_known
            data = message.get("bytes") or b""
            if not is_known and (session_id := new_session_id(data)):
                is_known = True
                session = self._session(session_id)
                if session.token is None:
                    session.token = browser_token(scope)
            for session_id, file_id in announced_uploads(data):
                if session_id in self._sessions or self._exists(session_id):
                    expected = self._session(session_id).expected
                    expected.append(file_id)
                    del expected[:-MAX_UPLOAD_URLS]
            await send(message)

        await self.app(scope, receive, send_on)

    def _session(self, session_id: str) -> _Session:
        """Return what is known of a session, and forget those that have ended when another one comes."""
        if session_id not in self._sessions:
            self._sessions = {name: kept for name, kept in self._sessions.items() if self._exists(name)}
        return self._sessions.setdefault(session_id, _Session())

    def _is_owner(self, scope: Scope, session_id: str) -> bool:
        token = self._sessions.get(session_id, _Session()).token
        return token is None or compare_digest(token, browser_token(scope))

    async def _receive_upload(self, session_id: str, file_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        expected = self._sessions.get(session_id, _Session()).expected
        if file_id not in expected:
            await PlainTextResponse("Nobody was given this address.", 404)(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        size = int(length) if length.isdecimal() else MAX_FILE_BYTES
        if not self._has_room(session_id, size):
            await PlainTextResponse(_NO_ROOM, 413)(scope, receive, send)
            return
        expected.remove(file_id)
        received = 0

        async def receive_on() -> Message:
            nonlocal received
            message = await receive()
            before, received = received, received + len(message.get("body", b""))
            self._arriving[session_id] += received - before
            if not self._exists(session_id):
                raise HTTPException(410, "The session of this file is over.")
            if received // _STEP > before // _STEP and not self._has_room(session_id):
                raise HTTPException(413, _NO_ROOM)
            return message

        try:
            await self.app(scope, receive_on, send)
        finally:
            self._arriving[session_id] -= received
            self._arriving += Counter()  # drop entries that are zero

    def _has_room(self, session_id: str, more: int = 0) -> bool:
        """Return whether there is room for `more` bytes of a session, besides its stored files and what has arrived."""
        sizes = Counter(self._stored()) + self._arriving
        return sizes[session_id] + more <= self._session_bytes and sizes.total() + more <= self._total_bytes


async def handle_disk_error(_request: Request, problem: OSError) -> Response:
    """Return the answer if the disk cannot take a file: uploads are written to it as they arrive."""
    if problem.errno in _DISK_ERRORS:
        return PlainTextResponse(_DISK_FULL, 507)
    raise problem
