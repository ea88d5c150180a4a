"""What every answer tells the browser that it may do with it."""

import os
import re
from base64 import b64encode
from hashlib import sha256

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.base.streamlit_internals.index_html import inline_scripts

FRAME_ANCESTORS_VARIABLE = "BPE_LAB_FRAMED_BY"
"""The environment variable that names who may show the app in a frame, besides itself."""

_ORIGIN = re.compile(r"https?://(\*\.)?[\w.-]+(:(\d+|\*))?", re.ASCII)


class SecurityHeadersMiddleware:
    """Puts the headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._headers = {
            "Content-Security-Policy": content_security_policy(),
            "X-Content-Type-Options": "nosniff",
            # Other hosts learn nothing; the app itself knows by it which requests come from a page that is open.
            "Referrer-Policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, with these headers."""

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        await self.app(scope, receive, send_on if scope["type"] == "http" else send)


def content_security_policy() -> str:
    """Everything comes from this server. No text becomes a script: neither inline nor by `eval`.

    Streamlit needs what is said of styles; scripts by `blob:`, as which it hands a component's to the browser; and
    WebAssembly, in which its protocol counts.
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
    """The addresses that may frame the app. Raises ValueError for one that is none."""
    found = os.environ.get(FRAME_ANCESTORS_VARIABLE, "").replace(",", " ").split()
    for origin in found:
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(
                f"{FRAME_ANCESTORS_VARIABLE} names {origin!r}, which is no address of a site. "
                "Write it as in a browser, without a path: https://course.example"
            )
    return found
