"""The web server: what stands around the routes that Streamlit itself serves.

`app.py` gives these to `streamlit.App`, once for a server.
"""

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.middleware import Middleware
    from starlette.routing import BaseRoute
    from streamlit import App


def routes() -> "Sequence[BaseRoute]":
    """What is served besides the app's own pages."""
    from ui.components import scripts

    return scripts.routes()


def middleware() -> "Sequence[Middleware]":
    """What every request passes, the outermost first."""
    from starlette.middleware import Middleware

    from ui.server.capacity import Capacity
    from ui.server.compression import CompressStatic
    from ui.server.first_lesson import FirstLesson
    from ui.server.headers import Headers
    from ui.server.memory import Leaving
    from ui.server.metrics import Metrics
    from ui.server.owners import Owners
    from ui.server.uploads import Uploads

    return (
        Middleware(Leaving),
        Middleware(Headers),
        Middleware(Metrics),
        Middleware(Owners),  # before who comes in: a stranger's session is a new one
        Middleware(Capacity),
        Middleware(Uploads),
        Middleware(CompressStatic),
        Middleware(FirstLesson),
    )


@asynccontextmanager
async def lifespan(_app: "App") -> AsyncIterator[None]:
    """What is done as long as the server runs."""
    import altair  # noqa: F401  # which pages need, and pandas with it

    from ui.server import descriptors, sessions
    from ui.server.memory import lay_together

    descriptors.raise_limit()
    lay_together()
    # `make run` has the server give memory back that way. Its workers keep theirs, and are quicker by Python's own.
    os.environ.pop("PYTHONMALLOC", None)
    # What the imports made stays for good: keep the collector from walking through it again and again. When visitors
    # have come it is too late: their sessions would stay for good as well, with all that these come to hold.
    gc.collect()
    gc.freeze()
    ending = asyncio.create_task(sessions.end_in_time())
    yield
    ending.cancel()
    with suppress(asyncio.CancelledError):
        await ending
