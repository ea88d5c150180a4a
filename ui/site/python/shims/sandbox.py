"""`bpe_engine.sandbox` in a browser, which has no processes: functions run here, in the page's worker.

The worker is the sandbox: it reaches no file of the reader's, and the page's button ends it, whatever it is doing.
"""

import json
from collections.abc import Callable
from functools import cached_property
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from bpe_engine.errors import EngineError

P = ParamSpec("P")
T = TypeVar("T")
LoadedT = TypeVar("LoadedT")

MAX_ERROR_LENGTH = 300  # characters


class BusyError(EngineError):
    """There is no process for this now, but there may be one later. Never raised here."""


class ProcessFailed(Exception):  # noqa: N818  # the name in the engine
    """There is no answer, for want of memory."""


class FunctionRaised(Exception):  # noqa: N818  # likewise
    """What the function raised where it was no EngineError."""


class Limits(NamedTuple):
    """What a process may take; nothing here keeps to it."""

    memory: int
    seconds: float
    work: int | None = None


def run(limits: Limits, function: Callable[P, T], /, *values: P.args, **named: P.kwargs) -> T:
    """Return what a function says, as it would come from a process: a tuple as a list. Errors as in the engine."""
    try:
        answer: T = json.loads(json.dumps(function(*values, **named)))
    except EngineError:
        raise
    except MemoryError:
        raise ProcessFailed from None
    except Exception as error:
        raise FunctionRaised(str(error)[:MAX_ERROR_LENGTH]) from None
    return answer


class Sandbox(Generic[LoadedT]):
    """What `load` makes of some bytes, which answers questions."""

    def __init__(self, limits: Limits, load: Callable[[bytes], LoadedT], data: bytes) -> None:
        self._limits = limits
        self._load = load
        self._data = data

    @cached_property
    def _loaded(self) -> LoadedT:
        return self._load(self._data)

    def call(
        self, seconds: float, function: Callable[Concatenate[LoadedT, P], T], /, *values: P.args, **named: P.kwargs
    ) -> T:
        """Return what a function says of what was loaded. Errors as in `run`."""

        def answer() -> Any:
            return function(self._loaded, *values, **named)

        value: T = run(self._limits, answer)
        return value

    def close(self) -> None:
        """Forget what was loaded."""
        vars(self).pop("_loaded", None)
