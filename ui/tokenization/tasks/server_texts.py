"""Text files of the server that learners may train on, where who keeps it names their folder."""

import os
from pathlib import Path

FOLDER = "BPE_LAB_CORPORA"
"""The environment variable that names it."""


def server_texts() -> dict[str, Path]:
    """The text files in the folder by their names; none where no folder is named, or it cannot be read.

    Not those in folders below it, and no link that leads out of it: what is offered is what was put there.
    """
    named = os.environ.get(FOLDER)
    if not named:
        return {}
    folder = Path(named).resolve()
    try:
        found = sorted(folder.glob("*.txt"))
        return {path.name: path for path in found if path.is_file() and path.resolve().parent == folder}
    except OSError:
        return {}
