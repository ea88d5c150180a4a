"""Calls on a training, here or in a worker process. Imports little, so workers start quickly."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, TypeVar

from bpe_engine import EngineError, Tokenizer, Training
from bpe_engine.training.base import StateView
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
StepPart = Literal["words", "pairs", "vocabulary"]


class ChartPoint(NamedTuple):
    """A point of the chart below the player."""

    step: int
    tokens: int
    vocabulary: int


@dataclass(frozen=True)
class TrainingSummary:
    """What a page needs to know about a training without loading it."""

    steps: int
    stop_reason: str
    distinct_words: int
    points: tuple[ChartPoint, ...]

    @classmethod
    def from_training(cls, training: Training[Any], most: int | None = None) -> "TrainingSummary":
        """Summarize a training, or its first `most` steps."""
        steps = len(training.events[:most])
        every = max(1, -(-steps // CHART_POINTS))
        steps_shown = sorted({*range(0, steps + 1, every), steps})
        tokens, sizes = training.tokens_per_step, training.vocabulary_per_step
        points = tuple(ChartPoint(step, tokens[step], sizes[step]) for step in steps_shown)
        return cls(steps, training.stop_reason, len(training.corpus.words), points)


def train(task: Task, progress: Callable[[Phase, float], object] | None = None) -> Training[Any]:
    """Train. `progress` is called with the phase ("reading" or "merging") and its share done, from 0 to 1.

    Raises EngineError if the task cannot be done.
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
    """Return frames for the player, in a language."""
    use_language(language)
    return algorithm_for(training).frames(training, first, last, begins)


def step_rows(training: Training[Any], step: int, part: StepPart) -> list[tuple[Any, ...]]:
    """Return all of one part of a step: words with their tokens, pairs with their counts, or tokens with their ids."""
    if part == "words":
        words = training.at(step, StateView(pairs=0, changed_words=0)).words
        return [(word.word, word.frequency, word.symbols) for word in words]
    if part == "pairs":
        rows = training.at(step, StateView(words=(), changed_words=0)).leaderboard
        return [(tuple(row.pair), row.count, getattr(row, "score", None)) for row in rows]
    vocabulary = training.at(step, StateView(pairs=0, words=(), changed_words=0)).vocabulary
    return sorted(vocabulary.items(), key=lambda item: item[1])


def export(training: Training[Any], kind: str) -> str | bytes:
    """Return a training as a file: str or bytes."""
    return algorithm_for(training).downloads()[kind].content(training)


def tokenizer(training: Training[Any], step: int) -> Tokenizer:
    """Return the tokenizer after the first `step` merges."""
    return training.tokenizer(step)


def call_on_training(
    training: Training[Any],
    function: Callable[Concatenate[Training[Any], P], T],
    /,
    *values: P.args,
    **named: P.kwargs,
) -> T:
    """Call a function with a training."""
    return function(training, *values, **named)


def call_on_file(
    path: Path, function: Callable[Concatenate[Training[Any], P], T], /, *values: P.args, **named: P.kwargs
) -> T:
    """Call a function with a training loaded from a file."""
    try:
        with paused_collector():  # saves a fifth of the time for frames of a large training
            return function(_load(path), *values, **named)
    except MemoryError:
        _load.cache_clear()
        raise out_of_memory_error() from None


def out_of_memory_error() -> EngineError:
    """Return the error for a process that hits its memory limit."""
    return EngineError(
        "This training needs more memory than is available. Choose a shorter text or a smaller vocabulary."
    )


@lru_cache(maxsize=3)
def _load(path: Path) -> Training[Any]:
    # Safe to unpickle: this program wrote the file, into a folder that only it can read.
    training: Training[Any] = pickle.loads(path.read_bytes())
    return training
