"""Which responses are compressed, and which are unchanged."""

import asyncio
import gzip
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket
from streamlit.web.server.starlette.starlette_gzip_middleware import SelectiveGZipMiddleware
from streamlit.web.server.starlette.starlette_static_routes import create_streamlit_static_handler

from ui import server
from ui.components import bundle
from ui.server.compression import MAX_PATH, StaticCompressionMiddleware

SCRIPT = b"export default 'as the sea came in';\n" * 100
PAGE = b"<!DOCTYPE html><title>a page</title>" * 100
PICTURE = b"\x89PNG" + b"as the sea came in" * 100
SECRET = b'{"text": "as the sea came in"}' * 100
DECODED = {"br": brotli.decompress, "gzip": gzip.decompress}
TEXT_PAGE = {"accept": "text/html,*/*;q=0.8"}


class Counted:
    """Compresses, and counts the calls."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, data: bytes) -> bytes:
        """Compress."""
        self.times += 1
        return brotli.compress(data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder like that of Streamlit's own files."""
    (tmp_path / "static" / "js").mkdir(parents=True)
    (tmp_path / "static" / "js" / "index.abc.js").write_bytes(SCRIPT)
    (tmp_path / "static" / "js" / "other.abc.js").write_bytes(SCRIPT + b"// other")
    (tmp_path / "static" / "js" / "short.abc.js").write_bytes(b"export {};\n")
    (tmp_path / "static" / "picture.abc.png").write_bytes(PICTURE)
    (tmp_path / "static" / "broken.js").write_bytes(PICTURE)
    (tmp_path / "index.html").write_bytes(PAGE)
    return tmp_path


def app_of(folder: Path, *, is_compressing: bool = True, **options: object) -> Starlette:
    """Return a server like Streamlit's, with its own compression."""

    async def small(request: Request) -> Response:
        return Response(SCRIPT, media_type="text/javascript")

    async def whole(request: Request) -> Response:
        return Response(SECRET, media_type="application/json")

    async def events(request: Request) -> Response:
        async def tell() -> AsyncIterator[bytes]:
            for number in range(3):
                yield f"data: {number}\n\n".encode() * 400

        return StreamingResponse(tell(), media_type="text/event-stream")

    async def broken(request: Request) -> Response:
        raise RuntimeError("the disk is gone")

    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text("as it is" * 1_000)
        await socket.close()

    middleware = [Middleware(SelectiveGZipMiddleware)]
    return Starlette(
        routes=[
            *bundle.routes(),
            Route("/{app:path}/bpe-lab/small.js", small),
            Route("/media/{name:path}", whole),
            Route("/_stcore/host-config", whole),
            Route("/_stcore/events", events),
            Route("/static/broken.js", broken),
            WebSocketRoute("/_stcore/stream", talk),
            Mount("/", create_streamlit_static_handler(str(folder), None)),
        ],
        middleware=[Middleware(StaticCompressionMiddleware, **options), *middleware] if is_compressing else middleware,
    )


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    """Yield a browser at a server that compresses."""
    with TestClient(app_of(folder), headers={"accept-encoding": "gzip, deflate, br"}) as client:
        yield client


@pytest.fixture
def plain(folder: Path) -> Iterator[TestClient]:
    """Yield a browser at a server that does not compress."""
    with TestClient(app_of(folder, is_compressing=False), headers={"accept-encoding": "identity"}) as client:
        yield client


def raw(client: TestClient, path: str, **headers: str) -> tuple[Any, bytes]:
    """Return a response, and its body as transferred."""
    with client.stream("GET", path, headers=headers) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"), ("gzip, deflate", "gzip"), ("GZIP;q=0.5", "gzip"), ("br;q=0.1", "br"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/static/js/index.abc.js", "/train"])
def test_a_browser_gets_an_accepted_encoding(client: TestClient, path: str, accepted: str, encoding: str) -> None:
    answer, body = raw(client, path, **{"accept-encoding": accepted}, **TEXT_PAGE)
    assert answer.headers["content-encoding"] == encoding
    assert DECODED[encoding](body) == (PAGE if path == "/train" else SCRIPT)
    assert answer.headers["content-length"] == str(len(body))
    assert len(body) < 300
    assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("accepted", ["", "identity", "deflate, zstd", "*;q=0"])
