"""Limits on uploads: only to URLs that the server gave out, up to a total size, and only while data arrives."""

import asyncio
import errno
from collections import Counter
from collections.abc import Callable, Mapping

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bpe_engine.files import MAX_FILE_BYTES
from ui.base.streamlit_internals import sessions
from ui.base.streamlit_internals.protocol import announced_uploads
from ui.server.request_info import is_session_socket, upload_ids

MAX_SESSION_BYTES = 4 * MAX_FILE_BYTES
"""Bytes per session: stored files, plus what has arrived of files in transit. A tokenizer may consist of two."""

MAX_TOTAL_BYTES = 20 * MAX_FILE_BYTES
"""Bytes of all sessions together: they are held in memory."""

MAX_UPLOAD_URLS = 32
"""Upload URLs that a session may have without having used them."""

STALL_TIMEOUT = 20.0
"""Seconds without data after which an upload is given up and what has arrived is discarded."""

_STEP = 2**20
"""Bytes between two checks for room: other files arrive meanwhile."""

_NO_ROOM = "There is no room for this file."
_DISK_FULL = "The server's disk is full or cannot be written to, so it cannot take this file. Try again later."
_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)


class UploadLimitMiddleware:
    """Accepts one file per URL that the server gave to a session, within the limits."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        exists: Callable[[str], bool] = sessions.exists,
        stored: Callable[[], Mapping[str, int]] = sessions.uploaded_bytes,
        session_bytes: int = MAX_SESSION_BYTES,
        total_bytes: int = MAX_TOTAL_BYTES,
        stall_timeout: float = STALL_TIMEOUT,
    ) -> None:
        self.app = app
        self._exists, self._stored = exists, stored
        self._session_bytes, self._total_bytes = session_bytes, total_bytes
        self._stall_timeout = stall_timeout
        self._given: dict[str, list[str]] = {}  # session -> ids of files that it may send
        self._come: Counter[str] = Counter()  # session -> bytes received of files in transit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on an expected upload, and refuse any other."""
        upload = upload_ids(scope)
        if is_session_socket(scope):

            async def send_on(message: Message) -> None:
                for announced in announced_uploads(message.get("bytes") or b""):
                    self._announce(*announced)
                await send(message)

            await self.app(scope, receive, send_on)
        elif upload is None or scope["method"] == "DELETE":
            await self.app(scope, receive, send)
        else:
            await self._receive_upload(*upload, scope, receive, send)

    async def _receive_upload(self, session_id: str, file_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        given = self._given.get(session_id, [])
        if file_id not in given:
            await PlainTextResponse("Nobody was given this address.", 404)(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        size = int(length) if length.isdecimal() else MAX_FILE_BYTES
        if not self._has_room(session_id, size):
            await PlainTextResponse(_NO_ROOM, 413)(scope, receive, send)
            return
        given.remove(file_id)
        come = 0

        async def receive_on() -> Message:
            nonlocal come
            try:
                async with asyncio.timeout(self._stall_timeout):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, "The file stands still on its way.") from None
            before, come = come, come + len(message.get("body", b""))
            self._come[session_id] += come - before
            if not self._exists(session_id):
                raise HTTPException(410, "The session of this file is over.")
            if come // _STEP > before // _STEP and not self._has_room(session_id):
                raise HTTPException(413, _NO_ROOM)
            return message

        try:
            await self.app(scope, receive_on, send)
        finally:
            self._come[session_id] -= come
            self._come += Counter()  # drop entries that are zero

    def _has_room(self, session_id: str, more: int = 0) -> bool:
        """Whether there is room for `more` bytes of a session, besides its stored files and what has arrived."""
        held = Counter(self._stored()) + self._come
        return held[session_id] + more <= self._session_bytes and held.total() + more <= self._total_bytes

    def _announce(self, session_id: str, file_id: str) -> None:
        if session_id not in self._given:
            if not self._exists(session_id):
                return
            self._given = {name: ids for name, ids in self._given.items() if self._exists(name)}
        given = self._given.setdefault(session_id, [])
        given.append(file_id)
        del given[:-MAX_UPLOAD_URLS]


async def handle_disk_error(_request: Request, problem: OSError) -> Response:
    """Return the answer if the disk cannot take a file: uploads are written to it as they arrive."""
    if problem.errno in _DISK_ERRORS:
        return PlainTextResponse(_DISK_FULL, 507)
    raise problem
