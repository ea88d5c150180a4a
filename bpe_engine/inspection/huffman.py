"""Huffman coding: a bit string for each token, shorter for more frequent tokens.

The algorithm is that of Huffman (1952), "A Method for the Construction of Minimum-Redundancy Codes": the two rarest
nodes are joined below a new node with the sum of their frequencies, repeatedly, until one node is left. No other prefix
code takes fewer bits in total.
"""

import heapq
from collections.abc import Mapping
from math import log2
from typing import NamedTuple, TypeVar

Symbol = TypeVar("Symbol")


class CodeLengths(NamedTuple):
    """The size of a text in Huffman code."""

    tokens: int
    distinct_tokens: int  # number of distinct tokens
    bits: int  # in total, without the code table
    bits_per_token: float
    entropy: float  # lower bound in bits per token, for any code that treats tokens independently


class Join(NamedTuple):
    """A join of two nodes: indices of symbols or of earlier joins, which are numbered after the symbols."""

    zero: int  # the one taken first
    one: int
    frequency: int  # the sum of both


def huffman_joins(counts: Mapping[Symbol, int]) -> list[Join]:
    """Return the joins that build the code, in order; each joins the two rarest. Symbols have their index in `counts`.

    Ties go to the node that was created first.

    >>> huffman_joins({"a": 3, "b": 1, "c": 1})
    [Join(zero=1, one=2, frequency=2), Join(zero=3, one=0, frequency=5)]
    """
    heap = [(count, place) for place, count in enumerate(counts.values())]
    heapq.heapify(heap)
    joins = []
    for place in range(len(counts), 2 * len(counts) - 1):
        (count_0, zero), (count_1, one) = heapq.heappop(heap), heapq.heappop(heap)
        joins.append(Join(zero, one, count_0 + count_1))
        heapq.heappush(heap, (count_0 + count_1, place))
    return joins


def huffman_codes(counts: Mapping[Symbol, int]) -> dict[Symbol, str]:
    """Return the code of each symbol, as zeros and ones, in the order of `counts`.

    The first node of a join gets 0. If there is only one symbol, its code is 0.

    >>> huffman_codes({"a": 45, "b": 13, "c": 12, "d": 16, "e": 9, "f": 5})
    {'a': '0', 'b': '101', 'c': '100', 'd': '111', 'e': '1101', 'f': '1100'}
    """
    joins = huffman_joins(counts)
    codes = ["" if joins else "0"] * (len(counts) + len(joins))
    for place, join in reversed(list(enumerate(joins, len(counts)))):
        codes[join.zero], codes[join.one] = codes[place] + "0", codes[place] + "1"
    return dict(zip(counts, codes, strict=False))


def information_content(count: int, total: int) -> float:
    """Return the information content of a token of this frequency, in bits: −log2 p.

    >>> information_content(1, 8)
    3.0
    """
    return log2(total) - log2(count)


def code_lengths(counts: Mapping[Symbol, int]) -> CodeLengths:
    """Return the total bits of all tokens in Huffman code.

    >>> code_lengths({"a": 2, "b": 1, "c": 1})
    CodeLengths(tokens=4, distinct_tokens=3, bits=6, bits_per_token=1.5, entropy=1.5)
    """
    codes = huffman_codes(counts)
    tokens = sum(counts.values())
    bits = sum(count * len(codes[symbol]) for symbol, count in counts.items())
    entropy = sum(count * information_content(count, tokens) for count in counts.values()) / tokens if tokens else 0.0
    return CodeLengths(tokens, len(counts), bits, bits / tokens if tokens else 0.0, entropy)