def test_browsers_without_compression_get_the_plain_file(client: TestClient, accepted: str) -> None:
    answer, body = raw(client, "/static/js/index.abc.js", **{"accept-encoding": accepted})
    assert "content-encoding" not in answer.headers
    assert body == SCRIPT
    assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("path", ["/static/js/index.abc.js", "/train", "/"])
def test_cache_headers_are_unchanged_by_compression(client: TestClient, plain: TestClient, path: str) -> None:
    packed, as_is = client.get(path, headers=TEXT_PAGE), plain.get(path, headers=TEXT_PAGE)
    assert packed.headers["content-encoding"] == "br"
    for name in ("cache-control", "content-type", "last-modified"):
        assert packed.headers[name] == as_is.headers[name]
    # The tag is for the same content, but not the same bytes, of which a browser could request a part.
    assert packed.headers["etag"] == f"W/{as_is.headers['etag']}"
    assert "accept-ranges" not in packed.headers


def test_a_head_request_has_the_headers_of_a_get(client: TestClient) -> None:
    head, get = client.head("/static/js/index.abc.js"), client.get("/static/js/index.abc.js")
    assert head.content == b""
    assert dict(head.headers) == dict(get.headers)


@pytest.mark.parametrize("name", ["etag", "last-modified"])
def test_a_cached_file_is_not_sent_again(client: TestClient, name: str) -> None:
    first = client.get("/static/js/index.abc.js")
    asked = {"etag": "if-none-match", "last-modified": "if-modified-since"}[name]
    again = client.get("/static/js/index.abc.js", headers={asked: first.headers[name]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["vary"] == "Accept-Encoding"
    other = client.get("/static/js/index.abc.js", headers={"if-none-match": 'W/"another"'})
    assert other.content == SCRIPT


def test_ranges_and_old_etags_are_answered_correctly(client: TestClient) -> None:
    answer, body = raw(client, "/static/js/index.abc.js", range="bytes=7-13")
    assert (answer.status_code, body) == (206, SCRIPT[7:14])
    assert "content-encoding" not in answer.headers
    tag = client.get("/static/js/other.abc.js").headers["etag"]
    assert client.get("/static/js/index.abc.js", headers={"if-none-match": tag}).content == SCRIPT


@pytest.mark.parametrize(
    ("path", "content"),
    [("/static/picture.abc.png", PICTURE), ("/static/js/short.abc.js", b"export {};\n")],
)
def test_incompressible_files_are_sent_unchanged(client: TestClient, path: str, content: bytes) -> None:
    answer, body = raw(client, path)
    assert "content-encoding" not in answer.headers
    assert body == content


@pytest.mark.parametrize(
    "path", ["/media/sea", "/media/sea.json", "/media/static/sea.json", "/_stcore/host-config", "/_stcore/events"]
)
def test_other_paths_are_left_to_streamlit(folder: Path, plain: TestClient, path: str) -> None:
    counted = Counted()
    client = TestClient(app_of(folder, encodings={"gzip": counted}))
    accepted = {"accept-encoding": "gzip", **TEXT_PAGE}
    packed, as_is = raw(client, path, **accepted), raw(plain, path, **accepted)
    assert dict(packed[0].headers) == dict(as_is[0].headers)
    assert packed[1] == as_is[1]
    assert counted.times == 0


def test_requests_other_than_page_views_are_not_compressed(folder: Path, compressed: Counted) -> None:
    client = TestClient(app_of(folder, encodings={"br": compressed}))
    assert client.get("/train", headers={"accept": "application/json"}).content == PAGE
    assert compressed.times == 0


def test_our_script_is_compressed_and_other_requests_are_unchanged(client: TestClient, plain: TestClient) -> None:
    with client.websocket_connect("/_stcore/stream") as socket:
        assert socket.receive_text() == "as it is" * 1_000
    assert client.post("/static/js/index.abc.js").status_code == 405
    packed, as_is = client.get("/static/js/none.js"), plain.get("/static/js/none.js")
    assert (packed.status_code, packed.text) == (as_is.status_code, as_is.text)
    assert client.get("/bpe-lab/0000000000000000.js").text == as_is.text
    answer, body = raw(client, f"/{bundle.bundle_url()}")
    assert answer.headers["content-encoding"] == "br"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert brotli.decompress(body) == bundle.component_bundle()
    assert "immutable" in answer.headers["cache-control"]


async def get(app: Any, path: str) -> bytes:
    """Return the body of a response, requested without a client, so that several requests can run at once."""
    body = bytearray()

    async def receive() -> dict[str, object]:
        return await asyncio.Future()

    async def send(message: Any) -> None:
        body.extend(message.get("body", b""))

    headers = [(b"accept-encoding", b"br"), (b"accept", b"text/html")]
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "query_string": b"", "headers": headers}
    await app(scope, receive, send)
    return bytes(body)


@pytest.fixture
def compressed() -> Counted:
    """Count what is compressed."""
    return Counted()


def test_concurrent_requests_compress_a_file_once(folder: Path, compressed: Counted) -> None:
    async def class_comes() -> list[bytes]:
        app = app_of(folder, encodings={"br": compressed})
        path = "/static/js/index.abc.js"
        return [*await asyncio.gather(*(get(app, path) for _ in range(30))), await get(app, path)]

    assert {brotli.decompress(body) for body in asyncio.run(class_comes())} == {SCRIPT}
    assert compressed.times == 1


def test_all_page_urls_share_one_compressed_file(folder: Path, compressed: Counted) -> None:
    async def many() -> None:
        app = app_of(folder, encodings={"br": compressed})
        for number in range(20):
            assert brotli.decompress(await get(app, f"/page/{number}")) == PAGE

    asyncio.run(many())
    assert compressed.times == 1


def test_files_of_the_same_size_and_time_are_distinguished(folder: Path, compressed: Counted) -> None:
    (folder / "static" / "js" / "other.abc.js").write_bytes(SCRIPT.swapcase())
    for name in ("index.abc.js", "other.abc.js"):
        os.utime(folder / "static" / "js" / name, (1, 1))  # as some installers leave all files

    async def both() -> list[bytes]:
        app = app_of(folder, encodings={"br": compressed})
        return [await get(app, f"/static/js/{name}") for name in ("index.abc.js", "other.abc.js")]

    assert list(map(brotli.decompress, asyncio.run(both()))) == [SCRIPT, SCRIPT.swapcase()]


def test_a_changed_file_is_compressed_again(folder: Path, compressed: Counted) -> None:
    async def change() -> bytes:
        app = app_of(folder, encodings={"br": compressed})
        await get(app, "/train")
        (folder / "index.html").write_bytes(PAGE * 2)
        return brotli.decompress(await get(app, "/train"))

    assert asyncio.run(change()) == PAGE * 2


def test_a_cancelled_request_does_not_affect_others(folder: Path, compressed: Counted) -> None:
    async def leave() -> bytes:
        app = app_of(folder, encodings={"br": compressed})
        first = asyncio.create_task(get(app, "/static/js/index.abc.js"))
        while not compressed.times:
            await asyncio.sleep(0)
        first.cancel()
        return await get(app, "/static/js/index.abc.js")

    assert brotli.decompress(asyncio.run(leave())) == SCRIPT


def test_the_cache_is_bounded(folder: Path, compressed: Counted) -> None:
    async def many() -> None:
        app = app_of(folder, encodings={"br": compressed}, most=5_000)
        # Other addresses of the same file, the last one twice, and the first one again.
        for number in [*range(50), 49, 0]:
            assert brotli.decompress(await get(app, f"/{number}/bpe-lab/small.js")) == SCRIPT
        assert await get(app, f"/{'a' * MAX_PATH}/bpe-lab/small.js") == SCRIPT  # long paths are not kept

    asyncio.run(many())
    assert compressed.times == 51


def test_a_failed_compression_is_retried(folder: Path) -> None:
    tries = iter([False, True])

    def fail_once(data: bytes) -> bytes:
        if next(tries):
            return bytes(brotli.compress(data))
        raise MemoryError

    async def twice() -> bytes:
        app = app_of(folder, encodings={"br": fail_once})
        with pytest.raises(MemoryError):
            await get(app, "/static/js/index.abc.js")
        return brotli.decompress(await get(app, "/static/js/index.abc.js"))

    assert asyncio.run(twice()) == SCRIPT


def test_the_app_compresses_and_other_apps_are_unaffected() -> None:
    assert StaticCompressionMiddleware in [middleware.cls for middleware in server.middleware()]
    app = StaticCompressionMiddleware(PlainTextResponse("as the sea came in"))
    assert TestClient(app).get("/static/a.txt").text == "as the sea came in"
