"""A table whose cells are tokens: the same words, cut in different ways."""

import streamlit as st

from ui.components import script, styles
from ui.components.contract import TokenTable, TokenTableLabels
from ui.i18n import gettext as _

_mount = st.components.v2.component(
    "bpe_lab_token_table",
    html='<div class="frame" tabindex="0">\n</div>',
    css=styles("components/tokens.css", "components/token_table/token_table.css"),
    js=script("components/token_table/token_table.js"),
)


def token_table(data: TokenTable, *, key: str) -> None:
    """Show a table of tokens (see `ui.compare.cuts.segmentations`)."""
    labels: TokenTableLabels = {"token": _("id {id}")}
    _mount(key=key, data={**data, "labels": labels})
