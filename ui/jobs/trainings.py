"""The trainings that sessions ask for: each is made once, shared, and kept while there is room.

A short one is made at once. A long one is made by a worker process, so that no page waits for it:
a bounded pool, and a queue that says where one stands.
"""

import atexit
import shutil
import tempfile
import threading
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from pathlib import Path
from typing import TypeVar

from bpe_engine import EngineError
from ui.algorithms import ALGORITHMS
from ui.jobs import work
from ui.jobs.chart_files import ChartFile, chart_file
from ui.jobs.finished import FinishedTraining, HeldTraining, StoredTraining
from ui.jobs.job import CancelledError, Job, Progress, train_to_file
from ui.jobs.pool import Pool
from ui.tasks.settings import Task

T = TypeVar("T")

WORKERS = 2  # that train
READERS = 1  # that answer for trainings that were made by workers
LONGEST_QUEUE = 40
HELD = 100
STORED = 24


class Trainings:
    """All trainings of this server."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="bpe-lab-"))
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        self._workers = Pool(WORKERS)
        self._readers = Pool(READERS)
        self._held: OrderedDict[str, HeldTraining] = OrderedDict()
        self._stored: OrderedDict[str, StoredTraining] = OrderedDict()
        self._jobs: OrderedDict[str, Job] = OrderedDict()  # the queue
        self._lock = threading.Lock()
        self._numbers = count()

    def get(self, task: Task) -> FinishedTraining | Job:
        """The training, or the job that is making it.

        Raises EngineError where it cannot be made.
        """
        key = task.key
        with self._lock:
            for kept in (self._held, self._stored):
                if key in kept:
                    kept.move_to_end(key)
                    return kept[key]
        if task.source.size <= ALGORITHMS[task.settings.algorithm].short:
            held = HeldTraining(key, work.make(task))
            with self._lock:
                _keep(self._held, key, held, HELD)
            return held
        job = self._job(task, key)
        try:
            return self.finished(job) or job
        except CancelledError:
            return job  # just now, by another learner with the same task

    def _job(self, task: Task, key: str) -> Job:
        """The job for a task, a new one where none is on its way."""
        with self._lock:
            if key in self._jobs:
                return self._jobs[key]
            if len(self._jobs) >= LONGEST_QUEUE:
                raise EngineError(
                    "{count} long trainings are waiting already, which is all that this server takes. "
                    "Try again in a minute, or use a text of up to {short:,} characters, which needs no waiting.",
                    count=len(self._jobs),
                    short=ALGORITHMS[task.settings.algorithm].short,
                )
            # Files of its own: one that was called off may still be ending, though it has the same task.
            path = self._folder / f"{key}.{next(self._numbers)}.training"
            job = self._jobs[key] = Job(key, path, self._workers.submit(train_to_file, task, path))
        # The page that asked may be gone by then.
        job.future.add_done_callback(lambda _future: self._settle(job))
        return job

    def finished(self, job: Job) -> FinishedTraining | None:
        """The training that a job has made; None while it is on its way.

        Raises EngineError where it could not be made, and CancelledError.
        """
        if not job.future.done():
            return None
        self._settle(job)
        if job.future.cancelled():
            raise CancelledError
        try:
            job.future.result()
        except BrokenProcessPool:
            raise EngineError(
                "The training was ended by the system, most likely for want of memory. "
                "Choose a shorter text or a smaller vocabulary."
            ) from None
        return job.stored

    def _settle(self, job: Job) -> None:
        """Take a job that is done out of the queue, and keep what it made."""
        with self._lock:
            self._leave_queue(job)
            job.clear()
            if job.stored or job.future.cancelled() or job.future.exception():
                return
            job.stored = StoredTraining(job.key, job.path, job.future.result(), self._readers)
            for dropped in _keep(self._stored, job.key, job.stored, STORED):
                dropped.path.unlink(missing_ok=True)

    def _leave_queue(self, job: Job) -> None:
        if self._jobs.get(job.key) is job:  # and not one for the same task, begun after this was called off
            del self._jobs[job.key]

    def progress(self, job: Job) -> Progress:
        """How far a job is."""
        if reported := job.reported():
            return reported
        if job.future.done():
            return Progress("merging", 0, 1.0)
        with self._lock:
            before = list(self._jobs.values())
        before = before[: before.index(job)] if job in before else []
        return Progress("waiting", sum(not other.future.done() for other in before), 0.0)

    def cancel(self, job: Job) -> None:
        """End a job: take it out of the queue, or have its worker stop."""
        job.stop()
        if job.future.done():  # perhaps just now, so that no one reads that it should stop
            self._settle(job)
        with self._lock:
            self._leave_queue(job)

    def draw(self, spec: str, kind: ChartFile) -> bytes:
        """A chart as a file: `spec` is Vega-Lite JSON."""
        return self._readers.call(chart_file, spec, kind)


def _keep(kept: "OrderedDict[str, T]", key: str, made: T, room: int) -> list[T]:
    """Keep what was made, and return those that had to go for it, the longest unused first."""
    gone = [kept.pop(key)] if key in kept else []
    kept[key] = made
    while len(kept) > room:
        gone.append(kept.popitem(last=False)[1])
    return gone
