"""The widgets of the Pre-tokenize page: text, patterns, and the part of a long text."""

from typing import get_args

import streamlit as st

from ui.i18n import gettext as _
from ui.i18n import number
from ui.pretokenize.cuts import LONGEST_TEXT, PatternName, examples, parts, pattern_title
from ui.session import Page


def choose_text(page: Page) -> str:
    """A text of one's own, or one of the examples."""
    with st.container(horizontal=True):
        for number, (title, example) in enumerate(examples().items()):
            st.button(title, key=f"example_{number}", on_click=page.set, kwargs={"sample": example, "part": 1})
    text: str = st.text_area(_("Your text"), height=100, **page.widget("sample"))
    return text


def choose_patterns(page: Page) -> list[PatternName]:
    """One pattern, or two to be shown side by side."""
    left, right = st.columns(2)
    names = get_args(PatternName)
    first = left.selectbox(_("Pattern"), names, format_func=pattern_title, **page.widget("pattern"))
    second = right.selectbox(
        _("A second pattern beside it"), ("nothing", *names), format_func=pattern_title, **page.widget("beside")
    )
    chosen = [name for name in (first, second) if name != "nothing"]
    if "own" in chosen:
        st.text_input(_("Your regex"), **page.widget("regex"))
        st.caption(_("In the syntax of Python's module regex. What it does not match is left out of the text."))
    return chosen


def choose_part(page: Page, text: str) -> int:
    """The part of a long text that is drawn, 1 the first."""
    count = parts(text[:LONGEST_TEXT])
    if page["part"] > count:
        page.set(part=count)
    if count == 1:
        return 1
    part: int = st.number_input(
        _("Part of the text, 1 to {count}").format(count=number(count)), 1, count, **page.widget("part")
    )
    st.caption(_("Counts and legends are those of the whole text; the chunks of one part are drawn at a time."))
    return part
