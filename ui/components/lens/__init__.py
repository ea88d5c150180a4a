"""The lens: a short text from characters to ids, each thing linked to all that belongs to it."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import Lens, LensLabels

_mount = component("lens", '<div class="lens">\n</div>')


def lens_view(data: Lens, *, key: str) -> None:
    """Show the path of a text (see `ui.pages.bytes.lens.lens`)."""
    labels: LensLabels = {
        "lens": _("From characters to ids. The arrow keys go from one to the next, and up and down along the path."),
        "hint": _(
            "Choose anything, and all that belongs to it lights up: point at it, tap it, or use the Tab and arrow keys."
        ),
        "cell": _("{row}: {text}"),
    }
    _mount(key=key, data={**data, "labels": labels})
