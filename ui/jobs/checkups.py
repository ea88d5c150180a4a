"""The check-up of a tokenizer, in a process of its own: it takes seconds for a large vocabulary."""

import time
from collections.abc import Callable
from concurrent.futures import CancelledError, wait
from typing import NamedTuple

from bpe_engine import EngineError, load_pretrained
from bpe_engine.checkup import Result, Subject, run_checks
from ui.jobs import uploaded_files
from ui.jobs.process_pool import ProcessDiedError
from ui.jobs.uploaded_files import MEMORY, QueueCallback, long_call, slow_turn

POLL_INTERVAL = 0.2  # seconds between reports

Order = tuple[str, Subject | None, str]
"""What to check and what to compare it with: the name of an included tokenizer, or a name and its subject; and the name
of another included one, or nothing."""

_included: dict[Order, list[Result]] = {}  # of tokenizers that never change: a class asks for the same one


class Progress(NamedTuple):
    """How far a check-up is: the share of the work that is done, and the results so far."""

    share: float
    done: tuple[Result, ...] = ()


def check_in_worker(
    order: Order, report_queue: QueueCallback, report_progress: Callable[[Progress], object]
) -> list[Result]:
    """Return the results of a check-up.

    `report_queue` is called while others are before it, and `report_progress` afterwards. If one of them raises, the
    check-up ends. Raises EngineError if it takes too much time or memory.
    """
    last = Progress(0.0)

    def report(progress: Progress) -> None:
        nonlocal last
        last = progress

    if finished := _included.get(order):
        return finished
    with slow_turn(report_queue):
        if finished := _included.get(order):  # by someone before it in the queue
            return finished
        try:
            with long_call(report, _check, order) as result:
                while not wait([result], POLL_INTERVAL).done:
                    report_progress(last)
                results = result.result()
        except (CancelledError, ProcessDiedError, MemoryError):
            raise EngineError(
                "The check-up of {name} takes more than {seconds} seconds, or more than {memory} GB of memory. Run it "
                "on a computer of your own: bpe-lab check FILE.",
                name=order[0],
                seconds=uploaded_files.SECONDS,
                memory=MEMORY // 2**30,
            ) from None
    if order[1] is None:
        _included[order] = results
    return results


# In a worker:


def _check(report: Callable[[Progress], object], order: Order) -> list[Result]:
    name, files, compared = order
    subject = files or Subject(load_pretrained(name), name)
    if compared:
        subject.against, subject.against_name = load_pretrained(compared), compared
    results: list[Result] = []
    reported_at = time.monotonic()

    def now_and_then(share: float) -> None:
        nonlocal reported_at
        if time.monotonic() - reported_at > POLL_INTERVAL:
            reported_at = time.monotonic()
            report(Progress(share, tuple(results)))

    results.extend(run_checks(subject, now_and_then))
    return results
