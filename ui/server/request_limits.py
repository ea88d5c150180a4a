"""Limits on requests: few headers, and bodies of known length that arrive in time, only where a route takes one."""

import asyncio
import os
from collections import Counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from classroom.join_links import caller_network
from ui.base.streamlit_internals.protocol import METRICS
from ui.server.request_info import upload_ids
from ui.server.shutdown import at_shutdown

METHODS = ("POST", "PUT", "PATCH", "DELETE")
"""Methods of requests that may have a body. Streamlit sends one when it deletes an uploaded file."""

METRICS_VARIABLE = "BPE_LAB_METRICS"
"""The environment variable that shows the server's statistics to everyone, if it is 1."""

MAX_HEADERS = 200
"""Headers per request. Browsers send twenty, and reverse proxies add a few."""

PATIENCE = 20.0
"""Seconds allowed for a body, plus one more for every `MIN_RATE` bytes received; and without any data."""

MIN_RATE = 10_000
"""Bytes per second. A slow network is tolerated, but a broken connection is given up."""

STOP_SECONDS = 1.0
"""Seconds allowed for a body once the server is stopping."""

MAX_BYTES_PER_ADDRESS = 64_000_000
"""Bytes of request bodies in transit per network address: sixteen of the largest. A school shares an address.
Uploads are counted separately (`sessions`)."""

MAX_TOTAL_BYTES = 256_000_000
"""Bytes of request bodies in transit from everywhere: they are held in memory."""

CLOSING_BYTES = 65_536
"""A refused body with more bytes than this to come is not read: its connection is closed. Files are read to the end,
because a browser that is still sending would not see why its file was refused."""


class RequestLimitMiddleware:
    """Refuses requests that no page sends, before any route, and gives up bodies that do not arrive in time."""

    def __init__(
        self, app: ASGIApp, patience: float = PATIENCE, bytes_per_address: int = MAX_BYTES_PER_ADDRESS
    ) -> None:
        self.app = app
        self._patience = patience
        self._bytes_per_address = bytes_per_address
        self._in_transit: Counter[str] = Counter()  # network -> bytes of bodies in transit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its body, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = _problem(scope)
        if refused is not None:
            status, message = refused
            await PlainTextResponse(message, status, {"Connection": "close"})(scope, receive, send)
        elif _length(scope):
            await self._pass_on(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        network = "" if upload_ids(scope) else caller_network((scope.get("client") or ("", 0))[0])
        loop = asyncio.get_running_loop()
        begun = loop.time()
        length, received, is_complete = _length(scope), 0, False

        async def receive_on() -> Message:
            nonlocal received, is_complete
            if is_complete:
                return await receive()
            message = await _receive_until(receive, self._patience + min(begun + received / MIN_RATE, loop.time()))
            size = len(message.get("body", b""))
            received += size
            is_complete = not message.get("more_body", False)
            if network:
                self._in_transit[network] += size
                if self._in_transit[network] > self._bytes_per_address or self._in_transit.total() > MAX_TOTAL_BYTES:
                    raise HTTPException(503, "Too much is on its way. Send it again later.", {"Retry-After": "5"})
            return message

        async def send_on(message: Message) -> None:
            is_refused = message["type"] == "http.response.start" and not is_complete
            if network and is_refused and length - received > CLOSING_BYTES:
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        try:
            await self.app(scope, receive_on, send_on)
        finally:
            if network:
                self._in_transit[network] -= received
                self._in_transit += Counter()  # drop entries that are zero


async def _receive_until(receive: Receive, give_up: float) -> Message:
    """Return the next part of a body. Raises HTTPException if it does not arrive in time."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout_at(give_up) as limit:

            def hurry() -> None:
                limit.reschedule(min(give_up, loop.time() + STOP_SECONDS))

            with at_shutdown(hurry):
                return await receive()
    except TimeoutError:
        raise HTTPException(408, "The request did not come in time. Send it again.", {"Connection": "close"}) from None


def _problem(scope: Scope) -> tuple[int, str] | None:
    """Return the status and message with which a request is refused; None if it is fine."""
    if scope["path"].rstrip("/").endswith(METRICS) and os.environ.get(METRICS_VARIABLE) != "1":
        return 404, "Not Found"
    if len(scope["headers"]) > MAX_HEADERS:
        return 431, f"The request has {len(scope['headers'])} headers, but the limit is {MAX_HEADERS}."
    headers = Headers(scope=scope)
    if "transfer-encoding" in headers:
        return 411, "The body comes in chunks, but its length must be told first. Send Content-Length."
    if _length(scope) and scope["method"] not in METHODS:
        return 400, f"A {scope['method']} request has no body here. Send it without one."
    try:
        urlsplit(f"//{headers.get('host', '')}").port  # noqa: B018  # routes build links from it
    except ValueError:
        return (
            400,
            f"The header Host is {headers['host'][:80]!r}, but it must be a name or an address, such as lab:8501.",
        )
    return None


def _length(scope: Scope) -> int:
    length = Headers(scope=scope).get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0
