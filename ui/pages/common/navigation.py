"""The pages as Streamlit's navigation and its links need them."""

from copy import copy
from functools import cache
from typing import Any

import streamlit as st

from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.state import session


def page_groups() -> dict[str, list[st.Page]]:
    """Return the pages by group; pages without a group are listed directly. For one run."""
    found: dict[str, list[st.Page]] = {}
    for name, page in _pages(current_language()).items():
        group = session.pages()[name].group
        found.setdefault(group and _(group), []).append(copy(page))  # a copy, because a page notes that it has run
    return found


def page_link(name: str, label: str, **options: Any) -> None:
    """Show a link to a page."""
    st.page_link(_pages(current_language())[name], label=label, **options)


@cache  # Streamlit checks each page's file, which took a twelfth of a run
def _pages(_language: str) -> dict[str, st.Page]:
    pages = session.pages()
    return {
        name: st.Page(
            spec.script,
            title=_(spec.title),
            url_path=name,
            default=name == next(iter(pages)),
            visibility="hidden" if spec.parent else "visible",
        )
        for name, spec in pages.items()
    }
