"""Connections, below the app: what the web server reads of a request before anything else sees it.

The web server (uvicorn) hands each chunk of a body over on its own. A body in chunks of one byte costs it 15 µs a byte,
and it reads thousands of them before others have their turn. Browsers send no such bodies to this app, and neither do
the web servers in front of it.
"""

from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ui.server.shutdown import serving_server

CHUNKED = b"transfer-encoding"


class BoundedConnection(h11.Connection):
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
        self._is_deaf = isinstance(event, h11.Request) and any(name == CHUNKED for name, _value in event.headers)
        return event


class BoundedProtocol(H11Protocol):
    """The web server's protocol with such connections."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = BoundedConnection(h11.SERVER, self.conn._max_incomplete_event_size)


def bound_connections() -> None:
    """Have the server that runs the app read requests so. Its other parser, httptools, is quick with chunks."""
    server = serving_server()
    if server is not None and server.config.http_protocol_class is H11Protocol:
        server.config.http_protocol_class = BoundedProtocol
