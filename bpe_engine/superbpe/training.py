"""The record of a training of SuperBPE: any step of it can be shown."""

from collections.abc import Iterator
from dataclasses import dataclass

from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.bpe.training import BPEState, BPETraining, Walker
from bpe_engine.superbpe.options import SuperBPEOptions
from bpe_engine.training import View


@dataclass(frozen=True, eq=False)
class SuperBPETraining(BPETraining):
    """What `SuperBPETrainer.record` returns. `lifted_at` merges were made inside of words, the others across too."""

    trainer: SuperBPEOptions
    lifted_at: int

    def _states(self, first: int, last: int, view: View) -> Iterator[BPEState]:
        """The states follow from the start, by making all merges."""
        walker = SuperWalker(self)
        while walker.step < first:
            walker.advance()
        yield walker.picture(view)
        while walker.step < last:
            walker.advance()
            yield walker.picture(view)


class SuperWalker(Walker):
    """Goes along the events of a record from the start."""

    def __init__(self, training: SuperBPETraining) -> None:
        super().__init__(training, 0)
        corpus, options = training.corpus, training.trainer
        self.lifted_at = training.lifted_at
        self.merge_state = MergeState(
            ((options.ids_with_boundaries(corpus, word, self.ids), count) for word, count in self.words),
            self.may_merge,
        )
        self._lift()

    def advance(self) -> None:
        """Make the next merge of the record; the boundaries go once the first stage is over."""
        super().advance()
        self._lift()

    def _lift(self) -> None:
        if self.step == self.lifted_at:
            gained = self.merge_state.lift_boundaries()
            self._known_words.clear()
            for queue in self._queues.values():
                for record in gained:
                    queue.push(record)
