"""The web server: what stands around the routes that Streamlit itself serves.

`app.py` gives these to `streamlit.App`, once for a server.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.middleware import Middleware
    from starlette.routing import BaseRoute


def routes() -> "Sequence[BaseRoute]":
    """What is served besides the app's own pages."""
    from ui import components

    return components.routes()


def middleware() -> "Sequence[Middleware]":
    """What every request passes, the outermost first."""
    return ()
