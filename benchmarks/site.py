"""What does a visit to the site cost? Bytes of each page and of Python, and the time until a reader's text is shown.

    python benchmarks/site.py [--folder site] [--no-slow]

`--folder` names a site built earlier (`make site`). Times are from a real browser, from the task to the answer on the
page. Cold: an empty cache, at 10 Mbit/s. Warm: Python is running.

Targets: 250 kB for a page with a prepared lesson, compressed; a text of 10 kB within 1 s warm and 12 s cold.
"""

import argparse
import gzip
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright

from bpe_engine import load_pretrained
from tools.app_server import HOST
from tools.browser import launch
from ui.components.bundle import bundle
from ui.site.build import write
from ui.site.python.tasks import BrowserWorker as Python

PAGE_BYTES = 250_000
WARM_SECONDS = 1.0
COLD_SECONDS = 12.0
LINE = 10_000_000 / 8  # bytes a second
PIECE = 16_384  # bytes sent at once; all requests share the connection

# In the page: run tasks in a new Python, and return the seconds of each.
_RUN = """async (tasks) => {
    const { Python } = await import("./benchmark.js");
    const python = new Python(new URL("python/", location.href));
    const seconds = [];
    for (const task of tasks) {
        const began = performance.now();
        const answer = await python.run(task);
        if (answer.error) throw new Error(answer.error.message);
        seconds.push((performance.now() - began) / 1000);
    }
    python.end();
    return seconds;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        pass


class _SlowHandler(_Quiet):
    """A connection of 10 Mbit/s that all requests share."""

    line = Lock()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while piece := source.read(PIECE):
            with self.line:
                time.sleep(len(piece) / LINE)
            outputfile.write(piece)


@contextmanager
def host(folder: Path, handler: type[_Quiet]) -> Iterator[str]:
    """Serve a folder; yields the address."""
    handler_class = type("_Handler", (handler,), {})
    handler_class.extensions_map = {**handler.extensions_map, ".mjs": "text/javascript"}  # type: ignore[attr-defined]  # of a class created here
    with ThreadingHTTPServer((HOST, 0), lambda *args: handler_class(*args, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_port}/"
        server.shutdown()


def compressed_size(path: Path) -> int:
    """Return the size of a file as sent by a host that compresses text."""
    content = path.read_bytes()
    return (
        len(gzip.compress(content, 6))
        if path.suffix in (".html", ".js", ".mjs", ".css", ".json", ".svg")
        else len(content)
    )


def sample_text(size: int) -> str:
    """Return a text of that many bytes, with realistic words."""
    words = re.findall(r"\S+", Path(ROOT / "README.md").read_text("utf-8"))
    text = " ".join(f"{word}{at % 997 or ''}" for at, word in enumerate(words * (size // 4_000 + 1)))
    return text.encode()[:size].decode("utf-8", "ignore")


def train(text: str, **query: str) -> dict[str, Any]:
    """Return the task to train on a text."""
    return {"page": "train", "lang": "en", "query": {"scenario": "text", "text": text, **query}}


def playground(text: str, tokenizer: str) -> dict[str, Any]:
    """Return the task to find a text's tokens."""
    return {"page": "playground", "lang": "en", "query": {"sample": text, "first": tokenizer}}


def print_line(title: str, value: float, unit: str, target: float | None = None) -> None:
    """Print a line of results, with its target if it has one."""
    target_note = "" if target is None else f"   (target {target:g}{'' if value <= target else ', MISSED'})"
    print(f"{title:<62}{value:>9.2f} {unit}{target_note}")


def print_sizes(folder: Path) -> None:
    """Print the sizes of Python and of the vocabularies."""
    files = json.loads((folder / "python" / "files.json").read_text("utf-8"))
    core = [file for name, file in files.items() if name.startswith("pyodide/")]
    print_line("Python itself, as it is stored", sum(file["bytes"] for file in core) / 1e6, "MB")
    print_line(
        "  as a host sends it that compresses",
        sum(compressed_size(folder / "python" / file["path"]) for file in core) / 1e6,
        "MB",
    )
    print_line("The engine, the app's modules, Babel, catalogs", files["lab.zip"]["bytes"] / 1e6, "MB")
    for name, file in files.items():
        if name.startswith("vocabularies/"):
            print_line(f"  {name}", file["bytes"] / 1e6, "MB")
    print_line("The whole site", sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6, "MB")


