"""The end of the course: a certificate to print, where to go on, and each chapter's key points.

The browser adds what its reader has done and missed. The name on the certificate is sent nowhere and not stored.
"""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import Ability, ChapterKeyPoints, FurtherLink, RecapLabels

_mount = component("recap", '<div class="recap">\n</div>')


def recap(
    parameter: str,
    parts: list[str],
    chapters: list[ChapterKeyPoints],
    abilities: list[Ability],
    further: list[FurtherLink],
) -> None:
    """Draw the chapters' key points part by part, with what those can do who have done them.

    `parameter` names the chapter in the course's address, and the place where the browser keeps which one was last.
    """
    _mount(
        key="recap",
        data={
            "parameter": parameter,
            "parts": parts,
            "chapters": chapters,
            "abilities": abilities,
            "further": further,
            "labels": labels(),
        },
    )


def labels() -> RecapLabels:
    """Return the texts around them."""
    return {
        "done": _("done"),
        "missed": _("missed: coming back"),
        "stopped": _("you stopped here"),
        "inPart": _("{done} of {all} done"),
        "name": _("Your name"),
        "private": _("It stays on this page: nothing is sent or stored."),
        "print": _("Print"),
        "walked": _("Chapters of BPE Lab’s course on tokenizers completed: {done} of {all}"),
        "promised": _("What you will be able to do"),
        "abilities": _("What you can do now"),
        "further": _("Where to go next"),
    }
