"""A long training on its way: what is known of it here, and what the worker does. Files lie between the two."""

import os
import pickle
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Literal, NamedTuple

from bpe_engine import EngineError
from ui.jobs import work
from ui.jobs.finished import StoredTraining
from ui.jobs.work import Summary
from ui.tasks.settings import Task

REPORT_SECONDS = 0.2


class CancelledError(Exception):
    """The training was called off."""


class Progress(NamedTuple):
    """How far a long training is."""

    phase: Literal["waiting", "reading", "merging"]
    ahead: int  # trainings before this one, while it waits
    share: float  # of the phase


class Job:
    """A long training on its way. What comes of it lies at `path`; beside it, how far it is, and whether to stop."""

    def __init__(self, key: str, path: Path, future: "Future[Summary]") -> None:
        self.key = key
        self.path = path
        self.future = future
        self.stored: StoredTraining | None = None  # once it is done

    def reported(self) -> Progress | None:
        """How far the worker has said that it is; None before it begins and after its end."""
        try:
            phase, share = _progress_file(self.path).read_text().split()
        except FileNotFoundError:
            return None
        return Progress("reading" if phase == "reading" else "merging", 0, min(float(share), 1.0))

    def stop(self) -> None:
        """Have no worker begin it; one that has begun stops soon."""
        if not self.future.cancel():
            _stop_file(self.path).touch()

    def clear(self) -> None:
        """Remove the files beside that of the training."""
        for file in (_progress_file(self.path), _stop_file(self.path)):
            file.unlink(missing_ok=True)


def _progress_file(path: Path) -> Path:
    return path.with_suffix(".progress")


def _stop_file(path: Path) -> Path:
    return path.with_suffix(".cancel")


# In the worker.


def train_to_file(task: Task, path: Path) -> Summary:
    """Do a training and keep it in a file; say how far it is, and stop where that is wanted.

    Raises EngineError where the task cannot be done, and CancelledError.
    """
    reported = 0.0

    def report(phase: str, share: float) -> None:
        nonlocal reported
        if time.monotonic() - reported > REPORT_SECONDS:
            reported = time.monotonic()
            if _stop_file(path).exists():
                raise CancelledError
            _write(_progress_file(path), f"{phase} {share:.4f}".encode())

    _write(_progress_file(path), b"reading 0")
    try:
        training = work.make(task, report)
    except (RecursionError, MemoryError):
        raise EngineError(
            "This training needs more memory than there is. Choose a shorter text or a smaller vocabulary."
        ) from None
    _write(path, pickle.dumps(training))
    return Summary.of(training)


def _write(path: Path, data: bytes) -> None:
    """Write so that a reader sees the old file or the new one, never half of it."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(data)
    part.replace(path)
