"""A token's merge tree: the pair that made it, the pairs that made those, down to single symbols."""

import streamlit as st

from ui.components import script, styles
from ui.components.contract import MergeTree, MergeTreeLabels
from ui.i18n import gettext as _

_mount = st.components.v2.component(
    "bpe_lab_merge_tree",
    html='<div class="tree">\n</div>',
    css=styles("components/tokens.css", "components/merge_tree/merge_tree.css"),
    js=script("components/merge_tree/merge_tree.js"),
)


def merge_tree(tree: MergeTree, *, key: str) -> None:
    """Show a tree (see `ui.vocabulary.tree.payload`)."""
    labels: MergeTreeLabels = {"tree": _("Merge tree"), "more": _("more parts, not drawn")}
    _mount(key=key, data={**tree, "labels": labels})
