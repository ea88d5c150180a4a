"""The charts of Compare methods: bars of the metrics, and curves over the vocabulary size."""

from collections.abc import Iterable, Sequence
from html import escape

import altair as alt
import pandas as pd

from ui.base.charts import localized, tooltips
from ui.base.i18n import gettext as _
from ui.base.word_spacing import SpacingUnit
from ui.pages.compare.methods import METHODS
from ui.pages.compare.metrics_tables import MethodMetrics, tokens_per
from ui.tokenization.algorithms.base import ChartStyle, ComparedMethod

BARS = ("characters_per_token", "tokens_per_word", "unknown_rate")  # fields of Metrics


def chart_points(rows: Sequence[MethodMetrics]) -> pd.DataFrame:
    """Return the chart's data: one row per method and text. Columns: method, text, and BARS."""
    points = [
        (row.method.name, text, *(getattr(metrics, column) for column in BARS))
        for row in rows
        for text, metrics in ((_("corpus"), row.corpus), (_("new text"), row.unseen))
        if metrics
    ]
    return pd.DataFrame(points, columns=["method", "text", *BARS])


def _chart_styles(points: pd.DataFrame) -> dict[str, ChartStyle]:
    """Return the styles of the methods in a chart's data, by their names there."""
    looks = {method.name: method.look for method in METHODS.values()}
    return {title: looks[title] for title in dict.fromkeys(points["method"])}


def bar_charts(points: pd.DataFrame, unit: SpacingUnit, unseen: SpacingUnit) -> list[tuple[alt.LayerChart, str]]:
    """Return a chart of each metric that differs most between methods, with its text alternative.

    Tokens are counted per word or syllable, as in the corpus; a new text with another unit has no such bars.
    """
    if unit == "none":
        first = _bar_chart(points, "characters_per_token", _("Characters per token"), ".2f")
    else:
        comparable = points if unseen == unit else points[points["text"] == _("corpus")]
        first = _bar_chart(comparable, "tokens_per_word", tokens_per(unit), ".2f")
    return [first, _bar_chart(points, "unknown_rate", _("Unknown tokens"), ".0%")]


def _bar_chart(points: pd.DataFrame, column: str, title: str, form: str) -> tuple[alt.LayerChart, str]:
    """Return bars for each method and text, filled for the corpus and outlined for the new text, with numbers."""
    looks = _chart_styles(points)
    # Leave room for the number after the longest bar. A share's axis always goes to 1, even if all are 0.
    is_share = column == "unknown_rate"
    values = [0, 0.25, 0.5, 0.75, 1] if is_share else None
    end = 1.15 * (1 if is_share else points[column].max())
    axis = alt.Axis(title=None, format=form, **({"values": values} if values else {"tickCount": 5}))
    base = alt.Chart(points).encode(
        y=alt.Y("method:N", sort=None, title=_("Method"), axis=alt.Axis(title=None, labelLimit=200)),
        yOffset=alt.YOffset("text:N", sort=None, title=_("Text")),
        x=alt.X(f"{column}:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, end], nice=False)),
        tooltip=tooltips({"method:N": _("Method"), "text:N": _("Text"), f"{column}:Q": title}, **{column: form}),
    )
    scale = alt.Scale(domain=list(looks), range=[look.colour for look in looks.values()])
    texts = alt.Scale(domain=[_("corpus"), _("new text")], range=[1, 0.15])
    marks = base.mark_bar(strokeWidth=1.5).encode(
        fill=alt.Fill("method:N", title=_("Method"), scale=scale, legend=None),
        stroke=alt.Stroke("method:N", title=_("Method"), scale=scale, legend=None),
        fillOpacity=alt.FillOpacity("text:N", title=_("Text"), scale=texts, legend=None),
    )
    label = alt.Text(f"{column}:Q", format=form)
    numbers = base.mark_text(align="left", dx=4, color="#7d8896", aria=False).encode(text=label)
    chart: alt.LayerChart = alt.LayerChart(layer=[marks, numbers]).properties(height=alt.Step(16), title=title)
    description = _("{metric} of each method, as bars, on the corpus and on the new text.")
    return localized(chart), description.format(metric=title)


def legend_html(methods: Iterable[ComparedMethod]) -> str:
    """Return one legend for all charts: sign, colour and name of each method."""
    items = "".join(
        f'<span><span style="color: {method.look.colour}" aria-hidden="true">{method.look.sign}</span> '
        f"{escape(method.name)}</span>"
        for method in methods
    )
    return f'<div style="display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem">{items}</div>'


def curve_charts(points: pd.DataFrame, unit: SpacingUnit) -> list[tuple[alt.Chart, str]]:
    """Return a chart of each metric over the vocabulary size, with its text alternative."""
    titles = {
        "characters_per_token": (_("Characters per token"), ".1f"),
        "tokens_per_word": (tokens_per(unit), ".1f"),
        "unknown_rate": (_("Unknown tokens"), ".0%"),
        "vocabulary_used": (_("Vocabulary tokens used"), ",.0f"),
    }
    description = _("{metric} by vocabulary size, one line per method.")
    return [
        (_curve_chart(points, column, title, form), description.format(metric=title))
        for column, (title, form) in titles.items()
        if title
    ]


def _curve_chart(points: pd.DataFrame, column: str, title: str, form: str) -> alt.Chart:
    """Return a line for each method over the vocabulary size. Columns of `points`: method, size and the metric."""
    looks = _chart_styles(points)

    def scale(field: str) -> alt.Scale:
        return alt.Scale(domain=list(looks), range=[getattr(look, field) for look in looks.values()])

    # Leave some room after the last point, so that neither it nor the last label is cut off.
    sizes = alt.Scale(domain=[0, points["size"].max() * 1.04], nice=False)
    values = alt.Scale(domain=[0, (points[column].max() or 1) * 1.04], nice=False)
    chart: alt.Chart = (
        alt.Chart(points)
        .mark_line(point=alt.OverlayMarkDef(size=45), strokeWidth=2.5)
        .encode(
            x=alt.X(
                "size:Q",
                title=_("Tokens in the vocabulary"),
                axis=alt.Axis(tickMinStep=1, tickCount=8, format=",.0f"),
                scale=sizes,
            ),
            y=alt.Y(f"{column}:Q", title=title, axis=alt.Axis(title=None, format=form, tickCount=5), scale=values),
            color=alt.Color("method:N", title=_("Method"), legend=None, scale=scale("colour")),
            shape=alt.Shape("method:N", title=_("Method"), legend=None, scale=scale("shape")),
            strokeDash=alt.StrokeDash("method:N", title=_("Method"), legend=None, scale=scale("dash")),
            tooltip=tooltips(
                {"method:N": _("Method"), "size:Q": _("Tokens in the vocabulary"), f"{column}:Q": title},
                size=",",
                **{column: form},
            ),
        )
        .properties(height=360, title=title)
    )
    return localized(chart)
