"""The words of the corpus between two merges, stored so that a merge touches only what it changes.

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
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from itertools import accumulate, islice

from bpe_engine.bpe.numpy_merges import AVAILABLE, Group, NumpyMergeState

PairIds = tuple[int, int]

GAP = -1  # sentinel before, between and after words
BOUNDARY = -2  # stands in a word where no merge may go across
MERGED_LEFT = (
    -3
)  # a place whose symbol is gone; where the merge of rank r took it into the token on its left, less r + 1
NEVER_MERGED = 2**31 - 1  # the rank at which a boundary goes that no merge takes away

LARGE = 500_000
"""From so many symbols on numpy helps, where it is installed: importing it takes 0.1 s."""

MIN_NUMPY_POSITIONS = 100
"""With so many places numpy makes a merge in less time."""


class PairRecord:
    """What is known of a pair: its count now, and the places where it stood when they were noted, in order."""

    __slots__ = ("count", "pair", "places")

    def __init__(self, pair: PairIds, count: int, places: MutableSequence[int]) -> None:
        self.pair = pair
        self.count = count  # overlaps counted, each times the frequency of its word
        self.places = places  # some may be gone: see `MergeState.occurs_at`


class MergeState:
    """Words as linked lists of token ids, with the count and the places of every pair.

    `words` are (ids, frequency), in order. A pair with fewer occurrences than `least` is not noted: see
    `forget_rare_pairs`. Nor is one that may never merge: `may_merge` tells which may, if not all may.
    """

    def __init__(
        self, words: Iterable[tuple[Iterable[int], int]], may_merge: Callable[[PairIds], bool] | None = None
    ) -> None:
        # Arrays, as they take less memory than lists and so more of them stays in the processor's cache.
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
        # How many pairs have a count. It may hold a 0 for a count that no pair has any more.
        self.pairs_with_count = defaultdict(int, Counter(record.count for record in self.pairs.values()))

    def _count(self) -> dict[PairIds, PairRecord]:
        if self.many:
            records = self.many.pairs()
        else:
            places: defaultdict[PairIds, array[int]] = defaultdict(lambda: array("i"))
            # Overlaps count separately: "aaa" holds (a, a) twice, as in every peer.
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

        In a large corpus they are most, and too rare ever to win. If one may, a state of the `unfinished_words` has
        it again. Says whether any had to go.
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
        """For each place the rank of the merge that took it into the token on its left; NEVER_MERGED where none did."""
        return array(
            "i", [MERGED_LEFT - 1 - symbol if symbol < MERGED_LEFT else NEVER_MERGED for symbol in self.symbols]
        )

    def occurs_at(self, pair: PairIds, place: int) -> bool:
        """Return whether `pair` is at `place` now."""
        return self.symbols[place] == pair[0] and self.symbols[self.next[place]] == pair[1]

    def first_position(self, record: PairRecord) -> int:
        """Return where a pair comes first in the corpus at that point. The pair must be there."""
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
        merged = self.pairs[pair]
        gone = MERGED_LEFT - 1 - rank
        doubled = 0
        if self.many and left != right and len(merged.places) >= MIN_NUMPY_POSITIONS:
            before, after = self.many.merge(merged.places, left, right, token, gone)
        else:
            before, after, doubled = self._merge_each(merged, token, gone)
        del self.pairs[pair]
        self.pairs_with_count[merged.count] -= 1
        replacements = doubled if left == right else merged.count
        merged.count = 0
        # In this order: what one occurrence brings on its right, (token, left), the next may take away again.
        gained = [self._replace_pair((right, y), (token, y), places, count) for y, places, count in after]
        gained += [self._replace_pair((x, left), (x, token), places, count) for x, places, count in before]
        # In "aaa" the second may have taken so many away that it is too rare to be noted.
        return replacements, [record for record in gained if record is not None and record.count >= self.least]

    def _merge_each(self, merged: PairRecord, token: int, gone: int) -> tuple[list[Group], list[Group], int]:
        """Replace a pair, one occurrence after the other.

        Returns by neighbour x the places where (x, left) became (x, token), by neighbour y those where (right, y)
        became (token, y), and how often a pair of two alike was replaced.
        """
        left, right = merged.pair
        symbols, following, preceding, frequencies = self.symbols, self.next, self.previous, self.frequencies
        doubled = 0
        before: defaultdict[int, list[int]] = defaultdict(list)
        after: defaultdict[int, list[int]] = defaultdict(list)
        for place in merged.places:
            if symbols[place] != left:
                continue  # gone since it was noted
            swallowed = following[place]
            if symbols[swallowed] != right:
                continue
            if left == right:
                doubled += frequencies[place]
            symbols[place] = token
            symbols[swallowed] = gone
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
        """Count a pair `new` that has replaced `old`, and note it unless it is too rare."""
        pairs, pairs_with_count = self.pairs, self.pairs_with_count

        lost = pairs.get(old)
        # In "aaa" the second (a, a) is a neighbour of the first: it went with the merge itself.
        if lost is not None:
            pairs_with_count[lost.count] -= 1
            lost.count -= count
            if lost.count >= self.least:
                pairs_with_count[lost.count] += 1
            else:
                del pairs[old]
                lost.count = 0  # it is told of no more

        gained = pairs.get(new)
        if gained is None:
            if count < self.least or (self.may_merge is not None and not self.may_merge(new)):
                return None
            gained = pairs[new] = PairRecord(new, count, array("i", places))
        else:
            # Only a token that two pairs can make meets pairs that are there already.
            pairs_with_count[gained.count] -= 1
            gained.count += count
            gained.places = array("i", sorted({*gained.places, *places}))
        pairs_with_count[gained.count] += 1
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
        return where, records

    def _pairs_at(self, places: Iterable[int]) -> dict[PairIds, list[int]]:
        """Return the pairs that begin at these places, each with its places."""
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
        """Return the number of the word that `place` lies in."""
        return bisect_right(self.word_starts, place) - 1

    def ids_of_word(self, number: int) -> list[int]:
        """Return the token ids of a word at that point."""
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
            if self.occurs_at(pair, place):
                word = self.word_of(place)
                words[word] = words.get(word, 0) + 1
        return iter(words.items())
