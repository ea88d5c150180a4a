"""The end of a server: what is done when the system asks it to stop, and how long clients may hold it up."""

import asyncio
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn

GRACE_SECONDS = 3.0
"""How long the server waits for answers on their way, once it is to stop. Then it goes on without those clients: one
that neither sends nor reads must not keep learners' texts on the disk."""

_callbacks: list[Callable[[], object]] = []
_is_requested = False


def is_requested() -> bool:
    """Whether the system has asked the server to stop."""
    return _is_requested


@contextmanager
def at_shutdown(callback: Callable[[], object]) -> Iterator[None]:
    """Have something done, in the event loop, if the server is asked to stop within the block."""
    _callbacks.append(callback)
    try:
        yield
    finally:
        _callbacks.remove(callback)


def serving_server() -> uvicorn.Server | None:
    """The server that runs the app: it waits for the system's signals. None in a test, and where another one does."""
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return server if isinstance(server, uvicorn.Server) else None


@contextmanager
def watched_signals() -> Iterator[None]:
    """Do what is to be done once the system asks the server to stop, and limit how long clients are waited for."""
    server = serving_server()
    if server is not None:
        server.config.timeout_graceful_shutdown = GRACE_SECONDS  # type: ignore[assignment]  # asyncio takes fractions
    before = _hook_signals()
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)


Handler = Callable[[int, FrameType | None], Any]


def _hook_signals() -> Mapping[signal.Signals, Handler]:
    """Have the callbacks called before the handlers that there are. Returns these."""
    loop = asyncio.get_running_loop()
    before: dict[signal.Signals, Handler] = {}

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(_call)
        before[signal.Signals(number)](number, frame)

    for sign in (signal.SIGINT, signal.SIGTERM):
        found = signal.getsignal(sign)
        if not callable(found):  # nobody waits for it: the server ends at once
            continue
        try:
            signal.signal(sign, handle)
        except ValueError:  # in a test the server may run in another thread, where no signals come
            break
        before[sign] = found
    return before


def _call() -> None:
    global _is_requested
    _is_requested = True
    for callback in tuple(_callbacks):
        callback()
