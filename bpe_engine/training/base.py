"""The base classes of every training: a trainer starts a run, which makes events; a record shows any of its states."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.training.gc_pause import paused_collector
from bpe_engine.training.options import TrainerOptions

State = TypeVar("State")
Item = TypeVar("Item")
EventT = TypeVar("EventT")
TrainingT = TypeVar("TrainingT", bound="Training[Any]")
TokenizerT = TypeVar("TokenizerT", bound=Tokenizer)

Progress = Callable[[float], object]
"""A function that is called now and then with the share of the work done, from 0 to 1. If it raises, training ends."""


class WordState(NamedTuple):
    """A word of the corpus at a step."""

    word: str
    frequency: int
    symbols: tuple[str, ...]


class WordContribution(NamedTuple):
    """The contribution of a word to a count: its frequency times its occurrences of the counted item."""

    word: str
    frequency: int
    occurrences: int

    @property
    def count(self) -> int:  # type: ignore[override]  # hides tuple.count, which no one needs here
        """The word's part of the count."""
        return self.frequency * self.occurrences


class StateView(NamedTuple):
    """Which part of a state to compute; None means everything."""

    pairs: int | None = None  # number of rows at the top of the leaderboard
    words: Sequence[int] | None = None  # words of the corpus, by number
    changed_words: int | None = None  # number of most frequent words per row, and of words that a step changes


def top_items(limit: int | None, items: Iterable[Item], key: Callable[[Item], int]) -> list[Item]:
    """Return the `limit` largest items, largest first; without a limit, all of them in the given order."""
    return list(items) if limit is None else nlargest(limit, items, key=key)


@dataclass(frozen=True, eq=False)
class Training(ABC, Generic[State]):
    """The record of a training: all events, and enough data to show the state at any step without retraining.

    `State` describes the corpus between two steps. Step n is the state after the first n events.
    """

    trainer: TrainerOptions
    corpus: Corpus
    base_vocabulary: Mapping[str, int]  # token -> id at step 0
    events: tuple[Any, ...]
    stop_reason: str

    @property
    @abstractmethod
    def tokens_per_step(self) -> tuple[int, ...]:
        """The number of tokens in the corpus at each step, from 0 to the last."""

    @property
    @abstractmethod
    def vocabulary_per_step(self) -> tuple[int, ...]:
        """The size of the vocabulary at each step, from 0 to the last."""

    @abstractmethod
    def vocabulary_at(self, step: int) -> dict[str, int]:
        """Token -> id at a step. Raises the errors of `at`."""

    @abstractmethod
    def tokenizer(self, step: int | None = None) -> Tokenizer:
        """Return the tokenizer after the first `step` events, by default all. Raises the errors of `at`."""

    @abstractmethod
    def _iter_states(self, first: int, last: int, view: StateView) -> Iterator[State]:
        """Return the states from one step to another, which must both exist."""

    def at(self, step: int, view: StateView | None = None) -> State:
        """Return the state at a step, or the part of it that `view` selects.

        Raises EngineError if the training does not have this step.
        """
        return next(self.states_between(step, step, view))

    def states_between(self, first: int, last: int, view: StateView | None = None) -> Iterator[State]:
        """Yield the states from step `first` to step `last`. View and errors as `at`."""
        self._check_step(first)
        self._check_step(last)
        yield from self._iter_states(first, last, view or StateView())

    def _check_step(self, step: int) -> None:
        last = len(self.events)
        if not 0 <= step <= last:
            raise EngineError(
                "Step {step:,} does not exist: the training has steps 0 to {last:,}. Choose one of them.",
                step=step,
                last=last,
            )


class Run(ABC):
    """A training in progress: one corpus on its way to a vocabulary.

    Raises EngineError if the corpus does not suit the trainer.
    """

    stop_reason: str
    progress_interval: ClassVar[int] = 256  # events between reports of progress

    def __init__(self, trainer: Any, corpus: Corpus, *, rare_pairs: bool = True) -> None:
        self.trainer = trainer
        self.corpus: Corpus = trainer.prepared(corpus)

    @abstractmethod
    def events(self) -> Iterator[Any]:
        """Yield the events of the training, each as soon as its step is made."""

    @property
    @abstractmethod
    def share_done(self) -> float:
        """The share of the work done, from 0 to 1."""

    @abstractmethod
    def training(self, events: tuple[Any, ...]) -> Training[Any]:
        """Return the record of the training, given all its events."""

    @abstractmethod
    def tokenizer(self, events: Iterable[Any]) -> Tokenizer:
        """Return the tokenizer that results from all events. The run may produce them while they are read."""

    def events_with_progress(self, progress: Progress | None) -> Iterator[Any]:
        """Yield the events and report progress."""
        for event in self.events():
            yield event
            if progress and not event.rank % self.progress_interval:
                progress(self.share_done)


class Trainer(ABC, Generic[EventT, TrainingT, TokenizerT]):
    """A method of training, with its options.

    Each trainer also derives from the class of its options, which its run and its record use too. Methods differ in
    members of the trainer, its options and its run; `training/registry.py` lists the trainers.
    """

    run_class: ClassVar[type[Run]]
    summary: ClassVar[str]  # a description for the help of the command line
    default_pre_tokenizer: ClassVar[str] = "whitespace"  # of the command
    is_multilingual: ClassVar[bool] = False  # whether it trains on a `LanguageCorpus`: one text per language
    export_problem: ClassVar[str] = ""  # why no file format can store what it learns; empty if one can

    def start(self, corpus: Corpus, *, rare_pairs: bool = True) -> Any:
        """Return a run before its first step.

        Without `rare_pairs`, it may forget pairs that only a record needs: see `MergeOptions.can_forget_rare_pairs`.
        Raises EngineError immediately if the corpus does not suit the trainer.
        """
        return self.run_class(self, corpus, rare_pairs=rare_pairs)

    def steps(self, corpus: Corpus) -> Iterator[EventT]:
        """Return an iterator over the events of a training. Raises the errors of `start` immediately."""
        events: Iterator[EventT] = self.start(corpus, rare_pairs=False).events()
        return events

    def train(self, corpus: Corpus, *, progress: Progress | None = None) -> TokenizerT:
        """Train a tokenizer. Raises the errors of `start`."""
        with paused_collector():
            run = self.start(corpus, rare_pairs=False)
            tokenizer: TokenizerT = run.tokenizer(run.events_with_progress(progress))
        return tokenizer

    def record(self, corpus: Corpus, *, progress: Progress | None = None) -> TrainingT:
        """Train and return a record that can show the state at every step. Raises the errors of `start`."""
        with paused_collector():
            run = self.start(corpus)
            training: TrainingT = run.training(tuple(run.events_with_progress(progress)))
        return training
