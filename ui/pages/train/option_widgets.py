"""The options of a training as widgets, by type of value."""

import streamlit as st

from ui.base import session_state
from ui.base.parameter_types import Flag, WholeNumber, WordList
from ui.base.visible_text import visible_line
from ui.pages.common import current_training as chosen
from ui.state.session import PageState
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms.options import TrainingOption


def choose_options(page: PageState) -> None:
    """Show a widget for each option that has an effect, given the other settings."""
    settings = chosen.settings(page)
    counted = bool(page["words"])
    for option in ALGORITHMS[page["algorithm"]].options():
        if option.is_relevant(settings):
            _widget(page, option, disabled=counted and bool(option.counted))
            if counted and option.counted:
                st.caption(option.counted)
            st.caption(option.caption)


def _widget(page: PageState, option: TrainingOption, *, disabled: bool) -> None:
    widget = page.widget_options(option.parameter)
    match option.type:
        case WholeNumber(least, most):
            st.number_input(option.label, least, most, disabled=disabled, **widget)
        case Flag():
            st.toggle(option.label, disabled=disabled, **widget)
        case WordList():
            current = session_state.get(widget["key"])
            st.multiselect(
                option.label, current, accept_new_options=True, format_func=visible_line, disabled=disabled, **widget
            )
        case _:
            st.selectbox(
                option.label, list(option.titles), format_func=option.titles.__getitem__, disabled=disabled, **widget
            )
