"""A private folder for this server's files. It is deleted with the server, or when the next one starts."""

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
LOCK = "in-use"  # held while the folder's server lives: the system releases it, however the server ends

PRIVATE_MODE = 0o600  # read and written by the server's user only

_locks: dict[Path, FileLock] = {}


def create_folder() -> Path:
    """Create a folder that is deleted with this server. Raises OSError."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        mark = folder / "new"
        lock = FileLock(folder / LOCK, mode=PRIVATE_MODE, blocking=False, is_singleton=False)
        # Another server starting now may take the folder for an abandoned one. (The lock file is recreated, this mark
        # not.)
        with suppress(Timeout, FileNotFoundError):
            mark.touch(PRIVATE_MODE)
            lock.acquire()
            if mark.exists():
                _locks[folder] = lock
                return folder


def open_private(file: Path) -> BinaryIO:
    """Open a file for writing that no other user can read. An existing one is overwritten. Raises OSError."""
    return open(file, "wb", opener=partial(os.open, mode=PRIVATE_MODE))


def remove_abandoned() -> None:
    """Remove the folders of servers that were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if not left.is_symlink():
            with suppress(OSError):  # in use, or another user's
                _remove_if_abandoned(left)


def _remove_if_abandoned(folder: Path) -> None:
    with FileLock(folder / LOCK, mode=PRIVATE_MODE, blocking=False):
        shutil.rmtree(folder, ignore_errors=True)


@atexit.register
def remove_own_folders() -> None:
    """Remove the folders of this server. Also called at shutdown, because a server ended by a signal skips atexit."""
    while _locks:
        folder, lock = _locks.popitem()
        # A worker may be about to write a file: after the rename, it no longer finds the folder.
        leftover = folder.with_name(f"{folder.name}.gone")
        with suppress(OSError):
            folder.rename(leftover)
            shutil.rmtree(leftover, ignore_errors=True)
        lock.release()
