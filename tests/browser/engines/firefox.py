"""Firefox, driven through WebDriver BiDi: JSON messages to Firefox itself, each with an answer, and events."""

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.engines.window import MissingError, Window, wait
from tools.browser import FIREFOX


class _Firefox(Window):
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._asked = 0
        self._wrong: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: object) -> dict[str, Any]:
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            told: dict[str, Any] = json.loads(self._socket.recv(timeout=60))
            if told["type"] == "event" and told["params"]["level"] == "error":
                self._wrong.append(told["params"]["text"])
            elif told.get("id") == self._asked:
                assert told["type"] == "success", told
                result: dict[str, Any] = told["result"]
                return result

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> str:
        told = self._ask("script.evaluate", expression=expression, target={"context": self._tab}, awaitPromise=False)
        assert told["type"] == "success", told
        text: str = told["result"]["value"]
        return text

    def act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._tab, actions=[source])

    def resize(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def faults(self) -> list[str]:
        found = self._wrong.copy()
        self._wrong.clear()
        return found


@contextmanager
def firefox() -> Iterator[Window]:
    """Open a window of Firefox. Raises MissingError if it is not available."""
    path = FIREFOX.path()
    if path is None:
        raise MissingError(f"there is no {' or '.join(FIREFOX.programs)}")
    with TemporaryDirectory(prefix="bpe-lab-", ignore_cleanup_errors=True) as profile:
        (Path(profile) / "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);\n')
        log = Path(profile) / "log"
        command = [path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        with log.open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output) as process:

            def listens() -> str:
                if process.poll() is not None:
                    raise MissingError(f"{path} does not start: {log.read_text(errors='replace')[-500:]}")
                said = re.search(r"BiDi listening on (\S+)", log.read_text(errors="replace"))
                return said[1] if said else ""

            try:
                with connect(f"{wait(listens, path)}/session", max_size=None, proxy=None) as socket:
                    yield _Firefox(socket)
            finally:
                process.terminate()
