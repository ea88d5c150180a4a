"""How long does a class wait for its server? Simulates learners with Streamlit's protocol, without a browser.

    python benchmarks/server.py [--learners 100] [--seconds 30] [--report-steps] [--only pages]

First, a single visitor: the processor time of each page, for a first visit and for a later run. Then all learners open
the same page in the same second, each the page and then its session; this for each page whose first picture comes with
it. Then a class:

Nine of ten learners have Train open: eight of nine times they step in the player, otherwise they choose another lesson.
The tenth pastes texts into Playground. Each acts once a second and waits for the answer before the next action. Steps
need no server; with --report-steps, the player reports where a learner rests, and its fragment runs again.

Target: an answer within a second for 95 of 100, and no errors.
"""

import argparse
import asyncio
import json
import math
import os
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection

from tools.app_server import AppServer, running_app
from tools.simulated_visitor import DISCONNECT_ERRORS, Visitor, connection
from ui.pages.registry import PAGES

TARGET_SECONDS = 1.0
COME_IN_SECONDS = 5.0  # during which a class opens its pages
FIRST_STEPS = 4  # every lesson of Train has at least as many, including step 0
LESSONS = "What to train on"
TEXT_BOX = "Your text"
PLAYER = "bpe_lab_player"
TOKENS = "bpe_lab_token_view"

OPENED = "page opened"
FIRST_RUNS, NEXT_RUNS = 10, 30  # of each page, to get the cost of one
LINKS = ("course?chapter=ranks", "stumble?topic=languages")  # links that a teacher may give a class, besides bare pages


@dataclass
class LoadResult:
    """The actions of a class, their waiting times and errors."""

    actions: int = 0
    waits: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    processor: float = 0.0  # seconds used by the server
    memory: float = 0.0  # MB of the server
    own_processor: float = 0.0  # seconds used to simulate the class

    def record_error(self, error: Exception, page: str) -> None:
        """Record the error that made a learner leave a page."""
        self.errors.append(f"a learner on {page} had to leave: {type(error).__name__} {error}")


class Learner(Visitor):
    """A learner of the class: an open page, and actions on it."""

    def __init__(
        self, page: str, socket: ClientConnection, server: str, figures: LoadResult, chance: random.Random
    ) -> None:
        super().__init__(page, socket, server)
        self.figures = figures
        self.chance = chance
        self.step = 0
        self.reported = 0
        self.text = ""

    async def run_and_measure(self, action: str, fragment: str = "") -> None:
        """Run the script, and wait until it is done."""
        if self.step:
            self.page.query["step"] = str(self.step)  # the player writes it to the URL
        start = time.monotonic()
        self.figures.errors += [f"{action}: {error}" for error in await self.run(fragment)]
        self.figures.waits[action].append(time.monotonic() - start)

    async def expect_change(self, action: str, name: str) -> None:
        """Run the script, and expect a component to show something else."""
        before = self.page.component(name).element
        await self.run_and_measure(action)
        if self.page.component(name).element == before:
            self.figures.errors.append(f"{action}: the page shows the same as before")

    async def choose_lesson(self) -> None:
        """Choose another lesson to train on, except the last, which is the learner's own text."""
        pills = self.page.widget("button_group", LESSONS).element.button_group
        titles = [option.content for option in pills.options][:-1]
        here = self.page.values.get(pills.id)
        now = here.string_array_value.data if here else pills.raw_values or [titles[place] for place in pills.default]
        value = WidgetState(id=pills.id)
        value.string_array_value.data.append(self.chance.choice([title for title in titles if title not in now]))
        self.page.set(value)
        self.step = 0
        await self.expect_change("another lesson", PLAYER)

    async def paste(self, text: str) -> None:
        """Put a text into Playground's box, different from the one there."""
        box = self.page.widget("text_area", TEXT_BOX).element.text_area
        self.page.set(WidgetState(id=box.id, string_value=text))
        await self.expect_change("a text pasted", TOKENS)

    async def report_step(self) -> None:
        """Report the player's resting step to the server."""
        if self.reported == self.step:
            return
        self.reported = self.step
        part = self.page.component(PLAYER)
        name = part.element.bidi_component.id
        self.page.set(WidgetState(id=name, json_value=json.dumps({"step": self.step})))
        await self.run_and_measure("a step reported", part.fragment)

    async def do_something(self, texts: list[str], *, report_steps: bool) -> None:
        """Take one action."""
        self.figures.actions += 1
        if self.page.name == "playground":
            self.text = self.chance.choice([text for text in texts if text != self.text])
            await self.paste(self.text)
        elif self.chance.randrange(9):
            self.step = (self.step + 1) % FIRST_STEPS
        else:
            await self.choose_lesson()
        if report_steps and self.page.name == "train":
            await self.report_step()

    async def take_part(self, seconds: float, texts: list[str], *, report_steps: bool) -> None:
        """Take one action per second."""
        end = time.monotonic() + seconds
        due = time.monotonic() + self.chance.random()
        try:
            while due < end:
                await asyncio.sleep(max(0, due - time.monotonic()))
                due = time.monotonic() + self.chance.uniform(0.5, 1.5)
                await self.do_something(texts, report_steps=report_steps)
                due = max(due, time.monotonic())
            await (await self.socket.ping())  # a learner who only steps would not notice a lost connection
        except DISCONNECT_ERRORS as error:
            self.figures.record_error(error, self.page.name)


