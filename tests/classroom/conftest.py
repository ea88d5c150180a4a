"""A server of classes only, without the app around it."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from redis.asyncio import Redis
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from classroom import limits
from classroom.memory_store import MemoryStore
from classroom.questions import KINDS
from classroom.redis_store import RedisStore
from classroom.results import COLUMNS
from classroom.routes import EXCEPTION_HANDLERS, AppHooks, ClassroomApp
from classroom.store import Store
from tests.classroom.callers import Caller, all_leave
from tools.app_server import HOST
from tools.redis_and_haproxy import running_redis

FRAME = {"done": "", "next": "", "candidates": []}
LESSON = {"id": "", "steps": 3, "first": 0, "frames": [FRAME] * 4, "labels": {}}
HOSTILE = "</script><img src=x onerror=alert(1)>'\"&\u2028\u202e=1+1"
PAIR = {"kind": "pair", "lesson": "hug", "step": 2, "size": 4, "right": [1, 3]}  # a tie of two
CHOICE = {
    "kind": "choice",
    "told": {
        "en": {"text": HOSTILE, "options": ["=2+3", "b", "c"], "why": ["no", "", "no"], "solution": "It is b."},
        "vi": {"text": "Gì?", "options": ["mot", "hai", "ba"]},
    },
    "right": [1],
}
CUT = {"kind": "cut", "letters": ["u", "n", "h", "u", "g"], "right": [[2]]}


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def page(_request: Request, code: str) -> Response:
    return PlainTextResponse(f"page {code}")


def translated_lesson(address: str, language: str) -> Mapping[str, Any] | None:
    return {**LESSON, "id": f"{address} in {language}"} if address == "train?scenario=hug" else None


GIVEN = AppHooks(
    page=page,
    language=lambda request: request.headers.get("accept-language", "en"),
    hosts=lambda: ["192.168.1.7"],
    heads=lambda language: (COLUMNS, {kind: f"{kind} in {language}" for kind in KINDS}),
    lesson=translated_lesson,
)


few_codes = pytest.mark.limits(WRONG_CODES=60, ALL_WRONG_CODES=300, FEW_WRONG_CODES=5)
"""Lower limits of wrong codes: exhausting the real ones would take minutes."""


@pytest.fixture(autouse=True)
def _lower_limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limits named in a test's marks."""
    for mark in request.node.iter_markers("limits"):
        for name, value in mark.kwargs.items():
            monkeypatch.setattr(limits, name, value)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def redis_address() -> Iterator[str]:
    """A private Redis."""
    try:
        with running_redis() as redis:
            yield f"redis://{HOST}:{redis.port}/0"
    except FileNotFoundError as problem:
        pytest.skip(str(problem))


@pytest.fixture(params=["memory", "redis"])
async def store(request: pytest.FixtureRequest, clock: Clock) -> Store:
    """Each kind of store, empty."""
    if request.param == "memory":
        return MemoryStore(clock)
    address = request.getfixturevalue("redis_address")
    async with Redis.from_url(address) as redis:
        await redis.flushall()
    return RedisStore(address, clock)


@pytest.fixture
async def classes(store: Store, clock: Clock) -> AsyncIterator[ClassroomApp]:
    classes = ClassroomApp(store, GIVEN, clock)
    await classes.live.begin()
    yield classes
    await all_leave()
    await classes.live.end()


@pytest.fixture
async def redis(request: pytest.FixtureRequest, store: Store) -> AsyncIterator["Redis | None"]:
    """Another client of the store's Redis; None if it is in memory."""
    if isinstance(store, MemoryStore):
        yield None
        return
    async with Redis.from_url(request.getfixturevalue("redis_address")) as client:
        yield client


@pytest.fixture
def app(classes: ClassroomApp) -> Starlette:
    return Starlette(routes=classes.routes(), exception_handlers=EXCEPTION_HANDLERS)


@asynccontextmanager
async def teaching(classes: ClassroomApp) -> AsyncIterator[Caller]:
    """Run a server's classes, with a teacher who has started one."""
    await classes.live.begin()
    teacher = Caller(Starlette(routes=classes.routes(), exception_handlers=EXCEPTION_HANDLERS))
    await teacher.open()
    yield teacher
    await all_leave()
    await classes.live.end()


@pytest.fixture
async def teacher(app: Starlette) -> Caller:
    """A teacher who has started a class."""
    caller = Caller(app)
    await caller.open()
    return caller


async def joined(teacher: Caller, **headers: str) -> Caller:
    """Return a phone that has joined the class."""
    phone = Caller(teacher.app, teacher.code, "10.2.2.2")
    answer = await phone.listen(**headers)
    assert answer.status == 200
    return phone
