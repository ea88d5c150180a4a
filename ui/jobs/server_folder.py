"""A folder for this server's files, which nobody else reads. It goes with the server, or when the next one starts."""

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

PREFIX = "bpe-lab-trainings-"
LOCK = "in-use"  # held as long as the server of the folder lives: the system lets go of it, however that ends

PRIVATE_MODE = 0o600  # to be read and written by the server's user alone

_locks: dict[Path, FileLock] = {}


def create_folder() -> Path:
    """A new folder that goes with this server. Raises OSError."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        mark = folder / "new"
        lock = FileLock(folder / LOCK, mode=PRIVATE_MODE, blocking=False, is_singleton=False)
        # Another server, which starts just now too, may take it for one left. (The lock makes it again, but not this.)
        with suppress(Timeout, FileNotFoundError):
            mark.touch(PRIVATE_MODE)
            lock.acquire()
            if mark.exists():
                _locks[folder] = lock
                return folder


def open_private(file: Path) -> BinaryIO:
    """A file that no other user reads, to be written anew. Raises OSError."""
    return open(file, "wb", opener=partial(os.open, mode=PRIVATE_MODE))


def remove_abandoned() -> None:
    """Remove the folders of servers that were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if not left.is_symlink():
            with suppress(OSError):  # in use, or another user's
                _remove_if_left(left)


def _remove_if_left(folder: Path) -> None:
    with FileLock(folder / LOCK, mode=PRIVATE_MODE, blocking=False):
        shutil.rmtree(folder, ignore_errors=True)


@atexit.register
def remove_own_folders() -> None:
    """Remove the folders of this server. One that is ended by the system's signal says so before, and does not exit."""
    while _locks:
        folder, lock = _locks.popitem()
        # A worker may be about to write a file: under this name it finds no folder any more.
        gone = folder.with_name(f"{folder.name}.gone")
        with suppress(OSError):
            folder.rename(gone)
            shutil.rmtree(gone, ignore_errors=True)
        lock.release()
