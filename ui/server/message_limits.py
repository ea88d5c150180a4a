"""What comes from a browser to its session: of a kind that pages send, so large, and so often.

The server reads and acts on messages one after the other: whoever waits, waits for what another one sent.
"""

import asyncio
import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.server.protobuf_weight import UNKNOWN_KIND, MessageWeight, UnexpectedMessageError, measure_message
from ui.server.request_info import is_session_socket

ALLOWED_KINDS = {
    "rerun_script",
    "stop_script",
    "app_heartbeat",
    "file_urls_request",
    "backend_operation_request",
    UNKNOWN_KIND,
}
"""What pages here send. Other kinds are for who develops an app, as one that empties what is kept for all."""

RATE = 10
"""Messages that are acted on in a second, where more come: a run of a page takes a twentieth of it."""

BURST = 40
"""Messages that may come before one is waited with. No learner is so quick."""

BYTES_PER_UNIT = 1_000_000
PARTS_PER_UNIT = 20_000
"""What more a message counts for: another one for so much each."""

MAX_WAIT_SECONDS = 10.0
"""Seconds that messages are waited with, one after the other, before their connection is ended."""

_REFUSED = 1008  # in the protocol of websockets: against the rules
_GONE = {"type": "websocket.disconnect", "code": _REFUSED}
_log = logging.getLogger(__name__)


class MessageLimitMiddleware:
    """Passes on what pages send, and ends a connection that brings something else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through; of a session, with an eye on each message."""
        if is_session_socket(scope):
            stream = _Stream(receive, send)
            await self.app(scope, stream.receive, stream.send)
        else:
            await self.app(scope, receive, send)


class _Stream:
    """The connection of a session."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._pace = RateLimiter()
        self._is_over = False

    async def receive(self) -> Message:
        """The next message of a kind that pages send."""
        while not self._is_over:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return message
            try:
                weight = measure_message(message.get("bytes") or b"")
            except UnexpectedMessageError as problem:
                reason = f"No page sends this: {problem}."
                await self.send({"type": "websocket.close", "code": _REFUSED, "reason": reason})
                return self._gone(reason)
            if not await self._pace.acquire(weight):
                # Nothing is said: the server would read on until that is answered.
                return self._gone("more messages come than are acted on")
            if weight.kind in ALLOWED_KINDS:
                return message
        return _GONE

    async def send(self, message: Message) -> None:
        """Pass on what the app sends, as long as there is someone to send it to."""
        if not self._is_over:
            try:
                await self._send(message)
            except OSError:  # who left is not waited for, though more of what they sent may be here
                self._is_over = True

    def _gone(self, reason: str) -> Message:
        _log.warning("A connection was ended: %s", reason)
        self._is_over = True
        return _GONE


class RateLimiter:
    """How quickly messages are acted on: some at once, more in their time."""

    def __init__(self) -> None:
        self._due = 0.0  # when all that has come will have had its time
        self._waited = 0.0

    async def acquire(self, weight: MessageWeight) -> bool:
        """Wait until it is a message's turn; whether its connection is to go on."""
        now = time.monotonic()
        wait = self._due - BURST / RATE - now
        messages = 1 + weight.size // BYTES_PER_UNIT + weight.parts // PARTS_PER_UNIT
        self._due = max(self._due, now) + messages / RATE
        if wait <= 0:
            self._waited = 0.0
            return True
        self._waited += wait
        if self._waited > MAX_WAIT_SECONDS:
            return False
        await asyncio.sleep(wait)
        return True
