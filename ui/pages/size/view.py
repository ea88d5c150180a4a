"""The content of Vocabulary size: two curves, the same numbers as a table, and a batch of ids."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Literal

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
from ui.look import token_value

COLORS = LINE, token_value("--chart-10")
RULE = token_value("--chart-9")
SIDES: Sequence[tuple[Literal["left", "right"], int]] = (("left", 56), ("right", 88))  # pixels, as in page.css

SHOWN = 30  # tokens of the text: two lines on a laptop


def names() -> Mapping[str, str]:
    """Return the names of the curves, by column."""
    return {"tokens": _("Tokens in the text"), "parameters": _("Embedding parameters")}


def curves(found: Sequence[SizeMeasurement], width: int, at: int = -1) -> alt.LayerChart:
    """Return a chart of the text's tokens and the embedding's parameters by vocabulary size, with one size marked.

    The sizes stand at equal distances, as on the slider above it.
    """
    points = pd.DataFrame(
        [(row.size, row.tokens, parameters(row.size, width)) for row in found], columns=["size", "tokens", "parameters"]
    )
    forms = dict.fromkeys(points.columns, ",")
    titles = {"size:Q": _("Tokens in the vocabulary"), **{f"{column}:Q": name for column, name in names().items()}}
    sizes = alt.X(
        "size:O",
        title=_("Tokens in the vocabulary"),
        scale=alt.Scale(type="point", padding=0),
        axis=alt.Axis(
            title=None,
            labelExpr="format(datum.value, ',')",
            labelAngle=0,
            labelFontSize=13,
            labelOverlap="greedy",
            grid=True,
        ),
    )
    rule = alt.Chart(points.iloc[[at]]).mark_rule(color=RULE, strokeWidth=2, aria=False).encode(x=sizes)
    drawn: list[alt.LayerChart] = []
    for column, (side, room), color, dash in zip(names(), SIDES, COLORS, ([1, 0], [6, 4]), strict=True):
        y = alt.Y(
            f"{column}:Q",
            title=names()[column],
            axis=alt.Axis(
                title=None,
                orient=side,
                labelExpr=compact_number_labels(),
                labelFontSize=13,
                ticks=False,
                tickCount=5,
                grid=side == "left",
                minExtent=room,
                maxExtent=room,
            ),
        )
        line = (
            alt.Chart(points)
            .mark_line(color=color, strokeDash=dash, point=alt.OverlayMarkDef(color=color, size=50))
            .encode(x=sizes, y=y, tooltip=tooltips(titles, **forms))
        )
        # It says nothing that the curve does not say.
        place = alt.Chart(points.iloc[[at]]).mark_point(color=color, filled=True, opacity=1, size=260, aria=False)
        drawn.append(line + place.encode(x=sizes, y=y))
    chart: alt.LayerChart = alt.layer(rule, *drawn).resolve_scale(y="independent").properties(height=280, padding=0)
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


def range_html(first: SizeMeasurement, last: SizeMeasurement, width: int) -> str:
    """Return what both curves show with the smallest and with the chosen vocabulary: their titles."""
    counts = (first.tokens, last.tokens), (parameters(first.size, width), parameters(last.size, width))
    return "".join(
        f'<p class="bpe-range" style="--line: {color}"><span>{escape(name)}</span> '
        f"{localized_number(before)} → {localized_number(after)}</p>"
        for name, color, (before, after) in zip(names().values(), COLORS, counts, strict=True)
    )


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
