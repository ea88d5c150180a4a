"""A text's tokens before a change of the vocabulary and after it, one above the other, and what is lost with it."""

from collections.abc import Callable
from typing import Any

from ui.components import component
from ui.components.contract import TokenChanges

_mount = component("token_changes", '<div class="changes">\n</div>')


def token_changes(data: TokenChanges, *, key: str, on_pick: Callable[[], None], on_undo: Callable[[], None]) -> Any:
    """Draw the tokens (see `ui.pages.knife.view.changes`). Triggers: `pick`, a token's id; `undo`, for all of them."""
    return _mount(key=key, data=data, on_pick_change=on_pick, on_undo_change=on_undo)