async def come_in(number: int, server: str, figures: LoadResult, sockets: AsyncExitStack) -> Learner | None:
    """Open a page at a random time, as learners of a class do."""
    chance = random.Random(number)
    page = "playground" if number % 10 == 9 else "train"
    await asyncio.sleep(chance.uniform(0, COME_IN_SECONDS))
    try:
        learner = Learner(
            page, await sockets.enter_async_context(connection(server, browser=number)), server, figures, chance
        )
        await learner.run_and_measure(OPENED)
    except DISCONNECT_ERRORS as error:
        figures.record_error(error, page)
        return None
    return learner


def pasted_texts() -> list[str]:
    """Return texts that a class might paste: 100 to 2,700 characters."""
    play = (ROOT / "tests" / "data" / "asyoulik.txt").read_text(encoding="utf-8")
    return [play[start : start + 100 * 3 ** (start % 4)] for start in range(0, 100_000, 1_111)]


def server_usage(process: int) -> tuple[float, float]:
    """Return the processor seconds and the memory in MB of a process; zeros on systems without /proc."""
    folder = Path(f"/proc/{process}")
    if not folder.exists():
        return 0.0, 0.0
    times = (folder / "stat").read_text().rpartition(")")[2].split()  # the name before may contain spaces
    pages = int((folder / "statm").read_text().split()[1])
    seconds = sum(map(int, times[11:13])) / os.sysconf("SC_CLK_TCK")
    return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def page_costs(server: AppServer) -> dict[str, tuple[float, float]]:
    """Return page -> the server's processor seconds for a first visit, and for later runs."""

    async def processor_seconds(*runs: Visitor) -> float:
        before, _memory = server_usage(server.process_id)
        for visitor in runs:
            if wrong := await visitor.run():
                raise RuntimeError(f"{visitor.page.name}: {wrong}")
        return (server_usage(server.process_id)[0] - before) / len(runs)

    costs = {}
    async with connection(server.url) as first:
        home = Visitor("home", first, server.url)
        await home.run()
    for name in [name or "home" for name in home.page.pages]:
        async with AsyncExitStack() as sockets:
            visitors = [
                Visitor(name, await sockets.enter_async_context(connection(server.url)), server.url)
                for _number in range(1 + FIRST_RUNS)
            ]
            await processor_seconds(visitors[0])  # warms up the server
            costs[name] = await processor_seconds(*visitors[1:]), await processor_seconds(*[visitors[0]] * NEXT_RUNS)
    return costs


async def open_together(server: AppServer, link: str, learners: int) -> tuple[list[float], list[float]]:
    """Open a page with many learners within a second; return the waits for the page, and for its session's content."""
    name, _mark, query = link.partition("?")

    async def come(number: int) -> tuple[float, float]:
        await asyncio.sleep(number / learners)
        start = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        path = link.removeprefix("home").encode()  # which has no path of its own
        writer.write(
            b"GET /" + path + b" HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
        )
        if not (await reader.read()).startswith(b"HTTP/1.1 200"):
            raise RuntimeError("The server has no page for a learner.")
        writer.close()
        page = time.monotonic() - start
        async with connection(server.url, browser=number) as socket:
            visitor = Visitor(name, socket, server.url)
            visitor.page.query = dict(parse_qsl(query))
            if wrong := await visitor.run():
                raise RuntimeError(f"{link}: {wrong}")
            return page, time.monotonic() - start

    waits = await asyncio.gather(*map(come, range(learners)))
    return [page for page, _drawn in waits], [drawn for _page, drawn in waits]


