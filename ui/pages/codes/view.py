"""The tables and charts of In bits: the bits of each method, the code of each token, the tree of codes."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

import altair as alt
import pandas as pd

from bpe_engine import Tokenizer
from bpe_engine.notebook import token_hue
from ui.base.charts import LINE, localized, tooltips
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.base.text_direction import isolate
from ui.base.visible_text import make_visible, token_as_text
from ui.components import read_styles
from ui.pages.codes.code_lengths import CodedCorpus

MAX_LEAVES = 32  # of a readable tree
MAX_ROWS = 500
MAX_TILES = 14  # of the most frequent tokens
MAX_LABELLED = 5  # of the tokens at one point
FORMULA = "−log₂ p"  # the same in every language
_GREY = "#7d8896"  # readable on light and dark


def methods_table(rows: Sequence[CodedCorpus]) -> pd.DataFrame:
    """Return a table of the corpus's bits: one row per method."""
    return pd.DataFrame(
        {
            _("Method"): [row.method.name for row in rows],
            _("Total bits"): [row.lengths.bits for row in rows],
            _("Bits per character"): [row.bits_per_character for row in rows],
            _("Tokens"): [row.lengths.tokens for row in rows],
            _("Bits per token"): [row.lengths.bits_per_token for row in rows],
            _("Entropy, bits per token"): [row.lengths.entropy for row in rows],
            _("Different tokens"): [row.lengths.distinct_tokens for row in rows],
        }
    )


def codes_html(rows: Sequence[CodedCorpus], tokenizers: Sequence[Tokenizer]) -> str:
    """Return the most frequent tokens of each method as HTML, each at least as wide as its code, with the sums as bars.

    A token has the colour of its id.
    """
    most = max(row.lengths.bits for row in rows) or 1
    shown = "".join(_codes(row, tokenizer, most) for row, tokenizer in zip(rows, tokenizers, strict=True))
    return f"<style>{read_styles('components/tokens.css')}</style>{shown}"


def _codes(row: CodedCorpus, tokenizer: Tokenizer, most: int) -> str:
    shown = token_as_text if tokenizer.byte_level else make_visible
    hues = {shown(token): token_hue(token_id) for token, token_id in tokenizer.vocabulary.items()}
    bits = ngettext("{count} bit", "{count} bits", row.lengths.bits).format(count=localized_number(row.lengths.bits))
    tiles = ""
    for token in list(row.counts)[:MAX_TILES]:
        code = row.codes[token]
        hue = f"; --hue: {hues[token]}" if token in hues else ""
        kind = "hued" if hue else "unknown"
        tiles += (
            f'<li class="{kind}" style="--bits: {len(code)}{hue}"><span translate="no">{escape(isolate(token))}</span>'
            f"<code>{code}</code></li>"
        )
    more = f"<li>+ {localized_number(len(row.counts) - MAX_TILES)}</li>" if len(row.counts) > MAX_TILES else ""
    return (
        f'<section class="bpe-codes"><h2>{escape(row.method.name)} <b>{bits}</b></h2>'
        f'<i style="--share: {round(row.lengths.bits / most, 3)}"></i><ol>{tiles}{more}</ol></section>'
    )


def tokens_table(row: CodedCorpus) -> pd.DataFrame:
    """Return a table of the tokens with their codes, the most frequent first."""
    tokens = list(row.counts)[:MAX_ROWS]
    return pd.DataFrame(
        {
            _("Token"): tokens,
            _("Count"): [row.counts[token] for token in tokens],
            _("Share p"): [row.counts[token] / row.lengths.tokens for token in tokens],
            FORMULA: [row.information(token) for token in tokens],
            _("Code length, bits"): [len(row.codes[token]) for token in tokens],
            _("Huffman code"): [row.codes[token] for token in tokens],
        }
    )


def number_formats() -> dict[str, Callable[[Any], str]]:
    """Return the number formats by column."""
    two = partial(localized_decimal, places=2)
    names = (_("Bits per character"), _("Bits per token"), _("Entropy, bits per token"), FORMULA)
    return {**dict.fromkeys(names, two), _("Share p"): partial(localized_percent, places=1)}


def has_tree(row: CodedCorpus) -> bool:
    """Whether there are few enough codes for a readable tree."""
    return len(row.codes) <= MAX_LEAVES


def chart(row: CodedCorpus) -> alt.LayerChart:
    """Return the tree of codes or, if there are too many tokens, a point for each."""
    return localized(_tree(row) if has_tree(row) else _points(row))


def chart_alt(row: CodedCorpus) -> str:
    """Return the text alternative of the chart."""
    if has_tree(row):
        return _("The tree of codes: each fork adds a bit, 0 or 1. The table has all the codes.")
    return _("The rarer a token, the longer its code: about −log₂ p bits. The table has all the numbers.")


def about_points() -> str:
    """Return how to read the points."""
    return _(
        "Each point stands for tokens that occur equally often. On the dashed line, a code has exactly −log₂ p bits."
    )


