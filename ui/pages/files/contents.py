"""A picture of a tokenizer's files: its first and last tokens with their ids, and its first merges."""

from heapq import nlargest, nsmallest
from html import escape
from typing import NamedTuple

from bpe_engine import Tokenizer
from bpe_engine.bpe.tokenizer import BPETokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.result_cache import cached
from ui.base.visible_text import make_visible, token_as_text
from ui.components import read_styles
from ui.components.token_tiles import inline_token, token_tile

MOST_MERGES, MOST_FIRST, MOST_LAST = 6, 10, 6


class Contents(NamedTuple):
    """Tokens as (id, text as displayed), and merges as the texts and ids of both parts and the token."""

    first: tuple[tuple[int, str], ...]
    last: tuple[tuple[int, str], ...]
    between: int  # tokens that are in neither
    merges: tuple[tuple[tuple[str, int | None], ...], ...]
    merge_count: int


@cached(lambda _contents, *_arguments: 4_000)
def contents_of(tokenizer: Tokenizer) -> Contents:
    """Return what is at the beginning and the end of a tokenizer's files."""
    shown = token_as_text if tokenizer.byte_level else make_visible
    tokens, base = tokenizer.token_of_id, tokenizer.base_tokenizer
    first = nsmallest(MOST_FIRST, tokens)
    last = [token_id for token_id in reversed(nlargest(MOST_LAST, tokens)) if token_id not in first]
    pairs = []
    table = base.table if isinstance(base, BPETokenizer) else None
    count = len(table.pairs) if table else 0
    for rank in range(min(count, MOST_MERGES)):
        assert table is not None
        left, right = table.pair(rank)
        parts = (left, right, left + right)
        pairs.append(tuple((shown(part), tokenizer.vocabulary.get(part)) for part in parts))
    return Contents(
        tuple((token_id, shown(tokens[token_id])) for token_id in first),
        tuple((token_id, shown(tokens[token_id])) for token_id in last),
        len(tokens) - len(first) - len(last),
        tuple(pairs),
        count,
    )


def contents_html(contents: Contents) -> str:
    """Return the tokens and the merges as HTML."""
    total = len(contents.first) + contents.between + len(contents.last)
    more = f"<li>… {localized_number(contents.between)} …</li>" if contents.between else ""
    tiles = more.join(
        "".join(token_tile(text, localized_number(token_id), token_id) for token_id, text in part)
        for part in (contents.first, contents.last)
    )
    cards = _card(_("Tokens with their ids"), total, f"<ol>{tiles}</ol>")
    if contents.merges:
        rows = "".join(f"<li>{_merge(parts, rank)}</li>" for rank, parts in enumerate(contents.merges))
        cards += _card(_("Merges by rank"), contents.merge_count, f'<ol class="bpe-merges">{rows}</ol>')
    return f'<style>{read_styles("components/tokens.css")}</style><div class="bpe-contents">{cards}</div>'


def _card(title: str, count: int, content: str) -> str:
    return f'<section class="bpe-codes"><h2>{escape(title)} <b>{localized_number(count)}</b></h2>{content}</section>'


def _merge(parts: tuple[tuple[str, int | None], ...], rank: int) -> str:
    left, right, joined = (inline_token(text, token_id) for text, token_id in parts)
    return f"<b>{localized_number(rank)}</b> {left} + {right} → {joined}"
