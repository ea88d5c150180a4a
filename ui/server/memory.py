"""Memory of sessions that are over: given back to the system, soon after a browser went and once its session ended.

What a session held refers to itself in circles, and Python looks for those seldom once it has seen much that stays; and
what is free then stays with the process, as the C library has it for the next time.
"""

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

SOON = 3.0
"""Seconds, so that those who leave at the same time are waited for together."""


def give_back() -> None:
    """Free what nobody has any more, and give it back to the system where that takes it (glibc)."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


class Leaving:
    """Has memory given back when browsers have gone."""

    def __init__(self, app: ASGIApp, give_back: Callable[[], None] = give_back) -> None:
        self.app = app
        self._give_back = give_back
        self._due: set[float] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and look after it when it was a browser's connection."""
        try:
            await self.app(scope, receive, send)
        finally:
            if scope["type"] == "websocket":
                self._look_in(SOON)
                self._look_in(config.get_option("server.disconnectedSessionTTL") + SOON)

    def _look_in(self, seconds: float) -> None:
        """Look after so many seconds, and only once for all who leave within SOON."""
        loop = asyncio.get_running_loop()
        when = SOON * ((loop.time() + seconds) // SOON + 1)
        if when not in self._due:
            self._due.add(when)
            loop.call_at(when, self._look, when)

    def _look(self, when: float) -> None:
        self._due.discard(when)
        self._give_back()
