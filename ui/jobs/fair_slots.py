"""Fair slots for work that takes a processor for long: few at a time, and at most one per browser."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class FairSlots:
    """A fair queue for a few slots.

    A browser has at most one slot, however many pages it has open. A free slot goes to the waiting browser whose last
    turn was longest ago.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._changed = threading.Condition()
        self._running: list[str] = []
        self._waiting: dict[object, str] = {}  # in the order of arrival
        self._turns: dict[str, int] = {}  # browser that waits or runs -> number of its last turn
        self._last = 0

    def acquire(self, owner: str, timeout: float) -> bool:
        """Wait for a slot; False if there was none in time. Callers without an owner, as in tests, count separately."""
        ticket = object()
        with self._changed:
            self._waiting[ticket] = owner
            try:
                if not self._changed.wait_for(lambda: self._next() is ticket, timeout):
                    return False
                self._running.append(owner)
                self._last += 1
                self._turns[owner] = self._last
            finally:
                del self._waiting[ticket]
                active = {*self._running, *self._waiting.values()}
                # An owner that waits again after its turn queues behind those that are waiting now.
                self._turns = {name: turn for name, turn in self._turns.items() if name in active or self._waiting}
                self._changed.notify_all()
        return True

    def release(self, owner: str) -> None:
        """Release a slot."""
        with self._changed:
            self._running.remove(owner)
            self._changed.notify_all()

    @contextmanager
    def slot(self, owner: str, timeout: float) -> Iterator[bool]:
        """Hold a slot within the block. Yields False if none was free in time."""
        has_one = self.acquire(owner, timeout)
        try:
            yield has_one
        finally:
            if has_one:
                self.release(owner)

    def _next(self) -> object:
        """Return the ticket whose turn it is; None if no slot is free for any that waits."""
        if len(self._running) >= self._at_once:
            return None
        ready = [(ticket, owner) for ticket, owner in self._waiting.items() if not owner or owner not in self._running]
        return min(ready, key=lambda entry: self._turns.get(entry[1], 0) if entry[1] else 0)[0] if ready else None
