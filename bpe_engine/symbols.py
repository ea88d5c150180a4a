"""The two basic operations of BPE: count the pairs, and merge one of them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Pair(NamedTuple):
    """Two neighbouring symbols of a word."""

    left: str
    right: str

    def __repr__(self) -> str:
        return tuple.__repr__(self)


def count_pairs(words: Iterable[tuple[Sequence[str], int]]) -> Counter[Pair]:
    """Return how often each neighbouring pair occurs, over words with their frequencies.

    Overlaps count separately: "aaa" contains (a, a) twice. The pairs are in order of first appearance. This counts from
    scratch; training keeps the same numbers up to date without recounting.

    >>> count_pairs([(["h", "u", "g"], 10), (["p", "u", "g"], 5)])
    Counter({('u', 'g'): 15, ('h', 'u'): 10, ('p', 'u'): 5})
    """
    counts: Counter[Pair] = Counter()
    for symbols, frequency in words:
        for left, right in zip(symbols, symbols[1:], strict=False):
            counts[Pair(left, right)] += frequency
    return counts


def merge_symbols(symbols: Sequence[str], pair: tuple[str, str], token: str) -> list[str]:
    """Replace each occurrence of `pair` by `token`, left to right.

    >>> merge_symbols(["a", "a", "a"], Pair("a", "a"), "aa")
    ['aa', 'a']
    """
    merged = []
    position = 0
    while position < len(symbols):
        if tuple(symbols[position : position + 2]) == pair:
            merged.append(token)
            position += 2
        else:
            merged.append(symbols[position])
            position += 1
    return merged
