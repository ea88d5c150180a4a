"""A short text from characters to ids; each item highlights everything that belongs to it."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import TextPathLabels, TextPathView

_mount = component("text_path", '<div class="lens">\n</div>')


def show_text_path(data: TextPathView, *, key: str) -> None:
    """Draw a text's path from characters to ids (see `ui.pages.bytes.text_path.text_path_view`)."""
    labels: TextPathLabels = {
        "lens": _("From characters to ids. Use the arrow keys to move between them, and up and down the path."),
        "hint": _("Point at anything, tap it, or use Tab and the arrow keys: all that belongs to it lights up."),
        "cell": _("{row}: {text}"),
    }
    _mount(key=key, data={**data, "labels": labels})
