"""What all ways to train have in common: a trainer makes steps from a corpus, and its record shows any of them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Any, Generic, NamedTuple, TypeVar

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.training.options import TrainerOptions

State = TypeVar("State")
Item = TypeVar("Item")

Progress = Callable[[float], object]
"""Is told now and then the share of the work that is done, from 0 to 1; what it raises ends the training."""


class WordState(NamedTuple):
    """A word of the corpus as it stands at a step."""

    word: str
    frequency: int
    symbols: tuple[str, ...]


class WordContribution(NamedTuple):
    """What one word adds to a count: its frequency times how often it holds what is counted."""

    word: str
    frequency: int
    occurrences: int

    @property
    def count(self) -> int:  # type: ignore[override]  # hides tuple.count, which no one needs here
        """The part of the count that comes from this word."""
        return self.frequency * self.occurrences


class StateView(NamedTuple):
    """How much of a state is wanted; None stands for everything."""

    pairs: int | None = None  # rows of the leaderboard, the first ones
    words: Sequence[int] | None = None  # words of the corpus, by number
    changed_words: int | None = None  # words for each row, and words that a step changes, the most frequent ones


def top_items(limit: int | None, items: Iterable[Item], key: Callable[[Item], int]) -> list[Item]:
    """The largest items, the largest first; all of them, in the order given, where there is no limit."""
    return list(items) if limit is None else nlargest(limit, items, key=key)


@dataclass(frozen=True, eq=False)
class Training(ABC, Generic[State]):
    """What `record` of a trainer returns: all events, and enough to show the state at any step without training again.

    `State` is the picture between two steps. Step n is the state after the first n events.
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
        """Token -> id at a step. Errors as `at`."""

    @abstractmethod
    def tokenizer(self, step: int | None = None) -> Tokenizer:
        """The tokenizer that the first `step` events make; all of them without a step. Errors as `at`."""

    @abstractmethod
    def _iter_states(self, first: int, last: int, view: StateView) -> Iterator[State]:
        """The states from one step to another; both exist."""

    def at(self, step: int, view: StateView | None = None) -> State:
        """The state at a step, or the part of it that `view` asks for.

        Raises EngineError for a step that the training does not have.
        """
        return next(self.states_between(step, step, view))

    def states_between(self, first: int, last: int, view: StateView | None = None) -> Iterator[State]:
        """The states from step `first` to step `last`, one after the other. View and errors as `at`."""
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


class Trainer(ABC):
    """What all trainers can do. Each stands on a class of its options, which its training and its steps know too."""

    @abstractmethod
    def steps(self, corpus: Corpus) -> Iterator[Any]:
        """The events of a training, lazily. Raises EngineError, at once, where the corpus does not suit."""

    @abstractmethod
    def train(self, corpus: Corpus, *, progress: Progress | None = None) -> Tokenizer:
        """The tokenizer that all steps together make. Errors as `steps`."""

    @abstractmethod
    def record(self, corpus: Corpus, *, progress: Progress | None = None) -> Training[Any]:
        """All steps, kept so that the state before and after any of them can be shown. Errors as `steps`."""
