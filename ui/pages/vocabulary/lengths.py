"""The lengths of the tokens found in a vocabulary, as a table and as a chart."""

from collections import Counter
from collections.abc import Sequence

import altair as alt
import pandas as pd

from ui.base.charts import LINE, localized, tooltips
from ui.base.i18n import gettext as _
from ui.pages.vocabulary.search_index import VocabularyIndex

LENGTHS = 20  # bytes; longer tokens share the chart's last bar


def lengths(index: VocabularyIndex, hits: Sequence[int]) -> pd.DataFrame:
    """Return how many of the found tokens have each length: one row per length in bytes, shortest first.

    Columns: length, tokens.
    """
    counts = Counter(index.lengths[place] for place in hits)
    return pd.DataFrame(sorted(counts.items()), columns=["length", "tokens"])


def lengths_for_chart(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with one row per bar: lengths above LENGTHS together. Columns: order, length, tokens."""
    short = table[table["length"] <= LENGTHS].set_index("length")["tokens"].to_dict()
    bars = [(length, str(length), short.get(length, 0)) for length in range(1, LENGTHS + 1)]
    longer = int(table.loc[table["length"] > LENGTHS, "tokens"].sum())
    bars.append((LENGTHS + 1, f"{LENGTHS + 1}+", longer))
    return pd.DataFrame(bars, columns=["order", "length", "tokens"])


def lengths_chart(data: pd.DataFrame) -> alt.Chart:
    """Return a bar chart of the lengths in bytes."""
    chart: alt.Chart = (
        alt.Chart(data)
        .mark_bar(color=LINE)
        .encode(
            x=alt.X(
                "length:O",
                # two lines, because one would be cut off on a phone
                title=[_("Token length in bytes"), _("Last bar: more than {most}").format(most=LENGTHS)],
                sort=alt.EncodingSortField("order"),
                axis=alt.Axis(labelAngle=0, labelOverlap="greedy"),
            ),
            y=alt.Y("tokens:Q", title=_("Tokens"), axis=alt.Axis(tickMinStep=1)),
            tooltip=tooltips({"length:O": _("Token length in bytes"), "tokens:Q": _("Tokens")}, tokens=","),
        )
        .properties(height=220)
    )
    return localized(chart)
