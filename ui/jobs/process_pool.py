"""A process pool. A process that dies fails its own call only, and that call is retried once.

The pools of the standard library and of loky fail every call when one process dies; Pebble's breaks if an idle one
does.
"""

import os
import signal
import time
import weakref
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock, Thread, main_thread
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from bpe_engine.sandbox import BusyError
from bpe_engine.sandbox.restrictions import drop_privileges, set_resource_limit
from ui.base.fair_queue import yield_slot

P = ParamSpec("P")
T = TypeVar("T")

MAX_ATTEMPTS = 2
POLL_INTERVAL = 0.2  # seconds between checks that a call is still wanted
SHUTDOWN_TIMEOUT = 5


class ProcessDiedError(Exception):
    """The process of a call died before it had a result, at every attempt."""

    def __init__(self, exitcode: int | None) -> None:
        super().__init__(exitcode)
        self.exitcode = exitcode  # a negative value is the number of a signal


@dataclass
class _Call(Generic[T]):
    function: Callable[..., T]
    values: list[Any]
    named: dict[str, Any]
    is_wanted: Callable[[], bool] | None = None
    on_report: Callable[[Any], object] | None = None
    future: "Future[T]" = field(default_factory=Future)

    def __post_init__(self) -> None:
        # A cancelled call stays in the queue until its turn; it should not keep a text of 10 MB there.
        values, named = self.values, self.named
        self.future.add_done_callback(lambda _future: values.clear())
        self.future.add_done_callback(lambda _future: named.clear())

    @property
    def is_called_off(self) -> bool:
        return self.is_wanted is not None and not self.is_wanted()


Calls = SimpleQueue[_Call[Any] | None]


