"""What runs a learner's Python: given to Pyodide as it is here, so it needs nothing but the standard library.

A task and its answer are texts in JSON:

    {"sources": [[name, code, whether what it prints is told], …],
     "calls": [{"function": name, "arguments": [[kind, value], …], "returns": kind}, …]}

    {"error": null or {"source": name, "line": number, "message": text, "wrong": whether a value is of another kind},
     "call": index of the call that it happened in or null, "values": [value, …], "cut": whether more was printed}

The sources run one after the other, as one program; then the functions are called. A call that comes to an error ends
the task: `values` has those before it. What was printed is told while it comes, `MAX_OUTPUT` characters of it.
"""

import builtins
import io
import json
import linecache
import reprlib
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any

MAX_OUTPUT = 10_000
"""Characters that are shown of what is printed: a loop prints more than anybody reads."""

MAX_DEPTH = 300
"""Calls within each other, at most: the browser's own stack has room for these."""

MAX_ITEMS = 10_000
"""Pairs or symbols that a function may return: no text here has as many."""

MAX_SHOWN = 800  # characters of a message or of a symbol
REPORT_INTERVAL = 0.2


class WrongTypeError(Exception):
    """A value of another kind than asked for."""


class CapturedOutput:
    """Where `print` writes to: what comes is told now and then, and no more than there is room for."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell, self._waiting, self._room, self._last = tell, "", MAX_OUTPUT, 0.0
        self.cut = False
        self.is_told = True

    def write(self, text: str) -> int:
        """Take a text. As `io.TextIOBase.write`."""
        if not self.is_told:
            return len(text)
        if len(text) > self._room and not self.cut:
            text, self.cut = f"{text[: self._room]} …", True
            self._room = len(text)
        self._waiting += text[: self._room]
        self._room -= min(len(text), self._room)
        if self._waiting and time.monotonic() - self._last >= REPORT_INTERVAL:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Tell what waits."""
        if self._waiting:
            self._tell(self._waiting.encode("utf-8", "replace").decode())
            self._waiting, self._last = "", time.monotonic()


def run(task: str, tell: Callable[[str], object]) -> str:
    """Do a task; `tell` is given what is printed."""
    asked = json.loads(task)
    printed = CapturedOutput(tell)
    names: dict[str, Any] = {"__name__": "__main__"}
    values: list[Any] = []
    error = None
    at: int | None = None
    before = sys.stdout, sys.stderr, builtins.input, sys.getrecursionlimit()
    sys.stdout = sys.stderr = printed
    builtins.input = _no_input
    sys.setrecursionlimit(_depth() + MAX_DEPTH)
    source = ""
    try:
        for source, code, printed.is_told in asked["sources"]:
            linecache.cache[source] = (len(code), None, io.StringIO(code).readlines(), source)
            exec(compile(code, source, "exec", dont_inherit=True), names)
        for number, call in enumerate(asked["calls"]):
            at = number
            values.append(_call_by_name(names, call))
    except WrongTypeError as problem:
        error = {"source": source, "line": 0, "message": str(problem), "wrong": True}
    except BaseException as problem:  # SystemExit and KeyboardInterrupt, too: the program is the learner's
        sources = [name for name, *_code in asked["sources"]]
        error = _describe_error(problem, source, sources)
    finally:
        sys.stdout, sys.stderr, builtins.input = before[:3]
        sys.setrecursionlimit(before[3])
    printed.flush()
    return json.dumps({"error": error, "call": at if error else None, "values": values, "cut": printed.cut})


def _no_input(_prompt: object = "") -> str:
    raise RuntimeError("input() has nobody to ask here: write the value into the code.")


def _depth() -> int:
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def _describe_error(problem: BaseException, source: str, sources: list[str]) -> dict[str, Any]:
    """An error, and the line of the learner's that it comes from: the last one of theirs that ran."""
    line = 0
    if isinstance(problem, SyntaxError) and problem.filename in sources:
        source, line = problem.filename, problem.lineno or 0
        message = f"{type(problem).__name__}: {problem.msg}"
    else:
        for frame in traceback.extract_tb(problem.__traceback__):
            if frame.filename in sources:
                source, line = frame.filename, frame.lineno or 0
        try:
            text = "".join(traceback.format_exception_only(problem)).strip()
        except Exception:  # of an exception of the learner's own that cannot be written
            text = ""
        message = text or type(problem).__name__
    return {"source": source, "line": line, "message": _shorten(message), "wrong": False}


def _shorten(text: str) -> str:
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def _call_by_name(names: Mapping[str, Any], call: Mapping[str, Any]) -> Any:
    function = names.get(call["function"])
    if not callable(function):
        raise NameError(f"There is no function {call['function']} any more: its line with “def” is missing.")
    arguments = [_to_python(kind, value) for kind, value in call["arguments"]]
    return _to_json(call["returns"], function(*arguments))


def _to_python(kind: str, value: Any) -> Any:
    """A value of JSON as the learner's function is given it."""
    if kind == "words":
        return [(list(symbols), times) for symbols, times in value]
    if kind == "pair":
        return tuple(value)
    if kind == "merges":
        return [tuple(pair) for pair in value]
    return value


def _to_json(kind: str, value: Any) -> Any:
    """What the function returned, as JSON has it. Raises WrongTypeError for a value of another kind."""
    if kind == "counts" and isinstance(value, Mapping):
        found = list(value.items())
        if len(found) <= MAX_ITEMS and all(_is_pair(pair) and isinstance(count, int) for pair, count in found):
            return [[*map(_shorten, pair), int(count)] for pair, count in found]
    elif kind == "merges" and isinstance(value, list | tuple):
        if len(value) <= MAX_ITEMS and all(_is_pair(pair) for pair in value):
            return [[_shorten(part) for part in pair] for pair in value]
    elif kind == "symbols" and _are_symbols(value):
        return [_shorten(one) for one in value]
    raise WrongTypeError(_shorten(reprlib.repr(value)))


def _are_symbols(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) <= MAX_ITEMS and all(isinstance(one, str) for one in value)


def _is_pair(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(part, str) for part in value)
