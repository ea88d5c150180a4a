"""Byte-pair encoding of a text that grows at its end: every prefix's tokens follow from its last token.

Two neighbouring tokens of an encoding fit: merging the symbols of both yields the same two tokens. Conversely, if all
neighbours fit, the tokens are the encoding. Up to the first merge that would join parts of two tokens, each token is
made by merges inside it only, so that this merge would also happen when the two are merged on their own.

So an encoding without its last token is the encoding of the remaining prefix, and it is enough to store the last token
of each prefix: the others are found by walking back. When a symbol is added, the new last token is the only suffix of
the word that is a token and fits the last token of the prefix before it. Only suffixes of the word are examined, never
the whole word.

Storing the last token of every prefix, and testing two tokens where they touch, is described in the README of `bpe` in
github/rust-gems. There, tokens are ordered by when they were learned; here, only the ranks of pairs count, so the
method also holds for SentencePiece's scores and for merges from any source.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import chain, takewhile
from typing import NamedTuple

from bpe_engine.bpe.encoding import LEFT_FACTOR, MERGED_LEFT, NO_RANK, MergeTable, iter_merges, merge_all

MAX_EDGES = 20_000  # tokens whose edges are cached; beyond that, they are recomputed


class EdgeHistory(NamedTuple):
    """The symbols at the two ends of a token while it is merged from its base symbols, in order, the token itself last.

    Each comes with the rank reached before it merged into the next: the highest rank among the token's merges so far.
    NO_RANK for the token itself, which merges no further.
    """

    number: int  # the token's number in the table
    first: tuple[tuple[int, int], ...]  # at its left end: symbol number, rank
    last: tuple[tuple[int, int], ...]  # at its right end


class LookupCost(NamedTuple):
    """The cost of finding the last tokens of a growing word."""

    ends: int = 0  # suffixes of the word looked up in the vocabulary
    tokens: int = 0  # suffixes that are tokens and were tested
    pairs: int = 0  # pairs looked up among the merges

    def with_added(self, ends: int = 0, tokens: int = 0, pairs: int = 0) -> "LookupCost":
        """Return the cost with these lookups added."""
        return LookupCost(self.ends + ends, self.tokens + tokens, self.pairs + pairs)


class EdgeCache:
    """The edges of a table's tokens, computed on first use."""

    def __init__(self, table: MergeTable) -> None:
        self.table = table
        self._known: dict[tuple[str, ...], EdgeHistory | None] = {}

    @cached_property
    def longest(self) -> int:
        """The length of the longest token in characters."""
        return max(map(len, self.table.number_of_symbol), default=0)

    def of_symbols(self, symbols: Sequence[str]) -> EdgeHistory | None:
        """Return the edges of the token into which these symbols merge; None if several tokens remain."""
        key = tuple(symbols)
        if key not in self._known:
            if len(self._known) >= MAX_EDGES:
                self._known.clear()
            self._known[key] = edge_history(key, self.table)
        return self._known[key]


def edge_history(symbols: Sequence[str], table: MergeTable) -> EdgeHistory | None:
    """Return the edges of the token into which these symbols merge; None if several tokens remain.

    >>> table = MergeTable.from_strings({}, [("u", "g"), ("h", "ug")])
    >>> edges = edge_history("hug", table)
    >>> [(table.symbols[number], rank) for number, rank in edges.last[:-1]]
    [('g', 0), ('ug', 1)]
    """
    numbers = table.numbers(symbols)
    first, last = [numbers[0]], [numbers[-1]]
    until_first: list[int] = []
    until_last: list[int] = []
    highest_first = highest_last = 0
    for rank, _place in chain(iter_merges(numbers, table), ((0, 0),)):
        # A merge is made after it is yielded: read here what the previous one made of the two ends.
        if numbers[0] != first[-1]:
            first.append(numbers[0])
            until_first.append(highest_first)
            highest_first = 0
        right = next(number for number in reversed(numbers) if number != MERGED_LEFT)
        if right != last[-1]:
            last.append(right)
            until_last.append(highest_last)
            highest_last = 0
        highest_first, highest_last = max(highest_first, rank), max(highest_last, rank)
    if sum(number != MERGED_LEFT for number in numbers) > 1:
        return None
    return EdgeHistory(
        numbers[0],
        tuple(zip(first, (*until_first, NO_RANK), strict=True)),
        tuple(zip(last, (*until_last, NO_RANK), strict=True)),
    )


def is_stable_boundary(left: EdgeHistory, right: EdgeHistory, table: MergeTable) -> tuple[bool, int]:
    """Return whether merging the symbols of two tokens yields the same two tokens, and the number of pairs looked up.

    At every moment, the two symbols that touch must not form a pair that merges before one of them merges within its
    own token. Of equal ranks the leftmost merges first.

    >>> table = MergeTable.from_strings({}, [("u", "g"), ("h", "ug"), ("g", "s")])
    >>> is_stable_boundary(edge_history("hug", table), edge_history("s", table), table)
    (True, 3)
    """
    lookups = 0
    before, after = 0, 0
    while True:
        (one, until), (other, other_until) = left.last[before], right.first[after]
        lookups += 1
        rank = table.rank_of.get(one * LEFT_FACTOR + other, NO_RANK)
        if rank < until and rank <= other_until and rank != NO_RANK:
            return False, lookups
        if until == other_until == NO_RANK:
            return True, lookups
        if until <= other_until:
            before += 1
        else:
            after += 1


