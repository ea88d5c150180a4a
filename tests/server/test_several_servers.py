"""Several servers share classes by Redis, behind HAProxy as deploy/ has it. One is killed, and Redis too."""

import asyncio
import re
import subprocess
import time
import urllib.error
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.classroom.lessons import Teacher, hug
from tools.app_server import HOST, ROOT, AppServer, running_app
from tools.phones import Phone
from tools.services import Service, found, running_haproxy, running_redis

PHONES = 50
CONFIGURATION = ROOT / "deploy" / "haproxy.cfg"
PAIR = {"kind": "pair", "size": 4, "right": [1]}

needed = [program for program in ("redis-server", "haproxy") if found(program) is None]
pytestmark = pytest.mark.skipif(bool(needed), reason=f"there is no {' and no '.join(needed)} here")


def configured(*ports: int) -> str:
    """The configuration that an administrator gets, with servers of our own."""
    text = CONFIGURATION.read_text("utf-8").replace("bind :80", f"bind {HOST}:{{port}}")
    for name, old in (("one", 8501), ("two", 8502), ("three", 8503)):
        line = f"server {name} 127.0.0.1:{old} cookie {name}\n"
        assert line in text
        place = old - 8501
        text = text.replace(line, line.replace(str(old), str(ports[place])) if place < len(ports) else "\n")
    return text


@contextmanager
def several() -> Iterator[tuple[list[AppServer], Service, Service]]:
    with ExitStack() as all_of_it:
        redis = all_of_it.enter_context(running_redis())
        settings = {"REDIS_URL": f"redis://{HOST}:{redis.port}/0"}
        servers = [all_of_it.enter_context(running_app(settings=settings)) for _ in range(2)]
        proxy = all_of_it.enter_context(running_haproxy(configured(*(server.port for server in servers))))
        yield servers, redis, proxy


def until(true: Any, seconds: float = 30) -> None:
    give_up = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < give_up
        time.sleep(0.2)


def tried(teacher: Teacher, path: str = "") -> Any:
    """What the teacher's page is told, once it is told something: it asks again where the line is lost."""
    give_up = time.monotonic() + 30
    while True:
        try:
            return teacher.get(path)
        except (urllib.error.HTTPError, OSError):
            if time.monotonic() > give_up:
                raise
            time.sleep(0.3)


def test_a_class_over_two_servers_outlives_one_of_them_and_redis() -> None:
    with several() as (servers, redis, proxy):
        asyncio.run(held(f"http://{HOST}:{proxy.port}", servers, redis))


