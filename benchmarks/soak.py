"""Does a server stay healthy? Learners use all pages for ten minutes, while a worker and the server are killed.

    python benchmarks/soak.py [--minutes 10] [--learners 15]

Each learner opens a page, uses its widgets, goes to other pages and leaves after about a minute; another one comes.
Two of them train on long texts, in workers, and one opens tokenizers from files. Requests that fail while the server is
down are repeated when it is back, as by a browser.

Targets: no errors, flat memory after the third minute, and all file descriptors returned when everyone has left.
"""

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import psutil
from streamlit.proto.WidgetStates_pb2 import WidgetState

from bpe_engine.vocabularies.pretrained import official_file
from tools.app_server import AppServer, running_app
from tools.simulated_visitor import DISCONNECT_ERRORS, Visitor, connection
from ui.pages.registry import PAGES

WORKER_KILLED = 0.05  # of the time
SERVER_KILLED = 0.1  # early, so that the new server's caches are filled before memory is watched
MEMORY_FROM = 0.3  # from the third of ten minutes on
MOST_GROWTH = 1.10
LINKS = 3  # most descriptors per worker
LEFT_SECONDS = 150  # after which the server has forgotten sessions that left
STAYS = (30.0, 90.0)  # seconds that a learner stays
THINKS = (0.3, 3.0)  # seconds between actions


@dataclass
class SoakResult:
    """The actions of all learners, their waiting times and errors."""

    done: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    reconnected: int = 0
    usage: list[tuple[float, float, float, int]] = field(default_factory=list)  # seconds, then the values of `usage`


@dataclass
class SoakRun:
    """The state that all learners share."""

    server: AppServer
    end: float
    figures: SoakResult
    texts: list[str]
    novel: str
    files: list[tuple[str, bytes]]
    starts: int = 1  # of the server
    here: asyncio.Event = field(default_factory=asyncio.Event)  # set while the server is running


class Learner(Visitor):
    """A learner who uses whatever a page offers."""

    chance: random.Random
    stage: SoakRun

    def choose_something(self) -> str:
        """Change a random widget of the page; return what was done."""
        page, chance = self.page, self.chance
        kinds = ("button_group", "checkbox", "selectbox", "radio", "number_input", "text_area", "text_input", "button")
        widgets = [(kind, part.element) for kind in kinds for part in page.widgets(kind)]
        widgets = [(kind, getattr(element, kind)) for kind, element in widgets]
        widgets = [(kind, widget) for kind, widget in widgets if not widget.disabled]
        if not widgets:
            return "nothing to choose"
        kind, widget = chance.choice(widgets)
        if kind == "button_group":
            widget = widget if widget.id else widget.button_group
        value = WidgetState(id=widget.id)
        if kind == "button_group":
            value.string_array_value.data.append(chance.choice([option.content for option in widget.options]))
        elif kind == "checkbox":
            before = page.values.get(widget.id)
            value.bool_value = not (before.bool_value if before else widget.default)
        elif kind in ("selectbox", "radio"):
            value.string_value = chance.choice(list(widget.options))
        elif kind == "number_input":
            lowest = widget.min if widget.has_min else 0
            value.double_value = chance.randint(int(lowest), int(min(widget.max, lowest + 400)))
        elif kind in ("text_area", "text_input"):
            text = chance.choice(self.stage.texts)
            value.string_value = text if kind == "text_area" else text[:20]
        else:
            value.trigger_value = True
        page.set(value)
        return kind


async def visit(stage: SoakRun, number: int, chance: random.Random) -> None:
    """Run one visit of a learner."""
    figures = stage.figures
    leave = min(stage.end, time.monotonic() + chance.uniform(*STAYS))
    session, before = "", None
    name = ("train", "train", "files")[number] if number < 3 else chance.choice(list(PAGES))
    while time.monotonic() < leave:
        starts = stage.starts
        try:
            async with connection(stage.server.url, session) as socket:
                learner = Learner(name, socket, stage.server.url)
                learner.chance, learner.stage = chance, stage
                if before is not None:  # like a browser that reconnects: the page as it was
                    learner.page.query = before.page.query
                    figures.reconnected += 1
                before = learner
                await perform(learner, "page opened", figures)
                while time.monotonic() < leave:
                    await asyncio.sleep(chance.uniform(*THINKS))
                    await perform(learner, await next_thing(learner, number), figures)
                    name, session = learner.page.name, learner.session
                return
        except DISCONNECT_ERRORS as error:
            if isinstance(error, LookupError) or (stage.starts == starts and stage.here.is_set()):
                figures.errors.append(f"a learner on {name} had to leave: {type(error).__name__} {error}")
                return
            await stage.here.wait()


