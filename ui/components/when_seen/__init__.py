"""What lies below the screen is drawn once a learner comes to it.

A page that opens without its charts takes a browser about half as long.
"""

import streamlit as st

from ui.components import styles
from ui.components.scripts import script
from ui.i18n import gettext as _

SEEN = "bpe_lab_seen"

_mount = st.components.v2.component(
    "bpe_lab_when_seen",
    html='<div class="coming">\n</div>',
    css=styles("components/when_seen/when_seen.css"),
    js=script("components/when_seen/when_seen.js"),
)


def when_seen(part: str) -> bool:
    """Whether to draw a part of a page: from when its place was first on the screen, to the end of the session.

    Keeps the place, until then.
    """
    seen: set[str] = st.session_state.setdefault(SEEN, set())
    if part not in seen:
        _mount(key=f"seen_{part}", data=_("Drawing …"), on_seen_change=lambda: seen.add(part))
    return part in seen
