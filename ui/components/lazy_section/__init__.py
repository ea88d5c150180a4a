"""What lies below the screen is drawn once a learner comes to it.

A page that opens without its charts takes a browser about half as long.
"""

from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import LazySectionLabels

SEEN_SECTIONS = "bpe_lab_seen"

_mount = component("lazy_section", '<div class="coming">\n</div>')


def is_visible(part: str) -> bool:
    """Whether to draw a part of a page: from when its place was first on the screen or printed, to the session's end.

    Keeps the place, until then.
    """
    seen: set[str] = session_state.get_or_create(SEEN_SECTIONS, set)
    if part not in seen:
        labels: LazySectionLabels = {
            "drawing": _("Drawing …"),
            "again": _("This part is only now being drawn. Print the page again."),
        }
        _mount(key=f"seen_{part}", data=labels, on_seen_change=lambda: seen.add(part))
    return part in seen
