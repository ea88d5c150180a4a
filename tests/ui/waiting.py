"""Waiting for what other processes do."""

import time
from collections.abc import Callable
from pathlib import Path

SECONDS = 120  # until a process must have answered, on a busy machine


def wait_for(condition: Callable[[], object]) -> None:
    give_up = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < give_up, "waited too long"
        time.sleep(0.02)


def is_gone(process: int) -> bool:
    """Whether a process has ended, though no one may have asked how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
