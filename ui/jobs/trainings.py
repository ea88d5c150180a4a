"""The trainings that sessions request: each is made once, shared, and kept while there is room.

A short training is made at once. A long one is made by a worker process, so that no page has to wait for it: a bounded
pool, and a queue in which everyone sees their position.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from concurrent.futures import CancelledError, Future
from functools import partial
from itertools import count
from pathlib import Path
from signal import Signals
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bpe_engine import EngineError
from ui.jobs import shared_trainings, training_calls
from ui.jobs.chart_files import ChartFile, chart_file
from ui.jobs.finished_training import FinishedTraining, InMemoryTraining, StoredTraining
from ui.jobs.process_pool import Pool, ProcessDiedError
from ui.jobs.server_folder import create_folder
from ui.jobs.training_calls import TrainingSummary
from ui.jobs.training_job import NoRoomError, TrainingJob, TrainingProgress, Waiter, no_room_error, train_to_file
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.tasks.task import Task

P = ParamSpec("P")
T = TypeVar("T")

WORKERS = 2  # processes that train
READER_PROCESSES = 1  # processes that load finished trainings
MEMORY = 4 * 2**30  # bytes per process
MAX_QUEUE = 40
MEMORY_CACHE_BYTES = 100_000_000  # of short trainings, estimated from their texts
DISK_CACHE_BYTES = 2**30  # of files, apart from evicted ones that are still in use


class TrainingService:
    """All trainings of this server."""

    def __init__(
        self,
        session_exists: Callable[[str], bool] = lambda _session: True,
        memory_bytes: int = MEMORY_CACHE_BYTES,
        disk_bytes: int = DISK_CACHE_BYTES,
        *,
        worker_count: int = WORKERS,
        max_queue: int = MAX_QUEUE,
    ) -> None:
        """`session_exists` reports whether the browser of a session is connected."""
        self._session_exists = session_exists
        self._folder: Path | None = None
        self._worker_count, self._max_queue = worker_count, max_queue
        self.workers = Pool(worker_count, memory=MEMORY, writing=True)
        self.readers = Pool(READER_PROCESSES, memory=MEMORY)
        # A single training larger than the cache is kept on its own.
        self._in_memory: LRUCache[str, InMemoryTraining] = LRUCache(
            memory_bytes, lambda training: min(training.size, memory_bytes)
        )
        self._stored: LRUCache[str, StoredTraining] = LRUCache(disk_bytes, lambda stored: min(stored.size, disk_bytes))
        self._in_use: WeakValueDictionary[str, StoredTraining] = WeakValueDictionary()  # cached, or in use by a page
        self._jobs: OrderedDict[str, TrainingJob] = OrderedDict()  # the queue
        self._lock = threading.RLock()  # reentrant: cancelling a job may settle it in the same thread
        self._numbers = count()

    def get(self, task: Task, waiter: Waiter) -> FinishedTraining | TrainingJob:
        """Return the training, or the job that is making it; the waiter then waits for it.

        Raises EngineError if it cannot be made.
        """
        key = task.key
        with self._lock:
            if (training := self._in_memory.get(key)) is not None:
                return training
            if (stored := self._in_use.get(key)) is not None and stored.path.exists():
                self._retain(stored)
                return stored
        if task.source.size <= ALGORITHMS[task.settings.algorithm].immediate_limit:
            training = InMemoryTraining(key, training_calls.train(task), 100_000 + 70 * task.source.size)
            with self._lock:
                self._in_memory[key] = training
            return training
        shared = self._fetch_shared(key)
        if shared:
            return shared
        job = self._job(task, key, waiter)
        return self.finished(job) or job

    def _fetch_shared(self, key: str) -> StoredTraining | None:
        """Return the training if another server on this machine has made it."""
        with self._lock:
            if key in self._jobs:
                return None
            path = self._new_path(key)
            summary = shared_trainings.fetch(key, path)
            return self._store(key, path, summary) if summary else None

    def _job(self, task: Task, key: str, waiter: Waiter) -> TrainingJob:
        """Return the job for a task; a new one if there is none."""
        with self._lock:
            self._drop_unwanted()
            if key in self._jobs:
                self._jobs[key].add_waiter(waiter)
                return self._jobs[key]
            if len(self._jobs) >= self._max_queue:
                raise EngineError(
                    "{count} long training runs are already waiting, which is all this server takes. Try again in a "
                    "minute, or use a text of up to {short:,} characters, which needs no waiting.",
                    count=len(self._jobs),
                    short=ALGORITHMS[task.settings.algorithm].immediate_limit,
                )
            # A separate file: a cancelled job for the same task may still be ending.
            path = self._new_path(key)
            job = self._jobs[key] = TrainingJob(key, path, self._session_exists)
            job.add_waiter(waiter)
            job.future = self.workers.submit_watched(job.is_wanted, job.report, train_to_file, task, path)
        # In a callback, because the page that asked may be gone by then.
        job.future.add_done_callback(partial(self._finish_job, job))
        return job

    def _new_path(self, key: str) -> Path:
        return self._new_folder() / f"{key}.{next(self._numbers)}.training"

    def _new_folder(self) -> Path:
        if self._folder is None or not self._folder.exists():  # some systems clean /tmp from time to time
            try:
                self._folder = create_folder()
            except OSError as problem:
                raise no_room_error(problem) from None
        return self._folder

    def finished(self, job: TrainingJob) -> FinishedTraining | None:
        """Return the training that a job has made; None while it is running.

        Raises EngineError if it failed, and CancelledError if it was cancelled.
        """
        if isinstance(job.problem, ProcessDiedError):
            raise EngineError(
                "The process for this training was ended twice ({how}), most often for lack of memory. Your text and "
                "settings are kept. Try again, or choose a shorter text or a smaller vocabulary.",
                how=_exit_description(job.problem.exitcode),
            )
        if job.problem:
            raise job.problem
        return job.stored

    def _finish_job(self, job: TrainingJob, future: "Future[TrainingSummary]") -> None:
        """Remove a finished job from the queue, and keep its result."""
        with self._lock:
            self._leave_queue(job)
            # the future refers to the job: break the cycle, or the result would wait for the garbage collector
            del job.future
            if problem := CancelledError() if future.cancelled() else future.exception():
                job.path.unlink(missing_ok=True)  # it may be incomplete
                if isinstance(problem, NoRoomError):
                    self._stored.clear()  # those in use by pages stay
                job.problem = problem
                return
            try:
                job.stored = self._store(job.key, job.path, future.result())
            except OSError as gone:  # its folder was deleted just now
                job.problem = no_room_error(gone)

    def _store(self, key: str, path: Path, summary: TrainingSummary) -> StoredTraining:
        """Keep the training at a path, and publish it for other servers."""
        self._in_use[key] = stored = StoredTraining(key, path, summary, self.readers)
        shared_trainings.publish(path, summary)
        self._retain(stored)
        return stored

    def _retain(self, stored: StoredTraining) -> None:
        """Cache a training even if no page uses it; those unused for longest make room."""
        self._stored[stored.key] = stored

    def _leave_queue(self, job: TrainingJob) -> None:
        if self._jobs.get(job.key) is job:  # not a newer job for the same task, started after this one was cancelled
            del self._jobs[job.key]

    def _drop_unwanted(self) -> None:
        for job in list(self._jobs.values()):
            if not job.is_wanted():
                self._leave_queue(job)
                job.future.cancel()  # if it has not started; otherwise the pool ends it

    @property
    def queue(self) -> list[TrainingJob]:
        """The jobs that wait or run, the oldest first."""
        with self._lock:
            return list(self._jobs.values())

    def progress(self, job: TrainingJob) -> TrainingProgress:
        """Return the progress of a job."""
        if job.reported:
            return job.reported
        with self._lock:
            self._drop_unwanted()
            before = self.queue
        before = before[: before.index(job)] if job in before else []
        to_end = sum(not other.is_done for other in before) - (self._worker_count - 1)  # before a worker is free
        return TrainingProgress("waiting", max(0, to_end) if job.is_overdue() else 0, 0.0)

    def drop_other_waits(self, waiter: Waiter, keys: Collection[str]) -> None:
        """Keep this page waiting for these trainings only. A training nobody waits for is cancelled."""
        with self._lock:
            for job in self._jobs.values():
                if job.key not in keys:
                    job.remove_waiter(waiter)
            self._drop_unwanted()

    def cancel(self, session: str, key: str) -> None:
        """Make all pages of a session stop waiting for a training. It continues if others wait."""
        with self._lock:
            if key in self._jobs:
                self._jobs[key].cancel(session)
            self._drop_unwanted()

    def call_in_worker(self, function: Callable[P, T], /, *values: P.args, **named: P.kwargs) -> T:
        """Call a module-level function that takes long in a reader process, and return its result."""
        return self.readers.call(function, *values, **named)

    def render_chart(self, spec: str, kind: ChartFile) -> bytes:
        """Return a chart as a file. `spec` is Vega-Lite JSON."""
        return self.readers.call(chart_file, spec, kind)


def _exit_description(exitcode: int | None) -> str:
    """Return how a process ended: the name of a signal, or its exit status."""
    if exitcode is not None and exitcode < 0:
        return Signals(-exitcode).name
    return str(exitcode)
