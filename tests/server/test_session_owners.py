"""The owner of a session, as far as the app's own messages reveal it."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.web.server.starlette.starlette_app_utils import generate_xsrf_token_string

from tests.server.visitor import OTHER_TOKEN
from tools.simulated_visitor import TOKEN
from ui.base.streamlit_internals.protocol import xsrf_token
from ui.server.sessions import SessionMiddleware


@pytest.fixture
def known_sessions() -> set[str]:
    """Return the ids of the open sessions."""
    return {"one", "two"}


@pytest.fixture
def client(known_sessions: set[str]) -> TestClient:
    """Return browsers at an app whose sessions have the ids they ask for."""

    async def stream(socket: WebSocket) -> None:
        await socket.accept()
        message = ForwardMsg()
        message.new_session.initialize.session_id = socket.path_params["session"]
        await socket.send_bytes(message.SerializeToString())
        await socket.close()

    routes = [WebSocketRoute("/{session}/_stcore/stream", stream)]
    sessions = Middleware(SessionMiddleware, exists=known_sessions.__contains__, stored=dict)
    return TestClient(Starlette(routes=routes, middleware=[sessions]))


def connect(client: TestClient, session: str, token: str) -> None:
    cookie = {"cookie": f"_streamlit_xsrf={token}"}
    with client.websocket_connect(f"/{session}/_stcore/stream", ["streamlit", "token"], headers=cookie) as socket:
        socket.receive_bytes()


def may_send(client: TestClient, session: str, token: str) -> bool:
    headers = {"cookie": f"_streamlit_xsrf={token}"}
    return client.put(f"/_stcore/upload_file/{session}/a", headers=headers).status_code != 403


@pytest.mark.parametrize("token", [b"sixteen bytes of", b"\0\xff"])
def test_a_browser_is_recognized_by_its_token_however_it_is_masked(token: bytes) -> None:
    written = {generate_xsrf_token_string(token) for _ in range(5)}
    assert len(written) == 5
    assert {xsrf_token({"_streamlit_xsrf": cookie}) for cookie in written} == {token}


@pytest.mark.parametrize("cookie", ["", "x", "2|aabbccdd|00", "2|zz|00|1", "2||00|1"])
def test_a_cookie_that_streamlit_did_not_write_identifies_nobody(cookie: str) -> None:
    assert xsrf_token({"_streamlit_xsrf": cookie}) == b""


def test_a_session_belongs_to_the_browser_that_started_it(client: TestClient) -> None:
    connect(client, "one", TOKEN)
    connect(client, "one", OTHER_TOKEN)
    connect(client, "two", OTHER_TOKEN)
    found = [may_send(client, session, token) for session in ("one", "two") for token in (TOKEN, OTHER_TOKEN)]
    assert found == [True, False, False, True]


def test_the_owner_of_an_ended_session_is_forgotten(client: TestClient, known_sessions: set[str]) -> None:
    connect(client, "one", TOKEN)
    known_sessions.remove("one")
    connect(client, "two", TOKEN)
    assert may_send(client, "one", OTHER_TOKEN)  # no longer owned
    assert not may_send(client, "two", OTHER_TOKEN)
