"""The trainings that sessions ask for: each is made once, shared, and kept while there is room.

A short one is made at once. A long one is made by a worker process, so that no page waits for it:
a bounded pool, and a queue that says where one stands.
"""

import atexit
import shutil
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal, NamedTuple, ParamSpec, TypeVar

from bpe_engine import EngineError, Tokenizer, Training
from ui.algorithms import ALGORITHMS
from ui.i18n import current_language
from ui.jobs import work
from ui.jobs.chart_files import ChartFile, chart_file
from ui.jobs.work import CancelledError, Summary
from ui.player.frames import LARGE_CORPUS, LARGE_WINDOW, WINDOW, Json, window_around
from ui.tasks.settings import Task

P = ParamSpec("P")
T = TypeVar("T")
L = TypeVar("L")

WORKERS = 2  # that train
READERS = 1  # that answer for trainings that were made by workers
LONGEST_QUEUE = 40
SHORT_KEPT = 100
LONG_KEPT = 24


class ShortLesson:
    """A training that is held here."""

    def __init__(self, key: str, training: Training[Any]) -> None:
        self.key = key
        self.training = training
        self.summary = work.summary(training)
        self._payload = lru_cache(maxsize=4)(work.payload)
        self._tokenizer = lru_cache(maxsize=4)(work.tokenizer)

    def frames(self, step: int) -> Json:
        """The frames around a step."""
        return self._payload(self.training, current_language(), *window_around(step, self.summary.steps))

    def export(self, kind: str) -> str:
        """The training as the text of a file."""
        return work.export(self.training, kind)

    def tokenizer(self, step: int) -> Tokenizer:
        """The tokenizer that the first `step` merges make."""
        return self._tokenizer(self.training, step)


class LongLesson:
    """A training that lies in a file, and a process that answers for it."""

    def __init__(self, key: str, path: Path, summary: Summary, readers: "_Pool") -> None:
        self.key = key
        self.summary = summary
        self.path = path
        self._readers = readers
        self._payload = lru_cache(maxsize=4)(self._read_payload)
        self._tokenizer = lru_cache(maxsize=2)(self._read_tokenizer)

    def frames(self, step: int) -> Json:
        """The frames around a step."""
        window = LARGE_WINDOW if self.summary.distinct_words > LARGE_CORPUS else WINDOW
        return self._payload(current_language(), *window_around(step, self.summary.steps, window))

    def _read_payload(self, language: str, first: int, last: int) -> Json:
        return self._readers.call(work.payload_of_file, self.path, language, first, last)

    def export(self, kind: str) -> str:
        """The training as the text of a file."""
        return self._readers.call(work.export_of_file, self.path, kind)

    def tokenizer(self, step: int) -> Tokenizer:
        """The tokenizer that the first `step` merges make."""
        return self._tokenizer(step)

    def _read_tokenizer(self, step: int) -> Tokenizer:
        return self._readers.call(work.tokenizer_of_file, self.path, step)


Lesson = ShortLesson | LongLesson
"""A finished training, as the pages use it."""


class Progress(NamedTuple):
    """How far a long training is."""

    phase: Literal["waiting", "reading", "merging"]
    ahead: int  # trainings before this one, while it waits
    share: float  # of the phase


class Job:
    """A long training on its way."""

    def __init__(self, key: str, path: Path, future: "Future[Summary]") -> None:
        self.key = key
        self.path = path
        self.future = future
        self.lesson: LongLesson | None = None  # once it is done


class _Pool:
    """A process pool that is started when first needed, and again when a worker has died."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executor: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        with self._lock:
            for last_try in (False, True):
                if self._executor is None:
                    # A fresh interpreter: a copy of a server with threads could hang.
                    self._executor = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))
                try:
                    return self._executor.submit(function, *args, **kwargs)
                except BrokenProcessPool:
                    self._executor = None
                    if last_try:
                        raise
        raise AssertionError("unreachable")

    def call(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns; asked once more where the worker died while it was at it."""
        try:
            return self.submit(function, *args, **kwargs).result()
        except BrokenProcessPool:
            return self.submit(function, *args, **kwargs).result()


