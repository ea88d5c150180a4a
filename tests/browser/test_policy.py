"""The policy of the app's pages, tested in a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tools.app_server import HOST, running_app
from ui.server.security_headers import FRAME_ANCESTORS_VARIABLE

# What an attacker who got HTML onto a page would write.
_TRIES = """() => {
    window.done = [];
    const script = document.createElement("script");
    script.textContent = "done.push('inline')";
    const image = document.createElement("img");
    image.setAttribute("onerror", "done.push('handler')");
    image.src = "nothing-here:";
    document.body.append(script, image);
    setTimeout("done.push('text')");
    return new Promise((resolve) => setTimeout(() => resolve(window.done), 300));
}"""


@pytest.mark.page_errors
def test_no_text_on_a_page_is_executed(open_page: OpenPage) -> None:
    assert open_page("/train", scenario="hug").evaluate(_TRIES) == []


@contextmanager
def course() -> Iterator[ThreadingHTTPServer]:
    """Run another site, which embeds the address in its query."""

    class Course(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f'<iframe src="{self.path.removeprefix("/?")}"></iframe>'.encode())

        def log_message(self, *_args: object) -> None:
            pass

    with ThreadingHTTPServer((HOST, 0), Course) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield site
        site.shutdown()


@pytest.mark.page_errors
def test_only_sites_named_in_the_setting_can_embed_the_app(page: Page, server: str) -> None:
    with course() as site:
        address = f"http://{HOST}:{site.server_port}"
        app = page.frame_locator("iframe").get_by_test_id("stApp")
        with page.expect_event("console", lambda message: "frame-ancestors" in message.text):
            page.goto(f"{address}/?{server}/bytes")
        expect(app).to_have_count(0)
        with running_app(settings={FRAME_ANCESTORS_VARIABLE: address}) as framed:
            page.goto(f"{address}/?{framed.url}/bytes")
            expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
