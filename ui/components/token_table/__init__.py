"""A table whose cells are tokens: the same words, cut in different ways."""

from ui.components import component
from ui.components.contract import TokenTable, TokenTableLabels
from ui.i18n import gettext as _

_mount = component("token_table", '<div class="frame" tabindex="0">\n</div>')


def token_table(data: TokenTable, *, key: str) -> None:
    """Show a table of tokens (see `ui.compare.cuts.segmentations`)."""
    labels: TokenTableLabels = {"token": _("id {id}")}
    _mount(key=key, data={**data, "labels": labels})
