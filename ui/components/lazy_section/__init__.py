"""Sections of a page that are drawn once they come into view.

A page opens in about half the time without its charts.
"""

from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.components import component
from ui.components.contract import LazySectionLabels

SEEN_SECTIONS = "bpe_lab_seen"

_mount = component("lazy_section", '<div class="upcoming">\n</div>')


def is_visible(part: str) -> bool:
    """Return whether to draw a section: from when it is first on the screen or printed until the session ends.

    Until then, draws a placeholder.
    """
    seen: set[str] = session_state.get_or_create(SEEN_SECTIONS, set)
    if part not in seen:
        labels: LazySectionLabels = {
            "drawing": _("Drawing …"),
            "again": _("This part is only now being drawn. Print the page again."),
        }
        _mount(key=f"seen_{part}", data=labels, on_seen_change=lambda: seen.add(part))
    return part in seen
