"""A text's tokens before a change of the vocabulary and after it, one above the other, and what is lost with it."""

from collections.abc import Callable
from typing import Any

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import TokenChanges, TokenChangesLabels

_mount = component("token_changes", '<div class="changes">\n</div>')


def token_changes(data: TokenChanges, *, key: str, on_pick: Callable[[], None], on_undo: Callable[[], None]) -> Any:
    """Draw the tokens (see `ui.pages.knife.view.changes`). Triggers: `pick`, a token's id; `undo`, for all of them."""
    labels: TokenChangesLabels = {
        "hint": _("Press a token of the upper row to remove it, and again to bring it back."),
        "undo": _("Bring all back"),
        "remove": _("Remove {token}, id {id}"),
        "token": _("id {id}"),
    }
    return _mount(key=key, data={**data, "labels": labels}, on_pick_change=on_pick, on_undo_change=on_undo)
