"""SuperBPE, the training: subwords first, then tokens that go across spaces.

After Liu, Hayase, Hofmann, Oh, Smith and Choi (2025), "SuperBPE: Space Travel for Language Models".
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.trainer import BPERun
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.superbpe.options import SuperBPEOptions
from bpe_engine.superbpe.second_stage import FirstStageResult, replay_first_stage
from bpe_engine.superbpe.training import SuperBPETraining
from bpe_engine.symbols import Pair
from bpe_engine.training.base import Progress, Trainer
from bpe_engine.training.gc_pause import paused_collector

LARGEST_CORPUS = 100_000
"""Characters in the distinct words of a corpus."""


@dataclass(frozen=True, kw_only=True)
class SuperBPETrainer(SuperBPEOptions, Trainer):
    """Learns merges inside words until the vocabulary has `transition` tokens, then across words too.

    The words of the corpus are what no token goes beyond in either stage: whole texts, with the pre-tokenizer "none".
    A pattern that cuts them at numbers, say, does what the authors do by a setting of their program's second stage.
    The pattern `first_stage` cuts them for the first stage. Without a `transition` that is nine tenths of `vocab_size`,
    as in the paper's 180,000 of 200,000. The first stage also ends where it finds no more pairs.
    Before the second stage counts, the merges of the first are made across the old boundaries too, and one whose pair
    never stands there leaves with its token; so the corpus stands as the tokenizer cuts it, which is one of byte-pair
    encoding that cuts text as the corpus was cut. As in the authors' program, no token has more than `max_words` words
    or a space after a colon. With a transition of `vocab_size` or more nothing is learned across words, unless tokens
    leave. The other options are those of `BPETrainer`.

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
        return self.start(corpus).events()

    def train(self, corpus: Corpus, *, progress: Progress | None = None) -> BPETokenizer:
        """The tokenizer that all steps together make. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus)
            deque(run.events_with_progress(progress), maxlen=0)
            return self.tokenizer(corpus, run.vocabulary, run.merges)

    def record(self, corpus: Corpus, *, progress: Progress | None = None) -> SuperBPETraining:
        """All steps, kept so that the state before and after any of them can be shown. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus)
            events = tuple(run.events_with_progress(progress))
        return SuperBPETraining(
            self,
            run.corpus,
            run.base_vocabulary,
            events,
            run.stop_reason,
            run.state.merged_at_rank,
            len(run.first),
            run.inherited,
        )

    def start(self, corpus: Corpus) -> "SuperBPERun":
        """A training that has not made a step yet. Errors as `steps`."""
        run = SuperBPERun(self, corpus)
        _check_size(run.corpus)
        return run


class SuperBPERun(BPERun):
    """A training of SuperBPE under way."""

    def __init__(self, trainer: SuperBPEOptions, corpus: Corpus) -> None:
        super().__init__(trainer, corpus)
        self.options = trainer
        self.transition = min(trainer.transition or trainer.vocab_size * 9 // 10, trainer.vocab_size)
        self.first: list[MergeEvent] = []  # the merges of the first stage
        self.inherited: FirstStageResult
        self.merges: list[Pair]  # the tokenizer's, once the second stage has begun

    @cached_property
    def state(self) -> MergeState:
        """The corpus as it stands in the first stage, with boundaries in the words."""
        corpus, ids = self.corpus, self.ids
        return MergeState(
            ((self.options.ids_with_boundaries(corpus, word, ids), count) for word, count in corpus.words.items()),
            self.may_merge,
        )

    def events(self) -> Iterator[MergeEvent]:
        """Make the merges, one an event, until the vocabulary is full or no pair is left in the second stage."""
        while len(self.vocabulary) < self.transition and (winner := self.best_pair()):
            self.first.append(self.merge(winner, len(self.first)))
            yield self.first[-1]
        self.begin_second_stage()
        rank = len(self.first)
        while len(self.vocabulary) < self.trainer.vocab_size:
            winner = self.best_pair()
            if winner is None:
                self.stop_reason = self.stop_reason_now()
                return
            event = self.merge(winner, rank)
            self.merges.append(event.pair)
            yield event
            rank += 1

    def begin_second_stage(self) -> None:
        """From now on no boundary stands in a word."""
        self.state, self.inherited = replay_first_stage(self.options, self.corpus, self.base_vocabulary, self.first)
        self.vocabulary, self.ids = dict(self.inherited.vocabulary), dict(self.inherited.vocabulary)
        self.tokens[:] = self.ids  # in place: who asks whether a pair may merge looks here
        self.state.may_merge = self.may_merge
        self.merges = [*self.inherited.merges]
        vars(self).pop("queue", None)


def _check_size(corpus: Corpus) -> None:
    characters = sum(map(len, corpus.words))
    if characters > LARGEST_CORPUS:
        raise EngineError(
            "The corpus has {characters:,} characters, but the limit for SuperBPE, whose second stage looks at whole "
            "texts, is {limit:,}. Train on part of the text.",
            characters=characters,
            limit=LARGEST_CORPUS,
        )
