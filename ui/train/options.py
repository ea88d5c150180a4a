"""The options of a training as widgets, a kind of widget for a kind of value."""

import streamlit as st

from ui.algorithms import ALGORITHMS
from ui.algorithms.options import Option
from ui.readings import Number, Switch, Words
from ui.session import Page
from ui.train import chosen


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
    held = page.widget(option.parameter)
    match option.reading:
        case Number(least, most):
            st.number_input(option.label, least, most, disabled=disabled, **held)
        case Switch():
            st.toggle(option.label, disabled=disabled, **held)
        case Words():
            there = st.session_state[held["key"]]
            st.multiselect(option.label, there, accept_new_options=True, disabled=disabled, **held)
        case _:
            st.selectbox(
                option.label, list(option.titles), format_func=option.titles.__getitem__, disabled=disabled, **held
            )
