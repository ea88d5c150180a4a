"""The functions that the worker in the browser calls. Tasks and answers are JSON strings."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from ui.site.python.tasks import BrowserWorker
from ui.site.python.tasks import vocabularies as needed

REPORT_SECONDS = 0.1
"""Least number of seconds between two progress reports."""

_browser = BrowserWorker()


def vocabularies(task: str) -> str:
    """Return the names of the vocabularies that a task needs, as a JSON list."""
    return json.dumps(needed(json.loads(task)))


def give_files(names: str, folder: str, pattern: str) -> None:
    """Take files of the reader's own: their names as a JSON list; in the folder, they are numbered from 0."""
    files = {name: Path(folder, str(number)).read_bytes() for number, name in enumerate(json.loads(names))}
    _browser.give_files(files, pattern)


def run(task: str, report: Callable[[str, float, str], object]) -> str:
    """Run a task and return its answer as JSON."""
    last = 0.0

    def report_rarely(phase: str, share: float, message: str) -> None:
        nonlocal last
        if time.monotonic() - last >= REPORT_SECONDS:
            last = time.monotonic()
            report(phase, share, message)

    return answer_text(_browser.run(json.loads(task), report_rarely))


def answer_text(answer: object) -> str:
    """Return an answer as JSON. Equal answers give equal strings."""
    return json.dumps(answer, separators=(",", ":"))
