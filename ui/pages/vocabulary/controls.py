"""The widgets of Vocabulary: how to search, and what for."""

from typing import get_args

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.scripts import GROUPS, group_name
from ui.base.visible_text import join_sentences
from ui.components.notice import show_alert
from ui.pages.vocabulary.search_index import SearchMode, VocabularyIndex, marks_text, pages, search_mode_title
from ui.state.session import PageState


def choose_search_mode(page: PageState) -> SearchMode:
    """Choose how to search."""
    mode: SearchMode = st.selectbox(
        _("Search by"),
        get_args(SearchMode),
        format_func=search_mode_title,
        label_visibility="collapsed",
        width=180,
        on_change=forget_results,
        args=(page,),
        **page.widget_options("by"),
    )
    return mode


def choose_query(page: PageState, index: VocabularyIndex, mode: SearchMode, stage: DeltaGenerator) -> str:
    """Return the search term; empty if there is none. A group that is not there is reported on the stage."""
    if mode == "longest":
        return ""
    if mode == "script":
        return _choose_group(page, index, stage)
    parameter, label = {
        "text": ("find", _("Text in the token")),
        "id": ("id", _("Token id")),
        "regex": ("matching", _("A regex to match in the token")),
    }[mode]
    query: str = st.text_input(
        label,
        placeholder=label,
        label_visibility="collapsed",
        width=260,
        on_change=forget_results,
        args=(page,),
        **page.widget_options(parameter),
    )
    return query


def about_query(index: VocabularyIndex, mode: SearchMode) -> str:
    """Say what can be searched for. It is no Markdown: it has signs that would be."""
    return {
        "text": join_sentences(_("The search is case-sensitive."), marks_text(index)),
        "id": _("A whole number from {first} to {last}.").format(first=index.ids[0], last=index.ids[-1]),
        "regex": _(r"For example ^ ?\d+$ for digits only, or ^.{12,}$ for long tokens. ^ is the start, $ the end."),
    }.get(mode, "")


def _choose_group(page: PageState, index: VocabularyIndex, stage: DeltaGenerator) -> str:
    groups = list(index.group_sizes)
    script = page["script"]
    if script not in groups:
        if script:
            name = group_name(script) if script in GROUPS else script[:40]
            with stage:
                show_alert(
                    _("No token in this vocabulary is in the group “{group}”. Another group is shown.").format(
                        group=name
                    )
                )
        page.set(script=groups[0])
    group: str = st.selectbox(
        _("Script or kind, with the number of tokens"),
        groups,
        format_func=lambda group: _("{group} ({count})").format(
            group=group_name(group), count=localized_number(index.group_sizes[group])
        ),
        label_visibility="collapsed",
        width=260,
        on_change=forget_results,
        args=(page,),
        **page.widget_options("script"),
    )
    return group


def forget_results(page: PageState) -> None:
    """Reset the results for a new search: first page, no token chosen."""
    page.reset("token", "results")


def choose_page(page: PageState, hits: int) -> int:
    """Choose the page of results, from 1."""
    last = pages(hits)
    if page["results"] > last:
        page.set(results=last)
    if last > 1:
        st.pagination(last, **page.widget_options("results"))
    return int(page["results"])
