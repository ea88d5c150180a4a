"""Requests: their headers, and bodies that come in time, with a known length, and only where a route takes one."""

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
from ui.server import shutdown
from ui.server.request_info import upload_ids

METHODS = ("POST", "PUT", "PATCH", "DELETE")
"""Of requests that may have a body. Streamlit sends one when it deletes an uploaded file."""

METRICS_VARIABLE = "BPE_LAB_METRICS"
"""The environment variable that shows the server's statistics to everyone, when it is 1."""

MAX_HEADERS = 200
"""Of a request. Browsers send twenty, and the web servers in front of this one some more."""

PATIENCE = 20.0
"""Seconds for a body to come in, and another one"""

MIN_RATE = 10_000
"""for so many bytes of it that have come: a lost network is given up, and a slow one is not."""

STOP_SECONDS = 1.0
"""For a body to come in when the server is to stop."""

MAX_BYTES_PER_ADDRESS = 64_000_000
"""Of bodies on their way from one address: sixteen of the largest. A school shares an address. Uploads are counted
elsewhere (`upload_limits`)."""

MAX_TOTAL_BYTES = 256_000_000
"""The same from everywhere: they are in memory."""

CLOSING_BYTES = 65_536
"""A refused body with more than that still to come is not read: its connection is closed. Not so for a file: a browser
that is still sending it would not see why it was refused."""


class RequestLimitMiddleware:
    """Refuses requests that no page sends, in front of all routes, and gives up bodies that do not come in time."""

    def __init__(self, app: ASGIApp, patience: float = PATIENCE) -> None:
        self.app = app
        self._patience = patience
        self._held: Counter[str] = Counter()  # network -> bytes of bodies on their way

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
        begun = asyncio.get_running_loop().time()
        length, come, is_complete = _length(scope), 0, False

        async def receive_on() -> Message:
            nonlocal come, is_complete
            if is_complete:
                return await receive()
            message = await _receive_until(receive, begun + self._patience + come / MIN_RATE)
            size = len(message.get("body", b""))
            come += size
            is_complete = not message.get("more_body", False)
            if network:
                self._held[network] += size
                if self._held[network] > MAX_BYTES_PER_ADDRESS or self._held.total() > MAX_TOTAL_BYTES:
                    raise HTTPException(503, "Too much is on its way. Send it again later.", {"Retry-After": "5"})
            return message

        async def send_on(message: Message) -> None:
            is_refused = message["type"] == "http.response.start" and not is_complete
            if network and is_refused and length - come > CLOSING_BYTES:
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        try:
            await self.app(scope, receive_on, send_on)
        finally:
            if network:
                self._held[network] -= come
                self._held += Counter()  # without those of whom nothing comes


async def _receive_until(receive: Receive, give_up: float) -> Message:
    """The next part of a body. Raises HTTPException if it does not come in time."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout_at(give_up) as limit:

            def hurry() -> None:
                limit.reschedule(min(give_up, loop.time() + STOP_SECONDS))

            with shutdown.at_shutdown(hurry):
                if shutdown.is_requested():
                    hurry()
                return await receive()
    except TimeoutError:
        raise HTTPException(408, "The request did not come in time. Send it again.", {"Connection": "close"}) from None


def _problem(scope: Scope) -> tuple[int, str] | None:
    """The status and the sentence by which a request is refused; None for one that is not."""
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
