"""The options of a training as widgets, a kind of widget for a kind of value."""

import streamlit as st

from ui.base import session_state
from ui.base.parameter_types import Number, Switch, Words
from ui.base.visible_text import visible_line
from ui.pages.common import current_training as chosen
from ui.state.session import Page
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms.options import Option


def choose_options(page: Page) -> None:
    """A widget for each option that means something beside the other settings."""
    settings = chosen.settings(page)
    counted = bool(page["words"])
    for option in ALGORITHMS[page["algorithm"]].options():
        if option.shown(settings):
            _widget(page, option, disabled=counted and bool(option.counted))
            if counted and option.counted:
                st.caption(option.counted)
            st.caption(option.caption)


def _widget(page: Page, option: Option, *, disabled: bool) -> None:
    widget = page.widget(option.parameter)
    match option.reading:
        case Number(least, most):
            st.number_input(option.label, least, most, disabled=disabled, **widget)
        case Switch():
            st.toggle(option.label, disabled=disabled, **widget)
        case Words():
            there = session_state.value(widget["key"])
            st.multiselect(
                option.label, there, accept_new_options=True, format_func=visible_line, disabled=disabled, **widget
            )
        case _:
            st.selectbox(
                option.label, list(option.titles), format_func=option.titles.__getitem__, disabled=disabled, **widget
            )
