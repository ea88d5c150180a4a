"""A table whose cells are tokens: the same words, cut in different ways."""

from typing import Any

import streamlit as st

from ui.components import read
from ui.i18n import gettext as _

_mount = st.components.v2.component(
    "bpe_lab_token_table",
    html='<div class="frame" tabindex="0">\n</div>',
    css=read("components/tokens.css", "components/token_table/token_table.css"),
    js=read("components/shared.js", "components/token_table/token_table.js"),
)


def token_table(data: dict[str, Any], *, key: str) -> None:
    """Show a table of tokens (see `ui.compare.segmentations`)."""
    _mount(key=key, data={**data, "labels": {"token": _("id {id}")}})
