"""The token view: a text as tokens in colour, in the browser."""

from collections.abc import Callable
from typing import Any

from ui.components import component
from ui.components.contract import TokenViewPayload
from ui.components.token_view_labels import token_view_labels

_mount = component("token_view", '<div class="token-view">\n</div>')


def _nothing() -> None:
    """For what the view tells and a page does not ask for."""


def token_view(data: TokenViewPayload, *, key: str, on_page: Callable[[], None] = _nothing) -> Any:
    """Draw a text's tokens (see `ui.pages.playground.token_payload`), each in the notation chosen, with its place.

    With `linkNote` in the data, even an empty one, there is a button to copy the page's link, which says this note.
    Trigger: `page`, the number of the page of a long text that the learner asks for, to be sent with the next run.
    """
    return _mount(key=key, data={**data, "labels": token_view_labels()}, on_page_change=on_page)
