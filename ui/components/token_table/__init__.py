"""A table whose cells are tokens: the same words cut in different ways."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import TokenTable, TokenTableLabels

_mount = component("token_table", '<div class="frame" tabindex="0">\n</div>')


def token_table(data: TokenTable, *, key: str) -> None:
    """Draw a table of tokens (see `ui.pages.compare.segmentations.segmentations`)."""
    labels: TokenTableLabels = {"token": _("id {id}")}
    _mount(key=key, data={**data, "labels": labels})
