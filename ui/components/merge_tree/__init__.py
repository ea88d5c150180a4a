"""A token's merge tree: the pair that made it, the pairs that made those, down to single symbols."""

from typing import Any

import streamlit as st

from ui.components import read
from ui.i18n import gettext as _

_mount = st.components.v2.component(
    "bpe_lab_merge_tree",
    html='<div class="tree">\n</div>',
    css=read("components/tokens.css", "components/merge_tree/merge_tree.css"),
    js=read("components/shared.js", "components/merge_tree/merge_tree.js"),
)


def merge_tree(tree: dict[str, Any], *, key: str) -> None:
    """Show a tree (see `ui.vocabulary_tree.payload`)."""
    labels = {"tree": _("Merge tree"), "more": _("more parts, not drawn")}
    _mount(key=key, data={**tree, "labels": labels})
