"""The record of a WordPiece training, which can show any step without retraining."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from bpe_engine.bpe.merge_state import PairIds, PairRecord
from bpe_engine.symbols import Pair
from bpe_engine.training.base import StateView, WordContribution, WordState
from bpe_engine.training.merge_training import MergeReplay, MergeTraining
from bpe_engine.wordpiece.events import WordPieceEvent
from bpe_engine.wordpiece.options import WordPieceOptions
from bpe_engine.wordpiece.scored_pairs import ScoredPairs, pair_score
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer


class PairScore(NamedTuple):
    """A row of the leaderboard: a pair, its score and the counts behind it, and the words that contain the pair."""

    pair: Pair
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one needs here
    left_count: int
    right_count: int
    score: float
    words: tuple[WordContribution, ...]  # in corpus order; only the most frequent if a limit was given
    number_of_words: int


class WordPieceState(NamedTuple):
    """The state between two merges, after `step` merges."""

    step: int
    words: tuple[WordState, ...]
    changed: tuple[WordState, ...]  # the words that the last merge changed
    words_with_pair: tuple[WordState, ...]  # the words that the next merge will change
    vocabulary: dict[str, int]
    leaderboard: tuple[PairScore, ...]  # the winner first; pairs below min_frequency after all others
    number_of_pairs: int
    tokens_in_corpus: int
    next_event: WordPieceEvent | None  # the next merge; None at the end


@dataclass(frozen=True, eq=False)
class WordPieceTraining(MergeTraining[WordPieceState]):
    """The record of a WordPiece training, returned by `WordPieceTrainer.record`."""

    trainer: WordPieceOptions
    events: tuple[WordPieceEvent, ...]

    def _replay(self, step: int) -> "_Walker":
        return _Walker(self, step)

    def tokenizer(self, step: int | None = None) -> WordPieceTokenizer:
        """Return the tokenizer with the vocabulary after `step` merges, by default all. Raises the errors of `at`."""
        return self.trainer.tokenizer(self.corpus, self.vocabulary_at(len(self.events) if step is None else step))


class _Walker(MergeReplay[WordPieceState]):
    """Replays the merges of WordPiece, with the scores of all pairs."""

    def __init__(self, training: WordPieceTraining, step: int) -> None:
        super().__init__(training, step)
        self.number_of_words = sum(training.corpus.words.values())
        self.pairs = ScoredPairs(self._words_at_step(step, training.trainer.join), training.trainer.min_frequency)
        self.merge_state = self.pairs.state

    def _merge(self, pair: PairIds, event: WordPieceEvent) -> None:
        self.pairs.merge(pair, event.token_id, event.rank)

    def _state(self, view: StateView, **shared: Any) -> WordPieceState:
        leaders = self.pairs.first(view.pairs)
        return WordPieceState(
            **shared, leaderboard=tuple(self._pair_score(record, view.changed_words) for record in leaders)
        )

    def _pair_score(self, record: PairRecord, limit: int | None) -> PairScore:
        left_count, right_count = (self.pairs.counts[part] for part in record.pair)
        tokens = self.tokens_in_corpus
        pairs = tokens - self.number_of_words
        score = pair_score(self.training.trainer.form, record.count, left_count, right_count, tokens, pairs=pairs)
        words, number_of_words = self._contributing_words(record, limit)
        return PairScore(self._pair(record), record.count, left_count, right_count, score, words, number_of_words)
