"""Waiting for other processes."""

import time
from collections.abc import Callable
from pathlib import Path

SECONDS = 120  # for an answer from a process on a busy machine


def wait_for(condition: Callable[[], object]) -> None:
    give_up = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < give_up, "waited too long"
        time.sleep(0.02)


def is_gone(process: int) -> bool:
    """Return whether a process has ended, even if its parent has not collected its status."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
