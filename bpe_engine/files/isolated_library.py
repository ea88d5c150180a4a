"""Run another library on an untrusted file in a separate process."""

from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import TypeVar

from bpe_engine.errors import EngineError
from bpe_engine.sandbox import FunctionRaised, Limits, ProcessFailed, Sandbox

Library = TypeVar("Library")
T = TypeVar("T")

LIMITS = Limits(memory=4 * 2**30, seconds=30)
"""Limits for loading a file and encoding a few texts."""

RESPONSE_TIMEOUT = 10
"""Seconds that a library may take for a text once the file is loaded."""

PROCESSES = 4
"""The number of most recently used processes to keep. One that has ended restarts on the next call."""


@lru_cache(maxsize=PROCESSES)
def isolated_library(load: Callable[[bytes], Library], data: bytes) -> Sandbox[Library]:
    """Return the process for a file, shared by all callers. Keep no reference: it ends once there is none."""
    return Sandbox(LIMITS, load, data)


def probe_library(
    load: Callable[[bytes], Library],
    probe: Callable[[Library, list[str]], T],
    file: str,
    data: bytes,
    texts: list[str],
) -> T:
    """Return what a library makes of a file and of some test texts.

    Raises EngineError if the library refuses the file, or needs too much time or memory, or breaks down.
    """
    library = Sandbox(LIMITS, load, data)
    try:
        return library.call(LIMITS.seconds, probe, texts)
    except ProcessFailed:
        room = _address_space()
        if room < LIMITS.memory:
            raise EngineError(
                "{file} cannot be read here: the system allows a process {room:,} MB of memory, but the library that "
                "reads such files may need up to {needed:,} MB. Raise the limit (ulimit -v), or choose a smaller file.",
                file=file,
                room=room // 2**20,
                needed=LIMITS.memory // 2**20,
            ) from None
        raise EngineError(
            "{file} crashes the library that reads such files, or keeps it busy for more than {seconds} seconds. The "
            "file is damaged, or not what it seems: get a fresh copy.",
            file=file,
            seconds=LIMITS.seconds,
        ) from None
    except FunctionRaised as problem:
        raise EngineError(
            "{file} was rejected by the library that reads such files ({problem}). Get a fresh copy.",
            file=file,
            problem=str(problem),
        ) from None
    finally:
        library.close()


def _address_space() -> float:
    """Return the address-space limit of a process, in bytes."""
    try:
        import resource
    except ImportError:
        return inf  # Windows
    highest = resource.getrlimit(resource.RLIMIT_AS)[1]
    return inf if highest == resource.RLIM_INFINITY else highest


def check_growth(size: int, of: int) -> None:
    """Raise ValueError if the output is far larger than the text, which a crafted file can cause."""
    if size > 1_000 + 20 * of:
        raise ValueError(f"the result would have {size:,} tokens or characters, from {of:,}")
