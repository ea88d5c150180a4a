"""Reads learners' files in separate processes: a crafted 50 MB file may take minutes and gigabytes.

Only the result arrives here. Transferring a tokenizer of 200,000 tokens takes a tenth of the time of reading it.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition
from typing import Any, Concatenate, ParamSpec, TypeVar

from bpe_engine import EngineError
from ui.base.fair_queue import yield_slot
from ui.jobs.process_pool import Pool, ProcessDiedError

P = ParamSpec("P")
T = TypeVar("T")

READER_PROCESSES = 2
MEMORY = 2 * 2**30  # bytes per reader
FAST_LANE_SECONDS = 6
"""Seconds that reading may take at first. A tokenizer of 200,000 tokens takes 3 seconds of CPU time, and 300 MB.
A file that takes longer starts again at the end of the queue, so that quick files never wait for it.
"""
SECONDS = 120
"""Seconds that it may take then."""

POLL_INTERVAL = 0.5  # seconds between reports of the queue position

QueueCallback = Callable[[int], object]
"""Called regularly with the number of files to be read before this one. If it raises, reading ends."""


def read_in_worker(names: str, report: QueueCallback, read: Callable[P, T], /, *files: P.args, **named: P.kwargs) -> T:
    """Read files with a function in a reader process. Raises its EngineError, or one for files that take too much.

    `names` is how errors name the files.
    """
    yield_slot()
    for seconds, is_slow in ((FAST_LANE_SECONDS, False), (SECONDS, True)):
        try:
            with _queue.slot(report, is_slow=is_slow), _start_reading(seconds, read, *files, **named) as result:
                while not wait([result], POLL_INTERVAL).done:
                    report(0)
                return result.result()
        except CancelledError:
            continue
        except (ProcessDiedError, MemoryError):
            break
    raise EngineError(
        "Reading {file} takes more than {seconds} seconds, or more than {memory} GB of memory. The file is damaged, or "
        "not what it seems: choose another.",
        file=names,
        seconds=SECONDS,
        memory=MEMORY // 2**30,
    )


@contextmanager
def slow_turn(report: QueueCallback) -> Iterator[None]:
    """Wait for a turn with a reader, as a slow file does, and hold it within the block."""
    yield_slot()
    with _queue.slot(report, is_slow=True):
        yield


@contextmanager
def long_call(
    reported: Callable[[Any], object],
    work: Callable[Concatenate[Callable[[Any], object], P], T],
    /,
    *args: P.args,
    **named: P.kwargs,
) -> Iterator["Future[T]"]:
    """Start a long call in a reader process, within a slow turn; its function gets a callback for reports first.

    It has as long as a slow file, and continues only within the block: see `Pool.submit_watched`.
    """
    give_up, is_wanted = time.monotonic() + SECONDS, True
    try:
        yield _readers.submit_watched(lambda: is_wanted and time.monotonic() < give_up, reported, work, *args, **named)
    finally:
        is_wanted = False


@contextmanager
def _start_reading(seconds: float, read: Callable[P, T], /, *files: P.args, **named: P.kwargs) -> Iterator["Future[T]"]:
    """Start reading with a time limit; reading continues only within the block."""
    begun: list[float] = []  # when a reader started
    is_wanted = True

    def has_time() -> bool:
        return is_wanted and (not begun or time.monotonic() - begun[-1] < seconds)

    try:
        yield _readers.submit_watched(has_time, begun.append, _read, read, *files, **named)
    finally:
        is_wanted = False


@dataclass(eq=False)
class _QueueEntry:
    is_slow: bool


class _ReaderQueue:
    """Turns with the readers. At most one slow file is read at a time, so that a reader is left for the others."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: list[_QueueEntry] = []
        self._reading: list[_QueueEntry] = []

    @contextmanager
    def slot(self, report: QueueCallback, *, is_slow: bool) -> Iterator[None]:
        """Wait for a turn, and hold it within the block."""
        turn = _QueueEntry(is_slow)
        with self._changed:
            self._waiting.append(turn)
        try:
            while ahead := self._ahead(turn):
                report(ahead)
            yield
        finally:
            with self._changed:
                (self._reading if turn in self._reading else self._waiting).remove(turn)
                self._changed.notify_all()

    def _ahead(self, turn: _QueueEntry) -> int:
        """Return how many files come before a turn, after waiting briefly for it: 0 if the turn has come."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._next() is turn, POLL_INTERVAL):
                before = self._waiting[: self._waiting.index(turn)]
                return 1 + sum(turn.is_slow or not entry.is_slow for entry in before)
            self._waiting.remove(turn)
            self._reading.append(turn)
            self._changed.notify_all()  # another reader may be free for the next one
            return 0

    def _next(self) -> _QueueEntry | None:
        if len(self._reading) == READER_PROCESSES:
            return None
        one_is_slow = any(turn.is_slow for turn in self._reading)
        return next((turn for turn in self._waiting if not (turn.is_slow and one_is_slow)), None)


_readers = Pool(READER_PROCESSES, memory=MEMORY)
_queue = _ReaderQueue()


# In a reader:


def _read(report_start: Callable[[float], object], read: Callable[P, T], /, *files: P.args, **named: P.kwargs) -> T:
    report_start(time.monotonic())
    return read(*files, **named)
