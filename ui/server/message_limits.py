"""Limits what a browser sends to its session: kind, size and rate of messages.

The server handles messages one after the other, so everyone waits for what others send.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.server.message_weight import UNKNOWN_KIND, MessageWeight, UnexpectedMessageError, measure_message
from ui.server.request_info import is_session_socket

ALLOWED_KINDS = {
    "rerun_script",
    "stop_script",
    "app_heartbeat",
    "file_urls_request",
    "backend_operation_request",
    UNKNOWN_KIND,
}
"""The kinds of messages that this app's pages send. Others serve developers, for example to clear all caches."""

RATE = 10
"""Messages handled per second after a burst. A run of a page takes a twentieth of a second."""

BURST = 40
"""Messages that are handled at once before any is delayed. No learner is that quick."""

BYTES_PER_UNIT = 1_000_000
PARTS_PER_UNIT = 20_000
"""Size of a message, in bytes and in JSON parts, that counts as one further message."""

MAX_WAIT_SECONDS = 10.0
"""Total delay, in seconds, after which the connection is ended."""

_REFUSED = 1008  # WebSocket status "policy violation"
_DISCONNECT = {"type": "websocket.disconnect", "code": _REFUSED}
_log = logging.getLogger(__name__)


class MessageLimitMiddleware:
    """Passes on the messages that pages send, and ends a connection that sends anything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, watching each message of a session."""
        if is_session_socket(scope):
            stream = _Stream(receive, send)
            receive, send = stream.receive, stream.send
        await self.app(scope, receive, send)


class _Stream:
    """The connection of a session."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._pace = RateLimiter()
        self._is_over = False

    async def receive(self) -> Message:
        """Return the next message of an allowed kind."""
        while not self._is_over:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return message
            try:
                weight = measure_message(message.get("bytes") or b"")
            except UnexpectedMessageError as problem:
                reason = f"No page sends this: {problem}."
                await self.send({"type": "websocket.close", "code": _REFUSED, "reason": reason})
                return self._end(reason)
            if not await self._pace.acquire(weight):
                # No close frame: the server would keep reading until the client answers it.
                return self._end("more messages come than are acted on")
            if weight.kind in ALLOWED_KINDS:
                return message
        return _DISCONNECT

    async def send(self, message: Message) -> None:
        """Send a message of the app, unless the client has left."""
        if not self._is_over:
            try:
                await self._send(message)
            except OSError:  # the client has left, though more of its messages may have arrived
                self._is_over = True

    def _end(self, reason: str) -> Message:
        _log.warning("A connection was ended: %s", reason)
        self._is_over = True
        return _DISCONNECT


class RateLimiter:
    """Limits the rate of messages: a burst at once, more at a fixed pace."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._now, self._sleep = now, sleep
        self._due = 0.0  # when all received messages will have used up their time
        self._waited = 0.0

    async def acquire(self, weight: MessageWeight) -> bool:
        """Wait until a message may be handled; False if its connection should be ended."""
        now = self._now()
        wait = self._due - BURST / RATE - now
        messages = 1 + weight.size // BYTES_PER_UNIT + weight.parts // PARTS_PER_UNIT
        self._due = max(self._due, now) + messages / RATE
        if wait <= 0:
            self._waited = 0.0
            return True
        self._waited += wait
        if self._waited > MAX_WAIT_SECONDS:
            return False
        await self._sleep(wait)
        return True
