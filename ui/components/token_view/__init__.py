"""The token view: a text as coloured tokens."""

from collections.abc import Callable
from typing import Any

from ui.components import component
from ui.components.contract import TokenViewPayload
from ui.components.token_view_labels import token_view_labels

_mount = component("token_view", '<div class="token-view">\n</div>')


def _nothing() -> None:
    """Do nothing: the default for events that a page does not handle."""


def token_view(
    data: TokenViewPayload,
    *,
    key: str,
    on_page: Callable[[], None] = _nothing,
    on_add: Callable[[], None] = _nothing,
    on_remove: Callable[[], None] = _nothing,
) -> Any:
    """Draw a text's tokens (see `ui.pages.playground.token_payload`) in the chosen notation, each with its position.

    With `linkNote` in the data, even an empty one, a button copies the page's link and shows that note.
    Triggers: `page`, the number of the page of a long text that the learner asks for; `add`, for another tokenizer;
    and `remove`, the index of the one to remove.
    """
    return _mount(
        key=key,
        data={**data, "labels": token_view_labels()},
        on_page_change=on_page,
        on_add_change=on_add,
        on_remove_change=on_remove,
    )
