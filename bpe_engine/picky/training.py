"""The record of a training of Picky BPE, which can show any step."""

from dataclasses import dataclass
from functools import cached_property

from bpe_engine.bpe.training import BPEReplay, BPETraining
from bpe_engine.picky.events import PickyEvent, Removal
from bpe_engine.picky.options import PickyOptions
from bpe_engine.picky.tokenizer import PickyBPETokenizer


@dataclass(frozen=True, eq=False)
class PickyTraining(BPETraining):
    """The record of a Picky BPE training, returned by `PickyBPETrainer.record`."""

    trainer: PickyOptions
    events: tuple[PickyEvent, ...]  # type: ignore[assignment]  # like MergeEvent, with the removed tokens

    @cached_property
    def tokens_per_step(self) -> tuple[int, ...]:
        """The number of tokens in the corpus at each step, from 0 to the last."""
        words = self.corpus.words.items()
        totals = [sum(len(self.trainer.symbols_of(word)) * frequency for word, frequency in words)]
        for event in self.events:
            more = sum(removal.left * (len(removal.pieces) - 1) for removal in event.removed)
            totals.append(totals[-1] - event.replacements + more)
        return tuple(totals)

    def _replay(self, step: int) -> "PickyWalker":
        """Start at step 0 whatever the step: removals in the corpus are not recorded."""
        return PickyWalker(self)

    def tokenizer(self, step: int | None = None) -> PickyBPETokenizer:  # type: ignore[override]  # no merges alone
        """Return the tokenizer with the first `step` merges, by default all. Raises the same errors as `at`."""
        step = len(self.events) if step is None else step
        return self.trainer.picky_tokenizer(self.corpus, self.vocabulary_at(step), self.events[:step])


class PickyWalker(BPEReplay):
    """Replays a record's events from the start."""

    def __init__(self, training: PickyTraining) -> None:
        super().__init__(training, 0)
        self.events = training.events
        self.sizes = dict.fromkeys(range(len(self.tokens)), 1)  # token -> the number of its symbols
        self.noted: dict[int, list[int]] = {}  # token -> positions where it was made

    def apply_next_merge(self) -> None:
        """Make the next merge of the record, and its removals."""
        event = self.events[self.step]
        left, right, new = (self.ids[token] for token in (*event.pair, event.token))
        places = [*self.merge_state.pairs[left, right].places]
        super().apply_next_merge()
        self.sizes[new] = self.sizes[left] + self.sizes[right]
        self.noted.setdefault(new, []).extend(places)
        for removal in event.removed:
            self._remove(removal)

    def _remove(self, removal: Removal) -> None:
        token, pieces = self.ids[removal.token], [self.ids[piece] for piece in removal.pieces]
        sizes = [self.sizes[piece] for piece in pieces]
        where, gained = self.merge_state.split(token, self.noted.pop(token), pieces, sizes)
        offset = 0
        for piece, size in zip(pieces, sizes, strict=True):
            self.noted.setdefault(piece, []).extend(place + offset for place in where)
            offset += size
        for queue in self._queues.values():
            for record in gained:
                queue.push(record)
        self._known_words.clear()  # a pair may have an old count again, in different words
        self.changed = sorted({*self.changed, *map(self.merge_state.word_of, where)})
        self.tokens_in_corpus += removal.left * (len(pieces) - 1)
