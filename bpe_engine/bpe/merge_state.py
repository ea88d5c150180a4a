"""The words of the corpus between two merges, stored so that a merge touches only what it changes.

All distinct words are stored one after another in flat lists, with a gap between two words. A merge writes the new
token at the position of the left symbol and removes the position of the right one from a linked list. So positions
never change, their order is the order of the corpus, and the cost of a merge depends on its occurrences, not on the
size of the corpus. Counts are updated from the neighbours of each occurrence. (Updating in place follows subword-nmt,
Sennrich et al. 2016; the linked list follows Zouhar et al. 2023, "A Formal Perspective on Byte-Pair Encoding".)
"""

from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from itertools import accumulate, islice

from bpe_engine.bpe.numpy_merges import AVAILABLE, Group, NumpyMergeState

PairIds = tuple[int, int]

GAP = -1  # sentinel before, between and after words
BOUNDARY = -2  # a boundary inside a word that no merge may cross
MERGED_LEFT = -3  # a position whose symbol was merged into the token on its left; by rank r: MERGED_LEFT - 1 - r
NEVER_MERGED = 2**31 - 1  # the rank of a boundary that no merge removes

LARGE = 500_000
"""Number of symbols from which NumPy pays off, if installed: importing it takes 0.1 s."""

MIN_NUMPY_POSITIONS = 100
"""Number of positions from which a merge is faster in NumPy."""


class PairRecord:
    """A pair's current count, and the positions where it occurred when they were recorded, in order."""

    __slots__ = ("count", "pair", "places")

    def __init__(self, pair: PairIds, count: int, places: MutableSequence[int]) -> None:
        self.pair = pair
        self.count = count  # overlaps included, weighted by word frequency
        self.places = places  # some may be outdated: see `MergeState.occurs_at`


