"""Is memory returned after learners leave? Opens and abandons sessions, and watches the server.

    python benchmarks/memory.py [--sessions 300] [--tokenizers 40] [--at-once 2] [--wait 200]

Each session opens a few pages and leaves. Each tokenizer is a different file of nearly 200,000 tokens, which is opened
on the Tokenizer files page, searched in Vocabulary, shown in Playground, exported and abandoned. Streamlit keeps a
session for two minutes after its connection closed, so there is a wait after each of the two.

Target: within 100 MB of where the server was after one visitor of each kind.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


from bpe_engine.vocabularies.pretrained import official_file
from tools.app_server import AppServer, running_app
from tools.simulated_visitor import Visitor, connection

TARGET = 100.0  # MB
PAGES = ("train", "playground", "files", "compare", "vocabulary")
UPLOADER = "A minbpe .model"


def megabytes(process: int) -> float:
    """Return the private memory of a process, in MB: neither on disk nor shared with others."""
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Private_Dirty"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the system does not tell the memory of a process")


class Errors(list[str]):
    """Errors, printed at the end."""


Visit = Callable[[AppServer, int, Errors], Awaitable[None]]


async def open_and_leave(server: AppServer, number: int, errors: Errors) -> None:
    """Open a page in a new session, go to another, and leave."""
    async with connection(server.url) as socket:
        visitor = Visitor(PAGES[number % len(PAGES)], socket, server.url)
        errors += await visitor.run()
        visitor.page.go_to(PAGES[(number + 1) % len(PAGES)])
        errors += await visitor.run()


async def open_tokenizer(server: AppServer, number: int, errors: Errors) -> None:
    """Open a tokenizer in a new session, use it on several pages, and leave."""
    lines = official_file("o200k_base").splitlines(keepends=True)
    data = b"".join(lines[: len(lines) - number - 1])  # without its last tokens, so that each file is different
    async with connection(server.url) as socket:
        visitor = Visitor("files", socket, server.url)
        errors += await visitor.run()
        label = next(
            part.element.file_uploader.label
            for part in visitor.page.widgets("file_uploader")
            if part.element.file_uploader.label.startswith(UPLOADER)
        )
        await visitor.upload(label, f"own-{number}.tiktoken", data)
        errors += await visitor.run()
        for name, query in (
            ("files", {"of": "opened", "as": "tiktoken"}),
            ("vocabulary", {"of": "opened", "by": "regex", "matching": f"^a.*{number % 10}"}),
            ("vocabulary", {"of": "opened", "by": "script"}),
            ("playground", {"first": "opened", "sample": f"A text of one's own, number {number}."}),
        ):
            visitor.page.go_to(name)
            visitor.page.query = query
            visitor.page.values = {}
            errors += await visitor.run()
            if name == "vocabulary":
                selects = [part.element.selectbox for part in visitor.page.widgets("selectbox")]
                if not any("opened" in str(box) for box in selects):
                    errors.append("the tokenizer that was opened is not there")


async def visit_all(visit: Visit, server: AppServer, count: int, at_once: int, errors: Errors) -> None:
    """Run `count` visits, up to `at_once` of them in parallel."""
    room = asyncio.Semaphore(at_once)

    async def visit_once(number: int) -> None:
        async with room:
            try:
                await visit(server, number, errors)
            except Exception as error:
                errors.append(f"a visitor had to leave: {type(error).__name__} {error}")

    await asyncio.gather(*map(visit_once, range(count)))


def main(options: argparse.Namespace) -> int:
    """Measure and print; return 1 if the target was missed or there was an error."""
    errors = Errors()
    with running_app() as server:

        def report_memory(label: str) -> float:
            megabytes_now = megabytes(server.process_id)
            print(f"{megabytes_now:8,.0f} MB {label}", flush=True)
            return megabytes_now

        report_memory("at the start")
        asyncio.run(visit_all(open_and_leave, server, len(PAGES), 1, errors))
        asyncio.run(visit_all(open_tokenizer, server, 1, 1, errors))
        time.sleep(options.wait)
        before = report_memory("after one visitor of each kind")
        measured = [before]
        for label, count, name in (
            (open_and_leave, options.sessions, "sessions"),
            (open_tokenizer, options.tokenizers, "tokenizers"),
        ):
            started = time.monotonic()
            asyncio.run(visit_all(label, server, count, options.at_once, errors))
            report_memory(f"when the last of {count} {name} has left, after {time.monotonic() - started:.0f} s")
            time.sleep(options.wait)
            measured.append(report_memory(f"{options.wait} s later"))
        if "Traceback" in server.log():
            errors.append(f"the server's log tells an error:\n{server.log()}")
    for error in errors[:10]:
        print(f"Error: {error}")
    grown = max(measured) - before
    print(f"Target, within {TARGET:g} MB: {'met' if grown <= TARGET else 'missed'} ({grown:+,.0f} MB).")
    return int(bool(errors) or grown > TARGET)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=300)
    parser.add_argument("--tokenizers", type=int, default=40)
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--wait", type=int, default=200, help="seconds")
    sys.exit(main(parser.parse_args()))
