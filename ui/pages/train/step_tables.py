"""The corpus, the pairs and the vocabulary of a step as whole tables, each computed when it is opened."""

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number
from ui.base.visible_text import visible_line
from ui.components.number_table import show_number_table
from ui.jobs import training_calls
from ui.jobs.finished_training import FinishedTraining
from ui.state.session import PageState
from ui.tokenization.algorithms import ALGORITHMS

SCORE_DIGITS = 4
_STEP = "train.table_step"  # the training, and the step whose tables are shown


def show_step_tables(page: PageState, training: FinishedTraining) -> None:
    """Show the tables of the step that the player is at, below the first screen."""
    key, step = session_state.get(_STEP, ("", 0))
    step = step if key == training.key else 0
    sections: dict[training_calls.StepPart, tuple[str, Callable[[list[Any]], pd.DataFrame]]] = {
        "words": (_("Corpus"), _words),
        "pairs": (_("Pairs, most frequent first"), _pairs),
        "vocabulary": (_("Vocabulary"), _vocabulary),
    }
    place = st.container(key="step_tables")
    for part, (title, table) in sections.items():
        if part == "pairs" and not ALGORITHMS[page["algorithm"]].merges:
            continue
        section = place.expander(title, key=f"train.{part}_table", on_change="rerun")
        if section.open:
            section.caption(
                _("Step {step} of {steps}").format(
                    step=localized_number(step), steps=localized_number(training.summary.steps)
                )
            )
            rows = training.ask(training_calls.step_rows, step, part)
            show_number_table(table(rows), place=section)


def remember_step(training: FinishedTraining, step: int) -> None:
    """Remember the step of the player when a table is opened: the player tells it then, and not at each step."""
    session_state.put(_STEP, (training.key, step))


def _words(rows: list[Any]) -> pd.DataFrame:
    columns = [_("Word"), _("Frequency"), _("Tokens")]
    return pd.DataFrame([(visible_line(word), count, _joined(tokens)) for word, count, tokens in rows], columns=columns)


def _pairs(rows: list[Any]) -> pd.DataFrame:
    scored = any(score is not None for _pair, _count, score in rows)
    columns = [_("Pair"), _("Count"), *([_("Score")] if scored else [])]
    return pd.DataFrame(
        [
            (_joined(pair, " + "), count, *([localized_decimal(score, SCORE_DIGITS)] if scored else []))
            for pair, count, score in rows
        ],
        columns=columns,
    )


def _vocabulary(rows: list[Any]) -> pd.DataFrame:
    return pd.DataFrame([(number, visible_line(token)) for token, number in rows], columns=[_("Id"), _("Token")])


def _joined(tokens: list[str], separator: str = " ") -> str:
    return separator.join(map(visible_line, tokens))
