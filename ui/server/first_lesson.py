"""The page Train comes with its first lesson, which can be stepped long before the app is there on a slow line.

Streamlit's page is empty until a megabyte of scripts has come and run, and the server was asked again.
"""

import json
from hashlib import sha256
from pathlib import Path

import anyio.to_thread
import streamlit
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.server.full_page import language_of
from ui.server.requests import is_page

FOLDER = Path(streamlit.__file__).parent / "static"
# Streamlit's own fonts. Under its names a browser would wait for them with all that is written; so it does not.
_FONTS = {"First Sans": "SourceSansVF-Upright.*.woff2", "First Code": "SourceCodeVF-Upright.*.woff2"}
_BEFORE_SCRIPTS = '<meta charset="UTF-8" />\n'
_TITLE = "<title>Streamlit</title>"
_END = "</body>"


class FirstLesson:
    """Answers for the page Train with Streamlit's own, and in it the lesson that its address leads to."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._pages: dict[tuple[str, str], bytes] = {}  # by scenario and language, of which there are few

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        wanted = _wanted(scope)
        if wanted is None:
            await self.app(scope, receive, send)
            return
        if wanted not in self._pages:
            self._pages[wanted] = await anyio.to_thread.run_sync(page_with_lesson, *wanted)
        page = self._pages[wanted]
        tag = f'"{sha256(page).hexdigest()[:32]}"'
        headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language, Cookie"}
        is_known = tag in Request(scope).headers.get("if-none-match", "")
        answer = Response(status_code=304) if is_known else Response(page, media_type="text/html")
        answer.headers.update(headers)
        await answer(scope, receive, send)


def page_with_lesson(scenario: str, language: str) -> bytes:
    """Streamlit's page with the lesson of a scenario."""
    from ui.components.scripts import address
    from ui.train.first import first_lesson

    lesson = first_lesson(scenario, language)
    data = json.dumps(lesson, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    fonts = "".join(
        f'@font-face {{ font-family: "{name}"; font-weight: 100 900; font-display: swap; '
        f"src: url(./{file.relative_to(FOLDER).as_posix()}) }}\n"
        for name, pattern in _FONTS.items()
        for file in FOLDER.glob(f"static/media/{pattern}")
    )
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    for mark, text in (
        # First of all scripts, so that it comes first; it runs when all that is in the page was read.
        (_BEFORE_SCRIPTS, f'{_BEFORE_SCRIPTS}<script type="module" src="./{address()}"></script>\n'),
        (_TITLE, f"<title>BPE Lab</title>\n<style>\n{fonts}</style>"),
        (_END, f'<script type="application/json" id="bpe-lab-first">{data}</script>\n{_END}'),
    ):
        page = page.replace(mark, text, 1)
    return page.encode()


def _wanted(scope: Scope) -> tuple[str, str] | None:
    """The scenario and the language that a request for the page Train asks for; None for anything else."""
    from ui.components.language import COOKIE
    from ui.i18n import language_for
    from ui.train.first import scenario_of

    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    if not scope["path"].endswith("/train") or not is_page(scope):
        return None
    request = Request(scope)
    scenario = scenario_of(dict(request.query_params))
    if not scenario:
        return None
    wishes = (request.query_params.get("lang"), request.cookies.get(COOKIE))
    accepted = language_of(request.headers.get("accept-language", ""))
    return scenario, language_for([*filter(None, wishes), accepted])
