"""How the numbers of a training change with its steps: as charts to download, and as a table."""

import altair as alt
import pandas as pd

from ui.base.charts import LINE, localized
from ui.jobs.training_calls import TrainingSummary
from ui.player.training_curves import CurveName, curve_columns, curve_titles


def chart(summary: TrainingSummary, name: CurveName, title: str, steps_title: str) -> alt.Chart:
    """Return one of the curves as a chart."""
    line: alt.Chart = (
        alt.Chart(pd.DataFrame(curve_columns(summary)))
        .mark_line(color=LINE, strokeWidth=2.5, point=len(summary.points) <= 40)
        .encode(
            x=alt.X("step:Q", title=steps_title, axis=alt.Axis(tickMinStep=1, format=",.0f")),
            y=alt.Y(f"{name}:Q", title=title, axis=alt.Axis(tickMinStep=1)),
        )
        .properties(height=260)
    )
    return localized(line)


def as_table(summary: TrainingSummary, steps_title: str) -> pd.DataFrame:
    """Return the numbers of both curves: one row per step. `steps_title` is the heading of the steps."""
    return pd.DataFrame([tuple(point) for point in summary.points], columns=[steps_title, *curve_titles().values()])