class GrowingWord:
    """A word that grows or shrinks at its end, with the last token of each of its prefixes.

    A prefix is identified by its number of symbols. Adding a symbol takes time in proportion to the length of the
    tokens that end with it, not of the word; removing symbols and counting a prefix's tokens take constant time.

    >>> table = MergeTable.from_strings({}, [("u", "g"), ("u", "n"), ("h", "ug")])
    >>> word = GrowingWord(EdgeCache(table))
    >>> for symbol in "unhug":
    ...     _ = word.add(symbol)
    >>> word.tokens(), word.tokens(4)
    (['un', 'hug'], ['un', 'h', 'u'])
    """

    def __init__(self, edges: EdgeCache) -> None:
        self._edges = edges
        self.symbols: list[str] = []
        self._last: list[EdgeHistory] = []  # the last token of each prefix
        self._lengths: list[int] = []  # its number of symbols
        self._counts: list[int] = []  # the number of tokens of each prefix

    def __len__(self) -> int:
        return len(self.symbols)

    def add(self, symbol: str) -> LookupCost:
        """Add a symbol at the end; return the cost of finding the new last token."""
        self.symbols.append(symbol)
        end = len(self.symbols)
        table = self._edges.table
        known = table.number_of_symbol
        cost = LookupCost()
        text = ""
        for start in range(end - 1, -1, -1):
            text = self.symbols[start] + text
            if len(text) > self._edges.longest and start < end - 1:
                break
            cost = cost.with_added(ends=1)
            if text not in known and start < end - 1:
                continue
            last = self._edges.of_symbols(self.symbols[start:])
            if last is None:
                continue
            cost = cost.with_added(tokens=1)
            fit, pairs = is_stable_boundary(self._last[start - 1], last, table) if start else (True, 0)
            cost = cost.with_added(pairs=pairs)
            if fit:
                self._last.append(last)
                self._lengths.append(end - start)
                self._counts.append(1 + (self._counts[start - 1] if start else 0))
                return cost
        raise AssertionError("every word has an encoding")

    def truncate(self, length: int) -> None:
        """Keep only the first `length` symbols."""
        for kept in (self.symbols, self._last, self._lengths, self._counts):
            del kept[length:]

    def token_count(self, length: int | None = None) -> int:
        """Return the number of tokens of a prefix, by default of the whole word."""
        end = len(self.symbols) if length is None else length
        return self._counts[end - 1] if end else 0

    def tokens(self, length: int | None = None) -> list[str]:
        """Return the tokens of a prefix, by default of the whole word, found by walking back."""
        end = len(self.symbols) if length is None else length
        tokens = []
        while end:
            start = end - self._lengths[end - 1]
            tokens.append("".join(self.symbols[start:end]))
            end = start
        return tokens[::-1]


class GrowingText:
    """A growing text: it is pre-tokenized again, and changed pre-tokens are updated at their ends.

    `update` receives all pre-tokens, as symbols: a new character can move the boundaries between them, as the t of
    don't does, so the list does not only grow at its end.
    """

    def __init__(self, table: MergeTable) -> None:
        self._edges = EdgeCache(table)
        self._words: list[GrowingWord] = []

    @property
    def words(self) -> list[list[str]]:
        """The tokens of each word of the text."""
        whole_words = self._edges.table.whole_words
        tokens = [word.tokens() for word in self._words]
        return [["".join(word)] if "".join(word) in whole_words else word for word in tokens]

    def update(self, words: Sequence[Sequence[str]]) -> LookupCost:
        """Replace the text with these words; return the cost of encoding what is new."""
        cost = LookupCost()
        unchanged = common_prefix_length([*map(list, words)], [word.symbols for word in self._words])
        for place in range(unchanged, len(words)):
            if place == len(self._words):
                self._words.append(GrowingWord(self._edges))
            word, symbols = self._words[place], words[place]
            shared = common_prefix_length(symbols, word.symbols)
            word.truncate(shared)
            for symbol in symbols[shared:]:
                cost = cost.with_added(*word.add(symbol))
        del self._words[len(words) :]
        return cost


def common_prefix_length(first: Sequence[object], second: Sequence[object]) -> int:
    """Return the length of the common prefix of two lists.

    >>> common_prefix_length("hug", "huge"), common_prefix_length("hug", "mug")
    (3, 0)
    """
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


class _CountingRanks(dict[int, int]):
    """The ranks of pairs, with a counter of lookups."""

    def __init__(self, ranks: Mapping[int, int]) -> None:
        super().__init__()
        self._ranks = ranks
        self.lookups = 0

    def get(self, key: int, default: int | None = None) -> int | None:  # type: ignore[override]  # dict has overloads
        self.lookups += 1
        return self._ranks.get(key, default)


def lookups_from_scratch(symbols: Sequence[str], table: MergeTable) -> int:
    """Return how many pairs encoding a word from scratch looks up, to compare with `LookupCost.pairs`.

    >>> lookups_from_scratch("hug", MergeTable.from_strings({}, [("u", "g"), ("h", "ug")]))
    3
    """
    counting_table = copy(table)
    ranks = counting_table.rank_of = _CountingRanks(table.rank_of)
    merge_all(symbols, counting_table)
    return ranks.lookups
