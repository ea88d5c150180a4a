"""Graceful shutdown: callbacks when the server is asked to stop, and a limit on how long clients can delay it."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

GRACE_SECONDS = 3.0
"""Seconds for which the server waits for answers in progress once it is stopping. After that it drops those clients:
a client that neither sends nor reads must not keep learners' texts on the disk."""

CHECK_INTERVAL = 0.1  # seconds, as in uvicorn

_callbacks: list[Callable[[], object]] = []
_is_requested = False


@contextmanager
def at_shutdown(callback: Callable[[], object]) -> Iterator[None]:
    """Call back, in the event loop, if the server is asked to stop within the block, or was before."""
    if _is_requested:
        callback()
    _callbacks.append(callback)
    try:
        yield
    finally:
        _callbacks.remove(callback)


def serving_server() -> uvicorn.Server | None:
    """Return the server that runs the app and handles the system's signals; None in tests and under other servers."""
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return server if isinstance(server, uvicorn.Server) else None


async def watch_shutdown() -> None:
    """Run the callbacks once the server is asked to stop, and limit how long it then waits for clients."""
    global _is_requested
    server = serving_server()
    if server is None:
        return
    server.config.timeout_graceful_shutdown = GRACE_SECONDS  # type: ignore[assignment]  # asyncio accepts fractions
    while not server.should_exit:
        await asyncio.sleep(CHECK_INTERVAL)
    _is_requested = True
    for callback in tuple(_callbacks):
        callback()
