"""Functions for a learner to write, each in an editor; the code runs and is checked in the browser."""

from ui.components import component
from ui.components.contract import CodingPage

_mount = component("editor", '<div class="editor">\n</div>')


def editor(code: CodingPage) -> None:
    """Draw the editors of a page's functions."""
    _mount(key="editor", data=code)
