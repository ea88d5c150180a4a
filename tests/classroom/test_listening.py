"""Servers that share classes hear each other through Redis: the health check shows whether they do, and recovers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from redis.asyncio import Redis
from starlette.applications import Starlette

from classroom import redis_store
from classroom.redis_store import RedisStore
from classroom.routes import EXCEPTION_HANDLERS, ClassroomApp
from classroom.store import ClassChange
from tests.classroom.callers import GIVE_UP_SECONDS, Caller
from tests.classroom.conftest import GIVEN, Clock, joined, teaching
from tools.app_server import HOST

pytestmark = pytest.mark.anyio


class Relay:
    """A proxy to Redis whose subscriptions can fall silent, as behind a firewall that drops connections."""

    def __init__(self, redis_port: int) -> None:
        self._redis_port = redis_port
        self._passing: set[asyncio.Task[None]] = set()
        self.is_silent = False

    async def begin(self) -> int:
        self._server = await asyncio.start_server(self._connect, HOST, 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def end(self) -> None:
        self._server.close()
        for task in self._passing:
            task.cancel()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_redis, to_redis = await asyncio.open_connection(HOST, self._redis_port)
        is_subscription = False

        async def ask() -> None:
            nonlocal is_subscription
            while data := await reader.read(65_536):
                is_subscription = is_subscription or b"SUBSCRIBE" in data
                to_redis.write(data)
            to_redis.close()

        async def answer() -> None:
            while data := await from_redis.read(65_536):
                if not (self.is_silent and is_subscription):
                    writer.write(data)
            writer.close()

        for way in (ask, answer):
            task = asyncio.create_task(way())
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)


async def has_health(caller: Caller, status: int) -> None:
    """Wait until the classes' health endpoint has a status."""
    async with asyncio.timeout(GIVE_UP_SECONDS):
        while (await caller.get("/classes/health")).status != status:
            await asyncio.sleep(0.01)


@pytest.fixture
async def relay(redis_address: str) -> AsyncIterator[Relay]:
    relay = Relay(urlsplit(redis_address).port or 0)
    yield relay
    await relay.end()


async def test_a_silent_subscription_is_reported_and_recovers(relay: Relay, clock: Clock) -> None:
    store = RedisStore(f"redis://{HOST}:{await relay.begin()}/0", clock)
    store.silent_seconds = 1.5
    async with teaching(ClassroomApp(store, GIVEN, clock)) as teacher:
        phone = await joined(teacher)
        await phone.next()
        await has_health(teacher, 200)
        relay.is_silent = True
        await has_health(teacher, 503)
        relay.is_silent = False
        await has_health(teacher, 200)
        await teacher.post("/classes/CODE/move", {"text": "on"})
        assert (await phone.next())["where"]["text"] == "on"
        await phone.leave()


async def test_a_closing_store_answers_pending_requests_and_closes_its_connections(
    redis_address: str, clock: Clock
) -> None:
    async with Redis.from_url(redis_address) as redis:
        before = {client["id"] for client in await redis.client_list()}
        for turns in range(30):
            await redis.flushall()
            async with teaching(ClassroomApp(RedisStore(redis_address, clock), GIVEN, clock)) as teacher:
                asked = [asyncio.create_task(teacher.get("/classes/CODE")) for _ in range(3)]
                for _turn in range(turns):
                    await asyncio.sleep(0)
            assert {answer.status for answer in await asyncio.gather(*asked)} <= {200, 503}, turns
            assert (await teacher.get("/classes/CODE")).status == 503
            async with asyncio.timeout(GIVE_UP_SECONDS):
                while {client["id"] for client in await redis.client_list()} != before:
                    await asyncio.sleep(0.01)


async def test_a_stopped_listener_is_reported(redis_address: str, clock: Clock) -> None:
    classes = ClassroomApp(RedisStore(redis_address, clock), GIVEN, clock)
    caller = Caller(Starlette(routes=classes.routes(), exception_handlers=EXCEPTION_HANDLERS))
    assert (await caller.get("/classes/health")).status == 503  # it has not started
    await classes.live.begin()
    await has_health(caller, 200)
    (listening,) = [task for task in asyncio.all_tasks() if task.get_name() == "listening to Redis"]
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await listening
    assert (await caller.get("/classes/health")).status == 503
    await classes.live.end()


async def test_a_listener_continues_after_any_error(redis_address: str, clock: Clock) -> None:
    heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    reached: list[bool] = []

    def hear(code: str, happened: ClassChange) -> None:
        heard.put_nowait((code, happened))

    def reachable(is_reachable: bool) -> None:
        reached.append(is_reachable)
        if reached == [False, True]:
            raise ValueError("a fault of ours")

    store = RedisStore(redis_address, clock)
    await store.begin(hear, reachable)
    async with asyncio.timeout(GIVE_UP_SECONDS):
        while reached[-1:] != [True] or len(reached) < 4:
            await asyncio.sleep(0.01)
    async with Redis.from_url(redis_address) as redis:
        await redis.publish(redis_store.CHANNEL, "changed 123456789")
    assert await asyncio.wait_for(heard.get(), GIVE_UP_SECONDS) == ("123456789", "changed")
    await store.end()


async def test_a_subscription_that_redis_closed_is_renewed(redis_address: str, clock: Clock) -> None:
    async with (
        teaching(ClassroomApp(RedisStore(redis_address, clock), GIVEN, clock)) as teacher,
        Redis.from_url(redis_address) as redis,
    ):
        phone = await joined(teacher)
        await phone.next()
        await has_health(teacher, 200)
        await redis.client_kill_filter(_type="pubsub")
        # Nobody hears of it: missed changes are looked up when the subscription is back.
        await teacher.post("/classes/CODE/move", {"text": "on"})
        assert (await phone.next())["where"]["text"] == "on"
        await phone.leave()
