"""Serves pages with their language, title and, where supported, a prerendered first view.

Streamlit's own page claims to be English and titled Streamlit, and stays empty until a megabyte of scripts has been
loaded and run, and the server has answered again.
"""

import asyncio
import json
import logging
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import anyio.to_thread
import streamlit as st
from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bpe_engine import EngineError
from ui.base.i18n import use_language
from ui.base.streamlit_internals import index_html
from ui.base.streamlit_internals.protocol import MAX_PARAMETERS
from ui.components.contract import Prerendered
from ui.server.request_info import is_page, language_of
from ui.server.status_pages import long_query_page, not_found_page

CACHE_BYTES = 32 * 2**20
MAX_QUERY = 4_000
"""Bytes of the longest query to prerender: longer than any that the app writes."""
PATIENCE = 1.0
"""Seconds to wait for a prerendered view: the first that needs GPT-2 waits for its vocabulary to load."""
MAX_WAITING = 20
"""Prerendered views in the queue; they are made one at a time. Beyond that, pages are served without."""


class PrerenderRequest(NamedTuple):
    """A page, its query and a language: the same for everyone who follows a link."""

    page: str
    query: tuple[tuple[str, str], ...]
    language: str


class _Page(NamedTuple):
    text: bytes
    tag: str

    @classmethod
    def of(cls, text: str) -> "_Page":
        data = text.encode()
        return cls(data, f'"{sha256(data).hexdigest()[:32]}"')


def warm_up() -> None:
    """Import what prerendering needs, before a visitor waits for it."""
    from ui.pages.registry import PAGES, prerender_function, title_at

    for page in PAGES.values():
        title_at(page.name, {})
        if page.is_prerendered:
            prerender_function(page.name)


class PrerenderMiddleware:
    """Replaces Streamlit's page by one with the right language and a prerendered view, cached for all visitors."""

    def __init__(self, app: ASGIApp, patience: float = PATIENCE) -> None:
        self.app, self.patience = app, patience
        self._pages: LRUCache[PrerenderRequest, _Page] = LRUCache(CACHE_BYTES, lambda page: MAX_QUERY + len(page.text))
        self._making: dict[PrerenderRequest, asyncio.Task[_Page]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or not is_page(scope):
            await self.app(scope, receive, send)
            return
        count = scope["query_string"].count(b"&") + 1
        if count > MAX_PARAMETERS:
            html = long_query_page(language_of(scope), count, MAX_PARAMETERS)
            await HTMLResponse(html, 414, {"Cache-Control": "no-store"})(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        if _page_name(scope) == "home":
            await RedirectResponse(f"./?{query}" if query else "./")(scope, receive, send)
            return
        path: str = scope["path"]
        if not _is_known(path):  # Streamlit would show Home, or nothing: below a page, no script is found
            name = path.rstrip("/").rpartition("/")[2]
            if _is_known(path.rstrip("/")):
                await RedirectResponse(f"../{name}?{query}" if query else f"../{name}")(scope, receive, send)
                return
            html = not_found_page(language_of(scope), _url_of_home(path), name)
            await HTMLResponse(html, 404)(scope, receive, send)
            return
        if not index_html.original_html():
            await self.app(scope, receive, send)
            return
        page = await self._page(scope)
        headers = {"Cache-Control": "no-cache", "ETag": page.tag, "Vary": "Accept-Language, Cookie"}
        is_known = page.tag in Request(scope).headers.get("if-none-match", "")
        answer = Response(status_code=304) if is_known else Response(page.text, media_type="text/html")
        answer.headers.update(headers)
        await answer(scope, receive, send)

    async def _page(self, scope: Scope) -> _Page:
        request = _prerender_request(scope)
        if request is None:
            return _plain_page(scope)
        if (cached := self._pages.get(request)) is not None:
            return cached
        if request not in self._making:
            if len(self._making) >= MAX_WAITING:
                return _plain_page(scope)
            self._making[request] = asyncio.create_task(self._make(request))
        try:
            return await asyncio.wait_for(asyncio.shield(self._making[request]), self.patience)
        except TimeoutError:
            return _plain_page(scope)

    async def _make(self, request: PrerenderRequest) -> _Page:
        async with self._one_at_a_time:
            page = await anyio.to_thread.run_sync(_render_page, request)
        del self._making[request]
        self._pages[request] = page
        return page


def _is_known(path: str) -> bool:
    """Return whether a path is Home's or another page's, in the folder of the app if it has one."""
    from ui.pages.registry import PAGES

    folder = _folder_of_app()
    return path in (folder, folder[:-1]) or (path.startswith(folder) and path.removeprefix(folder) in PAGES)


def _url_of_home(path: str) -> str:
    """Return the relative URL of Home; relative, because a proxy may have removed a folder from the path."""
    return "../" * (path.count("/") - 1) + _folder_of_app()[1:] or "./"


def _folder_of_app() -> str:
    name = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{name}/" if name else "/"


def _plain_page(scope: Scope) -> _Page:
    """Return Streamlit's page with the language and title of the requested page, without a prerendered view."""
    query = {} if len(scope["query_string"]) > MAX_QUERY else dict(Request(scope).query_params)
    language = language_of(scope)
    return _titled_page(language, _title(language, _page_name(scope), query))


@lru_cache(maxsize=200)
def _titled_page(language: str, title: str) -> _Page:
    return _Page.of(_html(language, title))


def _title(language: str, page: str, query: Mapping[str, str]) -> str:
    from ui.pages.registry import title_at

    use_language(language)
    return title_at(page, query)


def _page_name(scope: Scope) -> str:
    return str(scope["path"].rpartition("/")[2])


def _render_page(request: PrerenderRequest) -> _Page:
    """Return the page with its prerendered view; without it if the app shows the page itself, or reports an error."""
    from ui.pages.registry import prerender_function

    query = dict(request.query)
    title = _title(request.language, request.page, query)
    try:
        first = prerender_function(request.page)(query)
        if first is not None:
            return _Page.of(_html(request.language, title, first))
    except EngineError:  # the app reports it
        pass
    except Exception:
        logging.getLogger(__name__).exception("A page comes without what it was to come with")
    return _titled_page(request.language, title)


def _html(language: str, title: str, first: Prerendered | None = None) -> str:
    from ui.components.bundle import bundle_url, part_of
    from ui.components.wordmark import window_icon_url

    page = index_html.localized_html(language, title, window_icon_url())
    if first is None:
        return index_html.insert(page, module=f"./{bundle_url()}")
    data = json.dumps(first, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    # Streamlit's fonts under other names: under its own, the browser would hide all text until they have loaded.
    fonts = "".join(
        f'@font-face {{ font-family: "{name}"; font-weight: 100 900; font-display: swap; src: url({font}) }}\n'
        for name, font in (("First Sans", index_html.font("sans")), ("First Code", index_html.font("code")))
    )
    script = f'<script type="application/json" id="bpe-lab-first">{data}</script>'
    return index_html.insert(page, module=f"./{bundle_url(part_of(first['component']))}", style=fonts, last=script)


def _prerender_request(scope: Scope) -> PrerenderRequest | None:
    """Return which view to prerender for a request; None if there is none."""
    from ui.pages.registry import HOME, prerender_query

    if len(scope["query_string"]) > MAX_QUERY:
        return None
    name = _page_name(scope) or HOME.name
    query = prerender_query(name, dict(Request(scope).query_params))
    return None if query is None else PrerenderRequest(name, tuple(sorted(query.items())), language_of(scope))
