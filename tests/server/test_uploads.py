"""Limits for uploads of a session."""

import asyncio
import errno
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocket
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.server.visitor import send_file, visit
from tools.app_server import STREAMLIT, running_app
from ui import server
from ui.server.sessions import MAX_UPLOAD_URLS, SessionMiddleware


@pytest.fixture
def stored_sizes() -> list[int]:
    """Return the sizes of the files that the session has uploaded."""
    return []


def client(stored_sizes: list[int], given: int, **options: object) -> TestClient:
    """Return an app that issues upload addresses and stores uploads."""

    async def stream(socket: WebSocket) -> None:
        await socket.accept()
        message = ForwardMsg()
        for number in range(given):
            session = socket.path_params.get("session", "me")
            message.file_urls_response.file_urls.add(upload_url=f"/_stcore/upload_file/{session}/{number}")
        await socket.send_bytes(message.SerializeToString())
        await socket.close()

    async def take(request: Request) -> Response:
        stored_sizes.append(len(await request.body()))
        return Response(status_code=204)

    routes = [
        WebSocketRoute("/_stcore/stream", stream),
        WebSocketRoute("/{session}/_stcore/stream", stream),
        Route("/_stcore/upload_file/{session}/{file}", take, methods=["PUT", "DELETE"]),
    ]
    limits = {
        "exists": lambda _session: True,
        "stored": lambda: {"me": sum(stored_sizes), "others": 3_000},
        "session_bytes": 1_000,
        "total_bytes": 4_000,
    }
    middleware = [Middleware(SessionMiddleware, **{**limits, **options})]
    made = TestClient(Starlette(routes=routes, middleware=middleware, exception_handlers=server.exception_handlers()))
    with made.websocket_connect("/_stcore/stream") as socket:
        socket.receive_bytes()
    return made


def put(client: TestClient, number: int, size: int) -> int:
    return int(client.put(f"/_stcore/upload_file/me/{number}", content=b"x" * size).status_code)


def test_uploads_per_session_are_limited_in_bytes(stored_sizes: list[int]) -> None:
    page = client(stored_sizes, given=5)
    assert [put(page, number, 400) for number in range(3)] == [204, 204, 413]
    assert put(page, 2, 200) == 204  # an unused address is still valid
    assert put(page, 3, 1) == 413
    stored_sizes.clear()  # removed
    assert put(page, 3, 1) == 204


def test_uploads_of_all_sessions_together_are_limited_in_bytes(stored_sizes: list[int]) -> None:
    page = client(stored_sizes, given=2, total_bytes=3_400)
    assert put(page, 0, 401) == 413
    assert put(page, 0, 400) == 204
    assert put(page, 1, 1) == 413


def test_an_upload_path_without_a_session_is_refused(stored_sizes: list[int]) -> None:
    page = client(stored_sizes, given=1, exists={"me"}.__contains__)
    with page.websocket_connect("/nobody/_stcore/stream") as socket:
        socket.receive_bytes()
    assert page.put("/_stcore/upload_file/nobody/0", content=b"x").status_code == 404
    assert put(page, 0, 1) == 204


def test_an_upload_url_accepts_one_file(stored_sizes: list[int]) -> None:
    page = client(stored_sizes, given=1)
    assert [put(page, 0, 1) for _ in range(2)] == [204, 404]


def test_only_the_latest_upload_urls_are_valid(stored_sizes: list[int]) -> None:
    page = client(stored_sizes, given=MAX_UPLOAD_URLS + 1)
    assert put(page, 0, 1) == 404
    assert put(page, 1, 1) == 204
    assert put(page, MAX_UPLOAD_URLS, 1) == 204


def test_upload_urls_expire_with_their_session(stored_sizes: list[int]) -> None:
    there = {"me", "others"}
    page = client(stored_sizes, given=1, exists=there.__contains__)
    there.remove("me")
    with page.websocket_connect("/others/_stcore/stream") as socket:  # another session gets one
        socket.receive_bytes()
    assert put(page, 0, 1) == 404


def test_a_file_of_unknown_size_counts_as_the_largest(stored_sizes: list[int]) -> None:
    page = client(stored_sizes, given=1)
    unsized = page.put("/_stcore/upload_file/me/0", content=iter([b"x"]))
    assert unsized.status_code == 413


