"""Uploads: only files that the server gave an address for, and only so many bytes of them."""

from collections import defaultdict

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from bpe_engine.files import LARGEST_FILE
from ui.server import sessions
from ui.server.requests import UPLOADS, is_stream, upload_named

MOST_BYTES = 4 * LARGEST_FILE
"""Of a session: those that it keeps, and those that are on the way. The files of one tokenizer are two."""

MOST_BYTES_IN_ALL = 20 * LARGEST_FILE
"""Of all sessions together: they are in memory."""

MOST_ADDRESSES = 32
"""That a session has been given and has not used."""

_LARGEST_ANSWER = 64 * 1024  # of the server's messages with addresses in them; larger ones are pages


class Uploads:
    """Takes a file once for each address that the server gave to a session, up to so many bytes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._given: dict[str, list[str]] = {}  # session -> ids of files that it may send
        self._coming: defaultdict[str, int] = defaultdict(int)  # session -> bytes that it sends now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a file that was asked for, and refuse another."""
        upload = upload_named(scope)
        if is_stream(scope):
            await self.app(scope, receive, self._noting(send))
        elif upload is None or scope["method"] == "DELETE":
            await self.app(scope, receive, send)
        else:
            await self._take(*upload, scope, receive, send)

    async def _take(self, session_id: str, file_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        given = self._given.get(session_id, [])
        if file_id not in given:
            await PlainTextResponse("Nobody was given this address.", 404)(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        size = int(length) if length.isdecimal() else LARGEST_FILE
        kept = _kept()
        if (
            kept.get(session_id, 0) + self._coming[session_id] + size > MOST_BYTES
            or sum(kept.values()) + sum(self._coming.values()) + size > MOST_BYTES_IN_ALL
        ):
            await PlainTextResponse("There is no room for this file.", 413)(scope, receive, send)
            return
        given.remove(file_id)
        self._coming[session_id] += size
        try:
            await self.app(scope, receive, send)
        finally:
            self._coming[session_id] -= size
            if not self._coming[session_id]:
                del self._coming[session_id]

    def _noting(self, send: Send) -> Send:
        """What sends messages on, and notes the addresses for files in them."""

        async def send_on(message: Message) -> None:
            data = message.get("bytes") or b""
            if len(data) < _LARGEST_ANSWER and UPLOADS.encode() in data:
                for urls in ForwardMsg.FromString(data).file_urls_response.file_urls:
                    session_id, _slash, file_id = urls.upload_url.rpartition(UPLOADS)[2].partition("/")
                    self._give(session_id, file_id)
            await send(message)

        return send_on

    def _give(self, session_id: str, file_id: str) -> None:
        if session_id not in self._given:
            self._given = {name: ids for name, ids in self._given.items() if sessions.is_there(name)}
        given = self._given.setdefault(session_id, [])
        given.append(file_id)
        del given[:-MOST_ADDRESSES]


def _kept() -> dict[str, int]:
    """The bytes of the files that each session has sent."""
    manager = Runtime.instance().uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)
    return {
        session_id: sum(len(file.data) for file in list(files.values()))
        for session_id, files in list(manager.file_storage.items())
    }
