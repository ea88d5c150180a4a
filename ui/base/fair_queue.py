"""A fair queue for page runs: a limited number at once, the rest first come, first served.

All runs share one interpreter. A hundred that start at the same time would all end last, and anyone who requests a page
meanwhile would wait with them.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from threading import Event, Lock
from time import monotonic

MAX_CONCURRENT = 1
"""The best of 1, 2, 3, 4 and no limit, for a hundred visitors who open a page within a second, on one and two cores.
In any case one interpreter runs one thread at a time: a second run would only alternate with the first.
"""
MAX_SLOT_SECONDS = 0.3
"""Length of a slot. A run that takes longer, for a long text or a slow answer, continues outside the queue."""

_owner: ContextVar[Callable[[], str]] = ContextVar("owner", default=str)
_end_own: ContextVar[Callable[[], None] | None] = ContextVar("end_own", default=None)


class FairQueue:
    """The queue. `on_turn` is called with the seconds that a run waited, once its turn has come."""

    def __init__(
        self, on_turn: Callable[[float], object], at_once: int = MAX_CONCURRENT, longest: float = MAX_SLOT_SECONDS
    ) -> None:
        self._on_turn = on_turn
        self._at_once = at_once
        self._longest = longest
        self._lock = Lock()
        self._waiting = deque[Event]()
        self._having: dict[Event, float] = {}  # slot -> when it began

    @property
    def waiting(self) -> int:
        """The number of runs that are waiting."""
        return len(self._waiting)

    @contextmanager
    def slot(self, owner: Callable[[], str] = str) -> Iterator[None]:
        """Wait for a slot, and hold it within the block. `owner` returns its owner on request: see `slot_owner`."""
        turn, came = Event(), monotonic()
        self._waiting.append(turn)
        self._admit()
        while not turn.wait(self._longest):  # a slot may have expired meanwhile
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
    """Return the owner of this thread's slot; empty if it has no slot, or the owner is unknown."""
    return _owner.get()()


def yield_slot() -> None:
    """Give up this thread's slot, if it has one, and carry on outside the queue. Call it before waiting elsewhere."""
    end = _end_own.get()
    if end is not None:
        end()
