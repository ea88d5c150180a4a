"""A long training on its way: what is known of it here, who waits for it, and what the worker does."""

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
"""How long a training waits until it is told for how many: most begin sooner, and who reads what flashes by?"""

PATIENCE = 150
"""Seconds that a training goes on for a learner whose browser is away: asleep, or without the network.

Streamlit keeps a session for 120 after that; with it goes whatever else the learner had.
"""


class Waiter(NamedTuple):
    """Who waits for a training: a page of a session."""

    session: str
    page: str


class TrainingProgress(NamedTuple):
    """How far a long training is."""

    phase: Literal["waiting"] | Phase
    ahead: int  # trainings that must end before this one begins, where it waits for long
    share: float  # of the phase


class TrainingJob:
    """A long training on its way. What comes of it lies at `path`. It goes on as long as someone waits for it."""

    def __init__(self, key: str, path: Path, is_there: Callable[[str], bool]) -> None:
        """`is_there` says whether the browser of a session is connected."""
        self.key = key
        self.path = path
        self.future: Future[TrainingSummary]  # of its call in the pool
        self.reported: TrainingProgress | None = None
        self.stored: StoredTraining | None = None  # once it is done
        self.problem: BaseException | None = None  # or this
        self._is_there = is_there
        self._asked_for = time.monotonic()
        self._waiting: dict[Waiter, float] = {}  # and when their browser was last seen
        self._lock = Lock()

    @property
    def is_done(self) -> bool:
        """Whether it has come to an end, a good one or not."""
        return self.stored is not None or self.problem is not None

    def is_overdue(self) -> bool:
        """Whether it should have begun by now, if it could."""
        return time.monotonic() - self._asked_for > START_TIMEOUT

    def add_waiter(self, waiter: Waiter) -> None:
        """Someone waits for it."""
        with self._lock:
            self._waiting[waiter] = time.monotonic()

    def remove_waiter(self, waiter: Waiter) -> None:
        """Someone waits for it no more."""
        with self._lock:
            self._waiting.pop(waiter, None)

    def cancel(self, session: str) -> None:
        """No page of a session waits for it any more."""
        with self._lock:
            self._waiting = {waiter: seen for waiter, seen in self._waiting.items() if waiter.session != session}

    def is_wanted(self) -> bool:
        """Whether anyone waits for it still."""
        now = time.monotonic()
        with self._lock:
            self._waiting = {
                waiter: now if self._is_there(waiter.session) else seen
                for waiter, seen in self._waiting.items()
                if now - seen <= PATIENCE or self._is_there(waiter.session)
            }
            return bool(self._waiting)

    def report(self, progress: TrainingProgress) -> None:
        """How far the worker is."""
        self.reported = progress


# In the worker.


def train_to_file(report: Callable[[TrainingProgress], object], task: Task, path: Path) -> TrainingSummary:
    """Do a training and keep it in a file; say how far it is.

    Raises EngineError where the task cannot be done, or there is no room for the file.
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
    """What to tell where a training cannot be stored."""
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
