"""The widgets of the Vocabulary page: how to search, and what for."""

from typing import get_args
from zlib import crc32

import streamlit as st

from ui import state
from ui.components.notice import notice
from ui.i18n import gettext as _
from ui.state import Fields
from ui.vocabulary.index import By, Index, by_title, group_title, marks_text, pages, read_by, read_page
from ui.vocabulary.scripts import group_name

USUAL = {
    "of": "gpt2",
    "by": "text",
    "find": "token",
    "id": "",
    "matching": "",
    "script": "",
    "token": "",
    "results": "1",
}
"""The parameters of the page. Each way to search keeps what was typed for it."""


def choose_way(fields: Fields) -> By:
    """How to search."""
    wanted = read_by(fields.values["by"])
    if wanted is None:
        notice(
            _("The address says by={value}, which is no way to search. Tokens are searched by their text.").format(
                value=fields.values["by"][:40]
            )
        )
    by: By = st.pills(
        _("Search by"),
        get_args(By),
        default=wanted or "text",
        format_func=by_title,
        required=True,
        key=f"by{fields.version}",
        on_change=_searched,
        args=(fields,),
    )
    fields.take(by=by)
    return by


def choose_query(fields: Fields, index: Index, by: By) -> str:
    """What to search for; empty where nothing is asked for."""
    if by == "longest":
        return ""
    if by == "script":
        return _choose_group(fields, index)
    parameter, label, about = {
        "text": (
            "find",
            _("Text in the token"),
            " ".join((_("Large and small letters differ."), marks_text(index))),
        ),
        "id": (
            "id",
            _("Id of the token"),
            _("A whole number from {first} to {last}.").format(first=index.ids[0], last=index.ids[-1]),
        ),
        "regex": (
            "matching",
            _("A regex that matches in the token"),
            _(r"For example ^ ?\d+$ for digits only, or ^.{12,}$ for long tokens. ^ is the start, $ the end."),
        ),
    }[by]
    query = st.text_input(
        label, fields.values[parameter], key=f"{parameter}{fields.version}", on_change=_searched, args=(fields,)
    )
    # Not in the widget's help or a caption, which read Markdown.
    st.text(about)
    fields.take(**{parameter: query or ""})
    return query or ""


def _choose_group(fields: Fields, index: Index) -> str:
    groups = list(index.group_sizes)
    wanted = fields.values["script"]
    if wanted and wanted not in groups:
        try:
            known = group_name(wanted)
        except KeyError:
            known = wanted[:40]
        notice(_("No token of this vocabulary is in the group “{group}”. Another group is shown.").format(group=known))

    group: str = st.selectbox(
        _("What the token is written in, with the number of tokens"),
        groups,
        groups.index(wanted) if wanted in groups else 0,
        format_func=lambda group: group_title(index, group),
        key=f"script{fields.version} {index.tokenizer.name}",
        on_change=_searched,
        args=(fields,),
    )
    fields.take(script=group)
    return group


def _searched(fields: Fields) -> None:
    state.touch()
    forget_results(fields)


def forget_results(fields: Fields) -> None:
    """Another search: its results start at the first page, and no token of them is chosen yet."""
    fields.take(token="", results="1")


def choose_page(fields: Fields, search: str, hits: int) -> int:
    """Which page of the results, from 1. `search` names the search: another one starts at its first page."""
    number = pages(hits)
    wanted = read_page(fields.values["results"], hits)
    if number > 1:
        wanted = st.pagination(
            number,
            default=wanted,
            key=f"results{fields.version}_{crc32(search.encode('utf-8', 'surrogatepass'))}",
            on_change=state.touch,
        )
    fields.take(results=str(wanted))
    return wanted
