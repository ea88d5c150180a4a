"""A window of a browser other than Chromium, with one interface for all: keys, clicks, and what its page shows.

It is based on two small clients of the browsers' own protocols. Playwright needs a patched Firefox and has no WebKit
for Debian; Selenium needs a driver for Firefox that Debian does not have.
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from tools.browser import IDLE_CHECK, PATIENCE_MS, WATCH_SOCKET

PATIENCE = PATIENCE_MS / 1000

# The protocols' codes for keys without a character, by their names in JavaScript.
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
"""Finds all visible elements, also in shadow roots, that match a selector and whose text starts with a given one."""

# The centre of the first match, scrolled into view; null if there is none.
_MIDDLE = f"""(selector, text) => {{
    const element = ({FIND})(selector, text)[0];
    element?.scrollIntoView({{block: "nearest"}});
    const box = element?.getBoundingClientRect();
    return box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}}"""


_waits = count()


class MissingError(RuntimeError):
    """The browser is not installed, or does not start. The text says which and why."""


class Window(ABC):
    """A window of a browser."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open a URL."""

    @abstractmethod
    def evaluate(self, expression: str) -> str:
        """Evaluate a JavaScript expression whose value is a string."""

    @abstractmethod
    def act(self, source: dict[str, Any]) -> None:
        """Perform keyboard or pointer actions, in the format that both protocols share."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Resize the page."""

    @abstractmethod
    def faults(self) -> list[str]:
        """Return the errors on the pages since the last call."""

    def run(self, function: str, *values: object) -> Any:
        """Call a JavaScript function with these values, and return its result."""
        return json.loads(self.evaluate(f"JSON.stringify(({function})(...{json.dumps(values)}) ?? null)"))

    def press(self, *keys: str) -> None:
        """Press keys, given by JavaScript names or by the characters they type."""
        values = [_KEYS.get(key, key) for key in keys]
        actions = [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keyboard", "actions": actions})

    def click(self, selector: str, text: str = "") -> None:
        """Click the first visible element that matches a selector and whose text starts with `text`."""
        x, y = self.until(_MIDDLE, selector, text)
        to = {"type": "pointerMove", "x": x, "y": y, "duration": 0}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [to, *press]})

    def open(self, address: str) -> None:
        """Open a page of the app, and wait until it is drawn."""
        self.go(address)
        self.run(f"() => {{ {WATCH_SOCKET} }}")
        self.until_idle()

    def until(self, function: str, *values: object, patience: float = PATIENCE) -> Any:
        """Wait until a JavaScript function returns a true value for these arguments, and return that."""
        return wait(lambda: self.run(function, *values), f"{function}{values}", patience)

    def until_idle(self) -> None:
        """Wait until the app has drawn everything and the server is idle."""
        self.until(IDLE_CHECK, next(_waits))

    def shows(self, selector: str, text: str) -> None:
        """Wait until an element is visible that matches a selector and whose text starts with `text`."""
        self.until(f"(...wanted) => ({FIND})(...wanted).length", selector, text)

    def texts(self, selector: str) -> Sequence[str]:
        """Return the texts of all visible elements that match a selector."""
        found: list[str] = self.run(f"(name) => ({FIND})(name, '').map((element) => element.textContent)", selector)
        return found


def wait(look: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Call a function until it returns a true value, and return that. `patience` is in seconds."""
    give_up = time.monotonic() + patience
    while not (found := look()):
        if time.monotonic() > give_up:
            raise TimeoutError(f"not within {patience} seconds: {what}")
        time.sleep(0.02)
    return found
