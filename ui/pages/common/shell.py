"""What every page has: a line with its title, its parts, its choices and the switch for large type; the language."""

from contextlib import nullcontext
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base import session_state
from ui.base.i18n import current_language, languages
from ui.base.i18n import gettext as _
from ui.base.streamlit_internals.appearance import style, words
from ui.base.streamlit_internals.run_context import alone
from ui.classroom.teacher import component as teacher
from ui.components.notice import notice
from ui.pages.common import navigation, session_plan
from ui.state import session
from ui.state.session import Page

_LANGUAGE = "bpe_lab_language"
OPENED = "bpe_lab_opened_places"  # the names of what was unfolded
_CLASS = "teach"  # the page of a class


class Stage(NamedTuple):
    """A page that is a stage: its values, the place of the player, and the line of choices above it."""

    page: Page
    player: DeltaGenerator
    choices: DeltaGenerator


def begin(name: str, title: str) -> Page:
    """Begin a page: its title, what all pages have, and what in its address could not be understood. Its values."""
    page = session.page(name)
    st.html(style("page", "print") + words())
    with st.container(key="bpe_lab_stage"):
        _title(page, title)
        _line(page, has_choices=False)
    return page


def stage(name: str, title: str) -> Stage:
    """Begin a page whose player comes first, below a line with its title and its choices."""
    page = session.page(name)
    st.html(style("page", "print", "player_page", *["embedded"] * alone()) + words())
    with st.container(key="bpe_lab_stage"):
        _title(page, title)
        player = st.container(key="bpe_lab_player")
        choices = _line(page, has_choices=True)
    return Stage(page, player, choices)


def _line(page: Page, *, has_choices: bool) -> DeltaGenerator:
    """What stands beside the title: the parts of the page, the choices, which are the caller's, and large type."""
    line = st.container(key="bpe_lab_line", horizontal=True, vertical_alignment="center")
    with line:
        parts = session.beside(page)
        if len(parts) > 1:
            with st.container(key="bpe_lab_parts", horizontal=True, width="content"):
                for part in parts:
                    navigation.link(part.name, _(part.as_part or part.title))
        choices = line  # which nobody asks for
        if has_choices:
            choices = st.container(key="bpe_lab_choices", horizontal=True, vertical_alignment="center")
        with st.container(key="bpe_lab_everywhere", horizontal=True, width="content"):
            session_plan.on_every_page(page)
            _choose_everywhere()
        if not alone():
            teacher.everywhere(_CLASS, session_plan.note())
    return choices


def _title(page: Page, title: str) -> None:
    problems = session.everywhere().problems + page.problems
    with st.container() if problems else nullcontext():
        st.title(title, anchor=False)
        for problem in problems:
            notice(problem)


def _choose_everywhere() -> None:
    """Large type, and the language."""
    everywhere = session.everywhere()
    large = st.toggle(
        _("Large type"),
        help=_("For projectors: makes everything on the page larger."),
        **everywhere.widget("large"),
    )
    known = languages()
    if len(known) > 1:
        session_state.put(_LANGUAGE, current_language())
        st.selectbox(
            _("Language"),
            list(known),
            format_func=known.__getitem__,
            key=_LANGUAGE,
            on_change=lambda: session.choose_language(session_state.value(_LANGUAGE)),
            label_visibility="collapsed",
        )
    if large:
        # Streamlit measures in rem: the root's size scales widgets, tables and components alike.
        st.html("<style>html { font-size: 135% !important; }</style>")


def on_screen(name: str) -> DeltaGenerator:
    """A place for what is of no use on paper, with the words around it, as files to take away."""
    return st.container(key=f"bpe_lab_screen_{name}")


def unfolded(name: str, is_open: bool | None) -> bool:
    """Whether to draw what is folded away below this name: once it was opened, to the end of the session.

    A class asks a server for many pages, and opens little of what they have.
    """
    opened: set[str] = session_state.made(OPENED, set)
    if is_open:
        opened.add(name)
    return name in opened


def folded(page: Page, title: str, *names: str) -> DeltaGenerator | None:
    """A place below the first screen, closed until it is opened, or the address says one of these of the page.

    None while nothing is to be drawn there.
    """
    name = f"{page.name}_{'_'.join(names) or title}"
    key, said = f"bpe_lab_folded_{name}", f"bpe_lab_said_{name}"
    says = bool(page.written().query.keys() & set(names))
    if says and not session_state.value(said):
        session_state.put(key, True)
    session_state.put(said, says)
    place = st.expander(title, key=key, on_change="rerun")
    return place if unfolded(name, place.open) else None


def tell_of_link(page: Page) -> None:
    """Say so where a text is too long for an address."""
    if page.written().left_out:
        notice(_("The text is too long for an address, so links to this page leave it out."))
