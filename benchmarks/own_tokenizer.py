"""What does a tokenizer of one's own cost? Loading the included ones, reading a file beside the library, a check-up.

    python benchmarks/own_tokenizer.py [tokenizer.json] [--browser]

Without a file, it is Qwen 3's as it is written here. Times are the best of several, alternating with the library's, and
the machine's load is printed beside them. Loading is processor time in new processes, without imports. `--browser` also
reads the file with the Python of the site, in a real browser, with Python already started. `benchmarks/compare_ids.py`
compares the ids of Qwen 3 and DeepSeek V3 with the library's.

Targets: 150 ms to load an included tokenizer, 1.5 s to read a file of 11 MB, also in a browser, 20 s for a check-up of
150,000 tokens.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright
from tokenizers import Tokenizer

from benchmarks.site import _Quiet, host, print_line
from bpe_engine import PRETRAINED, load_pretrained
from bpe_engine.checkup import open_subject, run_checks
from bpe_engine.files import read, write
from tools.browser import launch
from ui.components.bundle import bundle
from ui.site.python.build import write_python

LOAD_SECONDS = 0.150
READ_SECONDS = 1.5
CHECK_SECONDS = 20.0
ROUNDS = 5
NAME = "tokenizer.json"

_LOAD = """
import sys, time
from bpe_engine import load_pretrained
began = time.process_time()
load_pretrained(sys.argv[1])
print(time.process_time() - began)
"""

_READ = """async (rounds) => {
    const { Python } = await import("./benchmark.js");
    const python = new Python(new URL("python/", location.href));
    const task = { page: "encode", query: {}, lang: "en" };
    let began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    await python.run({ ...task, page: "decode", query: { ids: "x" } });
    const found = [seconds()];
    const files = [new File([await (await fetch("tokenizer.json")).blob()], "tokenizer.json")];
    for (let round = 1; round <= rounds; round += 1) {
        began = performance.now();
        const { error } = await python.run({ ...task, open: true, opened: String(round) }, { files });
        if (error) throw new Error(error.message);
        found.push(seconds());
    }
    python.end();
    return found;
}"""


def seconds_of(work: Callable[[], object]) -> float:
    """Return the seconds that something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def print_loading() -> None:
    """Print how long each included tokenizer takes to load."""
    for name in PRETRAINED:
        runs = [
            subprocess.run([sys.executable, "-c", _LOAD, name], capture_output=True, check=True, text=True, cwd=ROOT)
            for _ in range(ROUNDS)
        ]
        print_line(f"Loading {name}", min(float(run.stdout) for run in runs), "s", LOAD_SECONDS)


def print_reading(file: str, data: bytes) -> None:
    """Print how long reading takes here, where the library is asked too, without it, and in the library."""
    jobs: dict[str, Callable[[], object]] = {
        "Reading the file, ids compared with the library's": lambda: read({file: data}),
        "  without the library": lambda: read({file: data}, with_library=False),
        "  by the library": lambda: Tokenizer.from_buffer(data),
    }
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(ROUNDS):
        for title, work in jobs.items():
            best[title] = min(best[title], seconds_of(work))
    for title, seconds in best.items():
        print_line(title, seconds, "s", None if title.endswith("by the library") else READ_SECONDS)
    here, _, library = best.values()
    print_line("  times the library's", here / library, "")


def print_checkup(file: str, data: bytes) -> None:
    """Print how long a check-up takes."""
    subject = open_subject({file: data})
    began = time.process_time()
    seconds = seconds_of(lambda: [*run_checks(subject)])
    print_line(f"A check-up of {subject.tokenizer.vocab_size:,} tokens", seconds, "s", CHECK_SECONDS)
    print_line("  processor time", time.process_time() - began, "s")


def print_browser(data: bytes) -> None:
    """Print how long the site's Python takes to start and to read the file."""
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(made)
        write_python(folder / "python")
        (folder / "benchmark.html").write_text("<!doctype html><title>Benchmark</title>", encoding="utf-8")
        script = f"{bundle('site/python/python.js')}\nexport {{ Python }};\n"
        (folder / "benchmark.js").write_text(script, encoding="utf-8")
        (folder / "tokenizer.json").write_bytes(data)
        with host(folder, _Quiet) as site:
            page = launch(playwright, is_measured=True).new_page()
            page.goto(f"{site}benchmark.html")
            page.set_default_timeout(0)
            start, *reading = page.evaluate(_READ, ROUNDS)
    print_line("In the browser: Python's start", start, "s")
    print_line("  the first reading", reading[0], "s", READ_SECONDS)
    print_line("  the best of the others", min(reading[1:]), "s", READ_SECONDS)


def main() -> None:
    """Print all measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, help="a tokenizer.json, such as Qwen's")
    parser.add_argument("--browser", action="store_true", help="read it in a browser too")
    options = parser.parse_args()
    data = options.file.read_bytes() if options.file else write(load_pretrained("qwen3"), NAME)[NAME]
    print(f"Load average: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print_loading()
    print_reading(NAME, data)
    print_checkup(NAME, data)
    if options.browser:
        print_browser(data)
    print(f"Load average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
