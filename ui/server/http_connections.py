"""Connections, below the app: what the web server (uvicorn) reads before anything else sees it.

It reads up to 256 KiB before others have their turn. That holds 40,000 pings of a websocket, each of which it answers
itself, or as many chunks of a body, at 15 µs each. Neither browsers nor proxies send such bodies to this app.
"""

from asyncio import BaseTransport
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ui.server.shutdown import serving_server

READ_BYTES = 32 * 1024
"""Bytes read from a connection before others have their turn."""

HEAD_BYTES = 64 * 1024
"""Bytes that a request's headers may have, as uvicorn's default has it."""


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
    """uvicorn's protocol, with such connections and smaller reads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = LimitedConnection(h11.SERVER, self.config.h11_max_incomplete_event_size or HEAD_BYTES)

    def connection_made(self, transport: BaseTransport) -> None:
        """Limit the reads of a connection, for the websocket that it may become as well."""
        if hasattr(transport, "max_size"):  # not over TLS
            transport.max_size = READ_BYTES
        super().connection_made(transport)  # type: ignore[arg-type]  # uvicorn names a narrower type


def limit_connections() -> None:
    """Have the server that runs the app use this protocol, unless it was given another parser (httptools)."""
    server = serving_server()
    if server is not None and server.config.http_protocol_class is H11Protocol:
        server.config.http_protocol_class = LimitedProtocol
