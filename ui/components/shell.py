"""What every page has: its title, the switch for large type, and the language where there is a choice."""

import streamlit as st

from ui import state
from ui.i18n import gettext as _
from ui.i18n import languages, use_language

_LARGE = "large"
# Less room above the title; and on primary buttons, which Streamlit writes in white, a text that can be read in dark.
_STYLE = """<style>
.stMainBlockContainer { padding-top: 4.2rem; padding-bottom: 3rem; }
.stMainBlockContainer h1 { font-size: 1.8rem; padding: 0.2rem 0; }
[data-testid="stBaseButton-primary"] { color: light-dark(#ffffff, #12171e); }
</style>"""


def page(title: str) -> None:
    """Begin a page."""
    use_language(state.language())
    left, right = st.columns([3, 1], vertical_alignment="center")
    left.title(title, anchor=False)
    with right:
        large = st.toggle(
            _("Large type"),
            value=st.query_params.get(_LARGE) == "1",
            key="large_type",
            on_change=state.touch,
            persist_state="session",
            help=_("For a projector: everything on the page becomes larger."),
        )
        known = languages()
        if len(known) > 1:
            codes = list(known)
            st.selectbox(
                _("Language"),
                codes,
                index=codes.index(state.language()),
                format_func=known.__getitem__,
                key="language",
                on_change=_choose_language,
                label_visibility="collapsed",
            )
    st.html(_STYLE)
    if large:
        st.query_params[_LARGE] = "1"
        # Streamlit measures in rem: the root's size scales widgets, tables and components alike.
        st.html("<style>html { font-size: 135% !important; }</style>")
    elif _LARGE in st.query_params:
        del st.query_params[_LARGE]


def _choose_language() -> None:
    state.touch()
    st.query_params["lang"] = st.session_state["language"]
