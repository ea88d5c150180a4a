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

    from ui.server.admission import AdmissionMiddleware
    from ui.server.compression import StaticCompressionMiddleware
    from ui.server.memory_release import MemoryReleaseMiddleware
    from ui.server.message_limits import MessageLimitMiddleware
    from ui.server.prerendering import PrerenderMiddleware
    from ui.server.request_bodies import RequestBodyMiddleware
    from ui.server.security_headers import SecurityHeadersMiddleware
    from ui.server.session_owners import SessionOwnerMiddleware
    from ui.server.short_circuit import ShortCircuitMiddleware, hide_metrics, reject_long_query
    from ui.server.upload_guard import UploadGuardMiddleware

    return (
        Middleware(MemoryReleaseMiddleware),
        Middleware(SecurityHeadersMiddleware),
        Middleware(RequestBodyMiddleware),
        Middleware(ShortCircuitMiddleware, hide_metrics),
        Middleware(SessionOwnerMiddleware),  # before who comes in: a stranger's session is a new one
        Middleware(AdmissionMiddleware),
        Middleware(ShortCircuitMiddleware, reject_long_query),
        Middleware(MessageLimitMiddleware),
        Middleware(UploadGuardMiddleware),
        Middleware(StaticCompressionMiddleware),
        Middleware(PrerenderMiddleware),
    )


@asynccontextmanager
async def lifespan(_app: "App") -> AsyncIterator[None]:
    """What is done as long as the server runs."""
    import altair  # noqa: F401  # which pages need, and pandas with it

    from ui.base.streamlit_internals import sessions
    from ui.base.streamlit_internals.fast_state_lookup import fast_lookups
    from ui.base.streamlit_internals.open_browser import open_app_in_browser
    from ui.base.streamlit_internals.run_queue import queued_runs
    from ui.course import chapter_files
    from ui.jobs import server_folder
    from ui.server import classroom_app, file_descriptors, prerendering
    from ui.server.http_connections import bound_connections
    from ui.server.memory_release import use_single_heap
    from ui.server.message_limits import limit_read_size
    from ui.server.shutdown import watched_signals

    if problem := chapter_files.folder_problem(as_named=True):
        logging.getLogger(__name__).warning(problem)
    file_descriptors.raise_limit()
    prerendering.warm_up()
    limit_read_size()
    bound_connections()
    server_folder.remove_abandoned()
    use_single_heap()
    # The server was started to give memory back that way (`ui.server.__main__`). Its workers keep theirs, and are
    # quicker by Python's own.
    os.environ.pop("PYTHONMALLOC", None)
    # What the imports made stays for good: keep the collector from walking through it again and again. When visitors
    # have come it is too late: their sessions would stay for good as well, with all that these come to hold.
    gc.collect()
    gc.freeze()
    ending = asyncio.create_task(sessions.expire_sessions())
    if os.environ.get(OPENED) == "1":
        open_app_in_browser()
    with queued_runs(), fast_lookups(), watched_signals():
        async with classroom_app.classroom_lifespan():
            yield
    ending.cancel()
    with suppress(asyncio.CancelledError):
        await ending
    server_folder.remove_own_folders()  # now: what ends a server, as systemd does, leaves it no time at its exit
