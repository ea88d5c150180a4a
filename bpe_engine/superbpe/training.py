"""The record of a training of SuperBPE, which can show any step."""

from dataclasses import dataclass
from functools import cached_property

from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.training import BPEReplay, BPETraining
from bpe_engine.superbpe.options import SuperBPEOptions
from bpe_engine.superbpe.second_stage import FirstStageResult, replay_first_stage
from bpe_engine.training.merge_training import apply_event


@dataclass(frozen=True, eq=False)
class SuperBPETraining(BPETraining):
    """The record of a SuperBPE training. The first `lifted_at` merges are inside words, the others may cross them.

    The state at that step is the start of the second stage, given by `inherited`.
    """

    trainer: SuperBPEOptions
    lifted_at: int
    inherited: FirstStageResult

    @cached_property
    def dropped_at_transition(self) -> tuple[str, ...]:
        """The tokens removed from the vocabulary when the second stage begins."""
        learned = dict.fromkeys(event.token for event in self.events[: self.lifted_at])
        return tuple(token for token in learned if token not in self.inherited.vocabulary)

    @cached_property
    def tokens_per_step(self) -> tuple[int, ...]:
        """The number of tokens in the corpus at each step, from 0 to the last."""
        totals = super().tokens_per_step
        joined = totals[self.lifted_at] - self.inherited.tokens_in_corpus
        return (*totals[: self.lifted_at], *(total - joined for total in totals[self.lifted_at :]))

    @cached_property
    def vocabulary_per_step(self) -> tuple[int, ...]:
        """The size of the vocabulary at each step, from 0 to the last."""
        first, sizes = dict(self.base_vocabulary), []
        for event in self.events[: self.lifted_at]:
            sizes.append(len(first))
            apply_event(event, first)
        vocabulary = dict(self.inherited.vocabulary)
        for event in self.events[self.lifted_at :]:
            sizes.append(len(vocabulary))
            apply_event(event, vocabulary)
        return (*sizes, len(vocabulary))

    def vocabulary_at(self, step: int) -> dict[str, int]:
        """Token -> id after `step` merges. Raises the errors of `at`."""
        if step < self.lifted_at:
            return super().vocabulary_at(step)
        self._check_step(step)
        vocabulary = dict(self.inherited.vocabulary)
        for event in self.events[self.lifted_at : step]:
            apply_event(event, vocabulary)
        return vocabulary

    def tokenizer(self, step: int | None = None) -> BPETokenizer:
        """Return the tokenizer with the first `step` merges, by default all. Raises the same errors as `at`."""
        step = len(self.events) if step is None else step
        if step < self.lifted_at:
            return super().tokenizer(step)
        vocabulary = self.vocabulary_at(step)
        merges = (*self.inherited.merges, *(event.pair for event in self.events[self.lifted_at : step]))
        return self.trainer.tokenizer(self.corpus, vocabulary, merges)

    def _replay(self, step: int) -> "SuperBPEReplay":
        """Start at step 0 whatever the step: a merge's side effects are not recorded."""
        return SuperBPEReplay(self)


class SuperBPEReplay(BPEReplay):
    """Replays a record's events from the start."""

    training: SuperBPETraining

    def __init__(self, training: SuperBPETraining) -> None:
        super().__init__(training, 0)
        corpus, options = training.corpus, training.trainer
        self.merge_state = MergeState(
            ((options.ids_with_boundaries(corpus, word, self.ids), count) for word, count in self.words),
            self.may_merge,
        )
        self._begin_second_stage()

    def apply_next_merge(self) -> None:
        """Make the next merge of the record; after the first stage, remove the boundaries."""
        super().apply_next_merge()
        self._begin_second_stage()

    def _begin_second_stage(self) -> None:
        training = self.training
        if self.step != training.lifted_at:
            return
        before = self._words(range(len(self.words)))
        self.merge_state, inherited = replay_first_stage(
            training.trainer, training.corpus, training.base_vocabulary, training.events[: training.lifted_at]
        )
        self.vocabulary = dict(inherited.vocabulary)
        self.tokens_in_corpus = inherited.tokens_in_corpus
        self.ids = {**inherited.vocabulary}
        for event in training.events[training.lifted_at :]:
            self.ids.setdefault(event.token, event.token_id)
        self.tokens[:] = self.ids
        self.merge_state.may_merge = self.may_merge
        after = self._words(range(len(self.words)))
        joined = (number for number, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])
        self.changed = sorted({*self.changed, *joined})
        self._known_words.clear()
        self._queues.clear()
