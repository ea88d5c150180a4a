"""Live classes in the app's own server: their routes are beside Streamlit's, and stop with it."""

import gzip
import http.client
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest

from tests.classroom.lessons import Teacher, hug
from tests.server.visitor import ask
from tools.app_server import AppServer, running_app

PAGE = {"Accept": "text/html", "Accept_Encoding": "gzip"}
MOST_BYTES = 80_000


@pytest.mark.parametrize("path", ["/join", "/join/", "/join/123456789"])
def test_the_phone_page_is_not_streamlit_s(server: AppServer, path: str) -> None:
    answer = ask(server, path, Accept="text/html")
    if answer.status == 308:
        answer = ask(server, answer.headers["location"], Accept="text/html")
    assert answer.status == 200
    assert b'<main id="class"' in answer.body
    assert b'id="root"' not in answer.body
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers


def test_the_phone_page_is_in_the_phones_language(server: AppServer) -> None:
    for accepted, tag in (("vi-VN,vi;q=0.9", "vi"), ("zh-CN", "zh-Hans"), ("ru", "ru"), ("xx", "en")):
        body = ask(server, "/join/123456789", Accept="text/html", Accept_Language=accepted).body.decode()
        assert f'<html lang="{tag}">' in body


def test_a_phone_receives_little_data(server: AppServer) -> None:
    page = ask(server, "/join/123456789", **PAGE, Accept_Language="ru")
    script = re.search(rb'src="\.\.(/bpe-lab/phone-\w+\.js)"', gzip.decompress(page.body))
    assert script
    code = ask(server, script[1].decode(), Accept_Encoding="gzip")
    assert "immutable" in code.headers["cache-control"]
    assert page.headers["content-encoding"] == code.headers["content-encoding"] == "gzip"
    teacher = Teacher(server.url)
    teacher.hand_in(hug())
    with event_stream(server, teacher.code) as stream:
        cookie = stream.getheader("set-cookie", "").partition(";")[0]
    path = f"/join/{teacher.code}/lesson/{teacher.lesson}"
    lesson = ask(server, path, Cookie=cookie, Accept_Encoding="gzip")
    assert (lesson.status, lesson.headers["content-encoding"]) == (200, "gzip")
    assert len(page.body) + len(code.body) + len(lesson.body) < MOST_BYTES


@contextmanager
def event_stream(server: AppServer, code: str) -> Iterator[http.client.HTTPResponse]:
    """Open the event stream of a class."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    connection.request("GET", f"/join/{code}/events")
    with connection.getresponse() as answer:
        assert answer.status == 200
        yield answer
    connection.close()


def test_a_server_with_connected_phones_stops_when_asked() -> None:
    with running_app() as server:
        teacher = Teacher(server.url)
        with ExitStack() as all_streams:
            streams = [all_streams.enter_context(event_stream(server, teacher.code)) for _ in range(5)]
            began = time.monotonic()
            server.stop()  # which waits five seconds before it kills
            assert time.monotonic() - began < 4
            for stream in streams:
                assert b"event: stopping" in stream.read()


def test_events_are_not_delayed_by_compression(server: AppServer) -> None:
    with event_stream(server, Teacher(server.url).code) as stream:
        assert stream.getheader("content-encoding") is None
        assert stream.readline() == b"event: you\n"


def test_the_health_of_classes_is_reported(server: AppServer) -> None:
    assert ask(server, "/classes/health").status == 200
