"""What is done with a training, here or in a process of a pool. Imports little, so that one starts quickly."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, TypeVar

from bpe_engine import EngineError, Tokenizer, Training
from bpe_engine.training.gc_pause import paused_collector
from ui.base.i18n import use_language
from ui.lessons.contract import Frames
from ui.lessons.running_text import TextOpening
from ui.tokenization.algorithms import algorithm_for
from ui.tokenization.tasks.task import Task

P = ParamSpec("P")
T = TypeVar("T")

CHART_POINTS = 400

Phase = Literal["reading", "merging"]


class ChartPoint(NamedTuple):
    """A point of the chart below the player."""

    step: int
    tokens: int
    vocabulary: int


@dataclass(frozen=True)
class TrainingSummary:
    """What a page needs to know of a training without holding it."""

    steps: int
    stop_reason: str
    distinct_words: int
    points: tuple[ChartPoint, ...]

    @classmethod
    def from_training(cls, training: Training[Any], most: int | None = None) -> "TrainingSummary":
        """The summary of a training, or of its first steps: so many at most."""
        steps = len(training.events[:most])
        every = max(1, -(-steps // CHART_POINTS))
        shown = sorted({*range(0, steps + 1, every), steps})
        tokens, sizes = training.tokens_per_step, training.vocabulary_per_step
        points = tuple(ChartPoint(step, tokens[step], sizes[step]) for step in shown)
        return cls(steps, training.stop_reason, len(training.corpus.words), points)


def train(task: Task, progress: Callable[[Phase, float], object] | None = None) -> Training[Any]:
    """Do the training. `progress` is told the phase ("reading", "merging") and the share of it that is done.

    Raises EngineError where the task cannot be done.
    """
    trainer = task.settings.trainer()
    size = max(task.source.size, 1)
    read = (lambda done: progress("reading", done / size)) if progress else None
    corpus = task.source.corpus(task.settings, read)
    training: Training[Any] = trainer.record(
        corpus, progress=(lambda share: progress("merging", share)) if progress else None
    )
    return training


def frames(training: Training[Any], language: str, first: int, last: int, begins: TextOpening) -> Frames:
    """Frames for the player, in a language."""
    use_language(language)
    return algorithm_for(training).frames(training, first, last, begins)


def export(training: Training[Any], kind: str) -> str | bytes:
    """Return a training as a file: its text, or its bytes."""
    return algorithm_for(training).downloads()[kind].content(training)


def tokenizer(training: Training[Any], step: int) -> Tokenizer:
    """The tokenizer that the first steps of a training make."""
    return training.tokenizer(step)


def call_on_training(
    training: Training[Any],
    function: Callable[Concatenate[Training[Any], P], T],
    /,
    *values: P.args,
    **named: P.kwargs,
) -> T:
    """What a function says of a training."""
    return function(training, *values, **named)


def call_on_file(
    path: Path, function: Callable[Concatenate[Training[Any], P], T], /, *values: P.args, **named: P.kwargs
) -> T:
    """What a function says of a training in a file."""
    try:
        with paused_collector():  # a fifth of the time for the frames of a large training
            return function(_load(path), *values, **named)
    except MemoryError:
        _load.cache_clear()
        raise out_of_memory_error() from None


def out_of_memory_error() -> EngineError:
    """What to tell where a process must not take as much memory as it wants."""
    return EngineError(
        "This training needs more memory than is available. Choose a shorter text or a smaller vocabulary."
    )


@lru_cache(maxsize=3)
def _load(path: Path) -> Training[Any]:
    # The files are written by this program, into a folder that only it can read.
    training: Training[Any] = pickle.loads(path.read_bytes())
    return training
