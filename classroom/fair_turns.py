"""Fair scheduling of slow work in threads: one job at a time, taking owners in turn.

One interpreter runs one thread at a time, so several jobs at once would only slow each other down, and everybody
else. The threads that serve files stay free.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import anyio
import anyio.to_thread

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class FairTurns:
    """A fair scheduler: at most `at_once` jobs run, and each owner's jobs run one after the other."""

    def __init__(self, at_once: int = 1) -> None:
        self._limiter = anyio.CapacityLimiter(at_once)
        self._locks: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}

    def waiting(self, owner: str) -> int:
        """Return how many of an owner's jobs are unfinished."""
        return self._waiting.get(owner, 0)

    async def do(self, owner: str, work: Callable[[*Arguments], T], *args: *Arguments) -> T:
        """Run an owner's job in a thread: after the owner's earlier jobs, and in turn with other owners."""
        lock = self._locks.setdefault(owner, asyncio.Lock())
        self._waiting[owner] = self.waiting(owner) + 1
        try:
            async with lock:
                return await anyio.to_thread.run_sync(work, *args, limiter=self._limiter)
        finally:
            self._waiting[owner] -= 1
            if not self._waiting[owner]:
                del self._waiting[owner], self._locks[owner]
