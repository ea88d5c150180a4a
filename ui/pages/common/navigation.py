"""Navigation between pages, built on Streamlit's `st.Page`."""

from copy import copy
from functools import cache
from typing import Any

import streamlit as st

from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.streamlit_internals.appearance import menu_entries, skeleton_titles
from ui.state import session


def page_groups() -> dict[str, list[st.Page]]:
    """Return the pages by menu, for one run; those in no menu are under an empty name."""
    found: dict[str, list[st.Page]] = {}
    for name, page in _pages(current_language()).items():
        group = session.pages()[name].group
        found.setdefault(group and _(group), []).append(copy(page))  # a copy, because a page notes that it has run
    return found


def page_link(name: str, label: str, **options: Any) -> None:
    """Show a link to a page."""
    st.page_link(_pages(current_language())[name], label=label, **options)


def page_style() -> str:
    """Return CSS for the menus' icons and descriptions, and for the titles on skeletons of pages not drawn yet."""
    pages = session.pages().values()
    entries = menu_entries({page.name: (page.icon, _(page.description)) for page in pages if page.icon})
    return entries + skeleton_titles({page.name: page.shown_heading and _(page.shown_heading) for page in pages})


def course_link() -> None:
    """Show the link from a page of the course back to the chapter where the reader stopped."""
    page_link("course", _("Back to the chapters"), icon=":material/arrow_back:")


def switch_page(name: str, query: dict[str, str]) -> None:
    """Open a page, with these parameters in its URL."""
    st.switch_page(_pages(current_language())[name], query_params=query)


@cache  # Streamlit checks each page's file, which took a twelfth of a run
def _pages(_language: str) -> dict[str, st.Page]:
    pages = session.pages()
    return {
        name: st.Page(
            spec.script,
            title=_(spec.menu_title or spec.title),
            url_path=name,
            default=name == next(iter(pages)),
            visibility="visible" if spec.group else "hidden",
        )
        for name, spec in pages.items()
    }
