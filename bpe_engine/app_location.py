"""Where the app is: beside the engine in a checkout, in a folder of the engine's own where that is installed.

The engine needs nothing of it, and knows it by name alone: a notebook plays steps by it, and the command `bpe-lab`
starts it.
"""

from pathlib import Path

_HERE = Path(__file__).parent
INSTALLED = "_app"
"""The folder of the engine's that setup.py puts the app into: not among all packages, where `ui` could be anybody's."""


def app_folder() -> Path | None:
    """The folder of the app, with its packages and `app.py`; None where the engine is alone."""
    places = (_HERE / INSTALLED, _HERE.parent)
    return next((folder for folder in places if (folder / "ui/player/notebook/widget.py").is_file()), None)
