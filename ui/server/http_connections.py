"""Limits on connections at the level of the web server (uvicorn), below the app.

uvicorn reads up to 256 KiB before others get a turn. That fits 40,000 chunks of a body, at 15 µs each, or as many
WebSocket pings. Neither browsers nor proxies send such bodies to this app, and browsers send a WebSocket message in one
frame, or in a few large ones.
"""

import time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ui.server.shutdown import serving_server

HEAD_BYTES = 64 * 1024
"""Bytes of a request's headers: uvicorn's default."""

FRAMES_PER_SECOND = 50
"""WebSocket frames per second: five times as many as messages that are handled (`message_limits`)."""

FRAME_BURST = 500
"""Frames that may arrive at once before the connection is ended."""

SLICE_BYTES = 4096
"""Bytes to parse before frames are counted: 600 of the smallest."""


class LimitedConnection(h11.Connection):
    """A connection that reads no chunked body: such requests are refused."""

    _is_deaf = False

    def next_event(self) -> Any:
        """Return the next event of the request."""
        if self._is_deaf:
            return h11.NEED_DATA
        event = super().next_event()
        self._is_deaf = isinstance(event, h11.Request) and b"transfer-encoding" in dict(event.headers)
        return event


class LimitedProtocol(H11Protocol):
    """uvicorn's HTTP protocol with `LimitedConnection`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = LimitedConnection(h11.SERVER, HEAD_BYTES)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, ending connections that send too many frames."""

    _due = 0.0  # when all received frames will have used up their time

    def data_received(self, data: bytes) -> None:
        """Receive data, a slice at a time."""
        for start in range(0, len(data), SLICE_BYTES):
            if not self.transport.is_closing():
                super().data_received(data[start : start + SLICE_BYTES])

    def handle_events(self) -> None:
        """Handle the received frames unless there are too many."""
        now = time.monotonic()
        self._due = max(self._due, now) + len(self.conn.events) / FRAMES_PER_SECOND
        if self._due - now > FRAME_BURST / FRAMES_PER_SECOND:
            self.transport.abort()  # a client that does not read would not see a reason
        else:
            super().handle_events()


def limit_connections() -> None:
    """Make the running server use these protocols, unless it was configured with others (such as httptools)."""
    server = serving_server()
    if server is not None and server.config.ws_protocol_class is WebSocketsSansIOProtocol:
        server.config.ws_protocol_class = LimitedWebSocket
    if server is not None and server.config.http_protocol_class is H11Protocol:
        server.config.http_protocol_class = LimitedProtocol
