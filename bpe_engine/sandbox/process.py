"""The main program of a sandbox process: it reads calls as lines of JSON, and writes a line per result."""

import faulthandler
import json
import os
import select
import signal
import sys
import time
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

GRACE_SECONDS = 1.0
"""Seconds after which the process ends itself if its parent is gone or suspended and has not ended it."""


def main() -> None:
    """Answer calls until the input ends: the parent process has ended or closed the sandbox."""
    _exit_with_parent(int(sys.argv[1]))
    questions = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep a library's output out of the results
    start = json.loads(questions.readline())
    sys.path[:] = start["path"]
    _import_on_demand("bpe_engine")
    _import_on_demand("bpe_engine.files")
    from bpe_engine.sandbox.restrictions import drop_privileges, set_resource_limit

    set_resource_limit("RLIMIT_AS", start["memory"])
    drop_privileges(writing=True, programs=True)
    loaded: list[Any] = []
    while line := questions.readline():
        question = json.loads(line)
        if start["work"] is not None:
            set_resource_limit("RLIMIT_CPU", int(time.process_time()) + 1 + start["work"])
        faulthandler.dump_traceback_later(question["seconds"] + GRACE_SECONDS, exit=True)
        if question["load"] is not None:
            data = questions.read(question["load"])
            answer = _answer(question, [data], loaded)
        else:
            answer = _answer(question, loaded)
        faulthandler.cancel_dump_traceback_later()
        answers.write(answer + b"\n")
        answers.flush()


class _OnDemand(ModuleType):
    """A package that is executed when a name in it is first used. Its modules can be imported without it."""

    def __getattr__(self, name: str) -> Any:
        self.__class__ = ModuleType  # type: ignore[assignment]  # from now on it is like any other
        assert self.__spec__
        assert self.__spec__.loader
        self.__spec__.loader.exec_module(self)
        return getattr(self, name)


def _import_on_demand(package: str) -> None:
    """Execute a package only when needed: these import the whole engine, and most calls need little of it."""
    spec = find_spec(package)
    assert spec
    module = module_from_spec(spec)
    module.__class__ = _OnDemand
    sys.modules[package] = module


def _exit_with_parent(pipe: int) -> None:
    """Have the OS end this process when the parent ends, which closes its end of a pipe.

    A thread could not do it, since a library may hold the GIL while it works. Systems other than Linux send no signal;
    there, the process ends at its time limit.
    """
    try:
        import fcntl
    except ImportError:
        return  # Windows
    signal.signal(signal.SIGIO, signal.SIG_DFL)  # the default action ends the process
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, os.O_ASYNC)
    if select.select([pipe], [], [], 0)[0]:
        sys.exit()  # the parent has already ended


def _answer(question: dict[str, Any], first: list[Any], keep: list[Any] | None = None) -> bytes:
    """Return the result of a call as JSON; if it is to be kept here, only that it exists."""
    from bpe_engine.errors import EngineError

    try:
        module, _, names = question["function"].partition(":")
        function: Any = import_module(module)
        for name in names.split("."):
            function = getattr(function, name)
        result = function(*first, *question["values"], **question["named"])
        if keep is not None:
            keep[:] = [result]
            result = None
        return json.dumps({"answer": result}).encode()
    except MemoryError:
        os._exit(1)  # too little memory may be left for anything else
    except EngineError as error:
        return json.dumps({"template": error.template, "values": error.values}, default=str).encode()
    except BaseException as error:  # a Rust panic is not an Exception
        return json.dumps({"refused": str(error)}).encode()


if __name__ == "__main__":
    main()
