"""The widgets of Chunks and bytes: a text, patterns, and the part of a long text."""

from typing import get_args

import streamlit as st

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.pages.common.text_controls import example_buttons
from ui.pages.pretokenize.segmentation import LONGEST_TEXT, PatternName, examples, part_count, pattern_title
from ui.state.session import PageState


def choose_patterns(page: PageState) -> list[PatternName]:
    """Choose one pattern, or two side by side."""
    names = get_args(PatternName)
    first = st.selectbox(
        _("Pattern"),
        names,
        format_func=pattern_title,
        label_visibility="collapsed",
        width=240,
        **page.widget_options("pattern"),
    )
    second = st.selectbox(
        _("Second pattern"),
        ("nothing", *names),
        format_func=pattern_title,
        label_visibility="collapsed",
        width=240,
        **page.widget_options("beside"),
    )
    return [name for name in (first, second) if name != "nothing"]


def choose_text(page: PageState, patterns: list[PatternName]) -> str:
    """Choose a text, and the reader's own pattern if that is chosen."""
    if "own" in patterns:
        st.text_input(_("Your regex"), **page.widget_options("regex"))
        st.caption(_("Uses the syntax of Python’s regex module. Text that it doesn’t match is left out."))
    sample: str = st.text_area(_("Your text"), height=150, **page.widget_options("sample"))
    example_buttons(page, "example", {title: {"sample": example, "part": 1} for title, example in examples().items()})
    return sample


def choose_part(page: PageState, text: str) -> int:
    """Choose the part of a long text to draw, counted from 1."""
    count = part_count(text[:LONGEST_TEXT])
    if page["part"] > count:
        page.set(part=count)
    if count == 1:
        return 1
    part: int = st.number_input(
        _("Part of the text, 1 to {count}").format(count=localized_number(count)),
        1,
        count,
        **page.widget_options("part"),
    )
    st.caption(_("Counts and legends cover the whole text; chunks are drawn one part at a time."))
    return part
