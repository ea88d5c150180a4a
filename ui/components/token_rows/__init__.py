"""Short texts as their tokens, one text a row, with ids and a count."""

from ui.components import component
from ui.components.contract import TokenRow, TokenRowsLabels
from ui.i18n import gettext as _

_mount = component("token_rows", '<div class="rows">\n</div>')


def token_rows(rows: tuple[TokenRow, ...], *, key: str) -> None:
    """Show texts as tokens (see `ui.stumble.answers.show`)."""
    labels: TokenRowsLabels = {"token": _("id {id}")}
    _mount(key=key, data={"rows": list(rows), "labels": labels})
