"""How long does a class wait for its server? Learners are driven through Streamlit's own protocol, with no browser.

    python benchmarks/server.py [--learners 100] [--seconds 30] [--report-steps]

Nine learners of ten have Train open: eight of nine times they step in the player, else they choose another lesson. The
tenth pastes texts into Playground. Each does one thing a second, and waits for the answer before the next, as a person
does. Stepping asks the server nothing; with --report-steps the player tells where a learner rests, and the fragment
that it stands in runs again, as it was once.

The target is an answer within a second for 95 of 100, and no error.
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
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tools.app_server import AppServer, running_app

TARGET_SECONDS = 1.0
GIVE_UP_SECONDS = 60.0
COME_IN_SECONDS = 5.0  # within which a class opens its pages
FIRST_STEPS = 4  # each lesson of Train has as many or more, the one before the first counted
LESSONS = "What to train on"
TEXT_BOX = "Your text"
PLAYER = "bpe_lab_player"
ADDRESS = "bpe_lab_address_bar"
TOKENS = "bpe_lab_token_view"
LEAVING = (ConnectionClosed, OSError, LookupError)  # a TimeoutError is an OSError
FINISHED = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)

OPENED = "page opened"


@dataclass
class Figures:
    """What a class did, and what came of it."""

    actions: int = 0
    waits: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    processor: float = 0.0  # seconds of the server
    memory: float = 0.0  # MB of the server
    own_processor: float = 0.0  # seconds that went into being the class

    def tell_of(self, error: Exception, page: str) -> None:
        """Count what made a learner leave a page."""
        self.errors.append(f"a learner on {page} had to leave: {type(error).__name__} {error}")


@dataclass(frozen=True)
class Part:
    """An element that is on the page."""

    element: Element
    fragment: str
    run: str  # of the script, that it came in


class PageInBrowser:
    """What a browser has of the app: the elements, the values of its widgets, the address."""

    def __init__(self, page: str) -> None:
        self.name = page
        self.parts: dict[tuple[int, ...], Part] = {}
        self.values: dict[str, WidgetState] = {}
        self.query: dict[str, str] = {}
        self.script = ""
        self.run = ""
        self._known: dict[str, tuple[Delta, int]] = {}  # hash -> a large element, and the run that used it last
        self._runs = 0
        self._kept_runs = 2

    def take(self, message: ForwardMsg) -> str:
        """Take in what the server says; the text of an error, or nothing."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.script = message.new_session.page_script_hash
            self.run = message.metadata.run.script_run_id
            self._kept_runs = message.new_session.config.max_cached_message_age
        elif kind == "navigation":
            self.script = message.navigation.page_script_hash
        elif kind in ("delta", "ref_hash"):
            return self._take_delta(message)
        elif kind == "script_finished":
            return self._finish(message.script_finished)
        elif kind == "page_not_found":
            return "page not found"
        elif kind == "session_event" and message.session_event.HasField("script_compilation_exception"):
            return message.session_event.script_compilation_exception.message
        return ""

    def _take_delta(self, message: ForwardMsg) -> str:
        if message.WhichOneof("type") == "ref_hash":
            if message.ref_hash not in self._known:
                return "the server refers to an element that was not kept"
            delta = self._known[message.ref_hash][0]
            self._known[message.ref_hash] = delta, self._runs
        else:
            delta = message.delta
            if message.metadata.cacheable:
                self._known[message.hash] = delta, self._runs
        place = tuple(message.metadata.delta_path)
        if delta.WhichOneof("type") != "new_element":
            return ""
        for below in [path for path in self.parts if path[: len(place)] == place]:
            del self.parts[below]
        self.parts[place] = Part(delta.new_element, delta.fragment_id, self.run)
        if delta.new_element.WhichOneof("type") == "exception":
            return f"{delta.new_element.exception.type}: {delta.new_element.exception.message}"
        return ""

    def _finish(self, status: int) -> str:
        if status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            return "the page does not compile"
        if status == ForwardMsg.FINISHED_SUCCESSFULLY:
            # What this run did not send is gone, and elements that went unused for some runs are forgotten.
            self.parts = {place: part for place, part in self.parts.items() if part.run == self.run}
            shown = {self._id(part.element) for part in self.parts.values()}
            self.values = {name: value for name, value in self.values.items() if name in shown}
            self.query = dict(json.loads(self.component(ADDRESS).element.bidi_component.json)["query"])
            self._runs += 1
            self._known = {
                name: (delta, used)
                for name, (delta, used) in self._known.items()
                if self._runs - used <= self._kept_runs
            }
        return ""

    @staticmethod
    def _id(element: Element) -> str:
        kind = element.WhichOneof("type")
        return str(getattr(getattr(element, kind), "id", "")) if kind else ""

    def widget(self, kind: str, label: str) -> Part:
        """The widget of that kind that has this label. Raises LookupError where there is none."""
        for part in self.parts.values():
            if part.element.WhichOneof("type") == kind and getattr(part.element, kind).label == label:
                return part
        raise LookupError(f"{self.name} has no {kind} with the label {label!r}")

    def component(self, name: str) -> Part:
        """The component of the app that has this name. Raises LookupError where there is none."""
        for part in self.parts.values():
            if (
                part.element.WhichOneof("type") == "bidi_component"
                and name in part.element.bidi_component.component_name
            ):
                return part
        raise LookupError(f"{self.name} has no component {name}")

    def request(self, fragment: str = "") -> bytes:
        """What a browser sends for the script to run again."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string = urlencode(self.query)
        state.page_script_hash = self.script
        if not self.script:
            state.page_name = self.name
        state.fragment_id = fragment
        state.widget_states.widgets.extend(self.values.values())
        state.cached_message_hashes.extend(self._known)
        state.context_info.locale = "en-US"
        state.context_info.timezone = "UTC"
        state.context_info.timezone_offset = 0
        state.context_info.color_scheme = "light"
        data: bytes = message.SerializeToString()
        return data


class Learner:
    """One of the class: a page that is open, and a hand that does something on it."""

    def __init__(self, page: str, socket: ClientConnection, figures: Figures, chance: random.Random) -> None:
        self.page = PageInBrowser(page)
        self.socket = socket
        self.figures = figures
        self.chance = chance
        self.step = 0
        self.reported = 0
        self.text = ""

    async def ask(self, what: str, fragment: str = "") -> None:
        """Have the script run, and wait until it is done."""
        if self.step:
            self.page.query["step"] = str(self.step)  # the player writes it there
        sent = time.monotonic()
        await self.socket.send(self.page.request(fragment))
        async with asyncio.timeout(GIVE_UP_SECONDS):
            while True:
                data = await self.socket.recv()
                assert isinstance(data, bytes)
                message = ForwardMsg.FromString(data)
                if error := self.page.take(message):
                    self.figures.errors.append(f"{what}: {error}")
                if message.WhichOneof("type") == "script_finished" and message.script_finished in FINISHED:
                    break
        self.figures.waits[what].append(time.monotonic() - sent)

    async def ask_for_other(self, what: str, name: str) -> None:
        """Have the script run, so that a component shows something else."""
        before = self.page.component(name).element
        await self.ask(what)
        if self.page.component(name).element == before:
            self.figures.errors.append(f"{what}: the page shows the same as before")

    async def choose_lesson(self) -> None:
        """Train on something else, of what is shown to choose from. The last is a text of one's own."""
        pills = self.page.widget("button_group", LESSONS).element.button_group
        titles = [option.content for option in pills.options][:-1]
        here = self.page.values.get(pills.id)
        now = here.string_array_value.data if here else pills.raw_values or [titles[place] for place in pills.default]
        value = WidgetState(id=pills.id)
        value.string_array_value.data.append(self.chance.choice([title for title in titles if title not in now]))
        self.set(pills.query_param_key, value, value.string_array_value.data[0])
        self.step = 0
        await self.ask_for_other("another lesson", PLAYER)

    async def paste(self, text: str) -> None:
        """Put a text into Playground's box, another one than there is."""
        box = self.page.widget("text_area", TEXT_BOX).element.text_area
        self.set(box.query_param_key, WidgetState(id=box.id, string_value=text), text)
        await self.ask_for_other("a text pasted", TOKENS)

    def set(self, parameter: str, value: WidgetState, text: str) -> None:
        """Give a widget another value; one that is bound to the address writes itself there."""
        self.page.values[value.id] = value
        if parameter:
            self.page.query[parameter] = text

    async def report_step(self) -> None:
        """Tell the server where the player rests."""
        if self.reported == self.step:
            return
        self.reported = self.step
        part = self.page.component(PLAYER)
        name = part.element.bidi_component.id
        self.page.values[name] = WidgetState(id=name, json_value=json.dumps({"step": self.step}))
        await self.ask("a step reported", part.fragment)

    async def act(self, texts: list[str], *, report_steps: bool) -> None:
        """Do one thing."""
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
        """Do one thing a second."""
        end = time.monotonic() + seconds
        due = time.monotonic() + self.chance.random()
        try:
            while due < end:
                await asyncio.sleep(max(0, due - time.monotonic()))
                due = time.monotonic() + self.chance.uniform(0.5, 1.5)
                await self.act(texts, report_steps=report_steps)
                due = max(due, time.monotonic())
            await (await self.socket.ping())  # who only steps would not notice that nobody listens any more
        except LEAVING as error:
            self.figures.tell_of(error, self.page.name)


