"""Streamlit's figures of the server, for those alone who ask for them by a setting."""

import os

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.server.requests import METRICS

SHOWN = "BPE_LAB_METRICS"
"""The environment variable that shows them, when it is 1."""


class Metrics:
    """Hides the figures, unless they are to be shown."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._shown = os.environ.get(SHOWN) == "1"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer that there are none."""
        if scope["type"] == "http" and scope["path"].rstrip("/").endswith(METRICS) and not self._shown:
            await PlainTextResponse("Not Found", 404)(scope, receive, send)
        else:
            await self.app(scope, receive, send)
