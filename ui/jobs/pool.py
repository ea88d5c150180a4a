"""A pool of processes that is started when it is first needed, and again when one of them has died."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Pool:
    """So many processes, for functions of modules."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._executor: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Have a function called; where all are busy, it waits in a queue."""
        with self._lock:
            if self._executor is not None:
                try:
                    return self._executor.submit(function, *args, **kwargs)
                except BrokenProcessPool:
                    pass
            # A fresh interpreter: a copy of a server with threads could hang.
            self._executor = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))
            return self._executor.submit(function, *args, **kwargs)

    def call(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns; asked once more where the process died while it was at it."""
        try:
            return self.submit(function, *args, **kwargs).result()
        except BrokenProcessPool:
            return self.submit(function, *args, **kwargs).result()
