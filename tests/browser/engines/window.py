"""A window of another browser than Chromium, driven alike in all of them: by keys, clicks, and what its page says.

Two small clients of the browsers' own protocols stand below it. Playwright's needs commands that Debian's Firefox does
not know, and has none for Debian's WebKit; Selenium's needs a driver for Firefox that Debian does not have.
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from tools.browser import IDLE_CHECK, IDLE_MS, PATIENCE_MS, WATCH_SOCKET

PATIENCE = PATIENCE_MS / 1000

# What the protocols call the keys that have no character; they are named here as in JavaScript.
_KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}

FIND = """(selector, text) => {
    const all = (root) => [...root.querySelectorAll("*")].flatMap(
        (element) => [element, ...(element.shadowRoot ? all(element.shadowRoot) : [])]);
    const seen = (element) => element.checkVisibility({opacityProperty: true, visibilityProperty: true});
    return all(document).filter((element) =>
        element.matches(selector) && seen(element) && element.textContent.trim().startsWith(text));
}"""
"""All elements that are seen, those in the components too, that a selector names and whose text begins so."""

# The middle of the first of them, once it is in sight; null where there is none.
_MIDDLE = f"""(selector, text) => {{
    const element = ({FIND})(selector, text)[0];
    element?.scrollIntoView({{block: "nearest"}});
    const box = element?.getBoundingClientRect();
    return box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}}"""


_waits = count()


class MissingError(RuntimeError):
    """There is no such browser on this machine, or it does not start; the text says which and why."""


class Window(ABC):
    """One window of a browser."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address."""

    @abstractmethod
    def evaluate(self, expression: str) -> str:
        """The text that an expression of JavaScript stands for."""

    @abstractmethod
    def act(self, source: dict[str, Any]) -> None:
        """Do what someone does with a keyboard or a pointer, as both protocols write it."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Make the page that large."""

    @abstractmethod
    def faults(self) -> list[str]:
        """The errors on the pages since this was asked last."""

    def run(self, function: str, *values: object) -> Any:
        """What a function of JavaScript returns for these values."""
        return json.loads(self.evaluate(f"JSON.stringify(({function})(...{json.dumps(values)}) ?? null)"))

    def press(self, *keys: str) -> None:
        """Press keys: by their names in JavaScript, or the characters that they write."""
        values = [_KEYS.get(key, key) for key in keys]
        actions = [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keyboard", "actions": actions})

    def click(self, selector: str, text: str = "") -> None:
        """Click the first element that is seen, which a selector names and whose text begins so."""
        x, y = self.until(_MIDDLE, selector, text)
        to = {"type": "pointerMove", "x": x, "y": y, "duration": 0}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [to, *press]})

    def open(self, address: str) -> None:
        """Open a page of the app, and wait until it is drawn."""
        self.go(address)
        self.run(f"() => {{ {WATCH_SOCKET} }}")
        self.until_idle()

    def until(self, function: str, *values: object) -> Any:
        """Wait until a function of JavaScript returns something true for these values, and return it."""
        return wait(lambda: self.run(function, *values), f"{function}{values}")

    def until_idle(self) -> None:
        """Wait until the app has drawn all it wants to draw, and the server rests."""
        self.until(IDLE_CHECK % IDLE_MS, next(_waits))

    def shows(self, selector: str, text: str) -> None:
        """Wait until an element is seen whose text begins so."""
        self.until(f"(...wanted) => ({FIND})(...wanted).length", selector, text)

    def texts(self, selector: str) -> Sequence[str]:
        """The texts of all elements that are seen and that a selector names."""
        found: list[str] = self.run(f"(name) => ({FIND})(name, '').map((element) => element.textContent)", selector)
        return found


def wait(look: Callable[[], Any], what: str) -> Any:
    """What a function returns, once this is something true."""
    give_up = time.monotonic() + PATIENCE
    while not (found := look()):
        if time.monotonic() > give_up:
            raise TimeoutError(f"not within {PATIENCE} seconds: {what}")
        time.sleep(0.02)
    return found
