"""Several servers share classes through Redis, behind HAProxy as in deploy/. One is killed, and Redis too."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.classroom.lessons import Teacher, hug
from tests.ui.waiting import is_gone
from tools.app_server import HOST, ROOT, AppServer, free_port, running_app
from tools.redis_and_haproxy import Service, find_program, haproxy_config, running_haproxy, running_redis
from tools.run_servers import main as serve_by_several
from tools.simulated_phones import Phone

PHONES = 50
PAIR = {"kind": "pair", "size": 4, "right": [1]}

needed = [program for program in ("redis-server", "haproxy") if find_program(program) is None]
pytestmark = pytest.mark.skipif(bool(needed), reason=f"there is no {' and no '.join(needed)} here")


@contextmanager
def several() -> Iterator[tuple[list[AppServer], Service, Service]]:
    with ExitStack() as all_of_it:
        redis = all_of_it.enter_context(running_redis())
        settings = {"REDIS_URL": f"redis://{HOST}:{redis.port}/0"}
        servers = [all_of_it.enter_context(running_app(settings=settings)) for _ in range(2)]
        port = free_port()
        configuration = haproxy_config([server.port for server in servers], f"{HOST}:{port}")
        proxy = all_of_it.enter_context(running_haproxy(configuration, port))
        yield servers, redis, proxy


def until(true: Any, seconds: float = 30) -> None:
    give_up = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < give_up
        time.sleep(0.2)


def get_with_retries(teacher: Teacher, path: str = "") -> Any:
    """Return the server's response to the teacher's page, which repeats requests when the connection is lost."""
    give_up = time.monotonic() + 30
    while True:
        try:
            return teacher.get(path)
        except (urllib.error.HTTPError, OSError):
            if time.monotonic() > give_up:
                raise
            time.sleep(0.3)


def test_a_class_on_two_servers_survives_the_loss_of_a_server_and_of_redis() -> None:
    with several() as (servers, redis, proxy):
        asyncio.run(hold_class(f"http://{HOST}:{proxy.port}", servers, redis))


async def hold_class(url: str, servers: list[AppServer], redis: Service) -> None:
    teacher = await asyncio.to_thread(Teacher, url)
    await asyncio.to_thread(teacher.hand_in, hug())
    phones = [Phone(url, teacher.code) for _ in range(PHONES)]
    for phone in phones:
        phone.join()
    try:
        await asyncio.gather(*(phone.wait_until(lambda phone: bool(phone.state)) for phone in phones))
        assert len(Counter(phone.cookies["bpe_lab_server"] for phone in phones)) == 2  # on both
        for step in (1, 2, 3):
            await asyncio.to_thread(teacher.move, step)
            await at_step(phones, step)
        await asyncio.to_thread(teacher.ask, {**PAIR, "lesson": teacher.lesson, "step": 3})
        await asyncio.gather(*(phone.wait_until(lambda phone: bool(phone.state["question"])) for phone in phones))
        first = await asyncio.gather(*(phone.vote(1, 1, place % 4) for place, phone in enumerate(phones[:30])))
        assert {outcome for outcome, _seconds in first} == {"counted"}

        # One server is killed during a vote: the votes are sent again, to the other server.
        votes = [asyncio.create_task(phone.vote(1, 1, 1)) for phone in phones[30:40]]
        await asyncio.to_thread(servers[0].kill)
        second = await asyncio.gather(*votes)
        assert {outcome for outcome, _seconds in second} <= {"counted", "doubled"}
        state = await asyncio.to_thread(get_with_retries, teacher)
        assert state["count"]["votes"] == 40
        before = [len(phone.told) for phone in phones]
        await asyncio.to_thread(retry, teacher.move, 4)
        await at_step(phones, 4)
        assert all(len(phone.told) > count for phone, count in zip(phones, before, strict=True))
        kept = await asyncio.to_thread(get_with_retries, teacher, "/snapshot")

        # Redis restarts empty, and phones are notified. The teacher's page restores the class.
        await asyncio.to_thread(redis.stop)
        await asyncio.gather(*(phone.wait_until(lambda phone: phone.heard[-1] == "away") for phone in phones))
        heard = {phone: len(phone.heard) for phone in phones}
        for status in await asyncio.gather(*(asyncio.to_thread(response_status, teacher) for _ in range(2))):
            assert status == 503
        await asyncio.to_thread(redis.start)
        await asyncio.to_thread(retry, teacher.post, "/classes", {"snapshot": kept})
        await asyncio.to_thread(retry, teacher.hand_in, hug())
        back = {"reachable", "lost"}
        await asyncio.gather(
            *(phone.wait_until(lambda phone: not back.isdisjoint(phone.heard[heard[phone] :])) for phone in phones)
        )
        third = await asyncio.gather(*(phone.vote(1, 1, 2) for phone in phones[40:]))
        assert {outcome for outcome, _seconds in third} == {"counted"}
        twice = await asyncio.gather(*(phone.vote(1, 1, 3) for phone in phones))
        assert {outcome for outcome, _seconds in twice} == {"doubled"}
        await asyncio.to_thread(retry, teacher.move, 5)
        await at_step(phones, 5)
        await asyncio.to_thread(retry, teacher.do, "show")
        (tally,) = (await asyncio.to_thread(get_with_retries, teacher))["question"]["tallies"]
        assert tally["votes"] == PHONES
        assert tally["counts"] == [8, 8 + 10, 7 + 10, 7]  # each of them once
    finally:
        await asyncio.gather(*(phone.leave() for phone in phones))
    assert "Traceback" not in servers[1].log()


async def at_step(phones: list[Phone], step: int) -> None:
    await asyncio.gather(*(phone.wait_until(lambda phone: phone.state["where"]["step"] == step) for phone in phones))


def retry(do: Any, *what: Any) -> None:
    """Repeat an action until it succeeds: a server may be down, or Redis."""
    give_up = time.monotonic() + 30
    while True:
        try:
            do(*what)
            return
        except (urllib.error.HTTPError, OSError):
            if time.monotonic() > give_up:
                raise
            time.sleep(0.3)


def response_status(teacher: Teacher) -> int:
    """Return the status that says that classes are unreachable."""
    try:
        teacher.get()
    except urllib.error.HTTPError as problem:
        return problem.code
    return 200


def test_several_servers_start_restart_and_stop_together() -> None:
    port = free_port()
    command = [sys.executable, "-m", "tools.run_servers", "2", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as several:
        try:
            assert several.stdout is not None
            said = iter(several.stdout.readline, "")
            assert any(line == f"2 servers behind one address: http://localhost:{port}\n" for line in said)
            url = f"http://{HOST}:{port}"
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=10) as health:
                assert health.status == 200
            # Both servers know a class opened on one of them: phones are spread over both.
            teacher = Teacher(url)
            assert len(asyncio.run(places_of(4, url, teacher.code))) == 2
            servers = children(several.pid)
            (killed, *_) = (process for process, name in servers.items() if "streamlit" in name)
            os.kill(killed, signal.SIGKILL)
            assert any("It is started again." in line for line in said)
            until(lambda: sum("streamlit" in name for name in children(several.pid).values()) == 2)
        finally:
            several.terminate()
        assert several.wait(30) == 0
        until(lambda: all(is_gone(process) for process in servers))


async def places_of(count: int, url: str, code: str) -> set[str]:
    """Return the servers that serve this many phones of a class."""
    phones = [Phone(url, code) for _ in range(count)]
    for phone in phones:
        phone.join()
    await asyncio.gather(*(phone.wait_until(lambda phone: bool(phone.state)) for phone in phones))
    for phone in phones:
        await phone.leave()
    return {phone.cookies["bpe_lab_server"] for phone in phones}


def children(process: int) -> dict[int, str]:
    """Return a process's children, and their commands."""
    listed = subprocess.run(
        ["ps", "--ppid", str(process), "-o", "pid=,args="], capture_output=True, text=True, check=False
    )
    return {int(line.split()[0]): line for line in listed.stdout.splitlines()}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["0"], "servers=0 is not valid. Choose a number from 1 to 64"),
        (["2", "--port", "0"], "0 is not a port."),
    ],
)
def test_invalid_options_for_several_servers_are_refused(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        serve_by_several(options)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_missing_requirements_of_several_servers_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.run_servers.find_program", lambda _program: None)
    monkeypatch.delenv("REDIS_URL", raising=False)
    assert serve_by_several(["2"]) == 1
    told = capsys.readouterr().err
    for part in ("apt-get install haproxy", "apt-get install redis-server", "One server needs none of it: make run"):
        assert part in told


def test_haproxy_accepts_the_configuration() -> None:
    program = find_program("haproxy")
    assert program
    done = subprocess.run(
        [program, "-c", "-f", str(ROOT / "deploy" / "haproxy.cfg")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_an_invalid_redis_url_is_refused() -> None:
    with (
        pytest.raises(RuntimeError, match=r"REDIS_URL is 'http://x'.*Write it as redis://"),
        running_app(settings={"REDIS_URL": "http://x"}),
    ):
        pass


def test_deployment_files_refer_to_existing_options_and_files() -> None:
    for file in ROOT.joinpath("deploy").iterdir():
        text = file.read_text("utf-8")
        for name in re.findall(r"\b(?:BPE_LAB_[A-Z_]+|REDIS_URL)\b", text):
            assert any(name in Path(path).read_text("utf-8") for path in ROOT.joinpath("ui").rglob("*.py")), name
