"""Memory of ended sessions: returned to the system, rather than kept by the process for the next session.

What a session held refers to itself in circles, which Python rarely looks for once most objects are old. And the system
takes back whole pages only, so what many sessions leave must lie together.
"""

import ctypes
import gc
import sys

ALLOCATOR = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "131072"}
"""The environment that a server starts with, for memory to lie together (glibc; others ignore all but the first).

Python's own allocator keeps what is free. One heap serves all threads, and a block from 128 KiB on, such as a list of
200,000 tokens, gets pages of its own: glibc would raise that bound up to 32 MiB.
"""


def release_memory() -> None:
    """Free what nobody uses any more, and return it to the system if that takes it (glibc)."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
