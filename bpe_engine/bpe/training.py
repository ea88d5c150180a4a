"""The record of a training, which can show any step without retraining."""

from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

from bpe_engine.bpe.events import MergeEvent, TieBreak
from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.bpe.options import BPEOptions
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.symbols import Pair
from bpe_engine.training.base import StateView, WordContribution, WordState
from bpe_engine.training.merge_training import MergeReplay, MergeTraining


class PairCount(NamedTuple):
    """A row of the leaderboard: a pair, its count, and the words that contribute to the count."""

    pair: Pair
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one needs here
    words: tuple[WordContribution, ...]  # in corpus order; only the most frequent if a limit was given
    number_of_words: int


class BPEState(NamedTuple):
    """The state between two merges, after `step` merges."""

    step: int
    words: tuple[WordState, ...]
    changed: tuple[WordState, ...]  # the words that the last merge changed
    words_with_pair: tuple[WordState, ...]  # the words that the next merge will change
    vocabulary: dict[str, int]
    leaderboard: tuple[PairCount, ...]  # the winner first
    number_of_pairs: int  # pairs that may become a token
    tokens_in_corpus: int
    next_event: MergeEvent | None  # the next merge; None at the end
    winner_by_rule: dict[TieBreak, Pair]  # the pair that each tie rule would merge next; empty if there is no tie


@dataclass(frozen=True, eq=False)
class BPETraining(MergeTraining[BPEState]):
    """The record of a BPE training, returned by `BPETrainer.record`."""

    trainer: BPEOptions
    events: tuple[MergeEvent, ...]

    def _replay(self, step: int) -> "BPEReplay":
        return BPEReplay(self, step)

    def tokenizer(self, step: int | None = None) -> BPETokenizer:
        """Return the tokenizer with the first `step` merges, by default all. Raises the same errors as `at`."""
        step = len(self.events) if step is None else step
        vocabulary = self.vocabulary_at(step)
        merges = [event.pair for event in self.events[:step]]
        return self.trainer.tokenizer(self.corpus, vocabulary, merges)


class BPEReplay(MergeReplay[BPEState]):
    """Replays a BPE training, with a queue of pairs for each tie rule in use."""

    def __init__(self, training: BPETraining, step: int) -> None:
        super().__init__(training, step)
        self.may_merge = training.trainer.merge_filter(self.tokens, training.corpus.byte_level)
        self.merge_state = MergeState(self._words_at_step(step), self.may_merge)
        self._queues: dict[TieBreak, PairQueue] = {}
        self._known_words: dict[tuple[PairIds, int, int | None], tuple[tuple[WordContribution, ...], int]] = {}

    def _merge(self, pair: PairIds, event: MergeEvent) -> None:
        _, gained = self.merge_state.merge(pair, self.ids[event.token], event.rank)
        for queue in self._queues.values():
            for record in gained:
                queue.push(record)

    def _state(self, view: StateView, **shared: Any) -> BPEState:
        rows = shared["number_of_pairs"] if view.pairs is None else view.pairs
        leaders = self._queue(self.training.trainer.tie_break).top(rows)
        next_event: MergeEvent | None = shared["next_event"]
        return BPEState(
            **shared,
            leaderboard=tuple(self._pair_count(record, view.changed_words) for record in leaders),
            winner_by_rule=self._tie_choices() if next_event and next_event.tied else {},
        )

    def _queue(self, rule: TieBreak) -> PairQueue:
        """Return the queue of a tie rule. It is built on first use, then kept up to date."""
        if rule not in self._queues:
            byte_level = self.training.corpus.byte_level
            self._queues[rule] = self.training.trainer.pair_queue(self.merge_state, self.tokens, byte_level, rule)
        return self._queues[rule]

    def _tie_choices(self) -> dict[TieBreak, Pair]:
        choices: dict[TieBreak, Pair] = {}
        for rule in get_args(TieBreak):
            (winner,) = self._queue(rule).top(1)
            choices[rule] = self._pair(winner)
        return choices

    def _pair_count(self, record: PairRecord, limit: int | None) -> PairCount:
        key = (record.pair, record.count, limit)
        if key not in self._known_words:
            self._known_words[key] = self._contributing_words(record, limit)
        return PairCount(self._pair(record), record.count, *self._known_words[key])
