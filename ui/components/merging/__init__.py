"""A text that is put together from its characters, all of its words at once."""

from ui.components import component
from ui.components.contract import Merging, MergingLabels
from ui.i18n import gettext as _

_mount = component("merging", '<div class="merging">\n</div>')


def merging(shown: Merging) -> None:
    """Show a text (see `ui.home.live.merging`) as its neighbours are joined, up to its tokens and their ids."""
    labels: MergingLabels = {"again": _("Watch it again")}
    _mount(key="merging", data={**shown, "labels": labels})
