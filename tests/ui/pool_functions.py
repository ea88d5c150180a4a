"""Functions that tests have called in other processes."""

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
    """Be killed so many times, and note each."""
    with notes.open("a") as file:
        file.write("died ")
    if len(notes.read_text().split()) <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def fail(error: Exception) -> None:
    raise error


def tell(report: Callable[[int], object], until: int, notes: Path) -> str:
    """Report the numbers up to a last one; leave the process and a word first."""
    notes.write_text(str(os.getpid()))
    for number in range(until):
        report(number)
        if until > 10:
            time.sleep(0.01)
    return "told"


def busy(_report: Callable[[int], object], notes: Path) -> None:
    """Compute without an end."""
    notes.write_text(str(os.getpid()))
    while True:
        pass


class Text:
    """Something large."""


def note_when_freed(text: Text, notes: Path) -> Text:
    """Write a word when a text that came is not kept any more."""
    weakref.finalize(text, notes.write_text, "freed")
    return text


def fail_and_note_when_freed(text: Text, notes: Path) -> None:
    """The same for a call that fails."""
    weakref.finalize(text, notes.write_text, "freed")
    raise ValueError("nothing to be done with this text")


def take(size: int) -> int:
    """Take so many bytes of memory, for a moment."""
    return len(bytes(size))


def take_more_than(_training: object, size: int) -> int:
    """The same, asked of a training."""
    return take(size)


def never_end() -> None:
    """Leave the processor to others, without an end."""
    while True:
        time.sleep(1.0)


def write_at_most(size: int) -> None:
    """From now on this process can write no longer file, as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def die_in_training(_report: object, _task: object, path: Path) -> None:
    """Write half of a training, and be killed."""
    path.write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)


def train_for_ever(_report: object, _task: object, _path: object) -> None:
    """Make no training, and leave the processor to other tests: nobody ends the last ones of a test."""
    while True:
        time.sleep(1.0)
