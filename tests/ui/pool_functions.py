"""Functions that tests call in other processes."""

import os
import resource
import signal
import time
import weakref
from collections.abc import Callable
from pathlib import Path


def process() -> int:
    return os.getpid()


def die(notes: Path, times: int) -> int:
    """Record each attempt, and get killed this many times."""
    with notes.open("a") as file:
        file.write("died ")
    if len(notes.read_text().split()) <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def fail(error: Exception) -> None:
    raise error


def report_numbers(report: Callable[[int], object], until: int, notes: Path) -> str:
    """Report the numbers below a limit, after writing down the process id. Returns "told"."""
    notes.write_text(str(os.getpid()))
    for number in range(until):
        report(number)
        if until > 10:
            time.sleep(0.01)
    return "told"


def busy(_report: Callable[[int], object], notes: Path) -> None:
    """Compute forever."""
    notes.write_text(str(os.getpid()))
    while True:
        pass


class Text:
    """A large value."""


def note_when_freed(text: Text, notes: Path) -> Text:
    """Write a word when the received text has been freed."""
    weakref.finalize(text, notes.write_text, "freed")
    return text


def fail_and_note_when_freed(text: Text, notes: Path) -> None:
    """Write a word when the received text has been freed, in a call that fails."""
    weakref.finalize(text, notes.write_text, "freed")
    raise ValueError("nothing to be done with this text")


def allocate(size: int) -> int:
    """Allocate this many bytes for a moment."""
    return len(bytes(size))


def take_more_than(_training: object, size: int) -> int:
    """Allocate this many bytes, called with a training."""
    return allocate(size)


def wait_for_file(file: Path) -> None:
    while not file.exists():
        time.sleep(0.01)


def never_end() -> None:
    """Sleep forever."""
    while True:
        time.sleep(1.0)


def write_at_most(size: int) -> None:
    """Limit the size of files that this process can write, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def die_in_training(_report: object, _task: object, path: Path) -> None:
    """Write half of a training, and get killed."""
    path.write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)


def train_for_ever(_report: object, _task: object, _path: object) -> None:
    """Sleep instead of training: the last calls of a test are not ended, and must not disturb other tests."""
    while True:
        time.sleep(1.0)
