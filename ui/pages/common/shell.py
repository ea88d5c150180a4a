"""What every page has: a line with its title, views and choices; in the bar, large type, language, dark or light."""

from contextlib import nullcontext
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base import session_state
from ui.base.i18n import current_language, languages
from ui.base.i18n import gettext as _
from ui.base.streamlit_internals.appearance import language_code, style_tags, widget_translations
from ui.base.streamlit_internals.run_context import is_embedded
from ui.classroom.teacher import component as teacher
from ui.components.notice import show_alert
from ui.components.theme import theme_button
from ui.pages.common import navigation, own_tokenizer, session_plan
from ui.state import session
from ui.state.session import PageState

_LANGUAGE = "bpe_lab_language"
OPENED_SECTIONS = "bpe_lab_opened_places"  # the names of what was unfolded
_CLASS = "teach"  # the page of a class


class PlayerPage(NamedTuple):
    """A page that is a stage: its values, the place of the player, and the line of choices above it."""

    page: PageState
    player: DeltaGenerator
    choices: DeltaGenerator


def start_page(name: str, *sheets: str) -> PageState:
    """Begin a page: its title, what all pages have, and what in its address could not be understood. Its values."""
    page = session.page(name)
    st.html(style_tags("page", "print", *sheets) + navigation.page_style() + widget_translations())
    with st.container(key="bpe_lab_stage"):
        _title(page)
        _title_bar(page, has_choices=False)
    return page


def start_player_page(name: str, *sheets: str) -> PlayerPage:
    """Begin a page whose player or picture comes first, below a line with its title and its choices."""
    page = session.page(name)
    styles = style_tags("page", "print", "player_page", *sheets, *["embedded"] * is_embedded())
    st.html(styles + navigation.page_style() + widget_translations())
    with st.container(key="bpe_lab_stage"):
        _title(page)
        player = st.container(key="bpe_lab_player")
        choices = _title_bar(page, has_choices=True)
    return PlayerPage(page, player, choices)


def _title_bar(page: PageState, *, has_choices: bool) -> DeltaGenerator:
    """What stands beside the title: the views of the page, the choices, which are the caller's, and the plan."""
    line = st.container(key="bpe_lab_line", horizontal=True, vertical_alignment="center")
    with line:
        views = session.sibling_pages(page)
        if len(views) > 1 and not session.pages()[page.name].in_course:
            with st.container(key="bpe_lab_parts", horizontal=True, width="content"):
                for view in views:
                    navigation.page_link(view.name, _(view.short_title or view.title))
        choices = line  # which nobody asks for
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
    """Large type, the language, and dark or light."""
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
        # Streamlit measures in rem: the root's size scales widgets, tables and components alike.
        st.html("<style>html { font-size: calc(1.35 * var(--root, 100%)) !important; }</style>")


def screen_only(name: str) -> DeltaGenerator:
    """A place for what is of no use on paper, with the words around it, as files to take away."""
    return st.container(key=f"bpe_lab_screen_{name}")


def is_open(name: str, is_open: bool | None) -> bool:
    """Whether to draw what is folded away below this name: once it was opened, to the end of the session.

    A class asks a server for many pages, and opens little of what they have.
    """
    opened: set[str] = session_state.get_or_create(OPENED_SECTIONS, set)
    if is_open:
        opened.add(name)
    return name in opened


def expander(page: PageState, title: str, *names: str) -> DeltaGenerator | None:
    """A place below the first screen, closed until it is opened, or the address says one of these of the page.

    None while nothing is to be drawn there.
    """
    name = f"{page.name}_{'_'.join(names) or title}"
    key, said = f"bpe_lab_folded_{name}", f"bpe_lab_said_{name}"
    says = bool(page.query().query.keys() & set(names))
    if says and not session_state.get(said):
        session_state.put(key, True)
    session_state.put(said, says)
    place = st.expander(title, key=key, on_change="rerun")
    return place if is_open(name, place.open) else None


def warn_about_link(page: PageState) -> None:
    """Say so where a text is too long for an address."""
    if page.query().omitted:
        show_alert(_("The text is too long for an address, so links to this page leave it out."))
