"""WebKitGTK, driven through WebDriver: HTTP requests to a separate driver, on a virtual screen."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

from tests.browser.engines.window import MissingError, Window, wait
from tools.app_server import HOST, free_port
from tools.browser import WEBKIT

# Do not use a proxy from the environment: it could not reach this machine.
_OPENER = build_opener(ProxyHandler({}))

# The driver does not report errors, so the page collects them once it has loaded, before its components run. A page
# with an earlier error shows nothing.
_LISTEN = """() => {
    const told = (window.faults = []);
    const {error} = console;
    console.error = (...said) => { told.push(said.join(" ")); error(...said); };
    addEventListener("error", ({message}) => told.push(message));
    addEventListener("unhandledrejection", ({reason}) => told.push(String(reason)));
    addEventListener("securitypolicyviolation", ({blockedURI}) => told.push(`against the policy: ${blockedURI}`));
}"""
_TOLD = "() => window.faults?.splice(0) ?? []"


def _ask(method: str, address: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with _OPENER.open(Request(address, data, {"Content-Type": "application/json"}, method=method), timeout=60) as told:
        return json.load(told)["value"]


class _WebKit(Window):
    def __init__(self, session: str) -> None:
        self._session = session
        self._wrong: list[str] = []

    def _do(self, what: str, **values: object) -> Any:
        return _ask("POST", f"{self._session}/{what}", values)

    def go(self, address: str) -> None:
        self._wrong += self.run(_TOLD)
        self._do("url", url=address)
        self.run(_LISTEN)

    def evaluate(self, expression: str) -> str:
        text: str = self._do("execute/sync", script=f"return {expression}", args=[])
        return text

    def act(self, source: dict[str, Any]) -> None:
        self._do("actions", actions=[source])

    def resize(self, width: int, height: int) -> None:
        # The window is larger than the page by its borders.
        around = self.run("() => [outerWidth - innerWidth, outerHeight - innerHeight]")
        self._do("window/rect", width=width + around[0], height=height + around[1])
        self.until("(...size) => innerWidth === size[0] && innerHeight === size[1]", width, height)

    def faults(self) -> list[str]:
        found = [*self._wrong, *self.run(_TOLD)]
        self._wrong.clear()
        return found


@contextmanager
def webkit() -> Iterator[Window]:
    """Open a window of WebKit. Raises MissingError if it is not available."""
    path = WEBKIT.path()
    if path is None or shutil.which("Xvfb") is None:
        raise MissingError(f"there is no {WEBKIT.programs[0]}, or no Xvfb")
    with TemporaryDirectory(prefix="bpe-lab-", ignore_cleanup_errors=True) as home, _screen() as display:
        env = os.environ | {"HOME": home, "DISPLAY": display, "LANG": "en_US.UTF-8", "no_proxy": HOST}
        settings = Path(home) / ".config" / "gtk-3.0"
        settings.mkdir(parents=True)
        (settings / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
        # Without this, the buttons above the page would keep it from being as narrow as a phone.
        (settings / "gtk.css").write_text("* { min-width: 0; margin: 0; padding: 0; }")
        port = free_port()
        address = f"http://{HOST}:{port}"
        quiet = subprocess.DEVNULL
        with subprocess.Popen([path, f"--port={port}"], env=env, stdout=quiet, stderr=quiet) as driver:
            try:
                wait(lambda: _is_ready(address), path)
                try:
                    session = _ask("POST", f"{address}/session", {"capabilities": {}})
                except HTTPError as error:
                    raise MissingError(f"{path} does not start: {error.read().decode()}") from error
                session_address = f"{address}/session/{session['sessionId']}"
                yield _WebKit(session_address)
                _ask("DELETE", session_address)
            finally:
                driver.terminate()


def _is_ready(address: str) -> bool:
    try:
        return bool(_ask("GET", f"{address}/status")["ready"])
    except URLError:
        return False


@contextmanager
def _screen() -> Iterator[str]:
    """Start a virtual screen, and yield its name."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1100x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        yield f":{server.stdout.readline().strip()}"
        server.terminate()
