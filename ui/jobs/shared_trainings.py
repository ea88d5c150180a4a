"""Finds long trainings that another server on this machine has made, by what they were made from.

A training that is found is hard-linked into this server's own folder, so that each server's files end with it.
"""

import os
import pickle
import stat
import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import bpe_engine
from ui.jobs import server_folder
from ui.jobs.training_calls import TrainingSummary

_PARTS = (Path(bpe_engine.__file__).parent, *(Path(__file__).parents[1] / name for name in ("jobs", "tokenization")))
# Another version of the app may produce something else for the same task, and read files differently.
CODE = sha256(
    b"".join([sys.version.encode(), *(path.read_bytes() for part in _PARTS for path in sorted(part.rglob("*.py")))])
).hexdigest()[:16]


def publish(training: Path, summary: TrainingSummary) -> None:
    """Publish a finished training for other servers."""
    with suppress(OSError):  # on failure, they train themselves
        unfinished = training.with_suffix(".new")
        with server_folder.open_private(unfinished) as file:
            pickle.dump(summary, file)
        unfinished.rename(_summary_path(training))


def withdraw(training: Path) -> None:
    """Delete the file of a training, and its published summary."""
    _summary_path(training).unlink(missing_ok=True)
    training.unlink(missing_ok=True)


def fetch(key: str, training: Path) -> TrainingSummary | None:
    """Link a training that another server has published to a path of this server; None if there is none."""
    for stored in Path(tempfile.gettempdir()).glob(f"{server_folder.PREFIX}*/{key}.*.{CODE}"):
        with suppress(OSError):  # it is being deleted, or this disk has no hard links
            if _is_trusted(stored.parent):
                summary: TrainingSummary = pickle.loads(stored.read_bytes())
                training.hardlink_to(stored.with_suffix(".training"))
                return summary
    return None


def _summary_path(training: Path) -> Path:
    return training.with_suffix(f".{CODE}")


def _is_trusted(place: Path) -> bool:
    """Return whether only this server's user can have written to a folder: unpickling its files runs code."""
    if sys.platform == "win32":
        return False
    status = place.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o077
