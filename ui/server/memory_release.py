"""Returns the memory of ended sessions to the system, instead of keeping it for the next session."""

import ctypes
import gc
import sys


def release_memory() -> None:
    """Collect garbage, and return free memory to the system if it accepts it (glibc).

    The objects of a session form reference cycles, which Python rarely looks for once most objects are old.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