async def measure(server: AppServer, options: argparse.Namespace) -> LoadResult:
    """Let a class open its pages and act."""
    figures = LoadResult()
    async with AsyncExitStack() as sockets:
        coming = [come_in(number, server.url, figures, sockets) for number in range(options.learners)]
        learners = [learner for learner in await asyncio.gather(*coming) if learner]
        seconds, _memory = server_usage(server.process_id)
        own = time.process_time()
        texts = pasted_texts()
        await asyncio.gather(
            *(learner.take_part(options.seconds, texts, report_steps=options.report_steps) for learner in learners)
        )
        now, figures.memory = server_usage(server.process_id)
        figures.processor, figures.own_processor = now - seconds, time.process_time() - own
    return figures


def print_waits(waits: Mapping[str, Sequence[float]]) -> None:
    """Print a table of waiting times."""
    print(f"\n{'waited for the server, ms':36}{'times':>7}{'median':>9}{'95 %':>9}{'max':>9}")
    for action, seconds in waits.items():
        if seconds:
            print(
                f"{action:36}{len(seconds):>7,}",
                *(f"{ms * 1e3:>8,.0f}" for ms in (statistics.median(seconds), p95(seconds), max(seconds))),
            )


def main(options: argparse.Namespace) -> int:
    """Measure and print; return 1 if there was an error."""
    load = os.getloadavg()[0]
    if options.only != "class":
        with running_app() as server:
            if options.only != "together":
                print(f"{'processor of a run, ms':28}{'first visit':>12}{'again':>8}")
                for name, (first, again) in asyncio.run(page_costs(server)).items():
                    print(f"{name:28}{first * 1e3:>12,.0f}{again * 1e3:>8,.0f}")
            if options.only != "pages":
                waits = {}
                for link in (*[name for name, page in PAGES.items() if page.is_prerendered], *LINKS):
                    asyncio.run(open_together(server, link, 1))  # warms up the server
                    pages, drawn = asyncio.run(open_together(server, link, options.learners))
                    waits |= {f"{link}, the page": pages, f"{link}, its session": drawn}
                print_waits(waits)
    errors = run_class(options) if options.only in ("class", "") else False
    if load > (os.cpu_count() or 1):
        print(f"But others kept this machine busy: a load of {load:.1f} on {os.cpu_count()} processors at the start.")
    return int(errors)


def run_class(options: argparse.Namespace) -> bool:
    """Simulate a class and print the results; return whether there was an error."""
    with running_app() as server:
        figures = asyncio.run(measure(server, options))
        if "Traceback" in server.log():
            figures.errors.append(f"the server's log tells an error:\n{server.log()}")
    print(f"\n{options.learners} learners, {options.seconds:g} seconds: {figures.actions:,} actions, ", end="")
    print(f"{len(figures.errors)} errors. One action a second would be {options.learners * options.seconds:,.0f}.")
    together = [wait for what, waits in figures.waits.items() if what != OPENED for wait in waits]
    print_waits({**figures.waits, "all but the opening": together})
    print(
        f"\nThe server used {figures.processor:.1f} s of a processor, and {figures.memory:,.0f} MB at the end; ", end=""
    )
    print(f"the learners {figures.own_processor:.1f} s.")
    for error in figures.errors[:10]:
        print(f"Error: {error}")
    if together:
        verdict = "met" if p95(together) <= TARGET_SECONDS else "missed"
        print(f"Target, an answer within {TARGET_SECONDS:g} s for 95 of 100: {verdict}.")
    return bool(figures.errors)


def p95(waits: list[float]) -> float:
    """Return the 95th percentile."""
    return sorted(waits)[math.ceil(0.95 * len(waits)) - 1]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learners", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--report-steps", action="store_true", help="report each step to the server")
    parser.add_argument("--only", choices=("pages", "together", "class"), default="", help="measure only this")
    sys.exit(main(parser.parse_args()))
