"""Running a function of a module in a process of its own, under limits: what goes wrong there cannot hurt this process.

A pattern may take all memory, a damaged file may make a library written in C++ or Rust run for hours while nothing
else of Python can, or end the process it runs in. What is asked and answered goes over as JSON: texts, numbers, truth
values, None, and lists and dicts of them. A question has one of three ends: the answer, the error that the function
raised, or ProcessFailed.
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
    """There is no process for this now, but there may be one later."""


class ProcessFailed(Exception):  # noqa: N818  # no error of its own: the caller says what it means
    """There is no answer: the process ended, took too long, or wanted more memory than it may have."""


class FunctionRaised(Exception):  # noqa: N818  # likewise
    """What the function raised where it was no EngineError: most often what a library says of a file or a text."""


class Limits(NamedTuple):
    """What a process may take. On systems without such limits (Windows) that of `seconds` holds alone."""

    memory: int  # bytes of addresses, those of Python and its modules included
    seconds: float  # until there must be an answer, the start of the process included
    work: int | None = None  # seconds of a processor for an answer: other programs don't count


def run(limits: Limits, function: Callable[P, T], /, *values: P.args, **named: P.kwargs) -> T:
    """What a function says, asked once in a process of its own. It is found by its module and name.

    Raises the EngineError that the function raised, FunctionRaised for another error, and ProcessFailed if there is
    no answer.

    A tuple in the answer arrives as a list.

    >>> run(Limits(memory=2**30, seconds=20), json.loads, "[1, 2]")
    [1, 2]
    """
    process = _Process(limits.memory, limits.work)
    try:
        found: T = process.ask(limits.seconds, function, values, named)
    finally:
        process.end()
    return found


class Sandbox(Generic[LoadedT]):
    """A process that keeps what `load` makes of some bytes, and answers for it.

    It starts with the first question, and again after one that it broke down at. It ends with this object. Threads may
    share one; their questions are answered one after the other.
    """

    def __init__(self, limits: Limits, load: Callable[[bytes], LoadedT], data: bytes) -> None:
        """The seconds of the limits are those for loading."""
        self._limits = limits
        self._load = load
        self._data = data
        self._one_at_a_time = Lock()
        self._process: _Process | None = None

    def call(
        self, seconds: float, function: Callable[Concatenate[LoadedT, P], T], /, *values: P.args, **named: P.kwargs
    ) -> T:
        """What a function says of what is held, which is its first argument. Errors as in `run`."""
        with self._one_at_a_time:
            if self._process is None or self._process.ended:
                self._process = _Process(self._limits.memory, self._limits.work)
                try:
                    self._process.ask(self._limits.seconds, self._load, (), {}, self._data)
                except BaseException:
                    self.close()
                    raise
            found: T = self._process.ask(seconds, function, values, named)
        return found

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.end()


class _Process:
    """One process, from its start to its end; `bpe_engine.sandbox.process` is what it runs."""

    def __init__(self, memory: int, work: int | None) -> None:
        try:
            theirs, ours = (
                os.pipe()
            )  # nothing is sent here: the system closes it when this process ends, however it does
            try:
                self._running = subprocess.Popen(
                    # Isolated: no variables of the environment, and no folder that happens to be the current one.
                    [sys.executable, "-I", str(Path(__file__).with_name("process.py")), str(theirs)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    pass_fds=() if sys.platform == "win32" else (theirs,),
                )
            except BaseException:
                os.close(ours)
                raise
            finally:
                os.close(theirs)
        except OSError as problem:
            raise BusyError(
                "This runs in a separate process, but the system cannot start one: {problem}. Try again when less is "
                "running.",
                problem=problem.strerror or str(problem),
            ) from None
        self.end = weakref.finalize(self, _end, self._running, ours)
        # The modules that are found here are found there, installed or not.
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
        if template := answer.get("template"):  # no text of its own, so not written where texts are collected
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
        except BaseException:  # an interrupt: the answer that comes yet must not be taken for that to the next question
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
            with suppress(OSError):  # what was not sent yet goes nowhere now
                pipe.close()
