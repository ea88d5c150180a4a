"""How much a session may send."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from ui.server import sessions, uploads


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the files that the session has sent."""
    sizes: list[int] = []
    monkeypatch.setattr(uploads, "_kept", lambda: {"me": sum(sizes), "others": 3_000})
    monkeypatch.setattr(uploads, "MOST_BYTES", 1_000)
    monkeypatch.setattr(uploads, "MOST_BYTES_IN_ALL", 4_000)
    monkeypatch.setattr(sessions, "is_there", lambda _session: True)
    return sizes


def client(kept: list[int], given: int) -> TestClient:
    """An app that gives addresses, and keeps what is sent there."""

    async def stream(socket: WebSocket) -> None:
        await socket.accept()
        message = ForwardMsg()
        for number in range(given):
            session = socket.path_params.get("session", "me")
            message.file_urls_response.file_urls.add(upload_url=f"/_stcore/upload_file/{session}/{number}")
        await socket.send_bytes(message.SerializeToString())
        await socket.close()

    async def take(request: Request) -> Response:
        kept.append(len(await request.body()))
        return Response(status_code=204)

    routes = [
        WebSocketRoute("/_stcore/stream", stream),
        WebSocketRoute("/{session}/_stcore/stream", stream),
        Route("/_stcore/upload_file/{session}/{file}", take, methods=["PUT", "DELETE"]),
    ]
    made = TestClient(Starlette(routes=routes, middleware=[Middleware(uploads.Uploads)]))
    with made.websocket_connect("/_stcore/stream") as socket:
        socket.receive_bytes()
    return made


def put(client: TestClient, number: int, size: int) -> int:
    return int(client.put(f"/_stcore/upload_file/me/{number}", content=b"x" * size).status_code)


def test_a_session_sends_so_many_bytes_and_no_more(kept: list[int]) -> None:
    page = client(kept, given=5)
    assert [put(page, number, 400) for number in range(3)] == [204, 204, 413]
    assert put(page, 2, 200) == 204  # an address that was not used is good still
    assert put(page, 3, 1) == 413
    kept.clear()  # removed
    assert put(page, 3, 1) == 204


def test_all_sessions_together_send_so_many_bytes_and_no_more(kept: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    page = client(kept, given=2)
    monkeypatch.setattr(uploads, "MOST_BYTES_IN_ALL", 3_400)
    assert put(page, 0, 401) == 413
    assert put(page, 0, 400) == 204
    assert put(page, 1, 1) == 413


def test_the_last_addresses_that_were_given_are_the_good_ones(kept: list[int]) -> None:
    page = client(kept, given=uploads.MOST_ADDRESSES + 1)
    assert put(page, 0, 1) == 404
    assert put(page, 1, 1) == 204
    assert put(page, uploads.MOST_ADDRESSES, 1) == 204


def test_the_addresses_of_a_session_go_with_it(kept: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    page = client(kept, given=1)
    monkeypatch.setattr(sessions, "is_there", lambda session: session != "me")
    with page.websocket_connect("/others/_stcore/stream") as socket:  # another session is given one
        socket.receive_bytes()
    assert put(page, 0, 1) == 404


def test_a_file_that_does_not_say_its_size_counts_as_the_largest(kept: list[int]) -> None:
    page = client(kept, given=1)
    unsized = page.put("/_stcore/upload_file/me/0", content=iter([b"x"]))
    assert unsized.status_code == 413
