"""Short texts as their tokens, one text a row, with ids and a count."""

from typing import Any

import streamlit as st

from ui.components import read
from ui.i18n import gettext as _

_mount = st.components.v2.component(
    "bpe_lab_token_rows",
    html='<div class="rows">\n</div>',
    css=read("components/tokens.css", "components/token_rows/token_rows.css"),
    js=read("components/shared.js", "components/token_rows/token_rows.js"),
)


def token_rows(rows: tuple[dict[str, Any], ...], *, key: str) -> None:
    """Show texts as tokens (see `ui.stumble.show`)."""
    _mount(key=key, data={"rows": list(rows), "labels": {"token": _("id {id}")}})
