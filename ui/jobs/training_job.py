"""A long training in progress: its state, who waits for it, and the worker's side."""

import errno
import pickle
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Lock
from typing import Literal, NamedTuple

from bpe_engine import EngineError
from ui.jobs import training_calls
from ui.jobs.finished_training import StoredTraining
from ui.jobs.server_folder import open_private
from ui.jobs.training_calls import Phase, TrainingSummary
from ui.tokenization.tasks.task import Task

REPORT_INTERVAL = 0.2
START_TIMEOUT = 1.0
"""Seconds before a waiting training shows its queue position: most start sooner, and a flash of text helps nobody."""

PATIENCE = 150
"""Seconds for which a training continues for a learner whose browser is disconnected: asleep, or offline.

Streamlit keeps the session for 120 of them; after that, the learner's state is lost anyway.
"""


class Waiter(NamedTuple):
    """A page of a session that waits for a training."""

    session: str
    page: str


class TrainingProgress(NamedTuple):
    """The progress of a long training."""

    phase: Literal["waiting"] | Phase
    ahead: int  # trainings to finish before this one starts, once it has waited for a while
    share: float  # of the phase, from 0 to 1


class TrainingJob:
    """A long training in progress, stored at `path` when finished. It continues as long as somebody waits for it."""

    def __init__(self, key: str, path: Path, session_exists: Callable[[str], bool]) -> None:
        """`session_exists` reports whether the browser of a session is connected."""
        self.key = key
        self.path = path
        self.future: Future[TrainingSummary]  # of its call in the pool
        self.reported: TrainingProgress | None = None
        self.stored: StoredTraining | None = None  # set when it succeeds
        self.problem: BaseException | None = None  # set when it fails
        self._session_exists = session_exists
        self._asked_for = time.monotonic()
        self._waiting: dict[Waiter, float] = {}  # waiter -> when its browser was last connected
        self._lock = Lock()

    @property
    def is_done(self) -> bool:
        """Whether it has ended, successfully or not."""
        return self.stored is not None or self.problem is not None

    def is_overdue(self) -> bool:
        """Return whether it should have started by now."""
        return time.monotonic() - self._asked_for > START_TIMEOUT

    def add_waiter(self, waiter: Waiter) -> None:
        """Register a waiter."""
        with self._lock:
            self._waiting[waiter] = time.monotonic()

    def remove_waiter(self, waiter: Waiter) -> None:
        """Unregister a waiter."""
        with self._lock:
            self._waiting.pop(waiter, None)

    def cancel(self, session: str) -> None:
        """Unregister all waiters of a session."""
        with self._lock:
            self._waiting = {
                waiter: last_seen for waiter, last_seen in self._waiting.items() if waiter.session != session
            }

    def is_wanted(self) -> bool:
        """Return whether anybody still waits for it."""
        now = time.monotonic()
        with self._lock:
            self._waiting = {
                waiter: now if self._session_exists(waiter.session) else last_seen
                for waiter, last_seen in self._waiting.items()
                if now - last_seen <= PATIENCE or self._session_exists(waiter.session)
            }
            return bool(self._waiting)

    def report(self, progress: TrainingProgress) -> None:
        """Record the worker's progress."""
        self.reported = progress


# In the worker:


def train_to_file(report: Callable[[TrainingProgress], object], task: Task, path: Path) -> TrainingSummary:
    """Train, store the training in a file, and report progress.

    Raises EngineError if the task cannot be done, or there is no room for the file.
    """
    reported = 0.0

    def now_and_then(phase: Phase, share: float) -> None:
        nonlocal reported
        if time.monotonic() - reported > REPORT_INTERVAL:
            reported = time.monotonic()
            report(TrainingProgress(phase, 0, min(share, 1.0)))

    report(TrainingProgress("reading", 0, 0.0))
    try:
        training = training_calls.train(task, now_and_then)
        with open_private(path) as file:
            pickle.dump(training, file)
    except (RecursionError, MemoryError):
        raise training_calls.out_of_memory_error() from None
    except OSError as problem:
        raise no_room_error(problem) from None
    return TrainingSummary.from_training(training)


class NoRoomError(EngineError):
    """A training cannot be stored."""


def no_room_error(problem: OSError) -> NoRoomError:
    """Return the error for a training that cannot be stored."""
    if problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return NoRoomError(
            "The server’s disk is full, so this training can’t be stored. Your text and settings are kept. Try again "
            "when there is room on the disk, or use a short text, which needs none."
        )
    if problem.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return NoRoomError(
            "The server isn’t allowed to write to its disk, so this training can’t be stored. Your text and settings "
            "are kept. Tell whoever runs the server, or use a short text, which needs no disk."
        )
    return NoRoomError(
        "The server’s disk is failing, so this training can’t be stored. Your text and settings are kept. Try again in "
        "a minute, or use a short text, which needs no disk."
    )