async def next_thing(learner: Learner, number: int) -> str:
    """Prepare a learner's next action; return its name."""
    page, chance = learner.page, learner.chance
    if number < 2 and page.name == "train":
        return train_on_a_long_text(learner)
    if number == 2 and page.name == "files" and chance.random() < 0.4:
        file = chance.choice(learner.stage.files)
        label = page.widgets("file_uploader")[0].element.file_uploader.label
        await learner.upload(label, *file)
        return "a file opened"
    if number > 2 and chance.random() < 0.15:
        page.go_to(chance.choice(list(PAGES)))
        return "another page"
    return learner.choose_something()


def train_on_a_long_text(learner: Learner) -> str:
    """Train on a text that takes a worker some seconds, a different one each time."""
    page = learner.page
    lessons = page.widgets("button_group")[0].element.button_group
    own = lessons.options[-1].content
    boxes = page.widgets("text_area")
    if not boxes:
        value = WidgetState(id=lessons.id)
        value.string_array_value.data.append(own)
        page.set(value)
        return "own text chosen"
    start = learner.chance.randrange(400_000)
    text = learner.stage.novel[start : start + 200_000]
    page.set(WidgetState(id=boxes[0].element.text_area.id, string_value=text))
    return "a long text trained on"


async def perform(learner: Learner, action: str, figures: SoakResult) -> None:
    """Run the page, and record the result."""
    start = time.monotonic()
    figures.errors += [f"{action} on {learner.page.name}: {wrong}" for wrong in await learner.run()]
    figures.waits.append(time.monotonic() - start)
    figures.done[action] += 1
    learner.page.values = {name: value for name, value in learner.page.values.items() if not value.trigger_value}


async def run_learners(stage: SoakRun, number: int) -> None:
    """Run one learner after the other."""
    chance = random.Random(number)
    await asyncio.sleep(chance.uniform(0, 5))
    while time.monotonic() < stage.end:
        await visit(stage, number, chance)


async def kill(stage: SoakRun, seconds: float) -> None:
    """Kill a worker, later the server, and restart the server."""
    await asyncio.sleep(seconds * WORKER_KILLED)
    worker = await busy_worker(stage.server)
    print(f"Killed a worker that had used {worker.cpu_times().user:.1f} s.", flush=True)
    worker.kill()
    await asyncio.sleep(seconds * (SERVER_KILLED - WORKER_KILLED))
    workers = workers_of(stage.server)
    stage.here.clear()
    stage.server.kill()
    await asyncio.sleep(3)
    _gone, left = psutil.wait_procs(workers, timeout=10)
    if left:
        stage.figures.errors.append(f"{len(left)} processes of the server that was killed go on")
    await asyncio.to_thread(stage.server.start)
    stage.starts += 1
    stage.here.set()
    print(f"Killed the server and its {len(workers)} processes ended; started it again.", flush=True)


async def busy_worker(server: AppServer) -> psutil.Process:
    """Return a worker process of the server that is busy."""
    while True:
        before = {worker: worker.cpu_times().user for worker in workers_of(server)}
        await asyncio.sleep(0.5)
        for worker in workers_of(server):
            if worker in before and worker.cpu_times().user - before[worker] > 0.1:
                return worker


def workers_of(server: AppServer) -> list[psutil.Process]:
    """Return all processes below the server."""
    return psutil.Process(server.process_id).children(recursive=True)


async def watch(stage: SoakRun) -> None:
    """Record the usage every five seconds."""
    began = time.monotonic()
    while time.monotonic() < stage.end:
        if stage.here.is_set():
            stage.figures.usage.append((time.monotonic() - began, *usage(stage.server)))
            if len(stage.figures.usage) % 12 == 0:
                errors = stage.figures.errors
                print(f"{stage.figures.done.total():,} actions, {len(errors)} errors.", *errors[-1:], flush=True)
        await asyncio.sleep(5)


