"""A button in the bar that switches between dark and light, without the server."""

from ui.base.i18n import gettext as _
from ui.components import component

_mount = component(
    "theme",
    '<button class="theme" type="button"><svg viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/></svg><span></span></button>',
)


def theme_button() -> None:
    """Draw the button."""
    _mount(key="bpe_lab_theme", data=_("Dark theme"))
