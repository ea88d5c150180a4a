"""A priority queue of pairs: the highest score first, ties broken by a rule."""

import heapq
from collections.abc import Callable
from fractions import Fraction
from operator import attrgetter
from typing import Any

from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord

Score = int | Fraction

count_of: Callable[[PairRecord], int] = attrgetter("count")
"""The score of byte-pair encoding."""


class PairQueue:
    """All pairs with at least `min_frequency` occurrences, grouped by score; those with the highest score in a heap.

    `state` keeps changing, so a pair may be listed under a former score. If it has lost occurrences, it is listed too
    high and is moved when its turn comes. If it has gained some, it is pushed again, and its lower entry is skipped.
    The place of a pair among those with its score is computed only when their turn comes.
    """

    def __init__(
        self,
        state: MergeState,
        tie_key: Callable[[PairRecord], Any],
        *,
        score: Callable[[PairRecord], Score] = count_of,
        min_frequency: int = 1,
    ) -> None:
        self.pairs = state.pairs
        self.pairs_with_count = state.pairs_with_count
        self.min_frequency = min_frequency
        self.score = score
        self.tie_key = tie_key
        self._scores: list[Score] = []  # a heap of all scores, negative: the highest first
        self._waiting: dict[Score, list[PairRecord]] = {}  # by score, unordered
        self._heaps: dict[Score, list[tuple[Any, PairIds]]] = {}  # by score, once its turn has come
        for record in state.pairs.values():
            self.push(record)

    def push(self, record: PairRecord) -> None:
        """Add a pair, or list it under its new score."""
        if record.count < self.min_frequency:
            return
        score = self.score(record)
        if score in self._waiting:
            self._waiting[score].append(record)
        elif score in self._heaps:
            heapq.heappush(self._heaps[score], (self.tie_key(record), record.pair))
        else:
            self._waiting[score] = [record]
            heapq.heappush(self._scores, -score)

    def pop(self) -> PairRecord | None:
        """Remove and return the pair that wins; None if no pair is frequent enough."""
        while self._scores:
            score = -self._scores[0]
            if score in self._waiting:
                self._sort_score(score)
            heap = self._heaps[score]
            while heap:
                key, pair = heapq.heappop(heap)
                record = self.pairs.get(pair)
                if record is not None:
                    current = self.score(record)
                    if current == score and self.tie_key(record) == key and record.count >= self.min_frequency:
                        return record
                    if current <= score:
                        self.push(record)
            heapq.heappop(self._scores)
            del self._heaps[score]
        return None

    def _sort_score(self, score: Score) -> None:
        heap = self._heaps[score] = []
        for record in self._waiting.pop(score):
            current = self.score(record)
            if current == score:
                heap.append((self.tie_key(record), record.pair))
            elif current < score:
                self.push(record)
        heapq.heapify(heap)

    def tied_with(self, winner: PairRecord) -> int:
        """Return how many other pairs have the score of the pair that was popped last."""
        if self.score is count_of:  # the state already counts these
            return self.pairs_with_count[winner.count] - 1
        score = self.score(winner)
        others = {pair for _, pair in self._heaps[score] if pair != winner.pair and pair in self.pairs}
        return sum(self.score(self.pairs[pair]) == score for pair in others)

    def top(self, limit: int) -> list[PairRecord]:
        """Return the first `limit` pairs, the winner first. They stay in the queue."""
        records: dict[PairIds, PairRecord] = {}
        while len(records) < limit and (record := self.pop()) is not None:
            # A token that two pairs can make may list a pair twice.
            records[record.pair] = record
        for record in records.values():
            self.push(record)
        return list(records.values())
