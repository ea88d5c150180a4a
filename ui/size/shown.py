"""What the page Vocabulary size draws: two curves, the same numbers as a table, and a batch of ids."""

from collections.abc import Sequence
from html import escape

import altair as alt
import pandas as pd

from bpe_engine import Tokenizer
from bpe_engine.tokenizer import NO_ID
from ui.charts import localized, short_numbers
from ui.i18n import decimal, number, percent
from ui.i18n import gettext as _
from ui.show import token_as_text, visible
from ui.size.measured import Measured, parameters
from ui.train.charts import LINE


def curve(found: Sequence[Measured], column: str, title: str, width: int) -> alt.Chart:
    """How the tokens of the text, or the parameters of the embedding, grow with the vocabulary."""
    points = pd.DataFrame(
        [(row.size, row.tokens, parameters(row.size, width)) for row in found], columns=["size", "tokens", "parameters"]
    )
    last = points["size"].max()
    ticks = [size for size in points["size"] if size <= last / 1.9] + [last]  # nearer ones would hide the last label
    chart: alt.Chart = (
        alt.Chart(points)
        .mark_line(color=LINE, point=alt.OverlayMarkDef(color=LINE, size=50))
        .encode(
            x=alt.X(
                "size:Q",
                title=_("Tokens in the vocabulary, each step twice as many"),
                scale=alt.Scale(type="log", base=2, nice=False),
                axis=alt.Axis(format=",", values=ticks, labelOverlap="greedy"),
            ),
            y=alt.Y(f"{column}:Q", title=title, axis=alt.Axis(title=None, labelExpr=short_numbers(), tickCount=5)),
            tooltip=[
                alt.Tooltip("size:Q", title=_("Tokens in the vocabulary"), format=","),
                alt.Tooltip(f"{column}:Q", title=title, format=","),
            ],
        )
        .properties(height=240, title=title)  # beside the axis a long one would be cut off
    )
    return localized(chart)


def table_html(found: Sequence[Measured], characters: int, width: int) -> str:
    """The numbers of each size."""
    heads = [
        _("Tokens in the vocabulary"),
        _("Tokens in the text"),
        _("Characters per token"),
        _("Different tokens in the text"),
        _("Of the vocabulary, once or never in the text"),
        _("Parameters of the embedding"),
    ]
    rows = [
        [
            number(row.size),
            number(row.tokens),
            decimal(characters / row.tokens, 2),
            number(row.used),
            percent(row.hardly, 2),
            number(parameters(row.size, width)),
        ]
        for row in found
    ]
    return _table(heads, rows, caption=_("The same numbers as a table"))


def batch_html(tokenizer: Tokenizer, rows: Sequence[Sequence[int]]) -> str:
    """The ids of a batch, a text in each row, with the token below each id."""
    cells = [[f"{token_id}\n{_token(tokenizer, token_id)}" for token_id in row] for row in rows]
    heads = [number(place) for place in range(len(rows[0]))]
    return _table(heads, cells, caption=_("Ids, and below each its token"))


def _token(tokenizer: Tokenizer, token_id: int) -> str:
    token = tokenizer.unk_token if token_id == NO_ID else tokenizer.token(token_id)
    return token_as_text(token) if tokenizer.byte_level and token not in tokenizer.named_tokens else visible(token)


_STYLE = """<style>
.bpe-numbers { overflow-x: auto; }
.bpe-numbers caption { text-align: start; font-weight: 600; }
.bpe-numbers th, .bpe-numbers td {
  text-align: end; padding: 0.2rem 0.6rem; white-space: pre; font-variant-numeric: tabular-nums;
}
.bpe-numbers th { white-space: normal; vertical-align: bottom; font-weight: 600; }
.bpe-numbers th > span { display: inline-block; inline-size: max-content; max-inline-size: 8em; }
</style>"""


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str) -> str:
    head = "".join(f'<th scope="col"><span>{escape(text)}</span></th>' for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    region = f'class="bpe-numbers" role="region" tabindex="0" aria-label="{escape(caption)}"'
    return (
        f"{_STYLE}<div {region}><table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )
