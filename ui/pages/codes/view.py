"""The pictures and tables of In bits: the bits of each method, the code of each token, the tree of codes."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

import altair as alt
import pandas as pd

from bpe_engine import Tokenizer
from bpe_engine.inspection.huffman import huffman_joins
from bpe_engine.notebook import token_hue
from ui.base.charts import LINE, localized, tooltips
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.base.text_direction import isolate
from ui.base.visible_text import join_sentences, make_visible, token_as_text
from ui.components import read_styles
from ui.components.still_picture import still_picture
from ui.course.pictures.code_tree import CodeTree
from ui.pages.codes.code_lengths import CodedCorpus
from ui.pages.codes.turned_tree import turned_tree

MIN_LEAVES, MAX_LEAVES = 4, 24  # of a tree
TREE = 640, 350  # the size of a small tree
MAX_TREE_WIDTH = 1200  # its type can still be read beside the methods
MAX_ROWS = 500
# The most frequent tokens shown, by the number of methods: all of them fit on a laptop's screen.
TILES = {1: 24, 2: 10, 3: 4}
MIN_TILES = 2  # of each of more methods
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
    tiles = TILES.get(len(rows), MIN_TILES)
    tables = "".join(_codes(row, tokenizer, most, tiles) for row, tokenizer in zip(rows, tokenizers, strict=True))
    return f"<style>{read_styles('components/tokens.css')}</style>{tables}"


def _hues(tokenizer: Tokenizer) -> dict[str, int]:
    """Return the hue of each token as displayed."""
    shown = token_as_text if tokenizer.byte_level else make_visible
    return {shown(token): token_hue(token_id) for token, token_id in tokenizer.vocabulary.items()}


def _codes(row: CodedCorpus, tokenizer: Tokenizer, most: int, most_tiles: int) -> str:
    hues = _hues(tokenizer)
    bits = ngettext("{count} bit", "{count} bits", row.lengths.bits).format(count=localized_number(row.lengths.bits))
    tiles = ""
    for token in list(row.counts)[:most_tiles]:
        code = row.codes[token]
        hue = f"; --hue: {hues[token]}" if token in hues else ""
        kind = "hued" if hue else "unknown"
        tiles += (
            f'<li class="{kind}" style="--bits: {len(code)}{hue}"><span translate="no">{escape(isolate(token))}</span>'
            f"<code>{code}</code></li>"
        )
    remaining = len(row.counts) - most_tiles
    more = f"<li>+ {localized_number(remaining)}</li>" if remaining > 0 else ""
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


def tree_of(row: CodedCorpus, tokenizer: Tokenizer) -> CodeTree:
    """Return the tree of codes. If there are too many, a leaf stands for the tokens that were joined first."""
    hues = _hues(tokenizer)
    joins = huffman_joins(row.counts)
    nodes = {place: (token, count, hues.get(token)) for place, (token, count) in enumerate(row.counts.items())}
    below = dict.fromkeys(nodes, 1)
    tree = _code_tree(nodes)
    for place, join in enumerate(joins, len(row.counts)):
        if len(nodes) <= MIN_LEAVES or (len(nodes) <= MAX_LEAVES and tree.width <= MAX_TREE_WIDTH):
            break
        del nodes[join.zero], nodes[join.one]
        below[place] = below[join.zero] + below[join.one]
        nodes[place] = (f"+{localized_number(below[place])}", join.frequency, None)
        if len(nodes) <= MAX_LEAVES:
            tree = _code_tree(nodes)
    return tree


def _code_tree(nodes: Mapping[int, tuple[str, int, int | None]]) -> CodeTree:
    counts = {str(place): count for place, (_text, count, _hue) in nodes.items()}
    tokens = [(text, hue) for text, _count, hue in nodes.values()]
    return CodeTree(counts, tokens, fills=TREE)


def draw_tree(tree: CodeTree) -> None:
    """Draw the whole tree."""
    about = _("The tree of codes: each fork adds a bit, 0 or 1. The table has all the codes.")
    upright = (tree.width, tree.height), tree.shapes(len(tree.joins), is_new=False)
    still_picture([upright, turned_tree(tree)], about, key="codes_picture")


def about_tree(row: CodedCorpus, tree: CodeTree) -> str:
    """Return how the tree is made, and what its dashed leaves are if it has some."""
    how = _(
        "Join the two rarest under a fork, which then counts as both together; repeat until all hang from one. "
        "The path to a token, 0 or 1 at each fork, is its code."
    )
    joined = _("A dashed leaf with a plus stands for that many tokens.")
    return join_sentences(how, joined if len(tree.counts) < len(row.counts) else "")


def has_points(row: CodedCorpus) -> bool:
    """Return whether there are too many tokens for a tree that shows all of them."""
    return len(row.codes) > MAX_LEAVES


def points(row: CodedCorpus) -> alt.LayerChart:
    """Return a chart with a point for the tokens that occur equally often."""
    return localized(_points(row))


def points_alt() -> str:
    """Return the text alternative of the points."""
    return _("The rarer a token, the longer its code: about −log₂ p bits. The table has all the numbers.")


def about_points() -> str:
    """Return how to read the points."""
    return _(
        "Each point stands for tokens that occur equally often. On the dashed line, a code has exactly −log₂ p bits."
    )


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
