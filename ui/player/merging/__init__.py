"""A text that is put together from its characters, all of its words at once."""

from ui.base.i18n import gettext as _
from ui.components import read_styles, register_component
from ui.components.contract import Merging, MergingLabels

_mount = register_component(
    "bpe_lab_merging",
    "player/merging/merging.js",
    '<div class="merging">\n</div>',
    read_styles("components/tokens.css", "player/merging/merging.css"),
)


def merging(shown: Merging) -> None:
    """Show a text (`ui.pages.home.live_demo.merging`) as its neighbours are joined, up to its tokens and their ids."""
    _mount(key="merging", data={**shown, "labels": labels()})


def labels() -> MergingLabels:
    """The texts around it."""
    return {"again": _("Watch again")}
