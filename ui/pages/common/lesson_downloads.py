"""The buttons that download a lesson, in every format."""

from collections.abc import Callable
from functools import partial

from ui.base.i18n import gettext as _
from ui.pages.common.text_controls import download_button
from ui.player.file_formats import FILE_FORMATS, FileFormat


def download_buttons(name: str, make: Callable[[FileFormat], bytes]) -> None:
    """Show a button for each format. `name` is that of the files; `make` is called when a button is pressed."""
    for key, form in FILE_FORMATS.items():
        download_button(_(form.label), partial(make, key), f"{name}{form.ending}", key=f"file_{key}")
