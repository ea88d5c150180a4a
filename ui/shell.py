"""What every page has: its title, the switch for large type, and the language where there is a choice."""

import streamlit as st

from ui import session
from ui.address import EVERYWHERE
from ui.components.notice import notice
from ui.i18n import gettext as _
from ui.i18n import languages
from ui.session import Page

_LANGUAGE = "language"
# Less room above the title; and on primary buttons, which Streamlit writes in white, a text that can be read in dark.
_STYLE = """<style>
.st-key-bpe_lab_address_bar { display: none; } /* it draws nothing, and takes no room */
.st-key-bpe_lab_kept { position: absolute; } /* it draws at the end of the screen, and takes no room here */
/* That the server does not answer is said there; Streamlit's own words would cover the page, and take the keys. */
body:has([data-testid="stApp"]:not([data-test-connection-state="CONNECTED"])) > [data-testid="stDialog"] {
  display: none;
}
.stMainBlockContainer { padding-top: 4.2rem; padding-bottom: 3rem; }
.stMainBlockContainer h1 { font-size: 1.8rem; padding: 0.2rem 0; }
[data-testid="stBaseButton-primary"] { color: light-dark(#ffffff, #12171e); }
</style>"""


def begin(name: str, title: str) -> Page:
    """Begin a page: its title, what all pages have, and what in its address could not be understood. Its values."""
    page = session.page(name)
    everywhere = session.Page(EVERYWHERE)
    left, right = st.columns([3, 1], vertical_alignment="center")
    with left:
        st.title(title, anchor=False)
        for problem in everywhere.problems + page.problems:
            notice(problem)
    with right:
        large = st.toggle(
            _("Large type"),
            help=_("For a projector: everything on the page becomes larger."),
            **everywhere.widget("large"),
        )
        known = languages()
        if len(known) > 1:
            st.session_state[_LANGUAGE] = session.language()
            st.selectbox(
                _("Language"),
                list(known),
                format_func=known.__getitem__,
                key=_LANGUAGE,
                on_change=lambda: everywhere.set(lang=st.session_state[_LANGUAGE]),
                label_visibility="collapsed",
            )
    st.html(_STYLE)
    if large:
        # Streamlit measures in rem: the root's size scales widgets, tables and components alike.
        st.html("<style>html { font-size: 135% !important; }</style>")
    return page


def tell_of_link(page: Page) -> None:
    """Say so where a text is too long for an address."""
    if page.written().left_out:
        notice(_("The text is too long for an address: a link to this page leaves it out."))
