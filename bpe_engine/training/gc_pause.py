"""Pause Python's cycle collector."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the cycle collector inside a `with` block, and restore its state at the end.

    Training creates many small objects and no cycles, so searching for cycles only costs time: 10 to 20 per cent. If
    two threads do this at once, the first to finish switches it on again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
