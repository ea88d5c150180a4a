"""Merging many words at once, with numpy if it is there: a word takes one microsecond instead of five.

The words stand one after the other in an array of symbols, with a gap after each. In each round every word makes its
next merge, the one of the lowest rank and of those the leftmost, as `encoding` has it: so the ids are the same. Nothing
moves: a symbol that went into the one on its left becomes a gap, and two arrays tell each symbol's neighbours. The few
words with the most merges are left to `encoding`, since a round takes as long for one word as for a hundred.
"""

import sys
from importlib import import_module
from typing import Any

from bpe_engine.bpe.encoding import LEFT_FACTOR, MergeTable, merge_remaining
from bpe_engine.byte_alphabet import BYTE_ALPHABET, symbols_to_bytes

MIN_WORDS_PER_PAIR = 1 / 60  # new words for each pair of a table from which looking all pairs up again is worth it
MIN_WORDS_FOR_IMPORT = 20_000  # new words from which importing numpy is worth it besides
SMALL_BATCH = 64  # words that are merged one by one
GAP = -1
NO_RANK = 2**31 - 1  # above every rank
NO_KEY = NO_RANK << 32


def numpy_if_worthwhile(words: int, pairs: int) -> Any:
    """Return the module numpy, if it is installed and worth it for so many new words; else None."""
    needed = pairs * MIN_WORDS_PER_PAIR + (0 if "numpy" in sys.modules else MIN_WORDS_FOR_IMPORT)
    if words < needed:
        return None
    try:
        return import_module("numpy")
    except ImportError:
        return None


class BatchMerger:
    """A table of merges in arrays. For byte-level tables that have all bytes, and one product for each rank.

    The rank of a pair is found by hashing: it lies where its number times HASH leads, or in one of the places after,
    before the first one that is free. The table has more than twice as many places as pairs, so few are looked at.
    """

    HASH = 0x9E3779B97F4A7C15  # 2**64 by the golden ratio, as in Knuth: numbers that are close land far apart

    def __init__(self, table: MergeTable, numpy: Any) -> None:
        self.np = np = numpy
        self.table = table
        self.number_of_byte = np.array([table.number_of[symbol] for symbol in BYTE_ALPHABET], np.int32)
        self.products = np.array(table.products, np.int32)
        self.whole_words = {
            symbols_to_bytes(token): np.int32(number).tobytes() for token, number in table.whole_words.items()
        }
        left, right = np.divmod(np.array(table.pairs, np.int64), LEFT_FACTOR)
        pairs = left << 32 | right
        bits = len(pairs).bit_length() + 1
        self.shift = np.uint64(64 - bits)
        room = 2**bits + len(pairs)  # the last place leads on to others
        self.pair_at, self.rank_at = np.full(room, GAP, np.int64), np.full(room, NO_RANK, np.int32)
        places = self._places(pairs)
        waiting = np.arange(len(pairs))[::-1]  # the first merge of a pair gives it its rank, so it goes in last
        while len(waiting):
            at, wanted = places[waiting], pairs[waiting]
            free = self.pair_at[at] == GAP
            self.pair_at[at[free]] = wanted[free]  # of several pairs that go to one place the last gets it
            is_in = self.pair_at[at] == wanted
            self.rank_at[at[is_in]] = waiting[is_in]
            waiting = waiting[~is_in]
            places[waiting] += 1

    def _places(self, pairs: Any) -> Any:
        np = self.np
        return (pairs.view(np.uint64) * np.uint64(self.HASH) >> self.shift).astype(np.intp)

    def _keys(self, left: Any, right: Any, places: Any) -> Any:
        """Return the rank of each pair and its place, as one number: the lowest one merges next."""
        np = self.np
        pairs = left.astype(np.int64) << 32 | right  # with a gap it is below zero, so never found, or a free place
        at = self._places(pairs)
        found, ranks = self.pair_at[at], self.rank_at[at]
        others = np.flatnonzero(found != pairs)
        ranks[others] = NO_RANK
        others = others[found[others] != GAP]
        while len(others):
            at[others] += 1
            found = self.pair_at[at[others]]
            is_it = found == pairs[others]
            ranks[others[is_it]] = self.rank_at[at[others[is_it]]]
            others = others[~is_it & (found != GAP)]
        return ranks.astype(np.int64) << 32 | places

    def merge_to_bytes(self, words: list[str]) -> list[bytes]:
        """Return the numbers of each word's symbols after all merges, as the bytes of an array."""
        np = self.np
        text = "".join(words)
        data = text.encode()
        lengths = map(len, words if len(data) == len(text) else (word.encode() for word in words))
        sizes = np.fromiter(lengths, np.int64, len(words))
        numbers, counts = self.merge(self.number_of_byte[np.frombuffer(data, np.uint8)], sizes)
        packed, ends = numbers.tobytes(), (4 * np.cumsum(counts)).tolist()
        merged = [packed[start:end] for start, end in zip([0, *ends], ends, strict=False)]
        if self.whole_words:
            return [self.whole_words.get(word.encode(), ids) for word, ids in zip(words, merged, strict=True)]
        return merged

    def merge(self, numbers: Any, sizes: Any) -> tuple[Any, Any]:
        """Words of so many symbols each, one after the other, after all merges; and how many symbols each has then."""
        np = self.np
        ends = np.cumsum(sizes + 1)
        starts = ends - sizes
        stands = np.ones(len(numbers) + len(sizes) + 1, bool)
        stands[0] = stands[ends] = False
        symbols = np.full(len(stands), GAP, np.int32)
        symbols[stands] = numbers
        places = np.arange(len(symbols))
        before, after = places - 1, places + 1
        keys = np.full(len(symbols), NO_KEY)
        keys[:-1] = self._keys(symbols[:-1], symbols[1:], places[:-1])
        going = starts  # a word that is done has no keys, so what is counted to the one before it changes nothing
        while len(going) > SMALL_BATCH:
            lowest = np.minimum.reduceat(keys, going)
            go_on = lowest < NO_KEY
            going, lowest = going[go_on], lowest[go_on]
            rank, at = lowest >> 32, lowest & 0xFFFFFFFF
            gone = after[at]
            following, preceding = after[gone], before[at]
            token = self.products[rank]
            symbols[at], symbols[gone], keys[gone] = token, GAP, NO_KEY
            after[at], before[following] = following, at
            keys[at] = self._keys(token, symbols[following], at)
            keys[preceding] = self._keys(symbols[preceding], token, preceding)
        for start, end in zip(going.tolist(), ends[np.searchsorted(starts, going)].tolist(), strict=True):
            word = symbols[start:end]
            left = merge_remaining(word[word != GAP].tolist(), self.table)
            word[: len(left)], word[len(left) :] = left, GAP
        stands = symbols != GAP
        return symbols[stands], np.add.reduceat(stands, starts, dtype=np.int64)
