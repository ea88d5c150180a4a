"""Where the app is installed: next to the engine in a checkout, inside the engine's own folder in a wheel.

The engine needs nothing of it, and knows it by name alone: a notebook plays steps by it, and the command `bpe-lab`
starts it.
"""

from pathlib import Path

_HERE = Path(__file__).parent
INSTALLED = "_app"
"""The folder of the engine's that setup.py puts the app into: not among all packages, where `ui` could be anybody's."""


def app_folder() -> Path | None:
    """Return the app's folder, which contains its packages and `app.py`; None if only the engine is installed."""
    places = (_HERE / INSTALLED, _HERE.parent)
    return next((folder for folder in places if (folder / "ui/player/notebook/widget.py").is_file()), None)
