"""The trainings that sessions ask for: each is made once, shared, and kept while there is room.

A short one is made at once. A long one is made by a worker process, so that no page waits for it:
a bounded pool, and a queue that says where one stands.
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

WORKERS = 2  # that train
READER_PROCESSES = 1  # that answer for trainings that were made by workers
MEMORY = 4 * 2**30  # bytes, for each of these
MAX_QUEUE = 40
MEMORY_CACHE_BYTES = 100_000_000  # of short trainings, as their texts let expect
DISK_CACHE_BYTES = 2**30  # of files, those not counted that are pushed out while someone looks at them


class TrainingService:
    """All trainings of this server."""

    def __init__(
        self,
        is_there: Callable[[str], bool] = lambda _session: True,
        memory_bytes: int = MEMORY_CACHE_BYTES,
        disk_bytes: int = DISK_CACHE_BYTES,
    ) -> None:
        """`is_there` says whether the browser of a session is connected."""
        self._is_there = is_there
        self._folder: Path | None = None
        self._workers = Pool(WORKERS, memory=MEMORY, writing=True)
        self._readers = Pool(READER_PROCESSES, memory=MEMORY)
        # One that is larger than all room is kept alone.
        self._held: LRUCache[str, InMemoryTraining] = LRUCache(memory_bytes, lambda held: min(held.size, memory_bytes))
        self._stored: LRUCache[str, StoredTraining] = LRUCache(disk_bytes, lambda stored: min(stored.size, disk_bytes))
        self._in_use: WeakValueDictionary[str, StoredTraining] = WeakValueDictionary()  # kept, or looked at
        self._jobs: OrderedDict[str, TrainingJob] = OrderedDict()  # the queue
        self._lock = threading.RLock()  # a job that is called off is settled where that is seen
        self._numbers = count()

    def get(self, task: Task, waiter: Waiter) -> FinishedTraining | TrainingJob:
        """The training, or the job that is making it, which the waiter waits for from now on.

        Raises EngineError where it cannot be made.
        """
        key = task.key
        with self._lock:
            if (held := self._held.get(key)) is not None:
                return held
            if (stored := self._in_use.get(key)) is not None and stored.path.exists():
                self._retain(stored)
                return stored
        if task.source.size <= ALGORITHMS[task.settings.algorithm].immediate_limit:
            held = InMemoryTraining(key, training_calls.train(task), 100_000 + 70 * task.source.size)
            with self._lock:
                self._held[key] = held
            return held
        found = self._fetch_shared(key)
        if found:
            return found
        job = self._job(task, key, waiter)
        return self.finished(job) or job

    def _fetch_shared(self, key: str) -> StoredTraining | None:
        """The training that another server of this machine has made."""
        with self._lock:
            if key in self._jobs:
                return None
            path = self._new_path(key)
            summary = shared_trainings.fetch(key, path)
            return self._store(key, path, summary) if summary else None

    def _job(self, task: Task, key: str, waiter: Waiter) -> TrainingJob:
        """The job for a task, a new one where none is on its way."""
        with self._lock:
            self._drop_unwanted()
            if key in self._jobs:
                self._jobs[key].add_waiter(waiter)
                return self._jobs[key]
            if len(self._jobs) >= MAX_QUEUE:
                raise EngineError(
                    "{count} long training runs are already waiting, which is all this server takes. Try again in a "
                    "minute, or use a text of up to {short:,} characters, which needs no waiting.",
                    count=len(self._jobs),
                    short=ALGORITHMS[task.settings.algorithm].immediate_limit,
                )
            # A file of its own: a job that was called off may still be ending, though it has the same task.
            path = self._new_path(key)
            job = self._jobs[key] = TrainingJob(key, path, self._is_there)
            job.add_waiter(waiter)
            job.future = self._workers.submit_watched(job.is_wanted, job.report, train_to_file, task, path)
        # The page that asked may be gone by then.
        job.future.add_done_callback(partial(self._finish_job, job))
        return job

    def _new_path(self, key: str) -> Path:
        return self._new_folder() / f"{key}.{next(self._numbers)}.training"

    def _new_folder(self) -> Path:
        if self._folder is None or not self._folder.exists():  # some systems empty /tmp now and then
            try:
                self._folder = create_folder()
            except OSError as problem:
                raise no_room_error(problem) from None
        return self._folder

    def finished(self, job: TrainingJob) -> FinishedTraining | None:
        """The training that a job has made; None while it is on its way.

        Raises EngineError where it could not be made, and CancelledError where it was called off.
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
        """Take a job that is done out of the queue, and keep what it made."""
        with self._lock:
            self._leave_queue(job)
            del job.future  # which knows the job: it would keep what it made until the collector comes
            if problem := CancelledError() if future.cancelled() else future.exception():
                job.path.unlink(missing_ok=True)  # half of it, perhaps
                if isinstance(problem, NoRoomError):
                    self._stored.clear()  # those that someone looks at stay
                job.problem = problem
                return
            try:
                job.stored = self._store(job.key, job.path, future.result())
            except OSError as gone:  # its folder was emptied just now
                job.problem = no_room_error(gone)

    def _store(self, key: str, path: Path, summary: TrainingSummary) -> StoredTraining:
        """Keep what lies there, and have other servers find it."""
        self._in_use[key] = stored = StoredTraining(key, path, summary, self._readers)
        shared_trainings.publish(path, summary)
        self._retain(stored)
        return stored

    def _retain(self, stored: StoredTraining) -> None:
        """Keep it, though no one may look at it; the longest unused go for it."""
        self._stored[stored.key] = stored

    def _leave_queue(self, job: TrainingJob) -> None:
        if self._jobs.get(job.key) is job:  # and not one for the same task, begun after this was called off
            del self._jobs[job.key]

    def _drop_unwanted(self) -> None:
        for job in list(self._jobs.values()):
            if not job.is_wanted():
                self._leave_queue(job)
                job.future.cancel()  # where it has not begun; else the pool sees to it

    def progress(self, job: TrainingJob) -> TrainingProgress:
        """How far a job is."""
        if job.reported:
            return job.reported
        with self._lock:
            self._drop_unwanted()
            before = list(self._jobs.values())
        before = before[: before.index(job)] if job in before else []
        to_end = sum(not other.is_done for other in before) - (WORKERS - 1)  # before a worker is free
        return TrainingProgress("waiting", max(0, to_end) if job.is_overdue() else 0, 0.0)

    def drop_other_waits(self, waiter: Waiter, keys: Collection[str]) -> None:
        """The waiter waits for trainings with other keys no more. One that no one waits for is called off."""
        with self._lock:
            for job in self._jobs.values():
                if job.key not in keys:
                    job.remove_waiter(waiter)
            self._drop_unwanted()

    def cancel(self, session: str, key: str) -> None:
        """No page of a session waits for a training any more. It goes on as long as others do."""
        with self._lock:
            if key in self._jobs:
                self._jobs[key].cancel(session)
            self._drop_unwanted()

    def call_in_worker(self, function: Callable[P, T], /, *values: P.args, **named: P.kwargs) -> T:
        """What a function of a module returns: called in a process that answers for trainings, since it takes long."""
        return self._readers.call(function, *values, **named)

    def render_chart(self, spec: str, kind: ChartFile) -> bytes:
        """A chart as a file: `spec` is Vega-Lite JSON."""
        return self._readers.call(chart_file, spec, kind)


def _exit_description(exitcode: int | None) -> str:
    """How a process ended: the name of a signal, or a number."""
    if exitcode is not None and exitcode < 0:
        return Signals(-exitcode).name
    return str(exitcode)
