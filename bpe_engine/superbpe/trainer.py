"""SuperBPE, the training: subwords first, then tokens that go across spaces.

After Liu, Hayase, Hofmann, Oh, Smith and Choi (2025), "SuperBPE: Space Travel for Language Models".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.trainer import BPERun
from bpe_engine.collector import paused_collector
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.superbpe.options import SuperBPEOptions
from bpe_engine.superbpe.training import SuperBPETraining
from bpe_engine.training import Progress, Trainer

LARGEST_CORPUS = 100_000
"""Characters in the distinct words of a corpus."""


@dataclass(frozen=True, kw_only=True)
class SuperBPETrainer(SuperBPEOptions, Trainer):
    """Learns merges inside of words until the vocabulary has `transition` tokens, then across words too.

    The words of the corpus are what no token goes beyond in either stage: whole texts, with the pre-tokenizer "none".
    A pattern that cuts them at numbers, say, does what the authors do by a setting of their program's second stage.
    The pattern `first_stage` cuts them for the first stage. Without a `transition` that is nine tenths of `vocab_size`,
    as in the paper's 180,000 of 200,000. The first stage also ends where it finds no more pairs.
    As in the authors' program, no token has more than `max_words` words or a space after a colon. A transition of
    `vocab_size` or more makes this byte-pair encoding. The tokenizer that comes of it is one of byte-pair encoding
    that cuts text as the corpus was cut. The other options are those of `BPETrainer`.

    Raises EngineError for options that cannot work.

    >>> corpus = Corpus.from_text(["by the way, by the way"], pre_tokenizer="none")
    >>> [event.token for event in SuperBPETrainer(vocab_size=16, transition=14).steps(corpus)]
    ['by', 'Ġt', 'Ġth', 'Ġthe', 'Ġw', 'byĠthe', 'byĠtheĠw']
    """

    def steps(self, corpus: Corpus) -> Iterator[MergeEvent]:
        """The merges, lazily, one event at a time.

        Raises EngineError, at once, where the corpus is empty or too large, or `vocab_size` leaves no room for its
        symbols.
        """
        return self.run(corpus).events()

    def train(self, corpus: Corpus, *, progress: Progress | None = None) -> BPETokenizer:
        """The tokenizer that all steps together make. Errors as `steps`."""
        with paused_collector():
            run = self.run(corpus)
            merges = [event.pair for event in run.told(progress)]
            return self.tokenizer(corpus, run.vocabulary, merges)

    def record(self, corpus: Corpus, *, progress: Progress | None = None) -> SuperBPETraining:
        """All steps, kept so that the state before and after any of them can be shown. Errors as `steps`."""
        with paused_collector():
            run = self.run(corpus)
            events = tuple(run.told(progress))
        return SuperBPETraining(
            self,
            run.corpus,
            run.base_vocabulary,
            events,
            run.stop_reason,
            run.state.swallowed_at,
            len(events) if run.lifted_at is None else run.lifted_at,
        )

    def run(self, corpus: Corpus) -> "SuperBPERun":
        """A training that has not made a step yet. Errors as `steps`."""
        _check_size(corpus)
        return SuperBPERun(self, corpus)


class SuperBPERun(BPERun):
    """A training of SuperBPE under way."""

    def __init__(self, trainer: SuperBPEOptions, corpus: Corpus) -> None:
        super().__init__(trainer, corpus)
        self.options = trainer
        self.transition = trainer.transition or trainer.vocab_size * 9 // 10
        self.lifted_at: int | None = None  # the number of merges that the first stage made

    @cached_property
    def state(self) -> MergeState:
        """The corpus as it stands, with boundaries in the words."""
        corpus, ids = self.corpus, self.ids
        return MergeState(
            ((self.options.ids_with_boundaries(corpus, word, ids), count) for word, count in corpus.words.items()),
            self.may_merge,
        )

    def events(self) -> Iterator[MergeEvent]:
        """Make the merges, one an event, until the vocabulary is full or no pair is left in the second stage."""
        rank = 0
        while len(self.vocabulary) < self.trainer.vocab_size:
            in_first = self.lifted_at is None
            winner = None if in_first and len(self.vocabulary) >= self.transition else self.choose()
            if winner is not None:
                yield self.merge(winner, rank)
                rank += 1
            elif in_first:
                self.lifted_at = rank
                for record in self.state.lift_boundaries():
                    self.queue.push(record)
            else:
                self.stop_reason = self.why_none()
                return


def _check_size(corpus: Corpus) -> None:
    characters = sum(map(len, corpus.words))
    if characters > LARGEST_CORPUS:
        raise EngineError(
            "The corpus has {characters:,} characters; {limit:,} is the limit for SuperBPE, whose second stage looks "
            "at whole texts. Train on a part of the text.",
            characters=characters,
            limit=LARGEST_CORPUS,
        )
