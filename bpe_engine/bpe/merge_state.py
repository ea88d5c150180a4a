"""The corpus as it stands between two merges, made so that a merge touches only what it changes.

All distinct words lie one after the other in flat lists, a gap between two words. A merge
swallows the right symbol of each occurrence: the place of the left one takes the new token, the
place of the right one drops out of a linked list. So a place keeps its number for good, the
order of places is the order of the corpus, and a merge costs as much as it has occurrences,
however large the corpus is. Counts follow from the neighbours of each occurrence. (The idea of
updating in place is that of subword-nmt, Sennrich et al. 2016; the linked list that of Zouhar et
al. 2023, "A Formal Perspective on Byte-Pair Encoding".)
"""

from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

PairIds = tuple[int, int]

GAP = -1  # stands before, between and after words
BOUNDARY = -3  # stands in a word where no merge may go across, until `lift_boundaries`
SWALLOWED = -2  # a place whose symbol went into the token on its left
NEVER = 2**31 - 1  # the rank at which a boundary goes that no merge takes away


class PairRecord:
    """What is known of a pair: its count now, and the places where it stood when they were noted, in order."""

    __slots__ = ("count", "pair", "places")

    def __init__(self, pair: PairIds, count: int, places: list[int]) -> None:
        self.pair = pair
        self.count = count  # overlaps counted, each times the frequency of its word
        self.places = places  # some may be gone: see `MergeState.is_at`


