"""Memory of sessions that are over: given back to the system, soon after a browser went and once its session ended.

What a session held refers to itself in circles, and Python looks for those seldom once it has seen much that stays; and
what is free then stays with the process, as the C library has it for the next time. It gives back whole pages only,
so that what many sessions leave must lie together.
"""

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable

import streamlit as st
from starlette.types import ASGIApp, Receive, Scope, Send

RELEASE_DELAY = 3.0
"""Seconds, so that those who leave at the same time are waited for together."""


_ARENA_MAX = -8  # M_ARENA_MAX and M_MMAP_THRESHOLD of glibc's malloc.h
_MMAP_THRESHOLD = -3
_MMAP_BYTES = 128 * 1024  # bytes: glibc's first threshold, which it would raise up to 32 MB


def use_single_heap() -> None:
    """Have what is allocated from now on lie in one heap, and each large block by itself (glibc).

    Threads get heaps of their own otherwise, and a list of 200,000 tokens a place between things that stay.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_ARENA_MAX, 1)
            mallopt(_MMAP_THRESHOLD, _MMAP_BYTES)


def release_memory() -> None:
    """Free what nobody has any more, and give it back to the system where that takes it (glibc)."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


class MemoryReleaseMiddleware:
    """Has memory given back when browsers have gone."""

    def __init__(self, app: ASGIApp, give_back: Callable[[], None] = release_memory) -> None:
        self.app = app
        self._give_back = give_back
        self._due: set[float] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and look after it when it was a browser's connection."""
        try:
            await self.app(scope, receive, send)
        finally:
            if scope["type"] == "websocket":
                self._schedule(RELEASE_DELAY)
                self._schedule(st.get_option("server.disconnectedSessionTTL") + RELEASE_DELAY)

    def _schedule(self, seconds: float) -> None:
        """Look after so many seconds, and only once for all who leave within SOON."""
        loop = asyncio.get_running_loop()
        when = RELEASE_DELAY * ((loop.time() + seconds) // RELEASE_DELAY + 1)
        if when not in self._due:
            self._due.add(when)
            loop.call_at(when, self._release, when)

    def _release(self, when: float) -> None:
        self._due.discard(when)
        self._give_back()
