"""The web server: routes and middleware around Streamlit's own.

`app.py` passes these to `streamlit.App`, once per server.
"""

import asyncio
import gc
import logging
import os
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute
    from streamlit import App

OPENED = "BPE_LAB_OPEN"
"""The environment variable that opens the app in a browser on the server's own machine, if it is 1."""


def routes() -> "Sequence[BaseRoute]":
    """Return the routes besides the app's own pages."""
    from ui import look
    from ui.components import bundle, byte_pairs
    from ui.components.browser_python import assets
    from ui.pages.course import routes as chapters
    from ui.server import classroom_app

    return (
        *look.routes(),
        *bundle.routes(),
        *byte_pairs.routes(),
        *assets.routes(),
        *chapters.routes(),
        *classroom_app.routes(),
    )


def middleware() -> "Sequence[Middleware]":
    """Return what every request passes through, the outermost first."""
    from starlette.middleware import Middleware

    from ui.server.admission import AdmissionMiddleware
    from ui.server.compression import StaticCompressionMiddleware
    from ui.server.message_limits import MessageLimitMiddleware
    from ui.server.prerendering import PrerenderMiddleware
    from ui.server.request_limits import RequestLimitMiddleware
    from ui.server.security_headers import SecurityHeadersMiddleware
    from ui.server.sessions import SessionMiddleware

    return (
        Middleware(SecurityHeadersMiddleware),
        Middleware(RequestLimitMiddleware),
        Middleware(SessionMiddleware),  # before admission: a stranger's session is a new one
        Middleware(AdmissionMiddleware),
        Middleware(MessageLimitMiddleware),
        Middleware(StaticCompressionMiddleware),
        Middleware(PrerenderMiddleware),
    )


def exception_handlers() -> "Mapping[Any, Callable[[Request, Any], Awaitable[Response]]]":
    """Return the handlers of errors that a route, or reading a body, raises."""
    from classroom.routes import EXCEPTION_HANDLERS
    from ui.server.sessions import handle_disk_error

    return {OSError: handle_disk_error, **EXCEPTION_HANDLERS}


@asynccontextmanager
async def lifespan(_app: "App") -> AsyncIterator[None]:
    """Prepare the server, run its background tasks, and clean up when it stops."""
    import altair  # noqa: F401  # pages need it, and pandas with it

    from ui.base.streamlit_internals.run_queue import queue_runs
    from ui.base.streamlit_internals.sessions import expire_sessions
    from ui.course import chapter_files
    from ui.jobs import server_folder
    from ui.server import classroom_app, file_descriptors, prerendering
    from ui.server.http_connections import limit_connections
    from ui.server.memory_release import release_memory
    from ui.server.shutdown import watch_shutdown

    if problem := chapter_files.folder_problem(as_named=True):
        logging.getLogger(__name__).warning(problem)
    file_descriptors.raise_limit()
    prerendering.warm_up()
    limit_connections()
    server_folder.remove_abandoned()
    # Imported objects stay for good: exempt them from garbage collection. This must happen before the first visitor,
    # or sessions would be exempt too, with everything they ever refer to.
    gc.collect()
    gc.freeze()
    tasks = [asyncio.create_task(expire_sessions(release_memory)), asyncio.create_task(watch_shutdown())]
    if os.environ.get(OPENED) == "1":
        _open_browser()
    queue_runs()
    async with classroom_app.classroom_lifespan():
        yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    server_folder.remove_own_folders()  # at once: a service manager such as systemd may not leave time until exit


def _open_browser() -> None:
    """Open the app in a browser. The server is listening already, and answers once it is ready."""
    import streamlit as st

    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    address = st.get_option("server.address") or ""
    host = "localhost" if address in ("", "0.0.0.0", "::") else f"[{address}]" if ":" in address else address
    url = f"{scheme}://{host}:{st.get_option('server.port')}/{(st.get_option('server.baseUrlPath') or '').strip('/')}"
    asyncio.get_running_loop().run_in_executor(None, webbrowser.open, url)  # some browsers block the thread
