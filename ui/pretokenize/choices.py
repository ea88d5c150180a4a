"""The widgets of the Pre-tokenize page: text, patterns, and the part of a long text."""

from typing import get_args

import streamlit as st

from ui import state
from ui.components.notice import notice
from ui.i18n import gettext as _
from ui.pretokenize.cuts import EXAMPLE, LONGEST_TEXT, OWN_EXAMPLE, PatternName, examples, parts, pattern_title
from ui.state import Fields

USUAL = {"sample": EXAMPLE, "pattern": "gpt2", "beside": "nothing", "regex": OWN_EXAMPLE, "part": "1"}
"""The parameters of the page."""


def choose_text(fields: Fields) -> str:
    """A text of one's own, or one of the examples."""
    with st.container(horizontal=True):
        for number, (title, example) in enumerate(examples().items()):
            if st.button(title, key=f"example_{number}", on_click=state.touch):
                fields.set(sample=example, part="1")
    text = st.text_area(
        _("Your text"), fields.values["sample"], height=100, key=f"sample{fields.version}", on_change=state.touch
    )
    fields.take(sample=text or "")
    return text or ""


def choose_patterns(fields: Fields) -> list[PatternName]:
    """One pattern, or two to be shown side by side."""
    left, right = st.columns(2)
    chosen = []
    for column, parameter, label, options in (
        (left, "pattern", _("Pattern"), get_args(PatternName)),
        (right, "beside", _("A second pattern beside it"), ("nothing", *get_args(PatternName))),
    ):
        wanted = fields.values[parameter]
        if wanted not in options:
            notice(
                _("The address says {parameter}={value}, which is not one of {known}.").format(
                    parameter=parameter, value=wanted[:40], known=", ".join(options)
                )
            )
            wanted = USUAL[parameter]
        picked = column.selectbox(
            label,
            options,
            options.index(wanted),
            format_func=pattern_title,
            key=f"{parameter}{fields.version}",
            on_change=state.touch,
        )
        fields.take(**{parameter: picked})
        if picked != "nothing":
            chosen.append(picked)
    if "own" in chosen:
        regex = st.text_input(
            _("Your regex"), fields.values["regex"], key=f"regex{fields.version}", on_change=state.touch
        )
        st.caption(_("In the syntax of Python's module regex. What it does not match is left out of the text."))
        fields.take(regex=regex or "")
    return chosen


def choose_part(fields: Fields, text: str) -> int:
    """The part of a long text that is drawn, 1 the first."""
    count = parts(text[:LONGEST_TEXT])
    if count == 1:
        fields.take(part="1")
        return 1
    wanted = fields.values["part"]
    part = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 4 else 1
    picked = st.number_input(
        _("Part of the text, 1 to {count:,}").format(count=count),
        1,
        count,
        min(max(part, 1), count),
        key=f"part{fields.version}_{count}",
        on_change=state.touch,
    )
    st.caption(_("Counts and legends are those of the whole text; the chunks of one part are drawn at a time."))
    fields.take(part=str(picked))
    return int(picked)
