"""Where the app is installed: next to the engine in a checkout, inside the engine's own folder in a wheel.

The engine does not depend on the app. Only two places look for it: notebooks, which play steps in its player, and the
command `bpe-lab`, which starts it.
"""

from pathlib import Path

_HERE = Path(__file__).parent
INSTALLED = "_app"
"""The engine's subfolder in which setup.py installs the app, since a top-level package `ui` could be anybody's."""


def app_folder() -> Path | None:
    """Return the app's folder, which contains its packages and `app.py`; None if only the engine is installed."""
    places = (_HERE / INSTALLED, _HERE.parent)
    return next((folder for folder in places if (folder / "ui/player/notebook/widget.py").is_file()), None)
