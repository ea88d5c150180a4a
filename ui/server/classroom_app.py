"""Connects live classes (`classroom`) to the app: what they show, and where they are stored."""

import os
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from hashlib import sha256

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from classroom.memory_store import MemoryStore
from classroom.routes import AppHooks, ClassroomApp
from classroom.store import Store
from ui.base.i18n import in_language
from ui.base.reachable_hosts import reachable_hosts
from ui.classroom.phone import page
from ui.classroom.phone.labels import results_heads, results_kinds
from ui.pages.translated_lessons import translated_lesson
from ui.server.request_info import language_of
from ui.server.shutdown import at_shutdown

REDIS_URL_VARIABLE = "REDIS_URL"
"""The environment variable with the URL of a Redis in which several servers share classes."""


@cache
def classroom() -> ClassroomApp:
    """Return the classes of this server."""
    hooks = AppHooks(
        page=_page,
        language=lambda request: language_of(request.scope),
        hosts=reachable_hosts,
        heads=_result_headings,
        lesson=translated_lesson,
    )
    return ClassroomApp(_store(), hooks, time.time, st.get_option("server.baseUrlPath"))


def _store() -> Store:
    """Return the store: Redis if its URL is set, else memory. Raises ValueError if Redis cannot be used."""
    address = os.environ.get(REDIS_URL_VARIABLE)
    if not address:
        return MemoryStore()
    try:
        from classroom.redis_store import RedisStore
    except ModuleNotFoundError as problem:
        raise ValueError(
            f"{REDIS_URL_VARIABLE} is set, and the client of Redis is not installed. Run `pip install "
            '"bpe-lab[redis]"` (in a '
            f"checkout `pip install -r requirements-redis.txt`), or leave {REDIS_URL_VARIABLE} out for one server."
        ) from problem
    try:
        return RedisStore(address)
    except ValueError as problem:
        raise ValueError(
            f"{REDIS_URL_VARIABLE} is {address!r}: {problem} Write it as redis://host:6379/0."
        ) from problem


def routes() -> Sequence[BaseRoute]:
    """Return the routes for phones and teachers' pages."""
    return (*page.routes(), *classroom().routes())


@asynccontextmanager
async def classroom_lifespan() -> AsyncIterator[None]:
    """Run the classes while the server runs, and end their streams when it stops: it would wait for them forever."""
    live = classroom().live
    await live.begin()
    try:
        with at_shutdown(live.stop):
            yield
    finally:
        await live.end()


def _page(request: Request, _code: str) -> Response:
    body = page.phone_page(language_of(request.scope))
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language, Cookie"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="text/html", headers=headers)


def _result_headings(language: str) -> tuple[Sequence[str], Mapping[str, str]]:
    with in_language(language):
        return results_heads(), results_kinds()
