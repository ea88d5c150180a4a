"""The buttons that give a lesson as a file, in each form that there is."""

from collections.abc import Callable
from functools import partial

from ui.base.i18n import gettext as _
from ui.pages.common.text_controls import take_away
from ui.player.file_formats import FORMS, Form


def files(name: str, make: Callable[[Form], bytes]) -> None:
    """A button for each form. `name` is that of the files; `make` is asked when a button is pressed."""
    for key, form in FORMS.items():
        take_away(_(form.label), partial(make, key), f"{name}{form.ending}", key=f"file_{key}")
