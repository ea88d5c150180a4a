"""A list of tokens with ids, bytes and lengths; a click picks one."""

from collections.abc import Callable
from typing import Any

from ui.base.i18n import gettext as _
from ui.base.notation import notation_labels
from ui.components import component
from ui.components.contract import TokenListLabels, TokenListRow

_mount = component("token_list", '<div class="list" tabindex="0">\n</div>')


def token_list(rows: list[TokenListRow], chosen: int | None, *, key: str, on_pick: Callable[[], None]) -> Any:
    """Draw tokens (see `ui.pages.vocabulary.search_index.rows`) and mark `chosen`. Trigger: `pick`, a token's id."""
    labels: TokenListLabels = {
        "list": _("Tokens found"),
        "token": _("Token"),
        "id": _("Id"),
        "length": _("Length"),
        "bytes": _("Bytes (hex)"),
        **notation_labels(),
        "pick": _("Show how {token}, id {id}, was made"),
    }
    return _mount(key=key, data={"rows": rows, "chosen": chosen, "labels": labels}, on_pick_change=on_pick)
