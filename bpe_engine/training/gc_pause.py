"""Python's cycle collector, paused for a while."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the cycle collector inside a `with` block, and switch it on again where it was on.

    Training makes many small objects and no cycle among them, so searching for cycles only takes
    time: 10 to 20 per cent. Two threads may do this at once: the first to end switches it on again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
