"""What a language costs, as a chart."""

import altair as alt
import pandas as pd

from ui.base.charts import localized
from ui.base.i18n import gettext as _
from ui.base.tokenizers import TokenizerName
from ui.course.articles import TOKENIZERS, costs


def chart() -> alt.LayerChart:
    """A mark for each language and tokenizer: tokens relative to English."""
    titles = [TokenizerName(name).title for name in TOKENIZERS]
    rows = [
        (order, cost.language, TokenizerName(name).title, cost.tokens[name], cost.relative[name])
        for order, cost in enumerate(costs().values())
        for name in TOKENIZERS
    ]
    points = pd.DataFrame(rows, columns=["order", "language", "tokenizer", "tokens", "relative"])
    base = alt.Chart(points).encode(
        y=alt.Y(
            "language:N",
            sort=alt.EncodingSortField("order", order="ascending"),
            title=_("Language"),
            axis=alt.Axis(title=None, labelOverlap=False, labelLimit=240),
        )
    )
    line = base.mark_rule(strokeWidth=1, opacity=0.5, color="#7d8896", aria=False).encode(
        x=alt.X("min(relative):Q"), x2=alt.X2("max(relative):Q")
    )
    legend = alt.Legend(orient="top", title=None, columns=1)
    marks = base.mark_point(filled=True, size=80, opacity=1).encode(
        x=alt.X("relative:Q", title=_("Tokens relative to English")),
        color=alt.Color(
            "tokenizer:N",
            title=_("Tokenizer"),
            legend=legend,
            scale=alt.Scale(domain=titles, range=["#c2410c", "#2f6fb7", "#15803d"]),
        ),
        shape=alt.Shape("tokenizer:N", title=_("Tokenizer"), legend=legend, scale=alt.Scale(domain=titles)),
        tooltip=[
            alt.Tooltip("language:N", title=_("Language")),
            alt.Tooltip("tokenizer:N", title=_("Tokenizer")),
            alt.Tooltip("tokens:Q", title=_("Tokens"), format=","),
            alt.Tooltip("relative:Q", title=_("Relative to English"), format=".2f"),
        ],
    )
    found: alt.LayerChart = alt.LayerChart(layer=[line, marks]).properties(height=alt.Step(18))
    return localized(found)