class MergeState:
    """Words as linked lists of token ids, with the count and the places of every pair.

    `words` are (ids, frequency), in order.
    """

    def __init__(self, words: Iterable[tuple[Sequence[int], int]]) -> None:
        symbols: list[int] = [GAP]
        frequencies: list[int] = [0]
        word_starts = array("q")
        for ids, frequency in words:
            word_starts.append(len(symbols))
            symbols += ids
            symbols.append(GAP)
            frequencies += [frequency] * (len(ids) + 1)
        self.symbols = symbols
        self.frequencies = frequencies
        self.word_starts = word_starts
        # Arrays, as they take less memory than lists and so more of them stays in the processor's cache.
        self.next = array("i", range(1, len(symbols) + 1))
        self.previous = array("i", range(-1, len(symbols) - 1))
        self.swallowed_at = array("i", [NEVER]) * len(symbols)
        self.pairs = self._count()
        # How many pairs have a count. It may hold a 0 for a count that no pair has any more.
        self.pairs_with_count: defaultdict[int, int] = defaultdict(int)
        for record in self.pairs.values():
            self.pairs_with_count[record.count] += 1

    def _count(self) -> dict[PairIds, PairRecord]:
        pairs: dict[PairIds, PairRecord] = {}
        neighbours = zip(self.symbols, self.symbols[1:], strict=False)
        # Overlaps count separately: "aaa" holds (a, a) twice, as in every peer.
        for place, (pair, frequency) in enumerate(zip(neighbours, self.frequencies, strict=False)):
            record = pairs.get(pair)
            if record is not None:
                record.count += frequency
                record.places.append(place)
            elif pair[0] >= 0 and pair[1] >= 0:
                pairs[pair] = PairRecord(pair, frequency, [place])
        return pairs

    def is_at(self, pair: PairIds, place: int) -> bool:
        """Whether `pair` stands at `place` now."""
        return self.symbols[place] == pair[0] and self.symbols[self.next[place]] == pair[1]

    def first_place(self, record: PairRecord) -> int:
        """Where a pair comes first in the corpus as it stands. The pair must be there."""
        (left, right), places, symbols, following = record.pair, record.places, self.symbols, self.next
        gone = 0
        while symbols[place := places[gone]] != left or symbols[following[place]] != right:
            gone += 1
        if gone:
            del places[:gone]
        return place

    def merge(self, pair: PairIds, token: int, rank: int) -> tuple[int, list[PairRecord]]:
        """Replace each occurrence of `pair` by `token`, left to right, and keep the counts true.

        Returns how often the pair was replaced, each time by the frequency of the word, and the
        pairs that have the new token in them.
        """
        left, right = pair
        symbols, following, preceding = self.symbols, self.next, self.previous
        frequencies, swallowed_at = self.frequencies, self.swallowed_at
        replacements = 0
        # By neighbour x, the places where (x, left) became (x, token); by neighbour y, those where
        # (right, y) became (token, y).
        before: dict[int, list[int]] = {}
        after: dict[int, list[int]] = {}
        for place in self.pairs[pair].places:
            swallowed = following[place]
            if symbols[place] != left or symbols[swallowed] != right:
                continue  # gone since it was noted
            replacements += frequencies[place]
            beyond = following[swallowed]
            symbols[place] = token
            symbols[swallowed] = SWALLOWED
            swallowed_at[swallowed] = rank
            following[place] = beyond
            preceding[beyond] = place
            neighbour = symbols[beyond]
            if neighbour >= 0:
                if neighbour in after:
                    after[neighbour].append(place)
                else:
                    after[neighbour] = [place]
            place = preceding[place]
            neighbour = symbols[place]
            if neighbour >= 0:
                if neighbour in before:
                    before[neighbour].append(place)
                else:
                    before[neighbour] = [place]
        merged = self.pairs.pop(pair)
        self.pairs_with_count[merged.count] -= 1
        merged.count = 0
        # In this order: what one occurrence brings on its right, (token, left), the next may take away again.
        gained = []
        for y, places in after.items():
            gained.append(self._move((right, y), (token, y), places))
        for x, places in before.items():
            gained.append(self._move((x, left), (x, token), places))
        return replacements, gained

    def _move(self, old: PairIds, new: PairIds, places: list[int]) -> PairRecord:
        """Where the pair `old` stood, there is `new` now: count and note it."""
        pairs, pairs_with_count, frequencies = self.pairs, self.pairs_with_count, self.frequencies
        count = frequencies[places[0]] if len(places) == 1 else sum([frequencies[place] for place in places])

        gained = pairs.get(new)
        if gained is None:
            gained = pairs[new] = PairRecord(new, count, places)
        else:
            # Only a token that two pairs can make meets pairs that are there already.
            pairs_with_count[gained.count] -= 1
            gained.count += count
            gained.places = sorted({*gained.places, *places})
        pairs_with_count[gained.count] += 1

        lost = pairs.get(old)
        # In "aaa" the second (a, a) is a neighbour of the first: it went with the merge itself.
        if lost is not None:
            pairs_with_count[lost.count] -= 1
            lost.count -= count
            if lost.count:
                pairs_with_count[lost.count] += 1
            else:
                del pairs[old]
        return gained

    def split(
        self, token: int, noted: Iterable[int], pieces: Sequence[int], sizes: Sequence[int]
    ) -> tuple[list[int], list[PairRecord]]:
        """Put `pieces` wherever `token` stands, and keep the counts true.

        It stands at some of the places `noted`. `sizes` says how many symbols each piece is of: a token stands where
        its first symbol was, and the places of the others are free. Returns where the token stood, and the pairs that
        occur more often now.
        """
        symbols, following, preceding = self.symbols, self.next, self.previous
        where = sorted({place for place in noted if symbols[place] == token})
        lost = {place for each in where for place in (preceding[each], each)}
        before = Counter({pair: self._count_at(places) for pair, places in self._pairs_at(lost).items()})
        for place in where:
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
        gained = {place + offset for place in where for offset in offsets} | {preceding[place] for place in where}
        after = self._pairs_at(gained)
        records = []
        for pair in {**before, **after}:
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
        return where, records

    def lift_boundaries(self) -> list[PairRecord]:
        """Let merges go across the boundaries in words from now on. Returns the pairs that occur more often now."""
        symbols, following, preceding = self.symbols, self.next, self.previous
        before = []
        for place in [place for place, symbol in enumerate(symbols) if symbol == BOUNDARY]:
            left, beyond = preceding[place], following[place]
            symbols[place] = SWALLOWED
            following[left], preceding[beyond] = beyond, left
            before.append(left)
        gained = []
        for pair, places in self._pairs_at(before).items():
            record = self.pairs.get(pair)
            if record is None:
                record = self.pairs[pair] = PairRecord(pair, 0, [])
            else:
                self.pairs_with_count[record.count] -= 1
            record.count += self._count_at(places)
            record.places = sorted({*record.places, *places})
            self.pairs_with_count[record.count] += 1
            gained.append(record)
        return gained

    def _pairs_at(self, places: Iterable[int]) -> dict[PairIds, list[int]]:
        """The pairs that begin at these places, with where they do."""
        found: dict[PairIds, list[int]] = {}
        for place in sorted(places):
            left = self.symbols[place]
            right = self.symbols[self.next[place]] if left >= 0 else GAP
            if right >= 0:
                found.setdefault((left, right), []).append(place)
        return found

    def _count_at(self, places: Iterable[int]) -> int:
        return sum(self.frequencies[place] for place in places)

    def word_of(self, place: int) -> int:
        """The number of the word that `place` lies in."""
        return bisect_right(self.word_starts, place) - 1

    def ids_of_word(self, number: int) -> list[int]:
        """The token ids of a word as it stands."""
        ids = []
        place = self.word_starts[number]
        while (symbol := self.symbols[place]) != GAP:
            if symbol != BOUNDARY:
                ids.append(symbol)
            place = self.next[place]
        return ids

    def words_with(self, pair: PairIds) -> Iterator[tuple[int, int]]:
        """(number of a word, how often `pair` stands in it), for each word that has the pair, in order."""
        words: dict[int, int] = {}
        for place in self.pairs[pair].places:
            if self.is_at(pair, place):
                word = self.word_of(place)
                words[word] = words.get(word, 0) + 1
        return iter(words.items())
