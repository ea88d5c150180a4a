"""What JSON costs to read, seen from its bytes: a value of two bytes becomes an object of fifty and more."""

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

_PARTS = (b"[", b"{", b",", b":")
_lock = Lock()
_pausing = 0


def count_parts(data: bytes | bytearray) -> int:
    """The brackets, commas and colons in it, those of its texts too: no more values can be in it than that."""
    return sum(map(data.count, _PARTS))


def read_json(data: bytes | bytearray) -> Any:
    """What is written as JSON. Raises ValueError and RecursionError.

    Whatever is read stays for now: to look for what could be freed, again and again, would take most of the time.
    """
    with _paused_collection():
        return json.loads(data)


@contextmanager
def _paused_collection() -> Iterator[None]:
    global _pausing
    with _lock:
        was_enabled = gc.isenabled() or _pausing > 0
        _pausing += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _pausing -= 1
            if was_enabled and not _pausing:
                gc.enable()
