"""The content of Vocabulary size: two curves, the same numbers as a table, and a batch of ids."""

from collections.abc import Sequence
from html import escape

import altair as alt
import pandas as pd

from bpe_engine import BPETokenizer, Tokenizer
from bpe_engine.notebook import token_hue
from ui.base.charts import LINE, compact_number_labels, localized, tooltips
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.base.token_labels import id_label, token_label
from ui.base.tokenizer_choices import TokenizerName, embedding_rows, explain_id_gaps
from ui.base.visible_text import join_sentences
from ui.components.contract import TokenRow
from ui.components.html_table import html_table
from ui.course.values.vocabulary_sizes import SizeMeasurement, first_tokens, parameters

SHOWN = 30  # tokens of the text: two lines on a laptop


def curve(found: Sequence[SizeMeasurement], column: str, title: str, width: int, at: int = -1) -> alt.LayerChart:
    """Return a chart of the text's tokens, or the embedding's parameters, by vocabulary size, with one size marked."""
    points = pd.DataFrame(
        [(row.size, row.tokens, parameters(row.size, width)) for row in found], columns=["size", "tokens", "parameters"]
    )
    last = points["size"].max()
    ticks = [size for size in points["size"] if size <= last / 1.9] + [last]  # nearer ones would hide the last label
    curve = (
        alt.Chart(points)
        .mark_line(color=LINE, point=alt.OverlayMarkDef(color=LINE, size=50))
        .encode(
            x=alt.X(
                "size:Q",
                title=_("Tokens in the vocabulary, doubling at each step"),
                scale=alt.Scale(type="log", base=2, nice=False),
                axis=alt.Axis(format=",", values=ticks, labelOverlap="greedy"),
            ),
            y=alt.Y(
                f"{column}:Q", title=title, axis=alt.Axis(title=None, labelExpr=compact_number_labels(), tickCount=5)
            ),
            tooltip=tooltips(
                {"size:Q": _("Tokens in the vocabulary"), f"{column}:Q": title}, size=",", **{column: ","}
            ),
        )
    )
    place = alt.Chart(points.iloc[[at]]).encode(x="size:Q", y=f"{column}:Q")
    # They say nothing that the curve does not say.
    marked = place.mark_rule(color=LINE, strokeWidth=2, aria=False).encode(y=alt.Undefined) + place.mark_point(
        color=LINE, filled=True, opacity=1, size=260, aria=False
    )
    chart: alt.LayerChart = (curve + marked).properties(height=280)
    return localized(chart)


def cut_row(tokenizer: BPETokenizer, text: str, row: SizeMeasurement) -> TokenRow:
    """Return the beginning of the text in the tokens of a size."""
    tokens = first_tokens(tokenizer, text, row.size, SHOWN)[:SHOWN]
    ids = [tokenizer.vocabulary[token] for token in tokens]
    shown = [
        (token_label(tokenizer, token), number, token_hue(number), False)
        for token, number in zip(tokens, ids, strict=True)
    ]
    count = ngettext("{count} token", "{count} tokens", row.tokens).format(count=localized_number(row.tokens))
    return {"title": _("How the text begins"), "count": count, "tokens": shown}


def range_html(title: str, first: int, last: int) -> str:
    """Return what a number is with the smallest and with the chosen vocabulary, as the title of its chart."""
    numbers = f"{localized_number(first)} → {localized_number(last)}"
    return f'<p class="bpe-range"><span>{escape(title)}</span> {numbers}</p>'


def table_html(found: Sequence[SizeMeasurement], characters: int, width: int) -> str:
    """Return the numbers for each size, as an HTML table."""
    heads = [
        _("Tokens in the vocabulary"),
        _("Tokens in the text"),
        _("Characters per token"),
        _("Different tokens in the text"),
        _("Share of the vocabulary seen once or never"),
        _("Embedding parameters"),
    ]
    rows = [
        [
            localized_number(row.size),
            localized_number(row.tokens),
            localized_decimal(characters / row.tokens, 2),
            localized_number(row.used),
            localized_percent(row.rare_share, 2),
            localized_number(parameters(row.size, width)),
        ]
        for row in found
    ]
    return html_table(_("The numbers as a table"), heads, rows, kind="numbers", caption=True)


def embedding_text(name: TokenizerName, tokenizer: Tokenizer, width: int) -> str:
    """Return the number of parameters in the embedding of all tokens."""
    gaps = explain_id_gaps(tokenizer)
    values = {
        "tokenizer": name.title,
        "width": localized_number(width),
        "parameters": localized_number(parameters(embedding_rows(tokenizer), width)),
    }
    if gaps:
        return join_sentences(
            gaps,
            _("{tokenizer}: {rows} rows of {width} numbers each make {parameters} embedding parameters.").format(
                rows=localized_number(embedding_rows(tokenizer)), **values
            ),
        )
    return _(
        "{tokenizer} has {size} tokens, special ones included, with {width} numbers each: {parameters} embedding "
        "parameters."
    ).format(size=localized_number(tokenizer.vocab_size), **values)


def batch_html(tokenizer: Tokenizer, rows: Sequence[Sequence[int]]) -> str:
    """Return the ids of a batch as an HTML table: one text per row, and the token below each id."""
    cells = [[f"{token_id}\n{id_label(tokenizer, token_id)}" for token_id in row] for row in rows]
    heads = [localized_number(place) for place in range(len(rows[0]))]
    return html_table(_("Ids, each with its token below"), heads, cells, kind="numbers", caption=True)
