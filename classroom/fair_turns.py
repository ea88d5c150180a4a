"""Work that takes long, in threads: one after the other, and of several who have some, of each in turn.

One interpreter runs one thread at a time, so that several at once would only stand in each other's way, and in that of
everybody else. The threads by which files are served stay free.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import anyio
import anyio.to_thread

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class FairTurns:
    """Who works, and who waits for it."""

    def __init__(self, at_once: int = 1) -> None:
        self._limiter = anyio.CapacityLimiter(at_once)
        self._locks: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}

    def waiting(self, owner: str) -> int:
        """How much of an owner's work is not done."""
        return self._waiting.get(owner, 0)

    async def do(self, owner: str, work: Callable[[*Arguments], T], *args: *Arguments) -> T:
        """Do an owner's work in its turn: after what the owner gave before, and one of each other owner's."""
        lock = self._locks.setdefault(owner, asyncio.Lock())
        self._waiting[owner] = self.waiting(owner) + 1
        try:
            async with lock:
                return await anyio.to_thread.run_sync(work, *args, limiter=self._limiter)
        finally:
            self._waiting[owner] -= 1
            if not self._waiting[owner]:
                del self._waiting[owner], self._locks[owner]
