"""Runs of pages in turn: so many at once, and the others in the order in which they came.

All of them share one interpreter. A hundred that begin at once would all end last, and whoever asks the server for a
page meanwhile would wait with them.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from threading import Event, Lock
from time import monotonic

MAX_CONCURRENT = 1
"""The best of 1, 2, 3, 4 and no bound, for a hundred that open a page within a second, on one processor and on two.

However many there are: one interpreter runs one thread at a time. A second run only takes turns with the first.
"""
MAX_SLOT_SECONDS = 0.3
"""How long a turn lasts. Who takes longer, as for a long text or an answer that does not come, goes on beside them."""

_owner: ContextVar[Callable[[], str]] = ContextVar("owner", default=str)
_end_own: ContextVar[Callable[[], None] | None] = ContextVar("end_own", default=None)


class FairQueue:
    """Who may run, and who waits for it. `on_turn` is told how many seconds someone waited, once the turn has come."""

    def __init__(
        self, on_turn: Callable[[float], object], at_once: int = MAX_CONCURRENT, longest: float = MAX_SLOT_SECONDS
    ) -> None:
        self._on_turn = on_turn
        self._at_once = at_once
        self._longest = longest
        self._lock = Lock()
        self._waiting = deque[Event]()
        self._having: dict[Event, float] = {}  # when each began

    @property
    def waiting(self) -> int:
        """How many wait now."""
        return len(self._waiting)

    @contextmanager
    def slot(self, owner: Callable[[], str] = str) -> Iterator[None]:
        """Wait for a turn, and have it. `owner` says whose it is, if somebody asks: see `slot_owner`."""
        turn, came = Event(), monotonic()
        self._waiting.append(turn)
        self._admit()
        while not turn.wait(self._longest):  # a turn may have become too long meanwhile
            self._admit()
        self._on_turn(monotonic() - came)
        outer, outer_owner = _end_own.set(partial(self._release, turn)), _owner.set(owner)
        try:
            yield
        finally:
            _owner.reset(outer_owner)
            _end_own.reset(outer)
            self._release(turn)

    def _admit(self) -> None:
        with self._lock:
            now = monotonic()
            self._having = {turn: begun for turn, begun in self._having.items() if now - begun < self._longest}
            while self._waiting and len(self._having) < self._at_once:
                turn = self._waiting.popleft()
                self._having[turn] = now
                turn.set()

    def _release(self, turn: Event) -> None:
        with self._lock:
            self._having.pop(turn, None)
        self._admit()


def slot_owner() -> str:
    """Return whose turn this thread has; empty if it has none, or nobody knows."""
    return _owner.get()()


def yield_slot() -> None:
    """End the turn that this thread has, if any, and go on beside the others: for who waits for another process."""
    end = _end_own.get()
    if end is not None:
        end()
