"""What a page says before the app is there: its language, and on the page Train the first lesson, which can be stepped.

Streamlit's page says that it is in English, and is empty until a megabyte of scripts has come and run, and the server
was asked again.
"""

import json
from hashlib import sha256

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.server.requests import is_page, language_of
from ui.streamlit_inside import index


class FirstPage:
    """Answers for a page with Streamlit's own: in it its language, and the lesson that an address of Train leads to."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._pages: dict[tuple[str, str], bytes] = {}  # by scenario, if any, and language, of which there are few

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        wanted = _wanted(scope)
        if wanted is None:
            await self.app(scope, receive, send)
            return
        if wanted not in self._pages:
            self._pages[wanted] = await anyio.to_thread.run_sync(first_page, *wanted)
        page = self._pages[wanted]
        tag = f'"{sha256(page).hexdigest()[:32]}"'
        headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language, Cookie"}
        is_known = tag in Request(scope).headers.get("if-none-match", "")
        answer = Response(status_code=304) if is_known else Response(page, media_type="text/html")
        answer.headers.update(headers)
        await answer(scope, receive, send)


def first_page(scenario: str, language: str) -> bytes:
    """Streamlit's page in a language, with the lesson of a scenario if there is one."""
    page = index.page(language)
    return (_with_lesson(page, scenario, language) if scenario else page).encode()


def _with_lesson(page: str, scenario: str, language: str) -> str:
    from ui.components.scripts import address
    from ui.pages.train.first import first_lesson

    lesson = first_lesson(scenario, language)
    data = json.dumps(lesson, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    # Streamlit's own fonts. Under its names a browser would wait for them with all that is written; so it does not.
    fonts = "".join(
        f'@font-face {{ font-family: "{name}"; font-weight: 100 900; font-display: swap; src: url({font}) }}\n'
        for name, font in (("First Sans", index.font("sans")), ("First Code", index.font("code")))
    )
    script = f'<script type="application/json" id="bpe-lab-first">{data}</script>'
    return index.with_more(page, module=f"./{address()}", style=fonts, last=script)


def _wanted(scope: Scope) -> tuple[str, str] | None:
    """The scenario, if any, and the language of the page that a request asks for; None for anything else."""
    from ui.pages.train.first import scenario_of

    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or not is_page(scope):
        return None
    request = Request(scope)
    scenario = scenario_of(dict(request.query_params)) if scope["path"].endswith("/train") else ""
    return scenario, language_of(scope)
