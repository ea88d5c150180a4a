"""The web server: what stands around the routes that Streamlit itself serves.

`app.py` gives these to `streamlit.App`, once for a server.
"""

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.middleware import Middleware
    from starlette.routing import BaseRoute
    from streamlit import App

OPENED = "BPE_LAB_OPEN"
"""The environment variable that has the app opened in a browser on the server's own machine, when it is 1."""


def routes() -> "Sequence[BaseRoute]":
    """What is served besides the app's own pages."""
    from ui.components import bundle
    from ui.components.browser_python import assets
    from ui.pages.course import routes as chapters
    from ui.server import classroom_app

    return (*bundle.routes(), *assets.routes(), *chapters.routes(), *classroom_app.routes())


def middleware() -> "Sequence[Middleware]":
    """What every request passes, the outermost first."""
    from starlette.middleware import Middleware

    from ui.server.admission import Capacity
    from ui.server.compression import CompressStatic
    from ui.server.memory_release import Leaving
    from ui.server.message_limits import Messages
    from ui.server.prerendering import FirstPage
    from ui.server.security_headers import Headers
    from ui.server.session_owners import Owners
    from ui.server.short_circuit import Instead, no_figures, too_long
    from ui.server.upload_guard import Uploads

    return (
        Middleware(Leaving),
        Middleware(Headers),
        Middleware(Instead, no_figures),
        Middleware(Owners),  # before who comes in: a stranger's session is a new one
        Middleware(Capacity),
        Middleware(Instead, too_long),
        Middleware(Messages),
        Middleware(Uploads),
        Middleware(CompressStatic),
        Middleware(FirstPage),
    )


@asynccontextmanager
async def lifespan(_app: "App") -> AsyncIterator[None]:
    """What is done as long as the server runs."""
    import altair  # noqa: F401  # which pages need, and pandas with it

    from ui.base.streamlit_internals import sessions
    from ui.base.streamlit_internals.fast_state_lookup import quick_lookups
    from ui.base.streamlit_internals.open_browser import open_app
    from ui.base.streamlit_internals.run_queue import runs_in_turn
    from ui.course import chapter_files
    from ui.jobs import server_folder
    from ui.server import classroom_app, file_descriptors, prerendering
    from ui.server.memory_release import lay_together
    from ui.server.message_limits import read_in_turns

    if problem := chapter_files.no_folder(as_named=True):
        logging.getLogger(__name__).warning(problem)
    file_descriptors.raise_limit()
    prerendering.prepare()
    read_in_turns()
    server_folder.remove_left()
    lay_together()
    # The server was started to give memory back that way (`ui.server.__main__`). Its workers keep theirs, and are
    # quicker by Python's own.
    os.environ.pop("PYTHONMALLOC", None)
    # What the imports made stays for good: keep the collector from walking through it again and again. When visitors
    # have come it is too late: their sessions would stay for good as well, with all that these come to hold.
    gc.collect()
    gc.freeze()
    ending = asyncio.create_task(sessions.end_in_time())
    if os.environ.get(OPENED) == "1":
        open_app()
    with runs_in_turn(), quick_lookups():
        async with classroom_app.running():
            yield
    ending.cancel()
    with suppress(asyncio.CancelledError):
        await ending
    server_folder.remove_own()  # now: what ends a server, as systemd does, leaves it no time at its exit
