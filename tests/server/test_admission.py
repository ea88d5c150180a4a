"""Attacks by many: sessions that open a page and leave, until the system has no open files left."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import InvalidStatus

from tests.classroom.lessons import Teacher
from tests.server.visitor import OTHER_TOKEN, Visitor, ask, visit, wait_until
from tools.app_server import AppServer, running_app
from tools.simulated_visitor import TOKEN
from ui.server import admission
from ui.server.admission import DESCRIPTORS_PER_PAGE, DESCRIPTORS_PER_SESSION, AdmissionMiddleware

FEW = 96
"""Open files allowed for this server. It needs about 20 itself, and a visitor takes four."""


def several_sessions(**limits: int) -> TestClient:
    """Return an app whose sessions stay, with room for all."""

    async def stream(socket: WebSocket) -> None:
        await socket.accept()
        await socket.receive()

    routes = [WebSocketRoute("/_stcore/stream", stream)]
    middleware = [Middleware(AdmissionMiddleware, free=lambda: float("inf"), **limits)]
    return TestClient(Starlette(routes=routes, middleware=middleware))


def connected(client: TestClient, token: str) -> Any:
    return client.websocket_connect("/_stcore/stream", headers={"cookie": f"_streamlit_xsrf={token}"})


@pytest.mark.parametrize(("limit", "second"), [("per_browser", TOKEN), ("per_address", OTHER_TOKEN)])
def test_sessions_per_browser_and_per_address_are_limited(limit: str, second: str) -> None:
    client = several_sessions(**{limit: 2})
    with connected(client, TOKEN), connected(client, second):
        with pytest.raises(WebSocketDisconnect), connected(client, second):
            pass
        if limit == "per_browser":  # another one behind the same address gets in
            with connected(client, OTHER_TOKEN):
                pass
    with connected(client, TOKEN):  # room again
        pass


def test_a_school_behind_one_address_has_room() -> None:
    assert admission.MAX_SESSIONS_PER_ADDRESS >= 500


@pytest.fixture(scope="module")
def small_server() -> Iterator[AppServer]:
    with running_app(open_files=FEW) as server:
        yield server
        assert "Too many open files" not in server.log()


def test_more_sessions_can_come_and_go_than_open_files_allow_at_once(small_server: AppServer) -> None:
    for _number in range(FEW // 3 + 4):
        with visit(small_server) as visitor:
            visitor.open("home")


def test_phones_of_a_class_are_admitted_while_there_is_room(small_server: AppServer) -> None:
    teacher = Teacher(small_server.url)
    address = urlsplit(small_server.url).netloc
    with ExitStack() as stack:
        statuses = []
        while 503 not in statuses and len(statuses) < FEW:
            connection = stack.enter_context(closing(HTTPConnection(address, timeout=30)))
            connection.request("GET", f"/join/{teacher.code}/events")
            statuses.append(stack.enter_context(connection.getresponse()).status)
        assert statuses.count(200) > 10
        assert statuses[-1] == 503
        events = f"/join/{teacher.code}/events?lang="
        english, vietnamese = [json.loads(ask(small_server, events + language).body) for language in ("en", "vi")]
        assert english["error"] == "server"
        assert f"This page will try again by itself in {english['seconds']} seconds." in english["message"]
        assert "no room" not in vietnamese["message"]
        assert ask(small_server, f"/join/{teacher.code}", Accept="text/html").status == 503
        # A connected phone requests the next lesson: here without a seat, which is the error, not that the server is
        # full.
        assert ask(small_server, f"/join/{teacher.code}/lesson/none").status == 403
        assert teacher.get()["count"]["here"] == statuses.count(200)  # the class continues
    wait_until(lambda: ask(small_server, f"/join/{teacher.code}", Accept="text/html").status == 200)


def test_a_full_server_refuses_newcomers_keeps_its_visitors_and_recovers(small_server: AppServer) -> None:
    server = small_server
    with ExitStack() as stack:
        inside: list[Visitor] = []

        def come_in() -> None:
            visitor = stack.enter_context(visit(server))
            visitor.open("home")
            inside.append(visitor)

        def connect_repeatedly() -> None:
            while len(inside) < FEW:
                come_in()

        with pytest.raises(InvalidStatus) as refused:
            connect_repeatedly()
        assert refused.value.response.status_code == 503
        assert refused.value.response.headers["Retry-After"].isdigit()
        page = ask(server, "/train", Accept="text/html")
        assert (page.status, page.headers["retry-after"].isdigit()) == (503, True)
        assert ask(server, "/_stcore/health").status == 503
        for visitor in inside:
            visitor.open("home")
        # A learner whose connection broke resumes the same session, although its descriptors were released.
        inside[0].socket.close()
        assert ask(server, "/_stcore/health").status == 503
        again = stack.enter_context(visit(server, inside[0].session))
        again.open("home")
        assert again.session == inside[0].session
        assert ask(server, "/_stcore/health", Referer=f"{server.url}/train").status == 200
    wait_until(lambda: ask(server, "/_stcore/health").status == 200)
    assert ask(server, "/train", Accept="text/html").status == 200
    with visit(server) as visitor:
        visitor.open("home")


def client(free: float) -> TestClient:
    async def stream(socket: WebSocket) -> None:
        await socket.accept()
        await socket.close()

    routes = [
        WebSocketRoute("/_stcore/stream", stream),
        Route("/{path:path}", lambda _request: PlainTextResponse("the app")),
    ]
    there = {"free": lambda: free, "exists": {"here"}.__contains__, "make_room": lambda: None}
    return TestClient(Starlette(routes=routes, middleware=[Middleware(AdmissionMiddleware, **there)]))


@pytest.mark.parametrize("path", ["/", "/train", "/below/train"])
def test_pages_are_refused_when_there_is_no_room(path: str) -> None:
    accepts = {"Accept": "text/html,*/*;q=0.8"}
    assert client(DESCRIPTORS_PER_PAGE).get(path, headers=accepts).text == "the app"
    refused = client(DESCRIPTORS_PER_PAGE - 1).get(path, headers=accepts)
    seconds = refused.headers["Retry-After"]
    assert refused.status_code == 503
    assert f'<meta http-equiv="refresh" content="{seconds}">' in refused.text
    assert f"in {seconds} seconds" in refused.text
    assert not re.search("<script|src=|url\\(", refused.text)  # it needs nothing more from a full server


@pytest.mark.parametrize("path", ["/static/js/index.js", "/media/0a.txt", "/_stcore/host-config", "/bpe-lab/0.js"])
def test_resources_of_open_pages_are_served_even_if_there_is_no_room(path: str) -> None:
    assert client(0).get(path).text == "the app"


def test_a_full_server_refuses_new_sessions_but_resumes_existing_ones() -> None:
    stream = "/_stcore/stream"
    for free, protocols in ((DESCRIPTORS_PER_SESSION, ["streamlit"]), (0, ["streamlit", "token", "here"])):
        with client(free).websocket_connect(stream, subprotocols=protocols):
            pass
    for protocols in (["streamlit"], ["streamlit", "token", "gone"]):
        with (
            pytest.raises(WebSocketDisconnect) as refused,
            client(DESCRIPTORS_PER_SESSION - 1).websocket_connect(stream, subprotocols=protocols),
        ):
            pass
        assert getattr(refused.value, "status_code", 503) == 503


def test_health_is_reported_truthfully_except_to_reconnecting_pages() -> None:
    health = "/_stcore/health"
    assert client(DESCRIPTORS_PER_PAGE).get(health).status_code == 200
    assert client(DESCRIPTORS_PER_PAGE - 1).get(health).status_code == 503
    assert client(0).get(health, headers={"Referer": "http://here/train"}).status_code == 200
