"""Run a module's function in a separate process under limits, so that failures there cannot affect this process.

A pattern may take all memory; a damaged file may make a C++ or Rust library run for hours while holding the GIL, or
crash its process. Calls and results are sent as JSON: strings, numbers, booleans, None, and lists and dicts of them. A
call ends in one of three ways: a result, the error that the function raised, or ProcessFailed.
"""

import json
import os
import subprocess
import sys
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from bpe_engine.errors import EngineError

P = ParamSpec("P")
T = TypeVar("T")
LoadedT = TypeVar("LoadedT")

MAX_ERROR_LENGTH = 300  # characters


class BusyError(EngineError):
    """No process is available now, but one may be later."""


class ProcessFailed(Exception):  # noqa: N818  # callers catch it and raise an error that says what it means
    """There is no result: the process ended, took too long, or exceeded its memory limit."""


class FunctionRaised(Exception):  # noqa: N818  # as above
    """An error of the function other than EngineError: usually a library's complaint about a file or a text."""


class Limits(NamedTuple):
    """The limits of a process. On systems without resource limits (Windows), only `seconds` applies."""

    memory: int  # bytes of address space, including Python and its modules
    seconds: float  # time until the result, including the start of the process
    work: int | None = None  # CPU seconds per call, excluding other programs


def run(limits: Limits, function: Callable[P, T], /, *values: P.args, **named: P.kwargs) -> T:
    """Call a function once in a separate process and return its result. It is imported by module and name.

    Raises the EngineError that the function raised, FunctionRaised for another error, and ProcessFailed if there is
    no answer.

    A tuple in the result arrives as a list.

    >>> run(Limits(memory=2**30, seconds=20), json.loads, "[1, 2]")
    [1, 2]
    """
    process = _Process(limits.memory, limits.work)
    try:
        result: T = process.ask(limits.seconds, function, values, named)
    finally:
        process.end()
    return result


class Sandbox(Generic[LoadedT]):
    """A process that holds the object that `load` makes from some bytes, and calls functions on it.

    It starts at the first call, and again after a call that crashed it. It ends with this object. Threads may share an
    instance; their calls run one at a time.
    """

    def __init__(self, limits: Limits, load: Callable[[bytes], LoadedT], data: bytes) -> None:
        """Set the limits; their `seconds` apply to loading."""
        self._limits = limits
        self._load = load
        self._data = data
        self._one_at_a_time = Lock()
        self._process: _Process | None = None

    def call(
        self, seconds: float, function: Callable[Concatenate[LoadedT, P], T], /, *values: P.args, **named: P.kwargs
    ) -> T:
        """Call a function with the held object as its first argument. Raises the errors of `run`."""
        with self._one_at_a_time:
            if self._process is None or self._process.ended:
                self._process = _Process(self._limits.memory, self._limits.work)
                try:
                    self._process.ask(self._limits.seconds, self._load, (), {}, self._data)
                except BaseException:
                    self.close()
                    raise
            result: T = self._process.ask(seconds, function, values, named)
        return result

    def close(self) -> None:
        """End the process, if it is running."""
        if self._process is not None:
            self._process.end()


class _Process:
    """One process, from start to end; it runs `bpe_engine.sandbox.process`."""

    def __init__(self, memory: int, work: int | None) -> None:
        try:
            child_end, own_end = (
                os.pipe()
            )  # nothing is sent here: the OS closes it when this process ends, for whatever reason
            try:
                self._running = subprocess.Popen(
                    # Isolated: without environment variables and the current folder.
                    [sys.executable, "-I", str(Path(__file__).with_name("process.py")), str(child_end)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    pass_fds=() if sys.platform == "win32" else (child_end,),
                )
            except BaseException:
                os.close(own_end)
                raise
            finally:
                os.close(child_end)
        except OSError as problem:
            raise BusyError(
                "This runs in a separate process, but the system cannot start one: {problem}. Try again when less is "
                "running.",
                problem=problem.strerror or str(problem),
            ) from None
        self.end = weakref.finalize(self, _end, self._running, own_end)
        # The same modules can be imported there, installed or not.
        path = [str(Path(folder).absolute()) for folder in sys.path]
        self._unsent = json.dumps({"path": path, "memory": memory, "work": work}).encode() + b"\n"

    @property
    def ended(self) -> bool:
        return not self.end.alive or self._running.poll() is not None

    def ask(
        self,
        seconds: float,
        function: Callable[..., Any],
        values: tuple[Any, ...],
        named: Mapping[str, Any],
        to_load: bytes | None = None,
    ) -> Any:
        question = {
            "function": f"{function.__module__}:{function.__qualname__}",
            "values": values,
            "named": named,
            "seconds": seconds,
            "load": None if to_load is None else len(to_load),
        }
        answer = self._exchange(seconds, json.dumps(question).encode() + b"\n" + (to_load or b""))
        if "refused" in answer:
            raise FunctionRaised(answer["refused"][:MAX_ERROR_LENGTH])
        if template := answer.get("template"):  # a variable, so that the extraction of messages skips it
            raise EngineError(template, **answer["values"])
        return answer["answer"]

    def _exchange(self, seconds: float, question: bytes) -> dict[str, Any]:
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        too_long = Timer(seconds, self._running.kill)
        too_long.start()
        try:
            self._running.stdin.write(self._unsent + question)
            self._running.stdin.flush()
            self._unsent = b""
            answer: dict[str, Any] = json.loads(self._running.stdout.readline())
        except (OSError, json.JSONDecodeError):
            self.end()
            raise ProcessFailed from None
        except BaseException:  # an interrupt: the pending answer must not be taken for the next call's
            self.end()
            raise
        finally:
            too_long.cancel()
        return answer


def _end(process: "subprocess.Popen[bytes]", pipe_of_ours: int) -> None:
    process.kill()
    process.wait()
    os.close(pipe_of_ours)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # discard what was not sent yet
                pipe.close()
