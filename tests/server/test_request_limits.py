"""Limits for request bodies: how much is read, and for how long."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import h11
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message

from tests.server.visitor import ask
from tools.app_server import HOST, AppServer, running_app
from ui.server.http_connections import LimitedConnection
from ui.server.request_limits import RequestLimitMiddleware

POSTS = ("/classes", "/join/123456789/vote", "/classes/123456789/lesson", "/_stcore/upload_file/a/b", "/nothing")
JSON = "Content-Type: application/json\r\n"


def test_chunked_bodies_are_not_read() -> None:
    connection = LimitedConnection(h11.SERVER)
    connection.receive_data(b"POST / HTTP/1.1\r\nHost: lab\r\nTransfer-Encoding: chunked\r\n\r\n")
    assert isinstance(connection.next_event(), h11.Request)
    connection.receive_data(b"1\r\nx\r\n" * 10_000)
    assert connection.next_event() is h11.NEED_DATA


def test_bodies_with_a_content_length_are_read() -> None:
    connection = LimitedConnection(h11.SERVER)
    connection.receive_data(b"POST / HTTP/1.1\r\nHost: lab\r\nContent-Length: 2\r\n\r\n{}")
    events = [connection.next_event() for _ in range(3)]
    assert [type(event) for event in events] == [h11.Request, h11.Data, h11.EndOfMessage]
    assert bytes(events[1].data) == b"{}"


@contextmanager
def talking(server: AppServer, head: str, body: bytes = b"") -> Iterator[socket.socket]:
    """Open a connection with a request on it."""
    with socket.create_connection((HOST, server.port), timeout=60) as line:
        line.sendall(f"{head}\r\nHost: {urlsplit(server.url).netloc}\r\n".encode() + body)
        yield line


def answer_of(line: socket.socket) -> bytes:
    """Return everything that the server sends until it closes the connection."""
    found = bytearray()
    while part := line.recv(65_536):
        found += part
    return bytes(found)


@pytest.mark.parametrize("path", POSTS)
def test_chunked_requests_are_refused_and_the_connection_is_closed(server: AppServer, path: str) -> None:
    method = "PUT" if "upload" in path else "POST"
    chunked = f"{JSON}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n".encode()  # does not end
    with talking(server, f"{method} {path} HTTP/1.1", chunked) as line:
        assert answer_of(line).startswith(b"HTTP/1.1 411 ")


@pytest.mark.parametrize("path", ["/", "/classes/health", "/join/123456789/events", "/favicon.png"])
def test_requests_without_a_body_must_have_none(server: AppServer, path: str) -> None:
    with talking(server, f"GET {path} HTTP/1.1", b"Content-Length: 100000\r\n\r\nxx") as line:
        assert answer_of(line).startswith(b"HTTP/1.1 400 ")


def test_the_number_of_headers_is_limited(server: AppServer) -> None:
    with talking(server, "GET / HTTP/1.1", b"X: y\r\n" * 5_000 + b"\r\n") as line:
        assert answer_of(line).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("host", ["[bad", "lab:x", "[::1"])
@pytest.mark.parametrize("path", ["/", "/join", "/join/123456789/events", "/classes/123456789"])
def test_an_invalid_host_header_is_refused(server: AppServer, host: str, path: str) -> None:
    assert ask(server, path, Host=host).status == 400
    assert "Traceback" not in server.log()


@pytest.mark.parametrize("origin", ["http://[bad", "http://]", "null", "x" * 5_000])
@pytest.mark.parametrize("path", ["/classes", "/join/123456789/vote"])
def test_an_invalid_origin_counts_as_another_site(server: AppServer, origin: str, path: str) -> None:
    answer = ask(server, path, "POST", b"{}", Content_Type="application/json", Origin=origin)
    # Whether the class exists is checked first.
    assert (answer.status, json.loads(answer.body)["error"]) in ((403, "origin"), (404, "none"))
    assert "Traceback" not in server.log()


def test_a_server_with_half_sent_requests_stops_and_cleans_up() -> None:
    """Some send half a body, one sends half a head, one never reads its response."""
    with running_app() as server:
        half = f"{JSON}Content-Length: 50\r\n\r\n{{".encode()
        with (
            talking(server, "POST /classes HTTP/1.1", half),
            talking(server, "POST /join/123456789/vote HTTP/1.1", half),
            talking(server, "GET / HTTP/1.1"),
        ):
            began = time.monotonic()
            server.stop()  # which waits five seconds before it kills
            assert time.monotonic() - began < 5
            assert "Traceback" not in server.log()


# The middleware alone.


def app_reading(**limits: float) -> ASGIApp:
    async def read(request: Request) -> Response:
        return PlainTextResponse(str(len(await request.body())))

    middleware = [Middleware(RequestLimitMiddleware, **limits)]
    return Starlette(routes=[Route("/read", read, methods=["POST"])], middleware=middleware)


async def status_of(
    app: ASGIApp, length: int, *parts: bytes, address: str = "10.1.1.1"
) -> tuple[int, dict[bytes, bytes]]:
    """Return the response to a request that announces this length but sends only these parts."""
    coming = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    if sum(map(len, parts)) == length and coming:
        coming[-1]["more_body"] = False
    answered: list[Message] = []

    async def receive() -> Any:
        return coming.pop(0) if coming else await asyncio.Future()

    async def send(message: Message) -> None:
        answered.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST",
        "path": "/read",
        "raw_path": b"/read",
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "client": (address, 1),
        "server": ("lab", 80),
        "http_version": "1.1",
        "headers": [(b"host", b"lab"), (b"content-length", str(length).encode())],
    }
    await app(scope, receive, send)
    return answered[0]["status"], dict(answered[0]["headers"])


def test_a_body_that_never_arrives_times_out() -> None:
    status, headers = asyncio.run(status_of(app_reading(patience=0), 10, b"x"))
    assert (status, headers[b"connection"]) == (408, b"close")
    assert asyncio.run(status_of(app_reading(), 2, b"x", b"x"))[0] == 200


def test_a_stalled_body_times_out_however_much_has_arrived() -> None:
    begun = time.monotonic()
    assert asyncio.run(status_of(app_reading(patience=0.01), 200_000, b"x" * 100_000))[0] == 408
    assert time.monotonic() - begun < 5  # at the rate that is allowed, ten seconds would remain


def test_the_total_size_of_pending_bodies_per_address_is_limited() -> None:
    app = app_reading(bytes_per_address=1_000)

    async def all_of_it() -> list[int]:
        waiting = asyncio.create_task(status_of(app, 2_000, b"x" * 900))
        await asyncio.sleep(0)
        found = [(await status_of(app, size, b"x" * size))[0] for size in (100, 101)]
        found.append((await status_of(app, 101, b"x" * 101, address="10.9.9.9"))[0])
        waiting.cancel()
        await asyncio.wait([waiting])
        found.append((await status_of(app, 1_000, b"x" * 1_000))[0])
        return found

    assert asyncio.run(all_of_it()) == [200, 503, 200, 200]


def test_refusing_an_unread_body_closes_the_connection() -> None:
    async def refuse(_request: Request) -> Response:
        raise HTTPException(403)

    routes = [Route("/read", refuse, methods=["POST"])]
    app = Starlette(routes=routes, middleware=[Middleware(RequestLimitMiddleware)])
    assert asyncio.run(status_of(app, 4_000_000))[1].get(b"connection") == b"close"
    assert asyncio.run(status_of(app, 100))[1].get(b"connection") is None
