"""The buttons that download a lesson, in every format."""

from collections.abc import Callable
from functools import partial

from ui.base.i18n import gettext as _
from ui.pages.common.text_controls import download_button
from ui.player.file_formats import FILE_FORMATS, FileFormat


def download_buttons(name: str, make: Callable[[FileFormat], bytes]) -> None:
    """Show a button per format. `name` is the files' base name; `make` runs when a button is pressed."""
    for key, form in FILE_FORMATS.items():
        download_button(_(form.label), partial(make, key), f"{name}{form.ending}", key=f"file_{key}")
