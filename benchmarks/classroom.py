"""How fast do phones follow their teacher? They follow, then vote, while Streamlit sessions are active.

    python benchmarks/classroom.py [--phones 500] [--steps 40] [--sessions 20]
    python benchmarks/classroom.py --servers 2 --phones 200      through HAProxy, with Redis

The teacher moves once a second. A push lasts from when the teacher's page sends it until a phone receives it. Then all
phones vote within two seconds. The phones run in another process than the server, on the same machine.

Targets: 95 of 100 pushes within 500 ms and none lost; 95 of 100 votes answered within 100 ms; 300 MB per server, with
its Streamlit sessions (`--sessions 0` leaves them out).
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.server import LoadResult, come_in, p95, pasted_texts, print_waits, server_usage
from tests.classroom.lessons import Teacher, hug
from tools.app_server import HOST, AppServer, free_port, running_app
from tools.redis_and_haproxy import haproxy_config, running_haproxy, running_redis
from tools.simulated_phones import Phone

PUSH_SECONDS = 0.5
VOTE_SECONDS = 0.1
VOTES_WITHIN = 2.0
MEMORY = 300.0  # MB
JOIN_SECONDS = 3.0  # during which the class opens the phones' page


async def work_beside(url: str, sessions: int, seconds: float) -> None:
    """Run Streamlit sessions, each with one action per second."""
    figures = LoadResult()
    async with AsyncExitStack() as sockets:
        coming = [come_in(number, url, figures, sockets) for number in range(sessions)]
        learners = [learner for learner in await asyncio.gather(*coming) if learner]
        print(f"{len(learners)} sessions are at work", flush=True)
        texts = pasted_texts()
        await asyncio.gather(*(learner.take_part(seconds, texts, report_steps=False) for learner in learners))


async def join(phones: list[Phone]) -> float:
    """Let all phones join; return the seconds from the first to the last."""
    began = time.monotonic()

    async def come(phone: Phone) -> None:
        await asyncio.sleep(random.uniform(0, JOIN_SECONDS))
        phone.join()
        await phone.wait_until(lambda phone: bool(phone.state))

    await asyncio.gather(*map(come, phones))
    return time.monotonic() - began


async def follow(teacher: Teacher, phones: list[Phone], steps: int) -> tuple[list[float], int]:
    """Return the delays of all pushes to all phones, and the number of pushes that never arrived."""
    sent_at: dict[int, float] = {}
    for number in range(steps):
        due = time.monotonic() + 1
        now = time.monotonic()
        version = await asyncio.to_thread(move, teacher, 1 + number % 7, told=number % 2 == 0)
        sent_at[version] = now
        await asyncio.sleep(max(0, due - time.monotonic()))
    await asyncio.sleep(1)
    took = [phone.told[version] - at for version, at in sent_at.items() for phone in phones if version in phone.told]
    return took, len(phones) * len(sent_at) - len(took)


def move(teacher: Teacher, step: int, *, told: bool) -> int:
    """Move the class; return its new version."""
    position = {"lesson": teacher.lesson, "step": step, "told": told}
    version: int = teacher.post(f"/classes/{teacher.code}/move", position)["version"]
    return version


async def vote(teacher: Teacher, phones: list[Phone]) -> tuple[list[float], Counter[str]]:
    """Return the seconds until each vote was answered, and the outcomes."""
    question = {"kind": "pair", "lesson": teacher.lesson, "step": 3, "size": 4, "right": [1]}
    await asyncio.to_thread(teacher.ask, question)
    await asyncio.gather(*(phone.wait_until(lambda phone: bool(phone.state["question"])) for phone in phones))

    async def one(phone: Phone) -> tuple[str, float]:
        await asyncio.sleep(random.uniform(0, VOTES_WITHIN))
        return await phone.vote(1, 1, random.randrange(4))

    done = await asyncio.gather(*map(one, phones))
    await asyncio.to_thread(teacher.do, "show")
    (tally,) = (await asyncio.to_thread(teacher.get))["question"]["tallies"]
    return [seconds for _outcome, seconds in done], Counter(
        {**Counter(outcome for outcome, _seconds in done), "in the tally": tally["votes"]}
    )


async def measure(url: str, servers: list[AppServer], options: argparse.Namespace) -> bool:
    """Measure and print; return whether all targets were met."""
    teacher = await asyncio.to_thread(Teacher, url)
    await asyncio.to_thread(teacher.hand_in, hug())
    phones = [Phone(url, teacher.code) for _ in range(options.phones)]
    before = [server_usage(server.process_id)[0] for server in servers]
    joined = await join(phones)
    pushes, missed = await follow(teacher, phones, options.steps)
    votes, outcomes = await vote(teacher, phones)
    usage = [server_usage(server.process_id) for server in servers]
    await asyncio.gather(*(phone.leave() for phone in phones))
    lost = Counter(reason for phone in phones for reason in phone.lost)
    print(f"\n{options.phones} phones, all in after {joined:.1f} s; {lost.total()} lines lost, {missed} pushes missed")
    for reason, times in lost.items():
        print(f"a line was lost, {times:,} times: {reason}")
    print_waits({"a push to a phone": pushes, "a vote": votes})
    print(f"\nvotes: {dict(outcomes)}")
    for (seconds, memory), began in zip(usage, before, strict=True):
        print(f"a server used {seconds - began:.1f} s of a processor, and has {memory:,.0f} MB")
    is_met = (
        missed == 0
        and p95(pushes) <= PUSH_SECONDS
        and p95(votes) <= VOTE_SECONDS
        and outcomes["counted"] == outcomes["in the tally"] == options.phones
        and all(memory < MEMORY for _seconds, memory in usage)
    )
    print("All targets are met." if is_met else "NOT all targets are met.")
    return is_met


def main(options: argparse.Namespace) -> int:
    """Measure and print; return 1 if a target was missed."""
    load = os.getloadavg()[0]
    with ExitStack() as all_of_it:
        settings = {}
        if options.servers > 1:
            redis = all_of_it.enter_context(running_redis())
            settings["REDIS_URL"] = f"redis://{HOST}:{redis.port}/0"
        servers = [all_of_it.enter_context(running_app(settings=settings)) for _ in range(options.servers)]
        url = servers[0].url
        if options.servers > 1:
            port = free_port()
            configuration = haproxy_config([server.port for server in servers], f"{HOST}:{port}")
            url = f"http://{HOST}:{all_of_it.enter_context(running_haproxy(configuration, port)).port}"
        beside = None
        if options.sessions:
            seconds = str(options.steps + 20)
            command = [sys.executable, __file__, "--beside", servers[0].url, seconds, str(options.sessions)]
            beside = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert beside.stdout is not None
            print(beside.stdout.readline().strip())
        try:
            is_met = asyncio.run(measure(url, servers, options))
        finally:
            if beside:
                beside.kill()
                beside.communicate()
    if load > (os.cpu_count() or 1):
        print(f"But others kept this machine busy: a load of {load:.1f} on {os.cpu_count()} processors at the start.")
    return 0 if is_met else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--beside"]:
        asyncio.run(work_beside(sys.argv[2], int(sys.argv[4]), float(sys.argv[3])))
        sys.exit(0)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--servers", type=int, default=1)
    sys.exit(main(parser.parse_args()))
