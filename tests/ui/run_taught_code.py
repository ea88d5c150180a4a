"""Code that is shown to learners, run: what it prints with nothing but Python, and what its names have at each beat."""

import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from functools import cache
from types import CodeType, FrameType
from typing import Any

from ui.lessons.contract import Code, Frames


def cell_of(code: Code) -> str:
    """What the player copies for a notebook."""
    return "\n".join(code["lines"]).rstrip() + "\n\n\n" + code["lesson"]


def printed(code: Code) -> str:
    """What a cell prints in a Python that knows no library and no folder of ours."""
    command = [sys.executable, "-I", "-S", "-c", cell_of(code)]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8", env={"PYTHONUTF8": "1"}).stdout


def traced(code: Code) -> dict[tuple[str, str], list[str]]:
    """What each name has after each run of a line that tells it, by beat and name."""
    marks = {line: (beat, names) for beat, lines in code["beats"].items() for line, names in lines}
    told = {line + 1 for line, (_, names) in marks.items() if names}
    found = defaultdict[tuple[str, str], list[str]](list)
    last: dict[FrameType, int] = {}

    @cache
    def tells(code: CodeType) -> bool:
        return not told.isdisjoint(line for *_, line in code.co_lines())

    def note(frame: FrameType) -> None:
        beat, names = marks.get(last.get(frame, -1), ("", []))
        for name in names:
            with suppress(KeyError):  # of what is looked up, and is not there
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


def told(frames: Frames) -> dict[tuple[str, str], list[str]]:
    """What the frames say that each name has, by beat and name, where a line of the code tells it."""
    names = {(beat, name) for beat, lines in frames["code"]["beats"].items() for _, names in lines for name in names}
    found = defaultdict[tuple[str, str], list[str]](list)
    for frame in frames["frames"]:
        for place in (frame["codeAfter"], frame["codeBefore"]):
            for name, value in place["values"].items():
                if (place["beat"], name) in names:
                    found[place["beat"], name].append(value)
    return found
