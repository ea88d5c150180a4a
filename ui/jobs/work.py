"""What is done with a training, here or in a worker process. Imports little, so that a worker starts quickly."""

import os
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from bpe_engine import EngineError, Tokenizer, Training
from ui.algorithms import algorithm_of
from ui.i18n import use_language
from ui.player.frames import Json
from ui.tasks.settings import Task

CHART_POINTS = 400
REPORT_SECONDS = 0.2


class CancelledError(Exception):
    """The training was called off."""


class ChartPoint(NamedTuple):
    """A point of the chart below the player."""

    step: int
    tokens: int
    vocabulary: int


@dataclass(frozen=True)
class Summary:
    """What a page needs to know of a training without holding it."""

    steps: int
    stop_reason: str
    distinct_words: int
    points: tuple[ChartPoint, ...]


def make(task: Task, progress: Callable[[str, float], object] | None = None) -> Training[Any]:
    """Do the training. `progress` is told the phase ("reading", "merging") and the share of it that is done.

    Raises EngineError where the task cannot be done.
    """
    trainer = task.settings.trainer()
    size = max(task.source.size, 1)
    read = (lambda done: progress("reading", done / size)) if progress else None
    corpus = task.source.corpus(task.settings, read)
    return trainer.record(corpus, progress=(lambda share: progress("merging", share)) if progress else None)


def summary(training: Training[Any]) -> Summary:
    """The summary of a training."""
    steps = len(training.events)
    every = max(1, -(-steps // CHART_POINTS))
    shown = sorted({*range(0, steps + 1, every), steps})
    tokens, sizes = training.tokens_per_step, training.vocabulary_per_step
    points = tuple(ChartPoint(step, tokens[step], sizes[step]) for step in shown)
    return Summary(steps, training.stop_reason, len(training.corpus.words), points)


def payload(training: Training[Any], language: str, first: int, last: int) -> Json:
    """Frames for the player, in a language."""
    use_language(language)
    return algorithm_of(training).payload(training, first, last)


def export(training: Training[Any], kind: str) -> str:
    """A training as the text of a file."""
    return algorithm_of(training).downloads()[kind].text(training)


def tokenizer(training: Training[Any], step: int) -> Tokenizer:
    """The tokenizer that the first merges of a training make."""
    return training.tokenizer(step)


# In a worker process: trainings lie in files, named by the key of their task.


def train_to_file(task: Task, path: Path) -> Summary:
    """Do the training and keep it in a file; say how far it is in `.progress`, stop where there is a `.cancel`.

    Raises EngineError where the task cannot be done, and CancelledError.
    """
    reported = 0.0
    report_file, cancel_file = path.with_suffix(".progress"), path.with_suffix(".cancel")

    def report(phase: str, share: float) -> None:
        nonlocal reported
        if time.monotonic() - reported > REPORT_SECONDS:
            reported = time.monotonic()
            if cancel_file.exists():
                raise CancelledError
            _write(report_file, f"{phase} {share:.4f}".encode())

    _write(report_file, b"reading 0")
    try:
        training = make(task, report)
    except (RecursionError, MemoryError):
        raise EngineError(
            "This training needs more memory than there is. Choose a shorter text or a smaller vocabulary."
        ) from None
    _write(path, pickle.dumps(training))
    return summary(training)


def _write(path: Path, data: bytes) -> None:
    """Write so that a reader sees the old file or the new one, never half of it."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(data)
    part.replace(path)


@lru_cache(maxsize=3)
def _load(path: Path) -> Training[Any]:
    # The files are written by this program, into a folder that only it can read.
    training: Training[Any] = pickle.loads(path.read_bytes())
    return training


def payload_of_file(path: Path, language: str, first: int, last: int) -> Json:
    """As `payload`, of a training in a file."""
    return payload(_load(path), language, first, last)


def tokenizer_of_file(path: Path, step: int) -> Tokenizer:
    """As `tokenizer`, of a training in a file."""
    return tokenizer(_load(path), step)


def export_of_file(path: Path, kind: str) -> str:
    """As `export`, of a training in a file."""
    return export(_load(path), kind)
