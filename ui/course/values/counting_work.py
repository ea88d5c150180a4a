"""The cost of counting pairs with three methods."""

from collections.abc import Iterator, MutableSequence
from dataclasses import dataclass
from typing import NamedTuple

from bpe_engine import BPETrainer, Corpus
from bpe_engine.bpe.merge_state import MERGED_LEFT, MergeState, PairIds, PairRecord
from bpe_engine.bpe.trainer import BPERun


class PairCountWork(NamedTuple):
    """The number of neighbouring pairs that a training run has looked at after some merges, by method."""

    merges: int
    text: int  # recounts all pairs of the text before each merge
    words: int  # the same, but looks at each different word only once
    kept: int  # counts once, then updates only the pairs that a merge removes or creates


@dataclass
class _WorkCounter:
    looked: int = 0


class _CountingState(MergeState):
    """The engine's merge state, which also counts the positions that it looks at."""

    def __init__(self, words: list[tuple[list[int], int]], noted: _WorkCounter) -> None:
        self.noted = noted
        super().__init__(words)
        noted.looked = sum(len(record.places) for record in self.pairs.values())

    def merge(self, pair: PairIds, token: int, rank: int) -> tuple[int, list[PairRecord]]:
        self.noted.looked += len(self.pairs[pair].places)
        return super().merge(pair, token, rank)

    def _replace_pair(self, old: PairIds, new: PairIds, places: MutableSequence[int], count: int) -> PairRecord | None:
        # In "aaa", the second (a, a) went with the merge itself and is counted there.
        gone = len(places) if old in self.pairs else 0
        self.noted.looked += gone + len(places)
        return super()._replace_pair(old, new, places, count)


def count_pair_work(text: str, merges: int) -> Iterator[PairCountWork]:
    """Yield the pairs looked at so far, at the start and after each merge, up to `merges` of them."""
    corpus = Corpus.from_text(text, "gpt2", byte_level=True)
    run = BPERun(BPETrainer(vocab_size=256 + merges), corpus)
    symbols = [([run.ids[symbol] for symbol in word], frequency) for word, frequency in corpus.words.items()]
    noted = _WorkCounter()
    state = run.state = _CountingState(symbols, noted)
    all_pairs = sum((len(word) - 1) * frequency for word, frequency in symbols)
    word_pairs = sum(len(word) - 1 for word, _frequency in symbols)
    whole, words = all_pairs, word_pairs
    yield PairCountWork(0, whole, words, noted.looked)
    for count, event in enumerate(run.events(), 1):
        all_pairs -= event.replacements
        word_pairs -= state.symbols.count(MERGED_LEFT - 1 - event.rank)
        whole, words = whole + all_pairs, words + word_pairs
        yield PairCountWork(count, whole, words, noted.looked)
        if count == merges:
            return
