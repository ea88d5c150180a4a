"""A map of all tokens of a vocabulary: one cell per token, in the colour of its kind."""

from collections.abc import Callable
from typing import Any

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import TokenMap, TokenMapLabels

_mount = component("token_map", '<div class="map">\n</div>')


def token_map(data: TokenMap, *, key: str, on_pick: Callable[[], None]) -> Any:
    """Draw the map (see `ui.pages.vocabulary.token_map.token_map`). Trigger: `pick`, a token's id."""
    labels: TokenMapLabels = {
        "map": _("Map of all tokens"),
        "keys": _("The arrow keys move to the next cell, Home to the first and End to the last."),
        "at": _("id {id}: {kind}"),
    }
    return _mount(key=key, data={**data, "labels": labels}, on_pick_change=on_pick)
