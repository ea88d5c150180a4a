"""HTTP headers that restrict what the browser does with every answer."""

import os
import re
from base64 import b64encode
from hashlib import sha256

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.base.streamlit_internals.index_html import inline_scripts
from ui.base.streamlit_internals.protocol import STATIC_PATHS

FRAME_ANCESTORS_VARIABLE = "BPE_LAB_FRAMED_BY"
"""The environment variable that lists the sites that may frame the app, besides itself."""

_NEVER_DOCUMENTS = ("application/javascript", "text/javascript", "text/css", "font/")

_ORIGIN = re.compile(r"https?://(\*\.)?[\w.-]+(:(\d+|\*))?", re.ASCII)


class SecurityHeadersMiddleware:
    """Sets the headers on every answer.

    A policy restricts documents and workers. Streamlit's own scripts, styles and fonts are neither, and a first visit
    loads ninety of them: without the policy it is 32 kB smaller.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._policy = content_security_policy()
        self._headers = {
            "X-Content-Type-Options": "nosniff",
            # Other sites learn nothing; the app itself recognizes requests that come from an open page.
            "Referrer-Policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, with these headers."""

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                is_static = STATIC_PATHS in scope["path"]
                if not (is_static and headers.get("content-type", "").startswith(_NEVER_DOCUMENTS)):
                    headers["Content-Security-Policy"] = self._policy
            await send(message)

        await self.app(scope, receive, send_on if scope["type"] == "http" else send)


def content_security_policy() -> str:
    """Return the policy: everything comes from this server, and no text becomes a script, neither inline nor by `eval`.

    Streamlit needs the exceptions: inline styles; scripts from `blob:`, through which it passes a component's script to
    the browser; and WebAssembly.
    """
    hashes = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in inline_scripts())
    rules = {
        "default-src": "'self'",
        "script-src": f"'self' blob: 'wasm-unsafe-eval' {hashes}",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": " ".join(("'self'", *allowed_frame_ancestors())),
    }
    return "; ".join(f"{name} {sources.strip()}" for name, sources in rules.items())


def allowed_frame_ancestors() -> list[str]:
    """Return the sites that may frame the app. Raises ValueError if one is invalid."""
    ancestors = os.environ.get(FRAME_ANCESTORS_VARIABLE, "").replace(",", " ").split()
    for origin in ancestors:
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(
                f"{FRAME_ANCESTORS_VARIABLE} names {origin!r}, which is no address of a site. "
                "Write it as in a browser, without a path: https://course.example"
            )
    return ancestors
