"""The choices of Train, in a drawer over the player: scenario, algorithm, words, settings."""

from collections.abc import Callable

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.components.notice import show_error
from ui.pages.common import current_training as chosen
from ui.pages.common.shell import is_open
from ui.pages.train.custom_text import choose_text
from ui.pages.train.option_widgets import choose_options
from ui.pages.train.word_table import FREQUENCY, WORD, read_words, words_table
from ui.state import session
from ui.state.session import PageState
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS, offered_scenarios

_ALGORITHM = "train.algorithm_shown"
_TABLE = "train.tables"  # number of word tables so far: a new one shows no edits of the last


def choose(page: PageState) -> None:
    """Show a summary of the choices in one line; it opens the drawer over the player."""
    with st.popover(chosen.summary(page), key="train.choices", wrap=True):
        _choose_scenario(page)
        _choose_algorithm(page)
        _choose_details(page)


def _choose_scenario(page: PageState) -> None:
    """Choose a scenario with one click."""

    def keep_algorithm() -> None:  # a scenario visited for the first time gets the algorithm of the one before
        session_state.get_or_create(page.key("algorithm"), lambda: session_state.get(_ALGORITHM))

    st.pills(
        _("What to train on"),
        offered_scenarios(),
        format_func=lambda key: SCENARIOS[key].title,
        required=True,
        label_visibility="collapsed",
        on_change=keep_algorithm,
        **page.widget_options("scenario"),
    )
    session_state.put(_ALGORITHM, page["algorithm"])
    st.caption(ALGORITHMS[page["algorithm"]].scenario_description(SCENARIOS[page["scenario"]]).replace("<", "\\<"))
    if not chosen.is_unchanged(page):
        own = page["scenario"] == CUSTOM_TEXT
        st.caption(_("You’ve changed the settings.") if own else _("You’ve changed this lesson’s words or settings."))


def _choose_algorithm(page: PageState) -> None:
    """Choose an algorithm with one click."""
    st.pills(
        _("Method"),
        list(ALGORITHMS),
        format_func=lambda key: ALGORITHMS[key].name,
        required=True,
        **page.widget_options("algorithm"),
    )
    algorithm = ALGORITHMS[page["algorithm"]]
    limit = algorithm.limit if page["scenario"] == CUSTOM_TEXT else ""
    st.caption(f"{algorithm.description} {limit}".strip())


def _choose_details(page: PageState) -> None:
    """Show the words or the text, and the settings."""
    if page["scenario"] == CUSTOM_TEXT:
        choose_text(page)
    left, right = st.columns(2)
    if page["words"]:
        _drawer(left, _("Words and frequencies"), "words", lambda: _edit_words(page))
    else:
        right = left
    _drawer(right, _("Settings"), "settings", lambda: _choose_settings(page))


def _drawer(place: DeltaGenerator, title: str, name: str, draw: Callable[[], None]) -> None:
    drawer = place.expander(title, key=f"train.drawer_{name}", on_change="rerun")
    if is_open(name, drawer.open):
        with drawer:
            draw()


def _edit_words(page: PageState) -> None:
    st.caption(_("Change a word or a number, or add or delete a row: the training follows."))
    key = f"{page.key('words')}.table{session_state.get(_TABLE, 0)}.{session.session_name()}"
    if not session_state.has(key):  # edits are stored as changes to the table that the widget started with
        session_state.put(f"{key}.base", words_table(dict(page["words"])))
    base: pd.DataFrame = session_state.get(f"{key}.base")
    table = st.data_editor(
        base,
        num_rows="dynamic",
        hide_index=True,
        key=key,
        column_config={
            WORD: st.column_config.TextColumn(_("Word")),
            FREQUENCY: st.column_config.NumberColumn(_("Frequency"), format="%g"),
        },
    )
    try:
        counts = read_words(table)
    except EngineError as error:
        show_error(error)
        st.caption(_("Until then, the last table that worked is shown."))
        return
    words = tuple(counts.items())
    if words != page["words"]:
        page.set(words=words)
        st.rerun()  # what was drawn earlier in this run shows the old words


def _choose_settings(page: PageState) -> None:
    """Show all settings in one place, with a sentence each."""
    choose_options(page)
    if not chosen.is_unchanged(page):
        st.button(_("Reset settings"), on_click=_reset, args=(page,))


def _reset(page: PageState) -> None:
    page.reset(*chosen.lesson_parameters(page))
    session_state.put(_TABLE, session_state.get(_TABLE, 0) + 1)
