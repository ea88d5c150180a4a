"""The layout of every page: a line with title, views and choices; in the bar, large type, language and theme."""

from contextlib import nullcontext
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base import session_state
from ui.base.i18n import current_language, languages
from ui.base.i18n import gettext as _
from ui.base.streamlit_internals.appearance import common_style_tags, language_code, style_tags
from ui.base.streamlit_internals.run_context import is_embedded
from ui.classroom.teacher import component as teacher
from ui.components.notice import show_alert
from ui.components.theme import theme_button
from ui.pages.common import navigation, own_tokenizer, session_plan
from ui.state import session
from ui.state.session import PageState

_LANGUAGE = "bpe_lab_language"
OPENED_SECTIONS = "bpe_lab_opened_places"  # the names of sections that were opened
_CLASS = "teach"  # the page of a class


class PlayerPage(NamedTuple):
    """A page with a player: its values, the player's container, and the container for the choices above it."""

    page: PageState
    player: DeltaGenerator
    choices: DeltaGenerator


def show_styles() -> None:
    """Show the styles of all pages. For app.py: what it draws stays while one page replaces another."""
    st.html(common_style_tags() + navigation.page_style())


def start_page(name: str, *sheets: str) -> PageState:
    """Start a page and return its values. Shows the title, the common controls, and any problems with the URL."""
    page = session.page(name)
    if sheets:
        st.html(style_tags(*sheets))
    with st.container(key="bpe_lab_stage"):
        _title(page)
        _title_bar(page, has_choices=False)
    return page


def start_player_page(name: str, *sheets: str) -> PlayerPage:
    """Start a page whose player or picture comes first, below one line with its title and choices."""
    page = session.page(name)
    st.html(style_tags("player_page", *sheets, *["embedded"] * is_embedded()))
    with st.container(key="bpe_lab_stage"):
        _title(page)
        player = st.container(key="bpe_lab_player")
        choices = _title_bar(page, has_choices=True)
    return PlayerPage(page, player, choices)


def _title_bar(page: PageState, *, has_choices: bool) -> DeltaGenerator:
    """Draw the line next to the title: views, choices, plan. Returns the container for the caller's choices."""
    line = st.container(key="bpe_lab_line", horizontal=True, vertical_alignment="center")
    with line:
        views = session.sibling_pages(page)
        if session.pages()[page.name].in_course:
            navigation.course_link()
        elif len(views) > 1:
            with st.container(key="bpe_lab_parts", horizontal=True, width="content"):
                for view in views:
                    navigation.page_link(view.name, _(view.short_title or view.title))
        choices = line  # unused in this case
        if has_choices:
            choices = st.container(key="bpe_lab_choices", horizontal=True, vertical_alignment="center")
        with st.container(key="bpe_lab_everywhere", horizontal=True, width="content"):
            session_plan.plan_controls(page)
        _global_choices()
        if not is_embedded():
            if session.pages()[page.name].own_file_choices:
                own_tokenizer.watch_files(page)
            teacher.class_controls(_CLASS, session_plan.slide_note())
    return choices


def _title(page: PageState) -> None:
    problems = session.global_state().problems + page.problems
    with st.container() if problems else nullcontext():
        if heading := session.pages()[page.name].shown_heading:
            st.title(_(heading), anchor=False)
        for problem in problems:
            show_alert(problem)


def _global_choices() -> None:
    """Draw the switches for large type, language and theme."""
    everywhere = session.global_state()
    with st.container(key="bpe_lab_large", width="content"):
        large = st.toggle(_("Large type"), **everywhere.widget_options("large"))
    known = languages()
    if len(known) > 1:
        session_state.put(_LANGUAGE, current_language())
        st.html(language_code(current_language()))
        st.selectbox(
            _("Language"),
            list(known),
            format_func=known.__getitem__,
            key=_LANGUAGE,
            on_change=lambda: session.choose_language(session_state.get(_LANGUAGE)),
            label_visibility="collapsed",
        )
    theme_button()
    if large:
        # Streamlit's sizes are in rem, so the root's font size scales widgets, tables and components alike.
        st.html("<style>html { font-size: calc(1.35 * var(--root, 100%)) !important; }</style>")


def screen_only(name: str) -> DeltaGenerator:
    """Return a container that is hidden in print: for download buttons and the like, with the texts around them."""
    return st.container(key=f"bpe_lab_screen_{name}")


def is_open(name: str, is_open: bool | None) -> bool:
    """Return whether to draw the section with this name: from when it is first opened until the session ends.

    This saves work, since a class opens many pages but few of their sections.
    """
    opened: set[str] = session_state.get_or_create(OPENED_SECTIONS, set)
    if is_open:
        opened.add(name)
    return name in opened


def expander(page: PageState, title: str, *names: str) -> DeltaGenerator | None:
    """Draw a collapsed section, open from the start if the URL has one of the parameters `names`.

    Returns its container, or None until the section is first opened, while its content need not be drawn.
    """
    name = f"{page.name}_{'_'.join(names) or title}"
    key, shown_key = f"bpe_lab_folded_{name}", f"bpe_lab_said_{name}"
    is_in_query = bool(page.query().query.keys() & set(names))
    if is_in_query and not session_state.get(shown_key):
        session_state.put(key, True)
    session_state.put(shown_key, is_in_query)
    place = st.expander(title, key=key, on_change="rerun")
    return place if is_open(name, place.open) else None


def warn_about_link(page: PageState) -> None:
    """Warn if the text is too long for a URL."""
    if page.query().omitted:
        show_alert(_("The text is too long for an address, so links to this page leave it out."))
