"""The text that a screen reader reads for a chart."""

import re
from html import unescape

import altair as alt

from ui.jobs.chart_files import chart_file


def aria_labels(chart: alt.Chart | alt.LayerChart) -> list[str]:
    """Return the labels of a chart's marks and axes."""
    return [
        unescape(label) for label in re.findall('aria-label="([^"]*)"', chart_file(chart.to_json(), "svg").decode())
    ]


def columns_read_out(chart: alt.Chart | alt.LayerChart) -> set[str]:
    """Return the data columns that are read aloud by their names in the code."""
    columns = {name for rows in chart.to_dict()["datasets"].values() for row in rows for name in row}
    told = {part.split(": ")[0].split(" of ")[-1] for label in aria_labels(chart) for part in label.split("; ")}
    return columns & told