async def held(url: str, servers: list[AppServer], redis: Service) -> None:
    teacher = await asyncio.to_thread(Teacher, url)
    await asyncio.to_thread(teacher.hand_in, hug())
    phones = [Phone(url, teacher.code) for _ in range(PHONES)]
    for phone in phones:
        phone.join()
    try:
        await asyncio.gather(*(phone.until(lambda phone: bool(phone.state)) for phone in phones))
        assert len(Counter(phone.cookies["bpe_lab_server"] for phone in phones)) == 2  # over both
        for step in (1, 2, 3):
            await asyncio.to_thread(teacher.move, step)
            await at_step(phones, step)
        await asyncio.to_thread(teacher.ask, {**PAIR, "lesson": teacher.lesson, "step": 3})
        await asyncio.gather(*(phone.until(lambda phone: bool(phone.state["question"])) for phone in phones))
        first = await asyncio.gather(*(phone.vote(1, 1, place % 4) for place, phone in enumerate(phones[:30])))
        assert {outcome for outcome, _seconds in first} == {"counted"}

        # One server is killed while others vote: their votes come again, by the other one.
        votes = [asyncio.create_task(phone.vote(1, 1, 1)) for phone in phones[30:40]]
        await asyncio.to_thread(servers[0].kill)
        second = await asyncio.gather(*votes)
        assert {outcome for outcome, _seconds in second} <= {"counted", "doubled"}
        state = await asyncio.to_thread(tried, teacher)
        assert state["count"]["votes"] == 40
        before = [len(phone.told) for phone in phones]
        await asyncio.to_thread(again, teacher.move, 4)
        await at_step(phones, 4)
        assert all(len(phone.told) > count for phone, count in zip(phones, before, strict=True))
        kept = await asyncio.to_thread(tried, teacher, "/snapshot")

        # Redis is restarted, and remembers nothing. The teacher's page brings the class back.
        await asyncio.to_thread(redis.stop)
        for status in await asyncio.gather(*(asyncio.to_thread(refused, teacher) for _ in range(2))):
            assert status == 503
        await asyncio.to_thread(redis.start)
        await asyncio.to_thread(again, teacher.post, "/classes", {"snapshot": kept})
        await asyncio.to_thread(again, teacher.hand_in, hug())
        third = await asyncio.gather(*(phone.vote(1, 1, 2) for phone in phones[40:]))
        assert {outcome for outcome, _seconds in third} == {"counted"}
        twice = await asyncio.gather(*(phone.vote(1, 1, 3) for phone in phones))
        assert {outcome for outcome, _seconds in twice} == {"doubled"}
        await asyncio.to_thread(again, teacher.move, 5)
        await at_step(phones, 5)
        await asyncio.to_thread(again, teacher.do, "show")
        (tally,) = (await asyncio.to_thread(tried, teacher))["question"]["tallies"]
        assert tally["votes"] == PHONES
        assert tally["counts"] == [8, 8 + 10, 7 + 10, 7]  # each of them once
    finally:
        await asyncio.gather(*(phone.leave() for phone in phones))


async def at_step(phones: list[Phone], step: int) -> None:
    await asyncio.gather(*(phone.until(lambda phone: phone.state["where"]["step"] == step) for phone in phones))


def again(do: Any, *what: Any) -> None:
    """Do something until it is taken: a server may be gone just now, or its memory."""
    give_up = time.monotonic() + 30
    while True:
        try:
            do(*what)
            return
        except (urllib.error.HTTPError, OSError):
            if time.monotonic() > give_up:
                raise
            time.sleep(0.3)


def refused(teacher: Teacher) -> int:
    """The status that says that classes cannot be reached."""
    try:
        teacher.get()
    except urllib.error.HTTPError as problem:
        return problem.code
    return 200


def test_phones_are_told_that_redis_is_away_and_that_it_is_back() -> None:
    with running_redis() as redis, running_app(settings={"REDIS_URL": f"redis://{HOST}:{redis.port}/0"}) as server:
        teacher = Teacher(server.url)

        async def story() -> None:
            phone = Phone(server.url, teacher.code)
            phone.join()
            await phone.until(lambda phone: bool(phone.state))
            await asyncio.to_thread(redis.stop)
            await phone.until(lambda phone: phone.heard[-1] == "away")
            await asyncio.to_thread(redis.start)
            await phone.until(lambda phone: "reachable" in phone.heard or "lost" in phone.heard)
            await phone.leave()

        asyncio.run(story())
        assert "Traceback" not in server.log()


def test_haproxy_takes_the_configuration() -> None:
    program = found("haproxy")
    assert program
    done = subprocess.run([program, "-c", "-f", str(CONFIGURATION)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_an_address_that_is_none_of_redis_is_told() -> None:
    with (
        pytest.raises(RuntimeError, match=r"REDIS_URL is 'http://x'.*Write it as redis://"),
        running_app(settings={"REDIS_URL": "http://x"}),
    ):
        pass


def test_what_is_deployed_names_what_there_is() -> None:
    for file in ROOT.joinpath("deploy").iterdir():
        text = file.read_text("utf-8")
        for name in re.findall(r"\b(?:BPE_LAB_[A-Z_]+|REDIS_URL)\b", text):
            assert any(name in Path(path).read_text("utf-8") for path in ROOT.joinpath("ui").rglob("*.py")), name
