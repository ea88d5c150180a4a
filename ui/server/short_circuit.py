"""Answers in the place of the app's own: for the server's figures, and for addresses that nobody reads."""

import os
from collections.abc import Callable

from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.base.streamlit_internals.protocol import MAX_PARAMETERS, METRICS
from ui.server.request_info import is_page, language_of
from ui.server.status_pages import long_query_page

METRICS_VARIABLE = "BPE_LAB_METRICS"
"""The environment variable that shows the figures to everyone, when it is 1."""


class ShortCircuitMiddleware:
    """Asks a function for an answer to a request, and the app where it has none."""

    def __init__(self, app: ASGIApp, answer: Callable[[Scope], Response | None]) -> None:
        self.app = app
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        answer = self._answer(scope) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)


def hide_metrics(scope: Scope) -> Response | None:
    """That there are no figures of the server, unless they are to be shown."""
    asked = scope["path"].rstrip("/").endswith(METRICS)
    return PlainTextResponse("Not Found", 404) if asked and os.environ.get(METRICS_VARIABLE) != "1" else None


def reject_long_query(scope: Scope) -> Response | None:
    """That an address has more parameters than Streamlit reads: it would take over none, and say so to nobody."""
    count = scope["query_string"].count(b"&") + 1
    if count <= MAX_PARAMETERS or not is_page(scope):
        return None
    page = long_query_page(language_of(scope), count, MAX_PARAMETERS)
    return HTMLResponse(page, 414, {"Cache-Control": "no-store"})
