"""How the numbers of a training move with its steps: for the player to draw, as charts to take away, and as a table."""

from typing import Literal

import altair as alt
import pandas as pd

from ui.i18n import gettext as _
from ui.jobs.work import Summary
from ui.player.contract import Curves

Name = Literal["tokens", "vocabulary"]

LINE = "#2f6fb7"


def titles() -> dict[Name, str]:
    """The lines by their names: tokens in the corpus, and size of the vocabulary."""
    return {"tokens": _("Tokens in the corpus"), "vocabulary": _("Tokens in the vocabulary")}


def curves(summary: Summary, steps_title: str, alt_text: str) -> Curves:
    """The lines for the player. `steps_title` says what the steps are called."""
    columns = _columns(summary)
    return {
        "title": _("How the numbers move"),
        "alt": alt_text,
        "axis": steps_title,
        "steps": columns["step"],
        "lines": [
            {"title": titles()["tokens"], "values": columns["tokens"], "heading": 1},
            {"title": titles()["vocabulary"], "values": columns["vocabulary"], "heading": 0},
        ],
    }


def chart(summary: Summary, name: Name, title: str, steps_title: str) -> alt.Chart:
    """One of the lines as a chart."""
    line: alt.Chart = (
        alt.Chart(pd.DataFrame(_columns(summary)))
        .mark_line(color=LINE, strokeWidth=2.5, point=len(summary.points) <= 40)
        .encode(
            x=alt.X("step:Q", title=steps_title, axis=alt.Axis(tickMinStep=1, format=",.0f")),
            y=alt.Y(f"{name}:Q", title=title, axis=alt.Axis(tickMinStep=1)),
        )
        .properties(height=260)
    )
    return line


def as_table(summary: Summary, steps_title: str) -> pd.DataFrame:
    """The numbers of both lines: one row a step. `steps_title` says what the steps are called."""
    return pd.DataFrame([tuple(point) for point in summary.points], columns=[steps_title, *titles().values()])


def _columns(summary: Summary) -> dict[str, list[int]]:
    return {name: [getattr(point, name) for point in summary.points] for name in ("step", "tokens", "vocabulary")}
