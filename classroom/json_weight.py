"""Estimate from its bytes what JSON costs to parse: a value of two bytes becomes an object of fifty or more."""

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
    """Count brackets, commas and colons, also those inside strings: an upper bound for the number of values."""
    return sum(map(data.count, _PARTS))


def read_json(data: bytes | bytearray) -> Any:
    """Parse JSON. Raises ValueError and RecursionError.

    The garbage collector is paused meanwhile: every value is in use, and looking for garbage would take most of the
    time.
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
