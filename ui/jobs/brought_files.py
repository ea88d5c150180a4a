"""Files that learners bring are read by a process for that: what 50 MB can hold takes seconds, and gigabytes.

Here arrives what was read. To send a tokenizer of 200,000 tokens takes a tenth of the time that reading it does.
"""

import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import ParamSpec, TypeVar

from bpe_engine import EngineError
from bpe_engine.sandbox.process import limit
from ui.jobs.pool import EndedError, Pool

P = ParamSpec("P")
T = TypeVar("T")

MEMORY = 2 * 2**30  # bytes of addresses
SECONDS = 120
"""What reading may take. A tokenizer of 200,000 tokens takes 3 seconds of a processor, and 300 MB."""

_process = Pool(1)


def read_apart(names: str, read: Callable[P, T], /, *files: P.args, **named: P.kwargs) -> T:
    """What a function makes of files. Raises its EngineError, and one for files that take too much to be read.

    `names` says in an error what the files are called.
    """
    begun: list[float] = []  # once it is this one's turn

    def has_time() -> bool:
        return not begun or time.monotonic() - begun[-1] < SECONDS

    try:
        return _process.watch(has_time, begun.append, _read, read, *files, **named).result()
    except (CancelledError, EndedError, MemoryError):
        raise EngineError(
            "{file} takes more than {seconds} seconds, or more than {memory} GB of memory, to be read. "
            "The file is damaged, or not what it seems: choose another.",
            file=names,
            seconds=SECONDS,
            memory=MEMORY // 2**30,
        ) from None


# In the process.


def _read(begun: Callable[[float], object], read: Callable[P, T], /, *files: P.args, **named: P.kwargs) -> T:
    limit("RLIMIT_AS", MEMORY)
    begun(time.monotonic())
    return read(*files, **named)
