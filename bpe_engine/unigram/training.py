"""The record of a Unigram training, which can show any step without retraining."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import NamedTuple

from bpe_engine.training.base import StateView, Training, WordState, top_items
from bpe_engine.unigram.em import log_probabilities
from bpe_engine.unigram.events import PruneEvent, UnigramStopReason
from bpe_engine.unigram.options import UnigramOptions
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.unigram.viterbi import viterbi


class Snapshot(NamedTuple):
    """The stored data of a step: numbers for each piece, and the words that the last pruning changed."""

    counts: "array[float]"  # expected counts, from which probabilities follow; empty if they are the frequencies
    loss_increases: "array[float]"
    loss: float
    tokens_in_corpus: int
    changed: "array[int]"  # numbers of words that are now cut differently


def is_base(piece: str) -> bool:
    """Return whether a piece is a single character, which always stays."""
    return len(piece) == 1


def pruning_order(loss_increases: Mapping[str, float]) -> list[str]:
    """Return the tokens in pruning order: the least needed first, ties by code point."""
    # Equal sums may differ in their last digits, because they were added in a different order.
    return sorted(loss_increases, key=lambda token: (round(loss_increases[token], 9), token))


class UnigramToken(NamedTuple):
    """A token of the Unigram model, with its statistics at a step."""

    token: str
    frequency: float  # initial frequency, or expected count
    probability: float
    loss_increase: float  # increase of the loss without it; infinite for a character, which always stays
    is_base: bool  # whether it is a single character


class UnigramState(NamedTuple):
    """The state between two prunings, after `step` prunings."""

    step: int
    words: tuple[WordState, ...]  # cut in the most probable way
    changed: tuple[WordState, ...]  # the words that the last pruning cut differently
    vocabulary: dict[str, int]
    tokens: tuple[UnigramToken, ...]  # the one needed least first, single characters last
    loss: float
    tokens_in_corpus: int
    next_event: PruneEvent | None  # the next pruning; None at the end


@dataclass(frozen=True, eq=False)
class UnigramTraining(Training[UnigramState]):
    """The record of a Unigram training, returned by `UnigramTrainer.record`.

    `pieces` are all initial tokens except special ones, in id order. Those pruned first are last, so the state at a
    step has a prefix of them. `StateView.pairs` is the number of pieces in a state.
    """

    trainer: UnigramOptions
    events: tuple[PruneEvent, ...]
    stop_reason: UnigramStopReason
    pieces: tuple[str, ...]
    seed: Mapping[str, int]  # how often each piece occurs in the corpus
    snapshots: tuple[Snapshot, ...]  # one for each step, from 0 to the last

    @property
    def tokens_per_step(self) -> tuple[int, ...]:
        """The number of tokens in the corpus at each step, from 0 to the last."""
        return tuple(snapshot.tokens_in_corpus for snapshot in self.snapshots)

    @property
    def vocabulary_per_step(self) -> tuple[int, ...]:
        """The size of the vocabulary at each step, from 0 to the last."""
        return (len(self.base_vocabulary), *(event.vocab_size for event in self.events))

    def _iter_states(self, first: int, last: int, view: StateView) -> Iterator[UnigramState]:
        for step in range(first, last + 1):
            yield self._state(step, view)

    def vocabulary_at(self, step: int) -> dict[str, int]:
        """Token -> id after `step` prunings. Raises the errors of `at`."""
        tokens = dict.fromkeys((*self.trainer.special_tokens, *self._pieces_at(step)))
        return {token: token_id for token_id, token in enumerate(tokens)}

    def scores_at(self, step: int) -> dict[str, float]:
        """Return token -> log-probability after `step` prunings. Raises the errors of `at`."""
        return log_probabilities(self._counts_at(step))

    def tokenizer(self, step: int | None = None) -> UnigramTokenizer:
        """Return the tokenizer after the first `step` prunings, by default all. Raises the errors of `at`."""
        step = len(self.events) if step is None else step
        return UnigramTokenizer(
            vocabulary=self.vocabulary_at(step),
            scores=self.scores_at(step),
            pre_tokenizer=self.corpus.pre_tokenizer,
            special_tokens=self.trainer.special_tokens,
            unk_token=self.trainer.unk_token,
        )

    def _pieces_at(self, step: int) -> tuple[str, ...]:
        self._check_step(step)
        return self.pieces[: len(self.snapshots[step].loss_increases)]

    def _counts_at(self, step: int) -> Mapping[str, float]:
        pieces, counts = self._pieces_at(step), self.snapshots[step].counts
        return dict(zip(pieces, counts, strict=True)) if counts else {piece: self.seed[piece] for piece in pieces}

    def _state(self, step: int, view: StateView) -> UnigramState:
        snapshot = self.snapshots[step]
        words = list(self.corpus.words.items())
        counts = self._counts_at(step)
        scores = log_probabilities(counts)
        longest = max(map(len, scores))

        def cut(numbers: Sequence[int]) -> tuple[WordState, ...]:
            tables = (viterbi(words[number][0], scores, longest=longest) for number in numbers)
            return tuple(
                WordState(*words[number], tuple(table.tokens())) for number, table in zip(numbers, tables, strict=True)
            )

        increases = dict(zip(counts, snapshot.loss_increases, strict=True))
        longer = pruning_order({piece: increase for piece, increase in increases.items() if not is_base(piece)})
        order = [*longer, *filter(is_base, counts)][: view.pairs]
        return UnigramState(
            step=step,
            words=cut(range(len(words)) if view.words is None else view.words),
            changed=cut(top_items(view.changed_words, snapshot.changed, lambda number: words[number][1])),
            vocabulary=self.vocabulary_at(step),
            tokens=tuple(
                UnigramToken(piece, counts[piece], exp(scores[piece]), increases[piece], is_base(piece))
                for piece in order
            ),
            loss=snapshot.loss,
            tokens_in_corpus=snapshot.tokens_in_corpus,
            next_event=self.events[step] if step < len(self.events) else None,
        )
