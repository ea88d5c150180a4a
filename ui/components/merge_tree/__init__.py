"""A token's merge tree: the pair that made it, the pairs that made those, down to single symbols."""

from ui.components import component
from ui.components.contract import MergeTree, MergeTreeLabels
from ui.i18n import gettext as _

_mount = component("merge_tree", '<div class="tree">\n</div>')


def merge_tree(tree: MergeTree, *, picked: bool, key: str) -> None:
    """Show a tree (see `ui.vocabulary.tree.payload`). One that a learner picked comes into view."""
    labels: MergeTreeLabels = {"tree": _("Merge tree"), "more": _("more parts, not drawn")}
    _mount(key=key, data={**tree, "picked": picked, "labels": labels})