class MergeState:
    """Words as linked lists of token ids, with the count and the positions of every pair.

    `words` are (ids, frequency), in order. Pairs with fewer than `least` occurrences are not recorded, see
    `forget_rare_pairs`, and neither are pairs that `may_merge` rejects.
    """

    def __init__(
        self, words: Iterable[tuple[Iterable[int], int]], may_merge: Callable[[PairIds], bool] | None = None
    ) -> None:
        # Arrays take less memory than lists, so more of the state fits in the processor's cache.
        symbols = array("i", [GAP])
        frequencies: list[int] = [0]
        word_starts = array("q")
        for ids, frequency in words:
            start = len(symbols)
            word_starts.append(start)
            symbols.extend(ids)
            symbols.append(GAP)
            frequencies += [frequency] * (len(symbols) - start)
        self.symbols = symbols
        self.frequencies = frequencies
        self.word_starts = word_starts
        places = array("i", range(-1, len(symbols) + 1))
        self.next = places[2:]
        self.previous = places[:-2]
        self.may_merge = may_merge
        is_large = AVAILABLE and len(symbols) >= LARGE
        self.many = NumpyMergeState(symbols, self.next, self.previous, word_starts, frequencies) if is_large else None
        self.pairs = self._count()
        self.least = 1
        # The number of pairs with each count. It may be 0 for a count that no pair has any more.
        self.pairs_with_count = defaultdict(int, Counter(record.count for record in self.pairs.values()))

    def _count(self) -> dict[PairIds, PairRecord]:
        if self.many:
            records = self.many.pairs()
        else:
            places: defaultdict[PairIds, array[int]] = defaultdict(lambda: array("i"))
            # Overlaps count separately: "aaa" contains (a, a) twice, as in every other implementation.
            for place, pair in enumerate(zip(self.symbols, islice(self.symbols, 1, None), strict=False)):
                places[pair].append(place)
            records = ((pair, noted, self._count_at(noted)) for pair, noted in places.items() if min(pair) >= 0)
        return {
            pair: PairRecord(pair, count, noted)
            for pair, noted, count in records
            if self.may_merge is None or self.may_merge(pair)
        }

    def forget_rare_pairs(self, most: int) -> bool:
        """Forget all but the `most` most frequent pairs (more if counts tie), and any pair that later becomes as rare.

        In a large corpus, these are most pairs, and too rare ever to win. If one may win after all, a state built from
        the `unfinished_words` counts it again. Returns whether any pair was forgotten.
        """
        for count in sorted(self.pairs_with_count, reverse=True):
            most -= self.pairs_with_count[count]
            if most <= 0:
                break
        if count <= self.least:
            return False
        self.least = count
        self.pairs = {pair: record for pair, record in self.pairs.items() if record.count >= count}
        return True

    def unfinished_words(self) -> Iterator[tuple[list[int], int]]:
        """Yield the words that still have a pair, as merged so far, and their frequencies."""
        ids: list[int] = []
        for symbol, frequency in zip(self.symbols, self.frequencies, strict=True):
            if symbol > GAP:
                ids.append(symbol)
            elif symbol == GAP:
                if len(ids) > 1:
                    yield ids, frequency
                ids = []

    @property
    def merged_at_rank(self) -> "array[int]":
        """Return, by position, the rank of the merge into the token on its left; NEVER_MERGED if there is none."""
        return array(
            "i", [MERGED_LEFT - 1 - symbol if symbol < MERGED_LEFT else NEVER_MERGED for symbol in self.symbols]
        )

    def occurs_at(self, pair: PairIds, place: int) -> bool:
        """Return whether `pair` currently begins at `place`."""
        return self.symbols[place] == pair[0] and self.symbols[self.next[place]] == pair[1]

    def first_position(self, record: PairRecord) -> int:
        """Return the first position of a pair in the current corpus. The pair must occur."""
        (left, right), places, symbols, following = record.pair, record.places, self.symbols, self.next
        swallowed_before = 0
        while symbols[place := places[swallowed_before]] != left or symbols[following[place]] != right:
            swallowed_before += 1
        if swallowed_before:
            del places[:swallowed_before]
        return place

    def merge(self, pair: PairIds, token: int, rank: int) -> tuple[int, list[PairRecord]]:
        """Replace each occurrence of `pair` by `token`, left to right, and update the counts.

        Returns the number of replacements, weighted by word frequency, and the pairs that contain the new token.
        """
        left, right = pair
        merged = self.pairs[pair]
        mark = MERGED_LEFT - 1 - rank
        doubled = 0
        if self.many and left != right and len(merged.places) >= MIN_NUMPY_POSITIONS:
            before, after = self.many.merge(merged.places, left, right, token, mark)
        else:
            before, after, doubled = self._merge_each(merged, token, mark)
        del self.pairs[pair]
        self.pairs_with_count[merged.count] -= 1
        replacements = doubled if left == right else merged.count
        merged.count = 0
        # In this order: the next occurrence may remove the pair (token, left) that one adds on its right.
        gained = [self._replace_pair((right, y), (token, y), places, count) for y, places, count in after]
        gained += [self._replace_pair((x, left), (x, token), places, count) for x, places, count in before]
        # In "aaa", the second occurrence may leave the pair too rare to be recorded.
        return replacements, [record for record in gained if record is not None and record.count >= self.least]

    def _merge_each(self, merged: PairRecord, token: int, mark: int) -> tuple[list[Group], list[Group], int]:
        """Replace a pair, one occurrence after the other.

        Returns the positions where (x, left) became (x, token), by neighbour x; those where (right, y) became (token,
        y), by neighbour y; and the number of replacements if both symbols are the same.
        """
        left, right = merged.pair
        symbols, following, preceding, frequencies = self.symbols, self.next, self.previous, self.frequencies
        doubled = 0
        before: defaultdict[int, list[int]] = defaultdict(list)
        after: defaultdict[int, list[int]] = defaultdict(list)
        for place in merged.places:
            if symbols[place] != left:
                continue  # outdated
            swallowed = following[place]
            if symbols[swallowed] != right:
                continue
            if left == right:
                doubled += frequencies[place]
            symbols[place] = token
            symbols[swallowed] = mark
            following[place] = beyond = following[swallowed]
            preceding[beyond] = place
            neighbour = symbols[beyond]
            if neighbour >= 0:
                after[neighbour].append(place)
            place = preceding[place]
            neighbour = symbols[place]
            if neighbour >= 0:
                before[neighbour].append(place)

        def counted(found: dict[int, list[int]]) -> list[Group]:
            return [
                (neighbour, places, frequencies[places[0]])
                if len(places) == 1
                else (neighbour, places, sum([frequencies[place] for place in places]))
                for neighbour, places in found.items()
            ]

        return counted(before), counted(after), doubled

    def _replace_pair(self, old: PairIds, new: PairIds, places: MutableSequence[int], count: int) -> PairRecord | None:
        """Count a pair `new` that has replaced `old`, and record it unless it is too rare."""
        pairs, pairs_with_count = self.pairs, self.pairs_with_count

        lost = pairs.get(old)
        # In "aaa", the second (a, a) overlaps the first: the merge itself removed it.
        if lost is not None:
            pairs_with_count[lost.count] -= 1
            lost.count -= count
            if lost.count >= self.least:
                pairs_with_count[lost.count] += 1
            else:
                del pairs[old]
                lost.count = 0  # the record is no longer updated

        gained = pairs.get(new)
        if gained is None:
            if count < self.least or (self.may_merge is not None and not self.may_merge(new)):
                return None
            gained = pairs[new] = PairRecord(new, count, array("i", places))
        else:
            # Only a token that two pairs can make finds existing pairs.
            pairs_with_count[gained.count] -= 1
            gained.count += count
            gained.places = array("i", sorted({*gained.places, *places}))
        pairs_with_count[gained.count] += 1
        return gained

    def split(
        self, token: int, candidates: Iterable[int], pieces: Sequence[int], sizes: Sequence[int]
    ) -> tuple[list[int], list[PairRecord]]:
        """Replace each occurrence of `token` by `pieces`, and update the counts.

        It occurs at some of the positions in `candidates`. `sizes` is the number of base symbols of each piece: a token
        occupies the position of its first symbol, and the positions of the others are free. Returns the positions where
        the token was, and the pairs that have become more frequent.
        """
        symbols, following, preceding = self.symbols, self.next, self.previous
        positions = sorted({place for place in candidates if symbols[place] == token})
        lost = {place for position in positions for place in (preceding[position], position)}
        before = Counter({pair: self._count_at(places) for pair, places in self._pairs_at(lost).items()})
        for place in positions:
            beyond = following[place]
            last = place
            for piece, offset in zip(pieces, accumulate((0, *sizes)), strict=False):
                current = place + offset
                symbols[current] = piece
                if offset:
                    following[last], preceding[current] = current, last
                last = current
            following[last], preceding[beyond] = beyond, last
        offsets = [*accumulate((0, *sizes[:-1]))]
        gained = {place + offset for place in positions for offset in offsets} | {
            preceding[place] for place in positions
        }
        after = self._pairs_at(gained)
        records = []
        for pair in {**before, **after}:
            if self.may_merge is not None and not self.may_merge(pair):
                continue
            change = self._count_at(after.get(pair, ())) - before[pair]
            record = self.pairs.get(pair)
            if record is None:
                record = self.pairs[pair] = PairRecord(pair, 0, [])
            else:
                self.pairs_with_count[record.count] -= 1
            record.count += change
            record.places = sorted({*record.places, *after.get(pair, ())})
            if record.count:
                self.pairs_with_count[record.count] += 1
            else:
                del self.pairs[pair]
            if change > 0:
                records.append(record)
        return positions, records

    def _pairs_at(self, places: Iterable[int]) -> dict[PairIds, list[int]]:
        """Return the pairs that begin at these positions: pair -> positions."""
        found: dict[PairIds, list[int]] = {}
        for place in sorted(places):
            left = self.symbols[place]
            right = self.symbols[self.next[place]] if left >= 0 else GAP
            if right >= 0:
                found.setdefault((left, right), []).append(place)
        return found

    def _count_at(self, places: Iterable[int]) -> int:
        frequencies = self.frequencies
        return sum([frequencies[place] for place in places])

    def word_of(self, place: int) -> int:
        """Return the number of the word that contains a position."""
        return bisect_right(self.word_starts, place) - 1

    def ids_of_word(self, number: int) -> list[int]:
        """Return the current token ids of a word."""
        ids = []
        place = self.word_starts[number]
        while (symbol := self.symbols[place]) != GAP:
            if symbol != BOUNDARY:
                ids.append(symbol)
            place = self.next[place]
        return ids

    def words_with(self, pair: PairIds) -> Iterator[tuple[int, int]]:
        """Yield (word number, occurrences of `pair`) for each word that contains the pair, in order."""
        words: dict[int, int] = {}
        for place in self.pairs[pair].places:
            if self.occurs_at(pair, place):
                word = self.word_of(place)
                words[word] = words.get(word, 0) + 1
        return iter(words.items())