def print_pages(browser: Browser, folder: Path) -> None:
    """Print the bytes of each page on a first visit, without what is cached for later visits."""
    pages = sorted({path.stem for path in folder.glob("*.html")} - {"benchmark"})
    pages += sorted(path.parent.name for path in folder.glob("*/index.html"))
    with host(folder, _Quiet) as site:
        for name in pages:
            context = browser.new_context(service_workers="block")
            page = context.new_page()
            urls: set[str] = set()
            page.on("request", lambda request, urls=urls: urls.add(request.url.partition("?")[0].partition("#")[0]))
            file = folder / f"{name}.html"
            page.goto(f"{site}{name}.html" if file.is_file() else f"{site}{name}/", wait_until="networkidle")
            paths = [folder / url.removeprefix(site) for url in urls if url.startswith(site)]
            whole = [path / "index.html" if path.is_dir() else path for path in paths]
            print_line(
                f"Page {name}",
                sum(compressed_size(path) for path in whole if path.is_file()) / 1e3,
                "kB",
                PAGE_BYTES / 1e3,
            )
            context.close()


def seconds_in(browser: Browser, folder: Path, handler: type[_Quiet], tasks: list[dict[str, Any]]) -> list[float]:
    """Return the seconds that a new Python in the browser takes for each task."""
    with host(folder, handler) as site:
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.goto(f"{site}benchmark.html")
        page.set_default_timeout(0)
        times: list[float] = page.evaluate(_RUN, tasks)
        context.close()
    return times


def seconds_here(task: dict[str, Any]) -> float:
    """Return the seconds that Python on this machine takes for the task."""
    python = Python()
    began = time.perf_counter()
    python.run(task)
    return time.perf_counter() - began


def print_times(browser: Browser, folder: Path, *, slow: bool) -> None:
    """Print the times until a reader's own text is shown."""
    ten, large = sample_text(10_000), sample_text(130_000)
    tasks = [
        ("A text of 10 kB, Python's start among it", train(ten), None),
        ("  another one, warm", train(f"Another. {ten}"), WARM_SECONDS),
        ("A text of 130 kB, 3,000 tokens", train(large, vocab="3000"), None),
        ("10 kB in cl100k, its vocabulary fetched and loaded", playground(ten, "cl100k_base"), None),
        ("  another one, warm", playground(f"Another. {ten}", "cl100k_base"), WARM_SECONDS),
        ("130 kB in cl100k", playground(large, "cl100k_base"), None),
    ]
    times = seconds_in(browser, folder, _Quiet, [task for _title, task, _target in tasks])
    for (title, task, target), seconds in zip(tasks, times, strict=True):
        print_line(title, seconds, "s", target)
        if "130" in title:
            print_line("  here", seconds_here(task), "s")
    if slow:
        print_line(
            "Cold, 10 Mbit/s: a text of 10 kB",
            seconds_in(browser, folder, _SlowHandler, [train(ten)])[0],
            "s",
            COLD_SECONDS,
        )


def main() -> None:
    """Print all measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="a site built earlier")
    parser.add_argument("--no-slow", action="store_true", help="leave out the slow connection")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = options.folder or Path(made) / "site"
        if not options.folder:
            began = time.perf_counter()
            write(folder, python=True)
            print_line("The site is made", time.perf_counter() - began, "s")
        (folder / "benchmark.html").write_text("<!doctype html><title>Benchmark</title>", encoding="utf-8")
        (folder / "benchmark.js").write_text(
            f"{bundle('site/python/python.js')}\nexport {{ Python }};\n", encoding="utf-8"
        )
        load_pretrained("cl100k_base")
        try:
            browser = launch(playwright, is_measured=True)
            print_sizes(folder)
            print_pages(browser, folder)
            print_times(browser, folder, slow=not options.no_slow)
        finally:
            (folder / "benchmark.html").unlink()
            (folder / "benchmark.js").unlink()


if __name__ == "__main__":
    main()
