"""How the texts of each language stand between two merges."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.tie_breaking import tie_break_key

Words = Iterable[tuple[Sequence[int], int]]
"""Ids and how often they occur, a word each."""


class LanguageLengths:
    """How many tokens each language has, while pairs are merged. `words` are those of each language."""

    def __init__(self, words: Sequence[Words], may_merge: Callable[[PairIds], bool] | None = None) -> None:
        self.states = [MergeState(found, may_merge) for found in words]
        self.now = [
            sum(count for symbol, count in zip(state.symbols, state.frequencies, strict=True) if symbol >= 0)
            for state in self.states
        ]

    def merge(self, pair: PairIds, token: int, rank: int) -> list[list[PairRecord]]:
        """Make a merge in every language; for each the pairs that it has gained."""
        gained: list[list[PairRecord]] = []
        for number, state in enumerate(self.states):
            if pair not in state.pairs:
                gained.append([])
                continue
            replaced, records = state.merge(pair, token, rank)
            self.now[number] -= replaced
            gained.append(records)
        return gained


class RankedLanguages(LanguageLengths):
    """The same, with the pairs of each language in the order in which it would choose them."""

    def __init__(
        self,
        words: Sequence[Words],
        tokens: Sequence[str],
        min_frequency: int = 1,
        may_merge: Callable[[PairIds], bool] | None = None,
    ) -> None:
        super().__init__(words, may_merge)
        # Ties go by the characters in which tokens are written, also at byte level, as in the tokenizers library.
        self.queues = [
            PairQueue(
                state, tie_break_key("largest-pair", state, tokens, byte_level=False), min_frequency=min_frequency
            )
            for state in self.states
        ]

    def merge(self, pair: PairIds, token: int, rank: int) -> list[list[PairRecord]]:
        """As it is there, and the orders are kept true."""
        gained = super().merge(pair, token, rank)
        for queue, records in zip(self.queues, gained, strict=True):
            for record in records:
                queue.push(record)
        return gained


def words_as_ids(
    languages: Mapping[str, Mapping[str, int]], ids: Mapping[str, int], symbols_of: Callable[[str], Sequence[str]]
) -> list[Words]:
    """Return the words of each language as the ids of their symbols."""
    return [
        [([ids[symbol] for symbol in symbols_of(word)], count) for word, count in words.items()]
        for words in languages.values()
    ]
