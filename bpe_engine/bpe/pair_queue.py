"""The pairs in the order in which they would win: the most frequent first, ties decided by a rule."""

import heapq
from collections.abc import Sequence
from typing import Any

from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.bpe.tie_breaking import tie_break_key


class PairQueue:
    """All pairs with at least `min_frequency` occurrences, by count; the most frequent ones in a heap.

    `state` goes on changing, so a pair may stand under a count that it had. Where it loses occurrences
    it stands too high, and is put right when its turn comes; where it gains some it is pushed again, and
    what stands too low is passed over. Only when its turn comes is it asked for its place among the pairs
    of the same count.
    """

    def __init__(
        self,
        state: MergeState,
        tokens: Sequence[str],
        tie_break: TieBreak,
        *,
        byte_level: bool,
        min_frequency: int = 1,
    ) -> None:
        self.pairs = state.pairs
        self.min_frequency = min_frequency
        self.priority = tie_break_key(tie_break, state, tokens, byte_level)
        self._counts: list[int] = []  # a heap of all counts, negative: the greatest first
        self._waiting: dict[int, list[PairRecord]] = {}  # by count, in no order
        self._heaps: dict[int, list[tuple[Any, PairIds]]] = {}  # by count, once its turn has come
        for record in state.pairs.values():
            self.push(record)

    def push(self, record: PairRecord) -> None:
        """Take in a pair."""
        count = record.count
        if count in self._waiting:
            self._waiting[count].append(record)
        elif count in self._heaps:
            heapq.heappush(self._heaps[count], (self.priority(record), record.pair))
        elif count >= self.min_frequency:
            self._waiting[count] = [record]
            heapq.heappush(self._counts, -count)

    def pop(self) -> PairRecord | None:
        """Take out the pair that wins; None where no pair is frequent enough."""
        while self._counts:
            count = -self._counts[0]
            if count in self._waiting:
                self._sort_count(count)
            heap = self._heaps[count]
            while heap:
                priority, pair = heapq.heappop(heap)
                record = self.pairs.get(pair)
                if record is not None:
                    if record.count == count and self.priority(record) == priority:
                        return record
                    if record.count <= count:
                        self.push(record)
            heapq.heappop(self._counts)
            del self._heaps[count]
        return None

    def _sort_count(self, count: int) -> None:
        heap = self._heaps[count] = []
        for record in self._waiting.pop(count):
            if record.count == count:
                heap.append((self.priority(record), record.pair))
            elif record.count < count:
                self.push(record)
        heapq.heapify(heap)

    def top(self, limit: int) -> list[PairRecord]:
        """The `limit` pairs that come first, the winner first. They stay in the queue."""
        records: dict[PairIds, PairRecord] = {}
        while len(records) < limit and (record := self.pop()) is not None:
            # A token that two pairs can make brings a pair twice.
            records[record.pair] = record
        for record in records.values():
            self.push(record)
        return list(records.values())
