"""Files that learners bring are read by processes for that: what 50 MB can hold takes seconds, and gigabytes.

Here arrives what was read. To send a tokenizer of 200,000 tokens takes a tenth of the time that reading it does.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition
from typing import ParamSpec, TypeVar

from bpe_engine import EngineError
from ui.base.fair_queue import yield_slot
from ui.jobs.process_pool import Pool, ProcessDiedError

P = ParamSpec("P")
T = TypeVar("T")

READER_PROCESSES = 2
MEMORY = 2 * 2**30  # bytes, for each reader
FAST_LANE_SECONDS = 6
"""What reading may take at first. A tokenizer of 200,000 tokens takes 3 seconds of a processor, and 300 MB.

What takes longer begins anew at the end of the queue, so that a file that takes little never waits for it.
"""
SECONDS = 120
"""What it may take then."""

POLL_INTERVAL = 0.5  # after which who waits is told where the file is

QueueCallback = Callable[[int], object]
"""Is told every now and then how many files are to be read before this one. What it raises ends the reading."""


def read_in_worker(names: str, told: QueueCallback, read: Callable[P, T], /, *files: P.args, **named: P.kwargs) -> T:
    """What a function makes of files. Raises its EngineError, and one for files that take too much to be read.

    `names` says in an error what the files are called.
    """
    yield_slot()
    for seconds, is_slow in ((FAST_LANE_SECONDS, False), (SECONDS, True)):
        try:
            with _queue.slot(told, is_slow=is_slow), _reading(seconds, read, *files, **named) as result:
                while not wait([result], POLL_INTERVAL).done:
                    told(0)
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
def _reading(seconds: float, read: Callable[P, T], /, *files: P.args, **named: P.kwargs) -> Iterator["Future[T]"]:
    """What a reader makes of files within so many seconds, as long as someone waits for it."""
    begun: list[float] = []  # once a reader is at it
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
    """Whose turn it is with the readers. Of the slow files one is read at a time: a reader is left for the others."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: list[_QueueEntry] = []
        self._reading: list[_QueueEntry] = []

    @contextmanager
    def slot(self, told: QueueCallback, *, is_slow: bool) -> Iterator[None]:
        """Wait for a turn, and have it."""
        turn = _QueueEntry(is_slow)
        with self._changed:
            self._waiting.append(turn)
        try:
            while ahead := self._ahead(turn):
                told(ahead)
            yield
        finally:
            with self._changed:
                (self._reading if turn in self._reading else self._waiting).remove(turn)
                self._changed.notify_all()

    def _ahead(self, turn: _QueueEntry) -> int:
        """How many must be read before a turn comes, after a while in which it may: 0 where it has come."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._next() is turn, POLL_INTERVAL):
                before = self._waiting[: self._waiting.index(turn)]
                return 1 + sum(turn.is_slow or not other.is_slow for other in before)
            self._waiting.remove(turn)
            self._reading.append(turn)
            self._changed.notify_all()  # there may be a reader for the next one too
            return 0

    def _next(self) -> _QueueEntry | None:
        if len(self._reading) == READER_PROCESSES:
            return None
        one_is_slow = any(turn.is_slow for turn in self._reading)
        return next((turn for turn in self._waiting if not (turn.is_slow and one_is_slow)), None)


_readers = Pool(READER_PROCESSES, memory=MEMORY)
_queue = _ReaderQueue()


# In a reader.


def _read(begun: Callable[[float], object], read: Callable[P, T], /, *files: P.args, **named: P.kwargs) -> T:
    begun(time.monotonic())
    return read(*files, **named)
