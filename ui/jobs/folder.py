"""A folder for this server's files. What a server left that was killed goes when the next one makes its own."""

import atexit
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

PREFIX = "bpe-lab-trainings-"
LOCK = "in-use"  # held as long as the server of the folder lives: the system lets go of it, however that ends

_held: list[FileLock] = []


def make_folder() -> Path:
    """A new folder that goes with this server; those of servers that are gone go now. Raises OSError."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if not left.is_symlink():
            with suppress(OSError):  # in use, or another user's
                _remove_if_left(left)
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        mark = folder / "new"
        lock = FileLock(folder / LOCK, blocking=False, is_singleton=False)
        # Another server, which starts just now too, may take it for one left. (The lock makes it again, but not this.)
        with suppress(Timeout, FileNotFoundError):
            mark.touch()
            lock.acquire()
            if mark.exists():
                _held.append(lock)
                atexit.register(shutil.rmtree, folder, ignore_errors=True)
                return folder


def _remove_if_left(folder: Path) -> None:
    with FileLock(folder / LOCK, blocking=False):
        shutil.rmtree(folder, ignore_errors=True)
