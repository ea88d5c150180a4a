"""What the worker in the browser calls: tasks and answers go over as texts in JSON."""

import json
import time
from collections.abc import Callable

from ui.site.python.tasks import BrowserWorker
from ui.site.python.tasks import vocabularies as needed

TELL_SECONDS = 0.1
"""How often a long training tells how far it is, at most."""

_browser = BrowserWorker()


def vocabularies(task: str) -> str:
    """The names of the vocabularies that a task needs, as a list."""
    return json.dumps(needed(json.loads(task)))


def run(task: str, tell: Callable[[str, float, str], object]) -> str:
    """Do a task; its answer."""
    last = 0.0

    def now_and_then(phase: str, share: float, said: str) -> None:
        nonlocal last
        if time.monotonic() - last >= TELL_SECONDS:
            last = time.monotonic()
            tell(phase, share, said)

    return answer_text(_browser.run(json.loads(task), now_and_then))


def answer_text(answer: object) -> str:
    """An answer as JSON: the same text for the same answer."""
    return json.dumps(answer, separators=(",", ":"))
