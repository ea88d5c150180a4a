"""Each chapter's key points, with what the reader has done and missed there in this browser."""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import ChapterKeyPoints, RecapLabels

_mount = component("recap", '<div class="recap">\n</div>')


def recap(chapters: list[ChapterKeyPoints], progress: str) -> None:
    """Draw the chapters' key points; `progress` is a template for how many are {done} of {all}."""
    _mount(key="recap", data={"chapters": chapters, "progress": progress, "labels": labels()})


def labels() -> RecapLabels:
    """Return the texts around them."""
    return {
        "done": _("done"),
        "missed": _("missed: coming back"),
    }
