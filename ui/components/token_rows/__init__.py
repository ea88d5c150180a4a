"""Short texts as their tokens, one text a row, with ids and a count."""

import streamlit as st

from ui.components import script, styles
from ui.components.contract import TokenRow, TokenRowsLabels
from ui.i18n import gettext as _

_mount = st.components.v2.component(
    "bpe_lab_token_rows",
    html='<div class="rows">\n</div>',
    css=styles("components/tokens.css", "components/token_rows/token_rows.css"),
    js=script("components/token_rows/token_rows.js"),
)


def token_rows(rows: tuple[TokenRow, ...], *, key: str) -> None:
    """Show texts as tokens (see `ui.stumble.answers.show`)."""
    labels: TokenRowsLabels = {"token": _("id {id}")}
    _mount(key=key, data={"rows": list(rows), "labels": labels})
