"""Run a learner's Python. Pyodide loads this file as it is, so it needs only the standard library.

A task and its result are JSON:

    {"sources": [[name, code, whether to report what it prints], …],
     "calls": [{"function": name, "arguments": [[kind, value], …], "returns": kind}, …]}
    {"error": null or {"source": name, "line": number, "message": text, "wrong": whether a value has a wrong type},
     "call": index of the failed call or null, "values": [value, …], "cut": whether more was printed than reported}

The sources run in order, as one program; then the functions are called. An error in a call ends the task: `values`
holds the results of the calls before it. Output is reported while the program runs, up to `MAX_OUTPUT` characters.
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
"""The most characters of output to show. A loop may print more than anyone reads."""

MAX_DEPTH = 300
"""The recursion limit, which fits the browser's own stack."""

MAX_ITEMS = 10_000
"""The most pairs or symbols that a function may return, more than any text here has."""

MAX_SHOWN = 800  # characters of a message or a symbol
REPORT_INTERVAL = 0.2


class WrongTypeError(Exception):
    """Raised if a value has another type than expected."""


class CapturedOutput:
    """Replaces `sys.stdout`: reports what is printed at intervals, up to `MAX_OUTPUT` characters."""

    def __init__(self, report: Callable[[str], object]) -> None:
        self._report, self._waiting, self._room, self._last = report, "", MAX_OUTPUT, 0.0
        self.cut = False
        self.is_told = True

    def write(self, text: str) -> int:
        """Write a text, as `io.TextIOBase.write` does."""
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
        """Report the text that has not been reported yet."""
        if self._waiting:
            self._report(self._waiting.encode("utf-8", "replace").decode())
            self._waiting, self._last = "", time.monotonic()


def run(task: str, report: Callable[[str], object]) -> str:
    """Run a task and return its result; both are JSON as described above. `report` gets what is printed."""
    request = json.loads(task)
    printed = CapturedOutput(report)
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
        for source, code, printed.is_told in request["sources"]:
            linecache.cache[source] = (len(code), None, io.StringIO(code).readlines(), source)
            exec(compile(code, source, "exec", dont_inherit=True), names)
        for number, call in enumerate(request["calls"]):
            at = number
            values.append(_call_by_name(names, call))
    except WrongTypeError as problem:
        error = {"source": source, "line": 0, "message": str(problem), "wrong": True}
    except BaseException as problem:  # also SystemExit and KeyboardInterrupt, as the program is the learner's
        sources = [name for name, *_code in request["sources"]]
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
    """Return an error with the last line of the learner's code that ran before it."""
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
        except Exception:  # the learner's own exception, whose text cannot be made
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
    """Convert a JSON value to the type that the learner's function takes."""
    if kind == "words":
        return [(list(symbols), times) for symbols, times in value]
    if kind == "pair":
        return tuple(value)
    if kind == "merges":
        return [tuple(pair) for pair in value]
    return value


def _to_json(kind: str, value: Any) -> Any:
    """Convert a function's result to JSON. Raises WrongTypeError if it has another type than `kind`."""
    if kind == "counts" and isinstance(value, Mapping):
        items = list(value.items())
        if len(items) <= MAX_ITEMS and all(_is_pair(pair) and isinstance(count, int) for pair, count in items):
            return [[*map(_shorten, pair), int(count)] for pair, count in items]
    elif kind == "merges" and isinstance(value, list | tuple):
        if len(value) <= MAX_ITEMS and all(_is_pair(pair) for pair in value):
            return [[_shorten(part) for part in pair] for pair in value]
    elif kind == "symbols" and _are_symbols(value):
        return [_shorten(item) for item in value]
    raise WrongTypeError(_shorten(reprlib.repr(value)))


def _are_symbols(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) <= MAX_ITEMS and all(isinstance(item, str) for item in value)


def _is_pair(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(part, str) for part in value)