def node_positions(codes: Mapping[str, str]) -> dict[str, tuple[int, float]]:
    """Return the position of each prefix of a code in the tree: its bits, and its row, centred above its children.

    >>> node_positions({"a": "0", "b": "10", "c": "11"})["1"], node_positions({"a": "0", "b": "10", "c": "11"})[""]
    ((1, 1.5), (0, 0.75))
    """
    rows = {code: float(row) for row, code in enumerate(sorted(codes.values()))}
    forks = {code[:length] for code in rows for length in range(len(code))}
    for fork in sorted(forks, key=len, reverse=True):
        below = [rows[fork + digit] for digit in "01" if fork + digit in rows]
        rows[fork] = sum(below) / len(below)
    return {code: (len(code), row) for code, row in rows.items()}


def _before(fork: tuple[int, float], end: tuple[int, float]) -> tuple[float, float]:
    """Return where a line has its digit: nearer to its end, where lines are farther apart."""
    return fork[0] + 0.7 * (end[0] - fork[0]), fork[1] + 0.7 * (end[1] - fork[1])


def _tree(row: CodedCorpus) -> alt.LayerChart:
    found = node_positions(row.codes)
    edges = pd.DataFrame(
        [(*found[code[:-1]], *found[code]) for code in found if code], columns=["bits", "row", "to_bits", "to_row"]
    )
    digits = pd.DataFrame(
        [(*_before(found[code[:-1]], found[code]), code[-1]) for code in found if code],
        columns=["bits", "row", "digit"],
    )
    leaves = pd.DataFrame(list(row.counts.items()), columns=["token", "times"])
    leaves["code"] = leaves["token"].map(row.codes)
    leaves["bits"], leaves["row"] = zip(*leaves["code"].map(found), strict=True)
    leaves["information"] = leaves["token"].map(row.information)
    leaves["named"] = [f"{token}  {localized_number(times)} ×" for token, times in row.counts.items()]
    deepest = max(map(len, row.codes.values()), default=1)
    x = alt.X(
        "bits:Q",
        title=_("Code length, bits"),
        axis=alt.Axis(values=list(range(deepest + 1)), format="d", grid=False),
        # Leave room for the label of the rightmost token.
        scale=alt.Scale(domain=[0, deepest * 1.4], nice=False),
    )
    y = alt.Y("row:Q", axis=None, scale=alt.Scale(domain=[-0.6, len(row.codes) - 0.4], reverse=True, nice=False))
    named = {"token:N": _("Token"), "times:Q": _("Count"), "code:N": _("Huffman code"), "information:Q": FORMULA}
    telling = tooltips(named, times=",", information=".2f")
    layers: alt.LayerChart = alt.LayerChart(
        layer=[
            alt.Chart(edges).mark_rule(color=_GREY, aria=False).encode(x=x, x2="to_bits", y=y, y2="to_row"),
            *(
                alt.Chart(digits[digits["digit"] == digit])
                .mark_text(dy=dy, color=_GREY, fontSize=13, aria=False)
                .encode(x=x, y=y, text="digit:N")
                for digit, dy in (("0", -8), ("1", 9))
            ),
            alt.Chart(leaves)
            .mark_point(color=LINE, filled=True, size=60, opacity=1)
            # the description replaces the row number, which would be read aloud
            .encode(x=x, y=y, tooltip=telling, description="named:N"),
            alt.Chart(leaves)
            .mark_text(align="left", dx=8, fontSize=13, color=_GREY, aria=False)
            .encode(x=x, y=y, text="named:N", tooltip=telling),
        ]
    )
    return layers.properties(height=60 + 34 * len(row.codes))


def _points(row: CodedCorpus) -> alt.LayerChart:
    # Tokens with equal counts and code lengths share a point.
    at: dict[tuple[float, int], list[str]] = {}
    for token, code in row.codes.items():
        at.setdefault((row.information(token), len(code)), []).append(token)
    found = pd.DataFrame(list(at), columns=["information", "bits"])
    found["tokens"] = [" ".join(tokens[:MAX_LABELLED]) + " …" * (len(tokens) > MAX_LABELLED) for tokens in at.values()]
    found["times"] = [row.counts[tokens[0]] for tokens in at.values()]
    found["number"] = list(map(len, at.values()))
    most = max(found["bits"].max(), found["information"].max()) + 0.5
    scale = alt.Scale(domain=[0, most], nice=False)
    x = alt.X("information:Q", title=FORMULA, scale=scale, axis=alt.Axis(tickMinStep=1, format="d"))
    y = alt.Y("bits:Q", title=_("Code length, bits"), scale=scale, axis=alt.Axis(tickMinStep=1, format="d"))
    even = pd.DataFrame([(0, 0), (most, most)], columns=["information", "bits"])
    line = alt.Chart(even).mark_line(color=_GREY, strokeDash=[4, 4], aria=False).encode(x=x, y=y)
    points = (
        alt.Chart(found)
        .mark_point(color=LINE, size=30)
        .encode(
            x=x,
            y=y,
            tooltip=tooltips(
                {
                    "tokens:N": _("Token"),
                    "number:Q": _("Different tokens"),
                    "times:Q": _("Count"),
                    "information:Q": FORMULA,
                    "bits:Q": _("Code length, bits"),
                },
                number=",",
                times=",",
                information=".2f",
            ),
        )
    )
    layers: alt.LayerChart = alt.LayerChart(layer=[line, points])
    return layers.properties(height=360)
