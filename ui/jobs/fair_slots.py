"""Slots for what takes a processor for long: few at once, and of each browser only one of them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class FairSlots:
    """Who has one of the slots, and who waits for one.

    A browser has one of several at most, however many pages it has open. When one is free, it goes to the browser among
    those that wait whose last turn is longest ago.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._changed = threading.Condition()
        self._running: list[str] = []
        self._waiting: dict[object, str] = {}  # the first that came first
        self._turns: dict[str, int] = {}  # of browsers that wait or run: the number of the last turn
        self._last = 0

    def acquire(self, owner: str, timeout: float) -> bool:
        """Wait for a slot; whether there was one in time. Without an owner, as in a test, each is somebody else's."""
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
                # Whoever waits again after its turn comes behind those that are waiting now.
                self._turns = {name: turn for name, turn in self._turns.items() if name in active or self._waiting}
                self._changed.notify_all()
        return True

    def release(self, owner: str) -> None:
        """Give a slot back."""
        with self._changed:
            self._running.remove(owner)
            self._changed.notify_all()

    @contextmanager
    def slot(self, owner: str, timeout: float) -> Iterator[bool]:
        """A slot within the block, if there is one in time: the block is told."""
        has_one = self.acquire(owner, timeout)
        try:
            yield has_one
        finally:
            if has_one:
                self.release(owner)

    def _next(self) -> object:
        """The one whose turn it is; None while there is no slot for any of those who wait."""
        if len(self._running) >= self._at_once:
            return None
        able = [(ticket, owner) for ticket, owner in self._waiting.items() if not owner or owner not in self._running]
        return min(able, key=lambda one: self._turns.get(one[1], 0) if one[1] else 0)[0] if able else None
