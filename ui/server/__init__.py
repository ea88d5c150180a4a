"""The web server: what stands around the routes that Streamlit itself serves.

`app.py` gives these to `streamlit.App`, once for a server.
"""

import asyncio
import gc
import logging
import os
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import Response
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
    from ui.server.message_limits import MessageLimitMiddleware
    from ui.server.prerendering import PrerenderMiddleware
    from ui.server.request_limits import RequestLimitMiddleware
    from ui.server.security_headers import SecurityHeadersMiddleware
    from ui.server.session_owners import SessionOwnerMiddleware
    from ui.server.upload_limits import UploadLimitMiddleware

    return (
        Middleware(SecurityHeadersMiddleware),
        Middleware(RequestLimitMiddleware),
        Middleware(SessionOwnerMiddleware),  # before admission: a stranger's session is a new one
        Middleware(AdmissionMiddleware),
        Middleware(MessageLimitMiddleware),
        Middleware(UploadLimitMiddleware),
        Middleware(StaticCompressionMiddleware),
        Middleware(PrerenderMiddleware),
    )


def exception_handlers() -> "Mapping[Any, Callable[[Request, Any], Awaitable[Response]]]":
    """How errors are answered that a route raises, or the reading of a body."""
    from classroom.routes import EXCEPTION_HANDLERS
    from ui.server.upload_limits import handle_disk_error

    return {OSError: handle_disk_error, **EXCEPTION_HANDLERS}


@asynccontextmanager
async def lifespan(_app: "App") -> AsyncIterator[None]:
    """What is done while the server runs."""
    import altair  # noqa: F401  # pages need it, and pandas with it

    from ui.base.streamlit_internals.run_queue import queued_runs
    from ui.base.streamlit_internals.sessions import expire_sessions
    from ui.course import chapter_files
    from ui.jobs import server_folder
    from ui.server import classroom_app, file_descriptors, prerendering
    from ui.server.http_connections import limit_connections
    from ui.server.memory_release import ALLOCATOR, release_memory
    from ui.server.shutdown import watched_shutdown

    if problem := chapter_files.folder_problem(as_named=True):
        logging.getLogger(__name__).warning(problem)
    file_descriptors.raise_limit()
    prerendering.warm_up()
    limit_connections()
    server_folder.remove_abandoned()
    for variable in ALLOCATOR:  # the workers keep what is free, and are quicker by Python's own allocator
        os.environ.pop(variable, None)
    # What the imports made stays for good: keep the collector from walking through it again and again. When visitors
    # have come it is too late: their sessions would stay for good as well, with all that these come to hold.
    gc.collect()
    gc.freeze()
    expiring = asyncio.create_task(expire_sessions(release_memory))
    if os.environ.get(OPENED) == "1":
        _open_browser()
    with queued_runs():
        async with watched_shutdown(), classroom_app.classroom_lifespan():
            yield
    expiring.cancel()
    with suppress(asyncio.CancelledError):
        await expiring
    server_folder.remove_own_folders()  # now: what ends a server, as systemd does, leaves it no time at its exit


def _open_browser() -> None:
    """Open the app. The server listens already, and answers when it can."""
    import streamlit as st

    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    address = st.get_option("server.address") or ""
    host = "localhost" if address in ("", "0.0.0.0", "::") else f"[{address}]" if ":" in address else address
    url = f"{scheme}://{host}:{st.get_option('server.port')}/{(st.get_option('server.baseUrlPath') or '').strip('/')}"
    asyncio.get_running_loop().run_in_executor(None, webbrowser.open, url)  # some browsers take the thread
