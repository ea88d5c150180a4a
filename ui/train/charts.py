"""Altair charts: pure functions from a training's summary to a chart."""

import altair as alt
import pandas as pd

from ui.i18n import gettext as _
from ui.jobs.work import Summary

LINE = "#2f6fb7"
NOW = "#c2410c"


def per_step(summary: Summary, step: int) -> pd.DataFrame:
    """The chart's data: one row a step, and one row (`now`) for the step that is looked at.

    Columns: step, tokens, vocabulary, now.
    """
    rows = [(point.step, float(point.tokens), float(point.vocabulary), False) for point in summary.points]
    frame = pd.DataFrame(rows, columns=["step", "tokens", "vocabulary", "now"])
    # The marked step is a row of the same data, so that the chart's spec stays and only data is sent.
    frame.loc[len(frame)] = (step, float("nan"), float("nan"), True)
    return frame


def tokens_chart(data: pd.DataFrame, steps_title: str) -> alt.LayerChart:
    """Tokens in the corpus after each step. `steps_title` says what the steps are called."""
    return _line(data, steps_title, "tokens", _("Tokens in the corpus"))


def vocabulary_chart(data: pd.DataFrame, steps_title: str) -> alt.LayerChart:
    """Size of the vocabulary after each step. `steps_title` says what the steps are called."""
    return _line(data, steps_title, "vocabulary", _("Tokens in the vocabulary"))


def _line(data: pd.DataFrame, steps_title: str, column: str, title: str) -> alt.LayerChart:
    x = alt.X("step:Q", title=steps_title, axis=alt.Axis(tickMinStep=1, format=",.0f"))
    base = alt.Chart(data).encode(x=x)
    line = (
        base.transform_filter("!datum.now")
        .mark_line(color=LINE, strokeWidth=2.5, point=len(data) <= 40)
        .encode(
            y=alt.Y(f"{column}:Q", title=title, axis=alt.Axis(tickMinStep=1)),
            tooltip=[alt.Tooltip("step:Q", title=steps_title), alt.Tooltip(f"{column}:Q", title=title, format=",")],
        )
    )
    now = base.transform_filter("datum.now").mark_rule(color=NOW, strokeWidth=2.5, strokeDash=[6, 3])
    chart: alt.LayerChart = alt.LayerChart(layer=[line, now]).properties(height=260)
    return chart


def as_table(summary: Summary, steps_title: str) -> pd.DataFrame:
    """The numbers of both charts: one row a step. `steps_title` says what the steps are called."""
    return pd.DataFrame(
        [tuple(point) for point in summary.points],
        columns=[steps_title, _("Tokens in the corpus"), _("Tokens in the vocabulary")],
    )
