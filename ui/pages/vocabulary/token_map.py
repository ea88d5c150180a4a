"""The map of a vocabulary: the kind of each token, packed for the browser."""

import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence

from bpe_engine import BPETokenizer, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.result_cache import cached
from ui.base.scripts import CONTROL, DIGITS, PART, SIGNS, SPACE, SPECIAL
from ui.components.contract import TokenMap
from ui.pages.vocabulary.search_index import index_of

MOST_MARKED = 2_000
"""Tokens found up to which the map marks them: more marks would cover it."""

AFTER_SPACE, LETTERS, NUMBERS, OTHER_SIGNS, PARTS, OTHER_SCRIPTS, SPECIALS = range(7)
"""The kinds of tokens on the map, in the order of its legend."""

_LATIN = "Latn"
_KIND_OF_GROUP = {
    DIGITS: NUMBERS,
    SIGNS: OTHER_SIGNS,
    SPACE: OTHER_SIGNS,
    CONTROL: OTHER_SIGNS,
    PART: PARTS,
    SPECIAL: SPECIALS,
}


@cached(lambda found, _tokenizer: len(found))
def kinds(tokenizer: Tokenizer) -> bytes:
    """Return the kind of each token, in the order of ids: one byte each."""
    index = index_of(tokenizer)
    return bytes(
        (AFTER_SPACE if text[0] == " " else LETTERS) if group == _LATIN else _KIND_OF_GROUP.get(group, OTHER_SCRIPTS)
        for group, text in zip(index.groups, index.texts, strict=True)
    )


@cached(lambda found, _tokenizer: len(found[0]))
def _packed(tokenizer: Tokenizer) -> tuple[str, list[tuple[int, int]]]:
    """Return the kinds for the browser, and where runs of ids begin: the position and the id."""
    ids = index_of(tokenizer).ids
    runs = [(place, token_id) for place, token_id in enumerate(ids) if not place or token_id != ids[place - 1] + 1]
    return b64encode(zlib.compress(kinds(tokenizer), 9)).decode(), runs


@cached(lambda *_: 100)
def is_in_order_of_learning(tokenizer: Tokenizer) -> bool:
    """Return whether tokens with higher ids were learned later, as far as merges made them."""
    base = tokenizer.base_tokenizer
    if not isinstance(base, BPETokenizer):
        return False
    ranks = base.table.rank_of_product
    numbers = base.table.number_of_symbol
    ranks_by_id = [ranks.get(numbers[token], -1) for _id, token in sorted(base.token_of_id.items()) if token in numbers]
    learned = [rank for rank in ranks_by_id if rank >= 0]
    return bool(learned) and learned == sorted(learned)


def _kind_name(kind: int) -> str:
    return (
        _("space + letters"),
        _("letters"),
        _("digits"),
        _("punctuation and white space"),
        _("parts of characters"),
        _("other scripts"),
        _("special"),
    )[kind]


def token_map(tokenizer: Tokenizer, hits: Sequence[int], chosen: int | None) -> TokenMap:
    """Return the map with the tokens found marked. `hits` and `chosen` are positions in the index."""
    index = index_of(tokenizer)
    sizes = Counter(kinds(tokenizer))
    packed, runs = _packed(tokenizer)
    return {
        "title": _("All tokens, in the order they were learned")
        if is_in_order_of_learning(tokenizer)
        else _("All tokens, in the order of their ids"),
        "kinds": packed,
        "count": len(index.ids),
        "runs": runs,
        "legend": [(kind, _kind_name(kind), localized_number(sizes[kind])) for kind in sorted(sizes)],
        "marked": list(hits) if len(hits) <= MOST_MARKED else [],
        "chosen": chosen,
    }
