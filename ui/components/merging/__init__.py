"""A text that is put together from its characters, all of its words at once."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import Merging, MergingLabels

_mount = component("merging", '<div class="merging">\n</div>')


def merging(shown: Merging) -> None:
    """Show a text (see `ui.pages.home.live.merging`) as its neighbours are joined, up to its tokens and their ids."""
    _mount(key="merging", data={**shown, "labels": labels()})


def labels() -> MergingLabels:
    """The texts around it."""
    return {"again": _("Watch again")}