async def come_in(number: int, address: str, figures: Figures, sockets: AsyncExitStack) -> Learner | None:
    """Open a page, as every one of a class does at about the same time."""
    chance = random.Random(number)
    page = "playground" if number % 10 == 9 else "train"
    await asyncio.sleep(chance.uniform(0, COME_IN_SECONDS))
    connection = connect(address, subprotocols=[Subprotocol("streamlit")], max_size=None, proxy=None)
    try:
        learner = Learner(page, await sockets.enter_async_context(connection), figures, chance)
        await learner.ask(OPENED)
    except LEAVING as error:
        figures.tell_of(error, page)
        return None
    return learner


def pasted_texts() -> list[str]:
    """Texts as a class pastes them: 100 to 2,700 characters."""
    play = (ROOT / "tests" / "data" / "asyoulik.txt").read_text(encoding="utf-8")
    return [play[start : start + 100 * 3 ** (start % 4)] for start in range(0, 100_000, 1_111)]


def server_usage(process: int) -> tuple[float, float]:
    """The processor seconds and the MB of memory that a process has used. Nothing where the system has no /proc."""
    folder = Path(f"/proc/{process}")
    if not folder.exists():
        return 0.0, 0.0
    times = (folder / "stat").read_text().rpartition(")")[2].split()  # the name before may hold spaces
    pages = int((folder / "statm").read_text().split()[1])
    seconds = sum(map(int, times[11:13])) / os.sysconf("SC_CLK_TCK")
    return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(server: AppServer, options: argparse.Namespace) -> Figures:
    """Let a class come in, and then do what it does."""
    figures = Figures()
    address = f"{server.url.replace('http', 'ws', 1)}/_stcore/stream"
    async with AsyncExitStack() as sockets:
        coming = [come_in(number, address, figures, sockets) for number in range(options.learners)]
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


