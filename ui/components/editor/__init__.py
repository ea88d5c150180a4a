"""Functions for a learner to write, each in an editor; what they do is run and looked at in the browser."""

from ui.components import component
from ui.components.contract import CodingPage

_mount = component("editor", '<div class="editor">\n</div>')


def editor(code: CodingPage) -> None:
    """Show them."""
    _mount(key="editor", data=code)