def usage(server: AppServer) -> tuple[float, float, int]:
    """Return the MB of the server, the MB of its workers, and its open descriptors except those to workers."""
    process = psutil.Process(server.process_id)
    workers = 0.0
    links = 0
    for worker in process.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            workers += worker.memory_info().rss / 1e6
            links += LINKS
    return process.memory_info().rss / 1e6, workers, process.num_fds() - links


def tokenizer_files() -> list[tuple[str, bytes]]:
    """Return different vocabularies of about 90,000 tokens."""
    ranks = official_file("cl100k_base").splitlines(keepends=True)
    return [(f"{number}.tiktoken", b"".join(ranks[: 90_000 + number])) for number in range(6)]


async def soak(server: AppServer, options: argparse.Namespace) -> SoakResult:
    """Let learners come and go, and finally all leave."""
    seconds = options.minutes * 60
    novel = (ROOT / "tests" / "data" / "moby_dick.txt").read_text(encoding="utf-8")
    texts = [novel[start : start + 30 * 4 ** (start % 5)] for start in range(0, 300_000, 3_001)]
    figures = SoakResult()
    stage = SoakRun(server, time.monotonic() + seconds, figures, texts, novel, tokenizer_files())
    stage.here.set()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(watch(stage))
        tasks.create_task(kill(stage, seconds))
        for number in range(options.learners):
            tasks.create_task(run_learners(stage, number))
    return figures


def main(options: argparse.Namespace) -> int:
    """Run the soak test and print the results; return 1 if a target was missed."""
    with running_app() as server:
        before = usage(server)
        figures = asyncio.run(soak(server, options))
        print(f"All have left. The server forgets them within {LEFT_SECONDS} s.", flush=True)
        time.sleep(LEFT_SECONDS)
        after = usage(server)
        if "Traceback" in server.log():
            figures.errors.append(f"the server's log tells an error:\n{server.log()[-3000:]}")
    actions = ", ".join(f"{target} {count:,}" for target, count in figures.done.most_common())
    print(f"{options.learners} learners, {options.minutes:g} minutes, {figures.done.total():,} actions: {actions}.")
    waits = sorted(figures.waits)
    print(f"Waited for the server: median {statistics.median(waits) * 1e3:,.0f} ms, ", end="")
    print(f"95 % {waits[int(len(waits) * 0.95)] * 1e3:,.0f} ms, longest {waits[-1] * 1e3:,.0f} ms. ", end="")
    print(f"{figures.reconnected} came back after the server was killed.")
    print(f"\n{'minute':>8}{'server MB':>12}{'workers MB':>12}{'descriptors':>13}")
    for minute in range(options.minutes + 1):
        samples = [at for at in figures.usage if minute * 60 <= at[0] < minute * 60 + 60]
        if samples:
            middle = [statistics.median(column) for column in list(zip(*samples, strict=True))[1:]]
            print(
                f"{minute:>8}"
                + "".join(f"{value:>{width},.0f}" for value, width in zip(middle, (12, 12, 13), strict=True))
            )
    print(f"{'before':>8}{before[0]:>12,.0f}{before[1]:>12,.0f}{before[2]:>13,}")
    print(f"{'after':>8}{after[0]:>12,.0f}{after[1]:>12,.0f}{after[2]:>13,}")
    verdicts = judge(figures, before, after, options.minutes * 60)
    for error in figures.errors[:10]:
        print(f"Error: {error}")
    for target, is_met in verdicts.items():
        print(f"{target}: {'met' if is_met else 'missed'}.")
    return int(not all(verdicts.values()))


def judge(
    figures: SoakResult, before: tuple[float, float, int], after: tuple[float, float, int], seconds: float
) -> dict[str, bool]:
    """Return each target and whether it was met."""
    steady = [at[1] for at in figures.usage if at[0] > seconds * MEMORY_FROM]
    third = len(steady) // 3
    growth = statistics.median(steady[-third:]) / statistics.median(steady[:third])
    return {
        f"No error ({len(figures.errors)})": not figures.errors,
        f"Memory flat after the third minute (the last third of it is {growth:.2f} of the first)": growth
        <= MOST_GROWTH,
        f"Descriptors back where they were ({before[2]}, then {after[2]})": after[2] <= before[2] + 12,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--learners", type=int, default=15)
    sys.exit(main(parser.parse_args()))
