"""Apply merges to one word: the lowest rank first, the leftmost first among equal ranks.

A tokenizer's `encode` makes the same merges that `iter_merges` yields to `encode_steps`, so the steps shown are the
work actually done.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from types import MappingProxyType
from typing import NamedTuple

from bpe_engine.symbols import Pair
from bpe_engine.tokenizer import NO_ID

SHORT_WORD = 64  # symbols; up to this length, scanning all pairs for the lowest rank beats keeping a heap
NO_RANK = 2**32 - 1  # stands for "this pair does not merge", above every rank
LEFT_FACTOR = 1_000_000_007
"""Packs a pair into an integer. A prime above any symbol number: by a power of 2, a dict would hash the right symbol
only.
"""
MANY_PRODUCTS = -1  # stands for "this rank has several products"
MERGED_LEFT = 2**32 - 1  # marks the position of a symbol merged into the token on its left


class MergeCandidate(NamedTuple):
    """Two neighbours that could merge now."""

    position: int  # index of the left one among the symbols
    pair: Pair
    rank: int


class EncodeStep(NamedTuple):
    """One step of encoding a word: its symbols, and the merge that led to them.

    The first step of each word has no merge: `pair`, `rank` and `token` are None. If a word is looked up whole, its
    step has no merge either, and `token` is the word.
    """

    word: int  # number of the pre-token in the text
    symbols: tuple[str, ...]  # after the merge
    ids: tuple[int | None, ...]  # of the symbols; None if one is not in the vocabulary
    pair: Pair | None
    rank: int | None
    token: str | None
    merged: tuple[int, ...]  # indices of the new tokens among `symbols`
    candidates: tuple[MergeCandidate, ...]  # the pairs that can merge next; the lowest rank wins
    bytes_of: tuple[str, ...] = ()  # unknown characters that became bytes, in a step without a merge
    dropped: tuple[int, ...] = ()  # positions of candidates that BPE-dropout skips in the next merge


class MergeTable:
    """A vocabulary and its merges as numbers, for fast lookup.

    Each symbol has a number, and a pair is a single integer too, `left * LEFT_FACTOR + right`. It is looked up twice as
    fast as a tuple of strings, and 200,000 of them are built in a tenth of a second.

    `base` contains the base symbols; a symbol's number is its index there. The merge of rank r joins `pairs[r]` into
    the symbol `products[r]`; a product that is not in `base` gets the next number. `ids[n]` is the id of symbol n, or
    NO_ID if it is not, or no longer, in the vocabulary. If pairs that share a rank make different symbols, `products`
    has MANY_PRODUCTS at this rank, and `product_of` has the symbol of each pair.

    `whole_words` are tokens that no sequence of merges reaches (695 in Llama 3's vocabulary), with their numbers. If a
    word is one of them, it becomes this token without merging, as in tiktoken.
    """

    product_of: Mapping[int, int] = MappingProxyType({})
    whole_words: Mapping[str, int] = MappingProxyType({})  # absent from tables pickled by version 0.2

    def __init__(
        self,
        base: Sequence[str],
        pairs: Sequence[int],
        products: Sequence[int],
        ids: Sequence[int],
        whole_words: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.base = base
        self.pairs = pairs
        self.products = products
        self.ids = ids
        self.whole_words = dict(whole_words)
        self.number_of = {symbol: number for number, symbol in enumerate(base)}
        # The first merge of a pair decides its rank, so it is written last.
        self.rank_of = dict(zip(reversed(pairs), range(len(pairs) - 1, -1, -1), strict=True))

    @classmethod
    def from_strings(cls, vocabulary: Mapping[str, int], merges: Sequence[tuple[str, str]]) -> "MergeTable":
        """Return the table for a vocabulary (token -> id) and merges in the order of their ranks."""
        base = tuple(vocabulary)
        number_of = dict(zip(base, range(len(base)), strict=True))
        try:
            pairs = [number_of[left] * LEFT_FACTOR + number_of[right] for left, right in merges]
            products = [number_of[left + right] for left, right in merges]
        except KeyError:
            # A merge may need a symbol that was removed from the vocabulary, and two pairs may make the same symbol.
            parts = (symbol for left, right in merges for symbol in (left, right, left + right))
            return cls.from_strings({**dict.fromkeys((*vocabulary, *parts), NO_ID), **vocabulary}, merges)
        return cls(base, pairs, products, list(vocabulary.values()))

    @cached_property
    def symbols(self) -> Sequence[str]:
        """All symbols by number. Built on first use, since encoding to ids does not need them."""
        if len(self.base) == len(self.ids):
            return self.base
        symbols = [""] * len(self.ids)
        for token, number in (*self.number_of.items(), *self.whole_words.items()):
            symbols[number] = token
        for pair, product in zip(self.pairs, self.products, strict=True):
            left, right = divmod(pair, LEFT_FACTOR)
            symbols[product] = symbols[left] + symbols[right]
        return symbols

    @cached_property
    def number_of_symbol(self) -> dict[str, int]:
        """The number of each symbol, not only of those in `base` as in `number_of`."""
        return dict(zip(self.symbols, range(len(self.symbols)), strict=True))

    @cached_property
    def rank_of_product(self) -> dict[int, int]:
        """Symbol number -> rank of the first merge that makes it."""
        return dict(zip(reversed(self.products), range(len(self.products) - 1, -1, -1), strict=True))

    def numbers(self, symbols: Sequence[str]) -> list[int]:
        """Map symbols to numbers. An unknown one becomes `~place`, which is negative, so it never merges."""
        number_of = self.number_of
        try:
            return list(map(number_of.__getitem__, symbols))
        except KeyError:
            return [number_of.get(symbol, ~place) for place, symbol in enumerate(symbols)]

    def to_symbols(self, numbers: Sequence[int], symbols: Sequence[str]) -> list[str]:
        """Map numbers back to symbols; `symbols` are those that the word started from."""
        known = self.symbols
        return [known[number] if number >= 0 else symbols[~number] for number in numbers]

    def id_of(self, number: int) -> int:
        """Return the id of the symbol with this number, or NO_ID if it has none."""
        return self.ids[number] if number >= 0 else NO_ID

    def pair(self, rank: int) -> Pair:
        """Return the two symbols that the merge of this rank joins."""
        left, right = divmod(self.pairs[rank], LEFT_FACTOR)
        return Pair(self.symbols[left], self.symbols[right])


def iter_merges(numbers: list[int], table: MergeTable) -> Iterator[tuple[int, int]]:
    """Make all merges on `numbers`, in place; yield (rank, place) just before each.

    In a long word, a symbol that was merged into its left neighbour stays in the list as MERGED_LEFT.
    """
    return _iter_merges_short(numbers, table) if len(numbers) <= SHORT_WORD else _iter_merges_long(numbers, table)


def _merge_short(numbers: list[int], table: MergeTable, made: list[tuple[int, int, int]] | None = None) -> None:
    """Run textbook BPE: scan all pairs, merge the one with the lowest rank, repeat.

    Works in place. The rank, position and new token of each merge are appended to `made`.
    """
    rank_of, products = table.rank_of.get, table.products
    ranks = [rank_of(left * LEFT_FACTOR + right, NO_RANK) for left, right in zip(numbers, numbers[1:], strict=False)]
    while ranks:
        rank = min(ranks)
        if rank == NO_RANK:
            return
        place = ranks.index(rank)
        token = products[rank]
        if token == MANY_PRODUCTS:
            token = table.product_of[numbers[place] * LEFT_FACTOR + numbers[place + 1]]
        if made is not None:
            made.append((rank, place, token))
        numbers[place] = token
        del numbers[place + 1], ranks[place]
        if place < len(ranks):
            ranks[place] = rank_of(token * LEFT_FACTOR + numbers[place + 1], NO_RANK)
        if place > 0:
            ranks[place - 1] = rank_of(numbers[place - 1] * LEFT_FACTOR + token, NO_RANK)


def _iter_merges_short(numbers: list[int], table: MergeTable) -> Iterator[tuple[int, int]]:
    """Replay the merges of `_merge_short` one at a time. A single generator for both would slow encoding by a third."""
    made: list[tuple[int, int, int]] = []
    _merge_short([*numbers], table, made)
    for rank, place, token in made:
        yield rank, place
        numbers[place : place + 2] = [token]


def _iter_merges_long(numbers: list[int], table: MergeTable) -> Iterator[tuple[int, int]]:
    """Merge a long word with a linked list and, for each rank, the positions waiting for it.

    Scanning all pairs for each merge takes n² steps: hours for a run of 100,000 letters.
    """
    rank_of, products = table.rank_of.get, table.products
    end = len(numbers)
    following = list(range(1, end + 1))
    preceding = list(range(-1, end - 1))
    ranks = [rank_of(left * LEFT_FACTOR + right, NO_RANK) for left, right in zip(numbers, numbers[1:], strict=False)]
    ranks.append(NO_RANK)
    waiting: dict[int, list[int]] = {}
    for place, rank in enumerate(ranks):
        if rank != NO_RANK:
            waiting.setdefault(rank, []).append(place)
    in_order: set[int] = set()  # ranks interrupted by a lower one, whose positions are already sorted
    lowest = list(waiting)  # a heap of the ranks
    heapify(lowest)
    while lowest:
        rank = heappop(lowest)
        places = waiting[rank]
        if rank not in in_order:
            places.sort(reverse=True)  # popped from the end: the leftmost first
        while places:
            place = places.pop()
            if ranks[place] != rank:
                continue  # one of the two has since been merged
            yield rank, place
            right = following[place]
            token = products[rank]
            if token == MANY_PRODUCTS:
                token = table.product_of[numbers[place] * LEFT_FACTOR + numbers[right]]
            numbers[place] = token
            numbers[right] = MERGED_LEFT
            ranks[right] = ranks[place] = NO_RANK
            after = following[place] = following[right]
            # Queue the new pair on the right before the one on the left: positions are popped from the end, and both
            # are to the left of all others that wait for this rank, or touch the first of them.
            if after < end:
                preceding[after] = place
                new = ranks[place] = rank_of(token * LEFT_FACTOR + numbers[after], NO_RANK)
                if new in waiting:
                    waiting[new].append(place)
                elif new != NO_RANK:
                    waiting[new] = [place]
                    heappush(lowest, new)
            before = preceding[place]
            if before >= 0:
                new = ranks[before] = rank_of(numbers[before] * LEFT_FACTOR + token, NO_RANK)
                if new in waiting:
                    waiting[new].append(before)
                elif new != NO_RANK:
                    waiting[new] = [before]
                    heappush(lowest, new)
            if lowest and lowest[0] < rank:
                in_order.add(rank)  # the new token merges before this rank continues
                heappush(lowest, rank)
                break
        else:
            in_order.discard(rank)
            del waiting[rank]


def merge_all(symbols: Sequence[str], table: MergeTable) -> list[int]:
    """Return the symbol numbers of a word after all possible merges, or its token's number if it is looked up whole."""
    if table.whole_words:
        number = table.whole_words.get("".join(symbols))
        if number is not None:
            return [number]
    return merge_remaining(table.numbers(symbols), table)


def merge_remaining(numbers: list[int], table: MergeTable) -> list[int]:
    """Return the numbers after all remaining merges, from a word's symbols or from a partly merged word."""
    if len(numbers) <= SHORT_WORD:
        _merge_short(numbers, table)
        return numbers
    deque(_iter_merges_long(numbers, table), maxlen=0)  # the fastest way to exhaust an iterator
    return [number for number in numbers if number != MERGED_LEFT]


def apply_merges(symbols: Sequence[str], table: MergeTable) -> list[str]:
    """Return the symbols of a word after all possible merges, the lowest rank first.

    >>> table = MergeTable.from_strings({}, [("u", "g"), ("u", "n"), ("h", "ug")])
    >>> apply_merges(["u", "n", "h", "u", "g"], table)
    ['un', 'hug']
    """
    return table.to_symbols(merge_all(symbols, table), symbols)


class MergeStage(NamedTuple):
    """A word between two merges: its symbol numbers and the last merge (None at the start)."""

    numbers: list[int]
    rank: int | None
    merged: list[int]  # indices among `numbers`


def merge_stages(symbols: Sequence[str], table: MergeTable) -> Iterator[MergeStage]:
    """Yield the stages that `apply_merges` goes through. Consecutive merges of the same rank are one stage.

    A word that is looked up whole has two stages, both without a rank.
    """
    numbers = table.numbers(symbols)
    if table.whole_words and (number := table.whole_words.get("".join(symbols))) is not None:
        yield MergeStage(numbers, None, [])
        yield MergeStage([number], None, [0])
        return
    rank: int | None = None
    places: list[int] = []
    for next_rank, place in iter_merges(numbers, table):
        if next_rank != rank:
            yield _stage(numbers, rank, places)
            rank, places = next_rank, []
        places.append(place)
    yield _stage(numbers, rank, places)


def _stage(numbers: list[int], rank: int | None, places: list[int]) -> MergeStage:
    standing = [place for place, number in enumerate(numbers) if number != MERGED_LEFT]
    index_of = {place: index for index, place in enumerate(standing)}
    return MergeStage([numbers[place] for place in standing], rank, [index_of[place] for place in places])
