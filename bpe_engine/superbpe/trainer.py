"""Training SuperBPE: subwords first, then tokens that cross spaces.

After Liu, Hayase, Hofmann, Oh, Smith and Choi (2025), "SuperBPE: Space Travel for Language Models".
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.trainer import BPERun
from bpe_engine.corpus import Corpus
from bpe_engine.superbpe.options import SuperBPEOptions
from bpe_engine.superbpe.second_stage import FirstStageResult, replay_first_stage
from bpe_engine.superbpe.training import SuperBPETraining
from bpe_engine.training.base import Trainer


class SuperBPERun(BPERun):
    """A training of SuperBPE in progress."""

    inherited: FirstStageResult  # set once the second stage begins

    def __init__(self, trainer: SuperBPEOptions, corpus: Corpus, *, rare_pairs: bool = True) -> None:
        super().__init__(trainer, corpus, rare_pairs=rare_pairs)
        self.transition = min(trainer.transition or trainer.vocab_size * 9 // 10, trainer.vocab_size)
        self.first: list[MergeEvent] = []  # the merges of the first stage

    @cached_property
    def state(self) -> MergeState:
        """The corpus as merged so far in the first stage, with boundaries in the words."""
        corpus, ids, options = self.corpus, self.ids, self.trainer
        return MergeState(
            ((options.ids_with_boundaries(corpus, word, ids), count) for word, count in corpus.words.items()),
            self.may_merge,
        )

    def events(self) -> Iterator[MergeEvent]:
        """Make the merges and yield an event for each: those of the first stage, then those across words."""
        for event in self.merges_up_to(self.transition):
            self.first.append(event)
            yield event
        self.begin_second_stage()
        yield from super().events()

    def begin_second_stage(self) -> None:
        """Remove the boundaries from the words, and the tokens whose merges then no longer apply."""
        self.state, self.inherited = replay_first_stage(self.trainer, self.corpus, self.base_vocabulary, self.first)
        self.vocabulary, self.ids = dict(self.inherited.vocabulary), dict(self.inherited.vocabulary)
        self.tokens[:] = self.ids  # in place: the merge filter reads this list
        self.state.may_merge = self.may_merge
        vars(self).pop("queue", None)

    def training(self, events: tuple[Any, ...]) -> SuperBPETraining:
        """Return the record of both stages."""
        return SuperBPETraining(
            self.trainer,
            self.corpus,
            self.base_vocabulary,
            events,
            self.stop_reason,
            self.state.merged_at_rank,
            len(self.first),
            self.inherited,
        )

    def tokenizer(self, events: Iterable[MergeEvent]) -> BPETokenizer:
        """Return the tokenizer that applies the remaining merges."""
        pairs = [event.pair for event in events]
        merges = [*self.inherited.merges, *pairs[len(self.first) :]]
        tokenizer: BPETokenizer = self.trainer.tokenizer(self.corpus, self.vocabulary, merges)
        return tokenizer


@dataclass(frozen=True, kw_only=True)
class SuperBPETrainer(SuperBPEOptions, Trainer[MergeEvent, SuperBPETraining, BPETokenizer]):
    """Learns merges inside words until the vocabulary has `transition` tokens, then across words too.

    No token crosses the words of the corpus in either stage: they are whole texts with the pre-tokenizer "none". A
    pattern that cuts them at numbers, for example, corresponds to a setting of the second stage in the authors'
    program. The pattern `first_stage` cuts the words further for the first stage. `transition` defaults to nine tenths
    of `vocab_size`, like the paper's 180,000 of 200,000. The first stage also ends if no pair is left. Before the
    second stage counts pairs, the merges of the first are replayed across the old boundaries, and a merge whose pair
    does not occur is removed with its token. The corpus is then cut as the resulting tokenizer will cut it: a BPE
    tokenizer with the corpus's pre-tokenizer. As in the authors' program, no token has more than `max_words` words or a
    space after a colon. With a transition of `vocab_size` or more, nothing is learned across words unless tokens are
    removed. The other options are those of `BPETrainer`.

    Raises EngineError if the options are invalid. `steps`, `train` and `record` raise it immediately if the corpus is
    empty or too large (`max_characters`), or `vocab_size` leaves no room for its symbols.

    >>> corpus = Corpus.from_text(["by the way, by the way"], pre_tokenizer="none")
    >>> [event.token for event in SuperBPETrainer(vocab_size=16, transition=14).steps(corpus)]
    ['by', 'Ġt', 'Ġth', 'Ġthe', 'Ġw', 'byĠthe', 'byĠtheĠw']
    """

    run_class = SuperBPERun
    max_characters: ClassVar[int | None] = 100_000
    summary = "SuperBPE: merge within words first, then across spaces"
    default_pre_tokenizer = "none"
