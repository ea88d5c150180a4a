"""The corpus between two merges, with every pair ordered by score.

A pair's score is its frequency divided by the product of the frequencies of its two symbols. A merge changes the
frequencies of three symbols, and so the scores of all pairs that contain one of them.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log2

from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.wordpiece.events import WordPieceForm
from bpe_engine.wordpiece.ranking import Ranking


def pair_score(form: WordPieceForm, count: int, left: int, right: int, tokens: int, pairs: int) -> float:
    """Return the score of a pair for display, from the frequencies of the pair and of its two symbols.

    "bert": count / (left * right). "mutual-information": log2(p(xy) / (p(x) * p(y))), in bits, where p(xy) is the
    pair's share of all `pairs` of neighbours in the current corpus, and p(x) the symbol's share of all its `tokens`.
    Both order pairs in the same way, since `tokens` and `pairs` are the same for all pairs.

    >>> pair_score("bert", 5, 20, 5, tokens=210, pairs=100)
    0.05
    >>> pair_score("mutual-information", 8, 16, 8, tokens=64, pairs=32)
    3.0
    """
    if form == "bert":
        return count / (left * right)
    return log2(count * tokens * tokens) - log2(pairs * left * right)


class ScoredPairs:
    """Words as lists of token ids, with the score of every neighbouring pair.

    `words` are (ids, frequency), in order. A pair with fewer than `min_frequency` occurrences cannot win.

    Each pair is owned by the one of its two symbols that has more pairs; the other one is a guest. The order of the
    pairs of one owner does not depend on the owner's frequency. So when a symbol becomes rarer, only the pairs in which
    it is a guest move within their owners, and its own pairs move as one group: a merge with `e`, which has thousands
    of pairs, does not rescore thousands of them.

    Scores are compared exactly. Two different fractions whose denominators are at most D differ by 1/D² or more. So a
    fraction times 2 ** bits, rounded down, distinguishes all of them if 2 ** bits is at least D², and is an integer,
    which is fast to compare.
    """

    def __init__(self, words: Iterable[tuple[Sequence[int], int]], min_frequency: int = 1) -> None:
        self.state = MergeState(words)
        self.min_frequency = min_frequency
        self.counts: defaultdict[int, int] = defaultdict(int)  # symbol -> frequency
        for symbol, frequency in zip(self.state.symbols, self.state.frequencies, strict=True):
            if symbol >= 0:
                self.counts[symbol] += frequency
        most = sum(self.counts.values())  # no symbol is more frequent, so no denominator exceeds most ** 2
        self.bits = 4 * most.bit_length()
        self.bits_of_owned = 2 * most.bit_length()  # without the owner's frequency
        self._number_of_pairs: defaultdict[int, int] = defaultdict(int)  # symbol -> number of pairs that it ever had
        self._owner: dict[PairIds, int] = {}
        self._guests: defaultdict[int, set[PairIds]] = defaultdict(set)  # symbol -> pairs that it does not own
        self._owned: dict[int, Ranking[PairIds]] = {}
        self._owners = Ranking[int](self._first_place_of_owner)
        for pair in self.state.pairs:
            self._count_symbols(pair)
        self._score(self.state.pairs)

    def key(self, record: PairRecord) -> int:
        """Return the score of a pair as an integer with the same order as the fraction."""
        left, right = record.pair
        return (record.count << self.bits) // (self.counts[left] * self.counts[right])

    def winner(self) -> PairRecord | None:
        """Return the pair with the highest score, the first in the corpus if scores tie; None if none can win."""
        owner = self._owners.first()
        if owner is None:
            return None
        pair = self._owned[owner].first()
        return None if pair is None else self.state.pairs[pair]

    def tied_count(self) -> int:
        """Return the number of pairs with exactly the winner's score, the winner included."""
        return sum(len(self._owned[owner].best) for owner in self._owners.best)

    def merge(self, pair: PairIds, token: int, rank: int) -> int:
        """Replace each occurrence of `pair` by `token`, and rescore the affected pairs.

        Returns the number of replacements, weighted by word frequency.
        """
        replacements, records = self.state.merge(pair, token, rank)
        left, right = pair
        self.counts[token] += replacements
        self.counts[left] -= replacements
        self.counts[right] -= replacements
        gained = [record.pair for record in records]
        for new in gained:
            self._count_symbols(new)
        # Each (x, token) was (x, left) before, and each (token, y) was (right, y).
        lost = [(x, left) for x, y in gained if y == token] + [(right, y) for x, y in gained if x == token]
        guests = [guest for symbol in {left, right, token} for guest in self._guests[symbol]]
        self._score(dict.fromkeys([pair, *gained, *lost, *guests]), {left, right, token})
        for new in gained:
            # A token that two pairs can make may now occur earlier.
            owner = self._owner.get(new)
            if owner is not None and new in self._owned[owner]:
                self._owned[owner].reposition(new)
                self._owners.reposition(owner)
        return replacements

    def first(self, limit: int | None) -> list[PairRecord]:
        """Return the first `limit` pairs, the winner first; pairs too rare to win come after all others."""
        records = self.state.pairs.values()
        scored = [(record.count >= self.min_frequency, self.key(record), record) for record in records]
        number = len(scored) if limit is None else limit
        if number < len(scored):
            # Positions in the corpus are computed only for pairs that may be shown.
            last = heapq.nlargest(number, (entry[:2] for entry in scored))[-1:]
            scored = [entry for entry in scored if last and entry[:2] >= last[0]]
        scored.sort(key=lambda entry: (not entry[0], -entry[1], self.state.first_position(entry[2])))
        return [record for _, _, record in scored[:number]]

    def _count_symbols(self, pair: PairIds) -> None:
        if pair not in self._owner:
            for symbol in pair:
                self._number_of_pairs[symbol] += 1

    def _score(self, pairs: Iterable[PairIds], owners: Iterable[int] = ()) -> None:
        """Reorder pairs within their owners, then reorder these owners and `owners`."""
        changed = set(owners)
        for pair in pairs:
            owner = self._owner.get(pair)
            record = self.state.pairs.get(pair)
            if record is None and owner is None:
                continue
            if owner is None:
                left, right = pair
                owner = left if self._number_of_pairs[left] >= self._number_of_pairs[right] else right
                self._owner[pair] = owner
                self._guests[left + right - owner].add(pair)
            changed.add(owner)
            guest = sum(pair) - owner
            owned = self._owned.get(owner)
            if owned is None:
                owned = self._owned[owner] = Ranking[PairIds](self._first_place)
            if record is not None and record.count >= self.min_frequency:
                owned.set_key(pair, (record.count << self.bits_of_owned) // self.counts[guest])
            else:
                owned.remove(pair)
            if record is None:
                del self._owner[pair]
                self._guests[guest].discard(pair)
        for owner in changed:
            best = self._owned[owner].best if owner in self._owned else ()
            if best:
                self._owners.set_key(owner, self.key(self.state.pairs[next(iter(best))]))
                self._owners.reposition(owner)
            else:
                self._owners.remove(owner)

    def _first_place(self, pair: PairIds) -> int:
        return self.state.first_position(self.state.pairs[pair])

    def _first_place_of_owner(self, owner: int) -> int:
        pair = self._owned[owner].first()
        assert pair is not None, "owners without pairs are taken out"
        return self._first_place(pair)
