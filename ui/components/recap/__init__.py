"""The end of the course: a certificate to print, further links, and each chapter's key points.

The browser adds what its reader has done and missed. The name on the certificate is neither sent nor stored.
"""

from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import RecapLabels, RecapPayload

_mount = component("recap", '<div class="recap">\n</div>')


def recap(payload: RecapPayload) -> None:
    """Draw the chapters' key points part by part, with the abilities that readers have gained."""
    _mount(key="recap", data=payload)


def labels() -> RecapLabels:
    """Return the texts around the key points."""
    return {
        "done": _("done"),
        "missed": _("comes back for practice"),
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
