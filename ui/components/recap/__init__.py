"""What to remember of each chapter, with what this browser's reader has done there, and missed."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import ChapterKeyPoints, RecapLabels

_mount = component("recap", '<div class="recap">\n</div>')


def recap(chapters: list[ChapterKeyPoints], progress: str) -> None:
    """Show these; `progress` says how many are {done} of {all}."""
    _mount(key="recap", data={"chapters": chapters, "progress": progress, "labels": labels()})


def labels() -> RecapLabels:
    """The texts around them."""
    return {
        "done": _("done"),
        "missed": _("missed: coming back"),
    }
