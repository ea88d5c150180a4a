"""The buttons that give a lesson as a file, in each form that there is."""

from collections.abc import Callable
from functools import partial

from ui.base.i18n import gettext as _
from ui.pages.common.text_controls import download_button
from ui.player.file_formats import FILE_FORMATS, FileFormat


def download_buttons(name: str, make: Callable[[FileFormat], bytes]) -> None:
    """A button for each form. `name` is that of the files; `make` is asked when a button is pressed."""
    for key, form in FILE_FORMATS.items():
        download_button(_(form.label), partial(make, key), f"{name}{form.ending}", key=f"file_{key}")
