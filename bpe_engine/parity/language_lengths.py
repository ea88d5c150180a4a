"""The texts of each language between two merges."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.tie_breaking import tie_break_key

Words = Iterable[tuple[Sequence[int], int]]
"""Words as ids, with their frequencies."""


class LanguageLengths:
    """The number of tokens of each language while pairs are merged. `words` are those of each language."""

    def __init__(self, words: Sequence[Words], may_merge: Callable[[PairIds], bool] | None = None) -> None:
        self.states = [MergeState(language_words, may_merge) for language_words in words]
        self.now = [
            sum(count for symbol, count in zip(state.symbols, state.frequencies, strict=True) if symbol >= 0)
            for state in self.states
        ]

    def merge(self, pair: PairIds, token: int, rank: int) -> list[list[PairRecord]]:
        """Make a merge in every language; return the new pairs of each."""
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
    """Language lengths with a queue of pairs for each language."""

    def __init__(
        self,
        words: Sequence[Words],
        tokens: Sequence[str],
        min_frequency: int = 1,
        may_merge: Callable[[PairIds], bool] | None = None,
    ) -> None:
        super().__init__(words, may_merge)
        # Ties are broken by the characters of tokens as written, even at byte level, as in the tokenizers library.
        self.queues = [
            PairQueue(
                state, tie_break_key("largest-pair", state, tokens, byte_level=False), min_frequency=min_frequency
            )
            for state in self.states
        ]

    def merge(self, pair: PairIds, token: int, rank: int) -> list[list[PairRecord]]:
        """Make a merge in every language and update the queues."""
        gained = super().merge(pair, token, rank)
        for queue, records in zip(self.queues, gained, strict=True):
            for record in records:
                queue.push(record)
        return gained


def words_as_ids(
    languages: Mapping[str, Mapping[str, int]], ids: Mapping[str, int], symbols_of: Callable[[str], Sequence[str]]
) -> list[Words]:
    """Return the words of each language as symbol ids."""
    return [
        [([ids[symbol] for symbol in symbols_of(word)], count) for word, count in words.items()]
        for words in languages.values()
    ]
