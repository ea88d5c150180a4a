"""Short texts as tokens, one text per row, with ids and a count."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import TokenRow, TokenRowsLabels

_mount = component("token_rows", '<div class="rows">\n</div>')


def token_rows(rows: tuple[TokenRow, ...], *, key: str) -> None:
    """Draw texts as tokens (see `ui.course.chapter_values.ChapterValues.token_rows`)."""
    _mount(key=key, data={"rows": list(rows), "labels": labels()})


def labels() -> TokenRowsLabels:
    """Return the texts around the rows."""
    return {"token": _("id {id}")}