def main(options: argparse.Namespace) -> int:
    """Measure and print; 1 where there was an error."""
    load = os.getloadavg()[0]
    with running_app() as server:
        figures = asyncio.run(measure(server, options))
        if "Traceback" in server.log():
            figures.errors.append(f"the server's log tells an error:\n{server.log()}")
    print(f"{options.learners} learners, {options.seconds:g} seconds: {figures.actions:,} actions, ", end="")
    print(f"{len(figures.errors)} errors. One action a second would be {options.learners * options.seconds:,.0f}.")
    together = [wait for what, waits in figures.waits.items() if what != OPENED for wait in waits]
    print(f"\n{'waited for the server, ms':28}{'times':>7}{'median':>9}{'95 %':>9}{'max':>9}")
    for what, waits in [*figures.waits.items(), ("all but the opening", together)]:
        if waits:
            median, most = statistics.median(waits), max(waits)
            print(f"{what:28}{len(waits):>7,}{median * 1e3:>9,.0f}{p95(waits) * 1e3:>9,.0f}{most * 1e3:>9,.0f}")
    print(
        f"\nThe server used {figures.processor:.1f} s of a processor, and {figures.memory:,.0f} MB at the end; ", end=""
    )
    print(f"the learners {figures.own_processor:.1f} s.")
    for error in figures.errors[:10]:
        print(f"Error: {error}")
    if together:
        verdict = "met" if p95(together) <= TARGET_SECONDS else "missed"
        print(f"Target, an answer within {TARGET_SECONDS:g} s for 95 of 100: {verdict}.")
    if load > (os.cpu_count() or 1):
        print(f"But others kept this machine busy: a load of {load:.1f} on {os.cpu_count()} processors at the start.")
    return int(bool(figures.errors))


def p95(waits: list[float]) -> float:
    """What 95 of 100 waits are not longer than."""
    return sorted(waits)[math.ceil(0.95 * len(waits)) - 1]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learners", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--report-steps", action="store_true", help="each step is told to the server")
    sys.exit(main(parser.parse_args()))
