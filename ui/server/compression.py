"""Compresses static files once, and serves them compressed to every browser that accepts it.

Streamlit serves its files uncompressed and leaves compression to a proxy, which a classroom does not have. Starlette's
middleware would compress them again for each request.
"""

import asyncio
import zlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

import anyio.to_thread
import brotli  # type: ignore[import-untyped]  # has no types
from cachetools import LRUCache
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.base.streamlit_internals.protocol import SESSION_PATHS, STATIC_PATHS

FOLDERS = (STATIC_PATHS, "/bpe-lab/")
SUFFIXES = (".js", ".mjs", ".css", ".html", ".svg", ".json", ".wasm", ".map")
TYPES = ("text/", "application/javascript", "application/json", "application/wasm", "image/svg+xml")
MIN_BYTES = 1_000  # anything smaller fits in one packet
CACHE_BYTES = 32 * 2**20
"""More than twice the size of Streamlit's files, compressed. Requests may use several paths for the same file."""
MAX_PATH = 1_000
"""Characters of the longest path of a compressed file: paths are kept with what they lead to."""

BROTLI_QUALITY = 8
"""Files are half a percent smaller than with 7, in a sixth more time; 9 would save as much again, in twice the time."""

# Best first. Browsers accept brotli over https and from their own machine.
ENCODINGS: Mapping[str, Callable[[bytes], bytes]] = {
    "br": lambda data: brotli.compress(data, quality=BROTLI_QUALITY),
    "gzip": lambda data: zlib.compress(data, level=9, wbits=31),
}


class _StaticResponse(NamedTuple):
    status: int
    headers: MutableHeaders
    body: bytes


class StaticCompressionMiddleware:
    """Serves static files from a cache of compressed copies, made at the first request, if compression is worth it.

    The app still decides whether a file exists, who may cache it, and whether it has changed.
    """

    def __init__(
        self, app: ASGIApp, *, encodings: Mapping[str, Callable[[bytes], bytes]] = ENCODINGS, most: int = CACHE_BYTES
    ) -> None:
        self.app = app
        self._encodings = encodings
        self._bodies: LRUCache[tuple[str, str, str], bytes] = LRUCache(most, lambda body: MAX_PATH + len(body))
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if not _is_static(scope):
            await self.app(scope, receive, send)
            return
        accepted = Headers(scope=scope).get("accept-encoding", "").lower()
        encoding = next((name for name in self._encodings if name in accepted), None)
        response = await self._uncompressed_response({**scope, "method": "HEAD"}) if encoding else None
        if (
            encoding is None
            or response is None
            or response.status != 200
            or not _is_worth_compressing(response.headers)
        ):
            await self.app(scope, receive, _with_vary(send, is_weak=response is not None and response.status == 304))
            return
        body = await self._compressed(scope, response.headers, encoding)
        response.headers.update({"content-encoding": encoding, "content-length": str(len(body))})
        del response.headers["accept-ranges"]
        send = _with_vary(send, is_weak=True)
        await send({"type": "http.response.start", "status": 200, "headers": response.headers.raw})
        await send({"type": "http.response.body", "body": body if scope["method"] == "GET" else b""})

    async def _compressed(self, scope: Scope, headers: Headers, encoding: str) -> bytes:
        # Every path that is not a file is a page, and all pages are the same file.
        name = "" if headers["content-type"].startswith("text/html") else scope["path"]
        key = (name, headers.get("etag", ""), encoding)
        if key not in self._bodies:
            async with self._one_at_a_time:  # all others who come meanwhile need the same files
                if key not in self._bodies:
                    unconditional = (b"if-none-match", b"if-modified-since")
                    unconditional_headers = [
                        (name, value) for name, value in scope["headers"] if name not in unconditional
                    ]
                    response = await self._uncompressed_response(
                        {**scope, "method": "GET", "headers": unconditional_headers}
                    )
                    self._bodies[key] = await anyio.to_thread.run_sync(self._encodings[encoding], response.body)
        return self._bodies[key]

    async def _uncompressed_response(self, scope: Scope) -> _StaticResponse:
        """Return the app's answer, uncompressed."""
        messages: list[Message] = []

        async def receive() -> Message:
            return await asyncio.Future()  # never disconnects

        async def send(message: Message) -> None:
            messages.append(message)

        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self.app({**scope, "headers": plain}, receive, send)
        start, *rest = messages
        body = b"".join(message.get("body", b"") for message in rest)
        return _StaticResponse(start["status"], MutableHeaders(raw=list(start["headers"])), body)


def _is_static(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    headers = Headers(scope=scope)
    path: str = scope["path"]
    if "range" in headers or len(path) > MAX_PATH:
        return False
    is_file = path.endswith(SUFFIXES) and any(folder in path for folder in FOLDERS)
    is_page = "." not in path.rpartition("/")[2] and "text/html" in headers.get("accept", "")
    return (is_file or is_page) and not any(folder in path for folder in SESSION_PATHS)


def _is_worth_compressing(headers: Headers) -> bool:
    is_text = headers.get("content-type", "").startswith(TYPES)
    return is_text and "content-encoding" not in headers and int(headers.get("content-length", 0)) >= MIN_BYTES


def _with_vary(send: Send, *, is_weak: bool) -> Send:
    """Add Vary for caches. A weak ETag stands for the same content, not the same bytes."""

    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if "accept-encoding" not in headers.get("vary", "").lower():
                headers.add_vary_header("Accept-Encoding")
            if is_weak and headers.get("etag", "").startswith('"'):
                headers["etag"] = f"W/{headers['etag']}"
        await send(message)

    return send_on