class Pool:
    """A pool of worker processes for module-level functions. They start when first needed, and end with this object.

    Each may use `memory` bytes, on systems with such a limit, and may only read: see `bpe_engine.sandbox.restrictions`.
    `writing` also lets it write files.
    """

    def __init__(self, processes: int, *, memory: int, writing: bool = False) -> None:
        self._number = processes
        self._bounds = _Bounds(memory, writing)
        self._calls: Calls = SimpleQueue()
        self._started = False
        self._lock = Lock()

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Call a function in a process, after waiting in a queue if all are busy.

        The future gets the function's result or error, ProcessDiedError, or BusyError if no process can be started. It
        can be cancelled while it waits.
        """
        return self._put(_Call(function, list(args), kwargs))

    def call(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a process and return its result. Errors as in `submit`."""
        yield_slot()
        return self.submit(function, *args, **kwargs).result()

    def submit_watched(
        self,
        is_wanted: Callable[[], bool],
        on_report: Callable[[Any], object],
        function: Callable[Concatenate[Callable[[Any], object], P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> "Future[T]":
        """Submit a long call whose function gets a callback as its first argument; `on_report` receives what it
        reports.

        As soon as `is_wanted` returns False, the process is killed and the future gets CancelledError.
        """
        return self._put(_Call(function, list(args), kwargs, is_wanted, on_report))

    def _put(self, call: _Call[T]) -> "Future[T]":
        with self._lock:
            if not self._started:
                self._started = True
                for _ in range(self._number):
                    Thread(target=_worker_loop, args=(self._calls, self._bounds), name="pool", daemon=True).start()
                    weakref.finalize(self, self._calls.put, None)
        self._calls.put(call)
        return call.future


def _worker_loop(calls: Calls, bounds: "_Bounds") -> None:
    """Hand one call after the other to a process. Runs in a thread per process."""
    process: _Process | None = None
    while True:
        call = calls.get()
        if call is None:
            return
        process = _run_call(call, process, bounds)
        del call  # do not keep a text of 10 MB until the next call


def _run_call(call: _Call[Any], process: "_Process | None", bounds: "_Bounds") -> "_Process | None":
    """Run a call in a process, starting one if there is none; return the process for the next call."""
    exitcode = None
    if not call.future.set_running_or_notify_cancel():
        return process
    for _ in range(MAX_ATTEMPTS):
        try:
            if call.is_called_off:
                raise CancelledError
            if process is None or process.is_dead:
                process = _Process(bounds)
            call.future.set_result(process.answer(call))
        except ProcessDiedError as ended:
            exitcode = ended.exitcode
            # the server is exiting and has ended its processes, so a retry is pointless
            if not main_thread().is_alive():
                break
        except BaseException as error:
            call.future.set_exception(error.with_traceback(None))  # a traceback would keep the call alive
            return process
        else:
            return process
    call.future.set_exception(ProcessDiedError(exitcode))
    return process


class _Bounds(NamedTuple):
    memory: int
    writing: bool


class _Process:
    def __init__(self, bounds: _Bounds) -> None:
        # "spawn", a fresh interpreter: a fork of a server with threads could hang.
        context = get_context("spawn")
        try:
            self._connection, child_connection = context.Pipe()
            # A daemon is ended with the server, without waiting.
            self._process = context.Process(target=_serve, args=(child_connection, bounds), daemon=True)
            self._process.start()
        except OSError as problem:
            raise BusyError(
                "This runs in a separate process, but the system cannot start one: {problem}. Try again when less is "
                "running.",
                problem=problem.strerror or str(problem),
            ) from None
        child_connection.close()

    @property
    def is_dead(self) -> bool:
        return not self._process.is_alive()

    def answer(self, call: _Call[T]) -> T:
        """Return the function's result. Raises its error, CancelledError, or ProcessDiedError."""
        try:
            self._connection.send((call.function, call.values, call.named, call.on_report is not None))
            kind, answer = self._connection.recv() if call.is_wanted is None else self._exchange(call)
        except (EOFError, OSError):
            raise ProcessDiedError(self._exitcode()) from None
        if kind == "raised":
            raise answer
        value: T = answer
        return value

    def _exchange(self, call: _Call[T]) -> Any:
        while not call.is_called_off:
            if not self._connection.poll(POLL_INTERVAL):
                continue
            kind, answer = self._connection.recv()
            if kind != "reported":
                return kind, answer
            assert call.on_report is not None
            call.on_report(answer)
        self._process.kill()
        self._exitcode()
        raise CancelledError

    def _exitcode(self) -> int | None:
        self._process.join(SHUTDOWN_TIMEOUT)
        self._process.kill()  # in case it closed the connection but still runs
        self._process.join(SHUTDOWN_TIMEOUT)
        self._connection.close()
        # The system reports a process's exit status to one thread only; if another asked at the same time, wait for it.
        give_up = time.monotonic() + SHUTDOWN_TIMEOUT
        while self._process.exitcode is None and time.monotonic() < give_up:
            time.sleep(0.001)
        return self._process.exitcode


# In the process:


def _serve(connection: "Connection[Any, Any]", bounds: _Bounds) -> None:
    set_resource_limit(
        "RLIMIT_DATA", bounds.memory
    )  # not the address space: the chart renderer reserves much that it never uses
    # Before another thread starts, which would keep its rights. Custom patterns are run elsewhere.
    drop_privileges(writing=not bounds.writing, programs=False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the server, which then ends this process
    Thread(target=_exit_with_parent, daemon=True).start()
    while True:
        try:
            _handle_call(connection)
        except (EOFError, BrokenPipeError):  # the server has ended
            return


def _handle_call(connection: "Connection[Any, Any]") -> None:
    # A separate function, so that nothing of a call is kept until the next one.
    function, values, named, reports = connection.recv()
    try:
        if reports:
            result: Any = function(lambda share: connection.send(("reported", share)), *values, **named)
        else:
            result = function(*values, **named)
        answer = ("returned", result)
    except Exception as error:
        answer = ("raised", error)
    connection.send(answer)
    # the error's traceback refers to this frame: break the cycle, or only the garbage collector would free both
    del answer


def _exit_with_parent() -> None:
    """End this process when its parent has ended, for whatever reason."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)