class Body:
    """An upload that is announced, and arrives as the test decides."""

    def __init__(self, app: Any, file: str, announced: int = 400) -> None:
        self._pieces: asyncio.Queue[Message] = asyncio.Queue()
        self._answer: list[Message] = []
        scope = {
            "type": "http",
            "method": "PUT",
            "path": f"/_stcore/upload_file/me/{file}",
            "headers": [(b"content-length", str(announced).encode())],
            "query_string": b"",
            "app": app,
        }
        self._task = asyncio.create_task(app(scope, self._pieces.get, self._send))

    async def _send(self, message: Message) -> None:
        self._answer.append(message)

    async def come(self, size: int, *, more: bool = True) -> None:
        self._pieces.put_nowait({"type": "http.request", "body": b"x" * size, "more_body": more})
        for _turn in range(10):
            await asyncio.sleep(0)

    async def status(self) -> int:
        await self._task
        return int(self._answer[0]["status"])


def test_announced_files_do_not_count_until_they_arrive(stored_sizes: list[int]) -> None:
    app = client(stored_sizes, given=5).app

    async def send() -> None:
        announced = [Body(app, f"{number}") for number in range(4)]
        last = Body(app, "4")
        for body in announced:
            await body.come(0)
        await last.come(400, more=False)
        assert await last.status() == 204
        for body in announced:
            await body.come(1, more=False)
            assert await body.status() == 204

    asyncio.run(send())


def test_an_upload_is_aborted_if_others_fill_the_limit_meanwhile(stored_sizes: list[int]) -> None:
    app = client(stored_sizes, given=4, session_bytes=10_000_000, total_bytes=40_000_000).app

    async def send() -> None:
        bodies = [Body(app, f"{number}", announced=4_000_000) for number in range(3)]
        for body in bodies:
            await body.come(3_900_000)
        assert await bodies[2].status() == 413
        again = Body(app, "3", announced=2_000_000)  # the incomplete upload no longer takes room
        await again.come(2_000_000, more=False)
        assert await again.status() == 204

    asyncio.run(send())


def test_a_file_is_removed_with_its_session(stored_sizes: list[int]) -> None:
    there = {"me"}
    app = client(stored_sizes, given=1, exists=there.__contains__).app

    async def send() -> None:
        body = Body(app, "0")
        await body.come(10)
        there.remove("me")
        await body.come(10)
        assert await body.status() == 410
        assert stored_sizes == []

    asyncio.run(send())


def write_at_most(size: int) -> tuple[str, ...]:
    """Return a command for a server that cannot write longer files, as on a full disk."""
    limit = f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"
    code = f"import os, resource, sys; {limit}; os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    return sys.executable, "-c", code, *STREAMLIT[1:]


def test_a_full_disk_is_reported_to_the_uploader() -> None:
    with running_app(command=write_at_most(4_000_000)) as server, visit(server) as learner:
        learner.open("")
        large, small = learner.upload_addresses("a.json", "b.json")
        answer = send_file(server, large, 6_000_000)
        assert (answer.status, answer.body.decode()) == (
            507,
            "The server's disk is full or cannot be written to, so it cannot take this file. Try again later.",
        )
        assert send_file(server, small, 2_000_000).status == 204
        assert "Traceback" not in server.log()


def test_a_full_device_is_reported(stored_sizes: list[int]) -> None:
    page = client(stored_sizes, given=2)

    async def write(request: Request) -> Response:
        with Path("/dev/full").open("wb", buffering=0) as full:  # each write to it fails with ENOSPC
            full.write(await request.body())
        raise AssertionError("this device is not full")

    page.app.router.routes.insert(0, Route("/_stcore/upload_file/me/0", write, methods=["PUT"]))  # type: ignore[attr-defined]
    answer = page.put("/_stcore/upload_file/me/0", content=b"x")
    assert answer.status_code == 507
    assert "disk is full" in answer.text
    assert put(page, 1, 1) == 204


@pytest.mark.parametrize("number", [errno.EDQUOT, errno.EROFS])
def test_an_unwritable_disk_is_reported(stored_sizes: list[int], number: int) -> None:
    page = client(stored_sizes, given=1)

    async def fail(_request: Request) -> Response:
        raise OSError(number, os.strerror(number))

    page.app.router.routes.insert(0, Route("/_stcore/upload_file/me/0", fail, methods=["PUT"]))  # type: ignore[attr-defined]
    answer = page.put("/_stcore/upload_file/me/0", content=b"x")
    assert answer.status_code == 507
    assert "disk is full" in answer.text


def test_other_errors_are_not_reported_as_a_full_disk(stored_sizes: list[int]) -> None:
    page = client(stored_sizes, given=1)

    async def fail(_request: Request) -> Response:
        raise OSError(errno.ENOENT, "none")

    page.app.router.routes.insert(0, Route("/_stcore/upload_file/me/0", fail, methods=["PUT"]))  # type: ignore[attr-defined]
    with pytest.raises(OSError, match="none"):
        page.put("/_stcore/upload_file/me/0", content=b"x")
