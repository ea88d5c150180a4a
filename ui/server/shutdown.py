"""The end of a server: what is done when it is asked to stop, and how long clients may hold it up."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn

GRACE_SECONDS = 3.0
"""How long the server waits for answers on their way once it is to stop. Then it stops without those clients: one that
neither sends nor reads must not keep learners' texts on the disk."""

CHECK_INTERVAL = 0.1  # seconds, as uvicorn has it

_callbacks: list[Callable[[], object]] = []
_is_requested = False


def is_requested() -> bool:
    """Whether the server was asked to stop."""
    return _is_requested


@contextmanager
def at_shutdown(callback: Callable[[], object]) -> Iterator[None]:
    """Call back, in the event loop, if the server is asked to stop within the block."""
    _callbacks.append(callback)
    try:
        yield
    finally:
        _callbacks.remove(callback)


def serving_server() -> uvicorn.Server | None:
    """The server that runs the app: it handles the system's signals. None in a test, and under another server."""
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return server if isinstance(server, uvicorn.Server) else None


@asynccontextmanager
async def watched_shutdown() -> AsyncIterator[None]:
    """Call back once the server is asked to stop, and limit how long it waits for clients then."""
    server = serving_server()
    if server is None:
        yield
        return
    server.config.timeout_graceful_shutdown = GRACE_SECONDS  # type: ignore[assignment]  # asyncio takes fractions
    watching = asyncio.create_task(_watch(server))
    try:
        yield
    finally:
        watching.cancel()


async def _watch(server: uvicorn.Server) -> None:
    global _is_requested
    while not server.should_exit:
        await asyncio.sleep(CHECK_INTERVAL)
    _is_requested = True
    for callback in tuple(_callbacks):
        callback()
