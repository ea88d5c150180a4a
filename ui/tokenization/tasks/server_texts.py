"""Text files on the server that learners can train on, if its administrator has set a folder."""

import os
from pathlib import Path

FOLDER = "BPE_LAB_CORPORA"
"""The environment variable with the path of the folder."""


def server_texts() -> dict[str, Path]:
    """Return the text files in the folder by name; empty if no folder is set, or it cannot be read.

    Subfolders, and links that lead out of the folder, are ignored: only files that were put there are offered.
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
