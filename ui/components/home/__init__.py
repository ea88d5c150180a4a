"""Home: typed text as tokens, computed in the browser, three ways to start, and all pages."""

from collections.abc import Callable
from typing import Any

from ui.components import component
from ui.components.contract import HomePayload

KEY = "home"
_mount = component("home", '<div class="home">\n</div>')


def _nothing() -> None:
    """Do nothing: links are followed in the next run."""


def home(data: HomePayload, *, on_asked: Callable[[], None]) -> Any:
    """Draw Home (see `ui.pages.home.payload`).

    Triggers: `asked`, the text and the tokenizer once the field is left; `go`, the URL of a link that was followed.
    """
    return _mount(key=KEY, data=data, on_asked_change=on_asked, on_go_change=_nothing)