class Trainings:
    """All trainings of this server."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="bpe-lab-"))
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        self._workers = _Pool(WORKERS)
        self._readers = _Pool(READERS)
        self._short: OrderedDict[str, ShortLesson] = OrderedDict()
        self._long: OrderedDict[str, LongLesson] = OrderedDict()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._numbers = count()

    def get(self, task: Task) -> Lesson | Job:
        """The training, or the job that is making it.

        Raises EngineError where it cannot be made.
        """
        key = task.key
        with self._lock:
            for kept in (self._short, self._long):
                if key in kept:
                    kept.move_to_end(key)
                    return kept[key]
        if task.source.size <= ALGORITHMS[task.settings.algorithm].short:
            lesson = ShortLesson(key, work.make(task))
            with self._lock:
                _keep(self._short, key, lesson, SHORT_KEPT)
            return lesson
        return self._job(task, key)

    def _job(self, task: Task, key: str) -> Lesson | Job:
        with self._lock:
            job = self._jobs.get(key)
            if job is None:
                if len(self._jobs) >= LONGEST_QUEUE:
                    raise EngineError(
                        "{count} long trainings are waiting already, which is all that this server takes. "
                        "Try again in a minute, or use a text of up to {short:,} characters, which needs no waiting.",
                        count=len(self._jobs),
                        short=ALGORITHMS[task.settings.algorithm].short,
                    )
                # Files of its own: one that was called off may still be ending, though it has the same task.
                path = self._folder / f"{key}.{next(self._numbers)}.training"
                job = Job(key, path, self._workers.submit(work.train_to_file, task, path))
                self._jobs[key] = job
        # The page that asked may be gone by then.
        job.future.add_done_callback(lambda _future: self._settle(job))
        return self.finished(job) or job

    def finished(self, job: Job) -> Lesson | None:
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
        return job.lesson

    def _settle(self, job: Job) -> None:
        """Take a job that is done out of the queue, and keep what it made."""
        with self._lock:
            if self._jobs.get(job.key) is job:
                del self._jobs[job.key]
            for suffix in (".progress", ".cancel"):
                job.path.with_suffix(suffix).unlink(missing_ok=True)
            if job.lesson or job.future.cancelled() or job.future.exception():
                return
            job.lesson = LongLesson(job.key, job.path, job.future.result(), self._readers)
            for dropped in _keep(self._long, job.key, job.lesson, LONG_KEPT):
                dropped.path.unlink(missing_ok=True)

    def draw(self, spec: str, kind: ChartFile) -> bytes:
        """A chart as a file: `spec` is Vega-Lite JSON."""
        return self._readers.call(chart_file, spec, kind)

    def progress(self, job: Job) -> Progress:
        """How far a job is."""
        try:
            phase, share = job.path.with_suffix(".progress").read_text().split()
        except FileNotFoundError:
            if job.future.done():
                return Progress("merging", 0, 1.0)
            with self._lock:
                before = list(self._jobs.values())
            before = before[: before.index(job)] if job in before else []
            return Progress("waiting", sum(not other.future.done() for other in before), 0.0)
        return Progress("reading" if phase == "reading" else "merging", 0, min(float(share), 1.0))

    def cancel(self, job: Job) -> None:
        """End a job: take it out of the queue, or have its worker stop."""
        if not job.future.cancel():
            job.path.with_suffix(".cancel").touch()
            if job.future.done():  # just now, so no one reads the file
                self._settle(job)
        with self._lock:
            self._jobs.pop(job.key, None)


def _keep(kept: "OrderedDict[str, L]", key: str, lesson: L, room: int) -> list[L]:
    """Keep a lesson, and return those that had to go for it, the longest unused first."""
    gone = [kept.pop(key)] if key in kept else []
    kept[key] = lesson
    while len(kept) > room:
        gone.append(kept.popitem(last=False)[1])
    return gone
