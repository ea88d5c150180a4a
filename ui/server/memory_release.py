"""Returns the memory of ended sessions to the system, instead of keeping it for the next session.

The objects of a session form reference cycles, which Python rarely looks for once most objects are old. And the system
takes back whole memory pages only, so what many sessions leave behind must be contiguous.
"""

import ctypes
import gc
import sys

ALLOCATOR = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "131072"}
"""The environment in which a server starts, so that freed memory is contiguous (glibc; others use only the first).

Python's own allocator keeps freed memory. A single heap serves all threads, and a block of 128 KiB or more, such as a
list of 200,000 tokens, gets pages of its own; glibc would otherwise raise that threshold up to 32 MiB.
"""


def release_memory() -> None:
    """Collect garbage, and return free memory to the system if it accepts it (glibc)."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
