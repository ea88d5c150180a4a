"""A learner's Python on the site reaches no other host, in Firefox as in Chromium."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.browser.engines.window import Window
from tests.browser.static_host import static_host
from tests.browser.test_write_bpe import WAYS_OUT
from tests.site import HAS_PYTHON
from tools.app_server import HOST
from ui.pages.code.functions import SOLUTIONS

pytestmark = pytest.mark.skipif(not HAS_PYTHON, reason="Pyodide is not installed: npm ci brings it")


@contextmanager
def listening() -> Iterator[tuple[str, list[str]]]:
    """Run another host; yield its address, and the paths requested from it."""
    asked: list[str] = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_args: object) -> None:
            pass

    with ThreadingHTTPServer((HOST, 0), Listener) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_port}", asked
        server.shutdown()


@pytest.mark.long
@pytest.mark.parametrize("engine", ["firefox"], indirect=True, scope="session")
def test_learners_code_on_the_site_reaches_no_other_host(engine: Window, site: Path) -> None:
    engine.resize(1280, 800)
    with static_host(site) as address, listening() as (elsewhere, asked):
        engine.go(f"{elsewhere}/from-the-address-bar")
        assert "/from-the-address-bar" in asked
        engine.go(f"{address}/404.html")
        typed = {"merge": WAYS_OUT.replace("ADDRESS", elsewhere)}
        engine.run("(typed) => localStorage.setItem('bpe-lab-code /', JSON.stringify({ typed, right: {} }))", typed)
        engine.go(f"{address}/code/")
        # The editors replace plain text boxes, and move the buttons.
        engine.until(
            "(count) => [...document.querySelectorAll('#shown div')].some("
            "({ shadowRoot }) => shadowRoot?.querySelectorAll('.cm-content').length === count)",
            len(SOLUTIONS),
        )
        asked.clear()
        engine.click(".editor section:has(#keys-merge) button.main", "Run")
        engine.shows(".editor .error code", "ValueError: tried: refused refused refused")
        engine.click(".editor section button.main", "Run")  # of another function: by then a timer would have run
        engine.shows(".editor .status", "Not yet")
        assert asked == []
        engine.faults()  # what the policy refused
