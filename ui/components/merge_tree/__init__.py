"""A token's merge tree: the pair that was merged into it, the pairs behind those, down to single symbols."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import MergeTreeLabels, MergeTreePayload

_mount = component("merge_tree", '<div class="tree">\n</div>')


def merge_tree(tree: MergeTreePayload, *, is_picked: bool, key: str) -> None:
    """Draw a tree (see `ui.tokenization.merge_tree_payload.payload`).

    A tree that the learner picked scrolls into view.
    """
    labels: MergeTreeLabels = {"tree": _("Merge tree"), "more": _("more parts, not drawn")}
    _mount(key=key, data={**tree, "picked": is_picked, "labels": labels})
