"""Static files are compressed once, and sent so to every browser that takes it.

Streamlit sends its own files as they are, and leaves compressing to a proxy, which a classroom does not have. A library
that compresses answers would do so for each request again, or need files that were compressed before.
"""

import asyncio
import zlib
from collections.abc import Callable
from typing import NamedTuple

import anyio.to_thread
import brotli  # type: ignore[import-untyped]  # it has no types
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.base.streamlit_internals.protocol import SESSION_PATHS, STATIC_PATHS

FOLDERS = (STATIC_PATHS, "/bpe-lab/")
SUFFIXES = (".js", ".mjs", ".css", ".html", ".svg", ".json", ".wasm", ".map")
TYPES = ("text/", "application/javascript", "application/json", "application/wasm", "image/svg+xml")
MIN_BYTES = 1_000  # bytes; what is smaller goes in one packet as it is
CACHE_BYTES = 32 * 2**20
"""All of Streamlit's files need less than half of it. A stranger may find other addresses for the same files."""

BROTLI_QUALITY = 7
"""A page's scripts in an eighth of a second. The best would save 8 % of them, and take four seconds."""


def _gzip(data: bytes) -> bytes:
    return zlib.compress(data, level=9, wbits=31)


def _brotli(data: bytes) -> bytes:
    compressed: bytes = brotli.compress(data, quality=BROTLI_QUALITY)
    return compressed


# The best first. Browsers take brotli over https, and from their own machine.
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {"br": _brotli, "gzip": _gzip}


class _StaticResponse(NamedTuple):
    status: int
    headers: MutableHeaders
    body: bytes


class StaticCompressionMiddleware:
    """Answers for static files that are worth it with what was compressed at the first request, and for nothing else.

    Whether there is such a file, who may keep it and whether it has changed, the app says.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._kept: dict[tuple[str, str, str], asyncio.Task[bytes]] = {}
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if not _is_static(scope):
            await self.app(scope, receive, send)
            return
        encoding = _encoding(Headers(scope=scope))
        if encoding is None:
            await self.app(scope, receive, _add_vary(send))
            return
        found = await self._uncompressed_response({**scope, "method": "HEAD"})
        if found.status == 304:
            await self.app(scope, receive, _add_vary(send, is_weak=True))
        elif found.status != 200 or not _is_worth_compressing(found.headers):
            await self.app(scope, receive, _add_vary(send))
        else:
            body = await self._compressed(scope, found.headers, encoding)
            headers = found.headers
            headers["content-encoding"] = encoding
            headers["content-length"] = str(len(body))
            del headers["accept-ranges"]
            _vary(headers, is_weak=True)
            await send({"type": "http.response.start", "status": 200, "headers": headers.raw})
            await send({"type": "http.response.body", "body": body if scope["method"] == "GET" else b""})

    async def _compressed(self, scope: Scope, headers: Headers, encoding: str) -> bytes:
        # Every address that is no file's is a page, and all pages are one file.
        name = "" if headers["content-type"].startswith("text/html") else scope["path"]
        key = (name, headers.get("etag", ""), encoding)
        task = self._kept.get(key)
        if task is None:
            task = self._kept[key] = asyncio.create_task(self._compress(scope, encoding))
        try:
            return await asyncio.shield(task)  # others may wait for it, when this one leaves
        except Exception:
            self._kept.pop(key, None)
            raise

    async def _compress(self, scope: Scope, encoding: str) -> bytes:
        unconditional = (b"if-none-match", b"if-modified-since")
        headers = [(name, value) for name, value in scope["headers"] if name not in unconditional]
        found = await self._uncompressed_response({**scope, "method": "GET", "headers": headers})
        body = await anyio.to_thread.run_sync(ENCODINGS[encoding], found.body)
        self._size += len(scope["path"]) + len(body)  # of its address a stranger decides
        if self._size > CACHE_BYTES:
            self._kept.clear()
            self._size = 0
        return body

    async def _uncompressed_response(self, scope: Scope) -> _StaticResponse:
        """What the app answers, uncompressed."""
        status = 0
        headers = MutableHeaders()
        body = bytearray()

        async def receive() -> Message:
            return await asyncio.Future()  # nobody leaves before the answer is there

        async def send(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], MutableHeaders(raw=list(message["headers"]))
            else:
                body.extend(message.get("body", b""))

        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self.app({**scope, "headers": plain}, receive, send)
        return _StaticResponse(status, headers, bytes(body))


def _is_static(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    headers = Headers(scope=scope)
    if "range" in headers:
        return False
    path: str = scope["path"]
    is_file = path.endswith(SUFFIXES) and any(folder in path for folder in FOLDERS)
    is_page = "." not in path.rpartition("/")[2] and "text/html" in headers.get("accept", "")
    return (is_file or is_page) and not any(folder in path for folder in SESSION_PATHS)


def _encoding(headers: Headers) -> str | None:
    """The best encoding that a browser takes, of ours."""
    wanted = {}
    for part in ",".join(headers.getlist("accept-encoding")).split(","):
        name, _, parameter = part.partition(";")
        wanted[name.strip().lower()] = parameter.replace(" ", "").lower().rstrip("0.") != "q="
    return next((name for name in ENCODINGS if wanted.get(name, wanted.get("*", False))), None)


def _is_worth_compressing(headers: Headers) -> bool:
    is_text = headers.get("content-type", "").startswith(TYPES)
    return is_text and "content-encoding" not in headers and int(headers.get("content-length", 0)) >= MIN_BYTES


def _vary(headers: MutableHeaders, *, is_weak: bool) -> None:
    """Tell who keeps an answer that others may get another. A weak tag says: the same content, not the same bytes."""
    if "accept-encoding" not in headers.get("vary", "").lower():
        headers.add_vary_header("Accept-Encoding")
    tag = headers.get("etag", "")
    if is_weak and tag.startswith('"'):
        headers["etag"] = f"W/{tag}"


def _add_vary(send: Send, *, is_weak: bool = False) -> Send:
    async def with_vary(message: Message) -> None:
        if message["type"] == "http.response.start":
            _vary(MutableHeaders(scope=message), is_weak=is_weak)
        await send(message)

    return with_vary
