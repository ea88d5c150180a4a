"""Connections, below the app: what the web server (uvicorn) reads before anything else sees it.

It reads up to 256 KiB before others have their turn. That holds 40,000 pings of a websocket, each of which it answers
itself, or as many chunks of a body, at 15 µs each. Neither browsers nor proxies send such bodies to this app.

A message of a websocket comes in frames, and each costs 10 µs and more, even if it is empty or one byte of a message.
Browsers send a message in one frame, or in a few large ones.
"""

import time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ui.server.shutdown import serving_server

HEAD_BYTES = 64 * 1024
"""Bytes that a request's headers may have, as uvicorn's default has it."""

FRAMES_PER_SECOND = 50
"""Frames of a websocket: five times as many as messages that are acted on (`message_limits`)."""

FRAME_BURST = 500
"""Frames that may come at once before their connection is ended."""

SLICE_BYTES = 4096
"""Bytes that are parsed before frames are counted: 600 of the smallest."""


class LimitedConnection(h11.Connection):
    """A connection that reads nothing more once a request announces a body in chunks: that is refused."""

    _is_deaf = False

    def receive_data(self, data: bytes) -> None:
        """Take what came."""
        if not self._is_deaf:
            super().receive_data(data)

    def next_event(self) -> Any:
        """The next part of a request."""
        if self._is_deaf:
            return h11.NEED_DATA
        event = super().next_event()
        self._is_deaf = isinstance(event, h11.Request) and b"transfer-encoding" in dict(event.headers)
        return event


class LimitedProtocol(H11Protocol):
    """uvicorn's protocol, with such connections."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = LimitedConnection(h11.SERVER, self.config.h11_max_incomplete_event_size or HEAD_BYTES)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol for websockets, which ends a connection that brings too many frames."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._due = 0.0  # when all frames that have come will have had their time
        self._is_over = False

    def data_received(self, data: bytes) -> None:
        """Take what came, a slice at a time."""
        for start in range(0, len(data), SLICE_BYTES):
            if not self._is_over:
                super().data_received(data[start : start + SLICE_BYTES])

    def handle_events(self) -> None:
        """Act on frames, unless there are too many."""
        now = time.monotonic()
        self._due = max(self._due, now) + len(self.conn.events) / FRAMES_PER_SECOND
        if self._due - now > FRAME_BURST / FRAMES_PER_SECOND:
            self._is_over = True
            self.transport.abort()  # a client that doesn't read wouldn't see a reason
        else:
            super().handle_events()


def limit_connections() -> None:
    """Have the server that runs the app use these protocols, unless it was given others (as httptools)."""
    server = serving_server()
    if server is not None and server.config.ws_protocol_class is WebSocketsSansIOProtocol:
        server.config.ws_protocol_class = LimitedWebSocket
    if server is not None and server.config.http_protocol_class is H11Protocol:
        server.config.http_protocol_class = LimitedProtocol
