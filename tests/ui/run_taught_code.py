"""Runs the code shown to learners: what it prints with nothing but Python, and the values of names at each beat."""

import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from functools import cache
from types import CodeType, FrameType
from typing import Any

from ui.lessons.contract import Code, Frames


def cell_of(code: Code) -> str:
    """Return the cell that the player copies for a notebook."""
    return "\n".join(code["lines"]).rstrip() + "\n\n\n" + code["lesson"]


def printed(code: Code) -> str:
    """Return the output of a cell in a Python without any libraries or folders of ours."""
    command = [sys.executable, "-I", "-S", "-c", cell_of(code)]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8", env={"PYTHONUTF8": "1"}).stdout


def traced(code: Code) -> dict[tuple[str, str], list[str]]:
    """Return the values of each name after each run of a line that shows it, by beat and name."""
    marks = {line: (beat, names) for beat, lines in code["beats"].items() for line, names in lines}
    marked = {line + 1 for line, (_, names) in marks.items() if names}
    found = defaultdict[tuple[str, str], list[str]](list)
    last: dict[FrameType, int] = {}

    @cache
    def tells(code: CodeType) -> bool:
        return not marked.isdisjoint(line for *_, line in code.co_lines())

    def note(frame: FrameType) -> None:
        beat, names = marks.get(last.get(frame, -1), ("", []))
        for name in names:
            with suppress(KeyError):  # an expression may not be defined yet
                found[beat, name].append(repr(eval(name, frame.f_globals, frame.f_locals)))

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        code = frame.f_code
        if code.co_filename != "<cell>" or code.co_name.startswith("<") or not tells(code):
            return None
        if event in ("line", "return"):
            note(frame)
            last[frame] = frame.f_lineno - 1
        return trace

    run = compile(cell_of(code), "<cell>", "exec")
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        exec(run, {"print": lambda *_: None})
    finally:
        sys.settrace(before)
    return found


def code_values(frames: Frames) -> dict[tuple[str, str], list[str]]:
    """Return the values that the frames give for each name, by beat and name, if a line of the code shows it."""
    names = {(beat, name) for beat, lines in frames["code"]["beats"].items() for _, names in lines for name in names}
    found = defaultdict[tuple[str, str], list[str]](list)
    for frame in frames["frames"]:
        for place in (frame["codeAfter"], frame["codeBefore"]):
            for name, value in place["values"].items():
                if (place["beat"], name) in names:
                    found[place["beat"], name].append(value)
    return found
