"""Lessons as phones receive them, and a check that two translations show the same lesson."""

import gzip
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from classroom import limits
from classroom.errors import invalid_value
from classroom.request_values import require_int, require_list, require_object, require_text

LEFT_OUT = ("code", "curves")
"""Parts of a lesson that phones in a class never show."""


class LessonWindow(NamedTuple):
    """A window of a lesson: its first frame and number of frames, and likewise of its merges."""

    first: int
    frames: int
    first_merge: int
    merges: int


def pack(data: Any, name: Any) -> tuple[str, bytes]:
    """Pack a lesson for phones: return its name, a content hash if none is given, and its gzipped JSON.

    Raises RequestRefused if it is not a lesson.
    """
    lesson = dict(require_object(data, "data"))
    require_int(lesson.get("steps"), "data.steps", 0, limits.STEP)
    require_int(lesson.get("first"), "data.first", 0, limits.STEP)
    require_list(lesson.get("frames"), "data.frames", 1, 5_000, lambda frame, name: require_object(frame, name))
    for key in LEFT_OUT:
        lesson[key] = None
    lesson |= {"nextStepLinks": [], "rules": [], "linkNote": ""}  # a phone has no links out of the class
    try:
        written = json.dumps(lesson, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode()
    except (ValueError, RecursionError) as problem:
        raise invalid_value("data", "…", f"it must be valid JSON ({problem})") from problem
    called = sha256(written).hexdigest()[:16] if name is None else require_text(name, "lesson", 40)
    return called, gzip.compress(written, 9, mtime=0)


def window_of(lesson: Mapping[str, Any]) -> LessonWindow:
    """Return the window of a lesson that its data covers. Raises TypeError, and what `fingerprint` raises."""
    merges = lesson.get("merges", [])
    return LessonWindow(lesson["first"], len(lesson["frames"]), lesson.get("firstMerge", 0), len(merges))


def fingerprint(lesson: Mapping[str, Any], part: LessonWindow) -> str:
    """Hash what a window of a lesson shows in any language: the tokens of its words, its pairs and its merges.

    Raises TypeError, ValueError, LookupError or AttributeError if the data is not a lesson.
    """
    tokens = lesson.get("tokens", [])
    order: dict[str, int] = {}

    def renumbered(numbers: list[int]) -> list[int]:
        # Token numbers depend on the order in which a language's sentences name tokens: renumber them in the order in
        # which they are shown. Each token's text enters the hash once, however often it is shown.
        return [order.setdefault(written[number], len(order)) for number in numbers]

    def seen(rows: list[Mapping[str, Any]], name: str) -> list[Any]:
        return [renumbered(row[name]) for row in rows]

    written = [json.dumps((token[0], token[2])) for token in tokens]
    first, first_merge = part.first - lesson["first"], part.first_merge - lesson.get("firstMerge", 0)
    if first < 0 or first_merge < 0:
        raise ValueError(part)
    frames = lesson["frames"][first : first + part.frames]
    merges = lesson.get("merges", [])[first_merge : first_merge + part.merges]
    shown = [
        lesson["steps"],
        [(seen(one.get("words", []), "tokens"), seen(one["candidates"], "pair")) for one in frames],
    ]
    made = [(renumbered(one["parts"]), None if one["made"] is None else renumbered([one["made"]])) for one in merges]
    return sha256(json.dumps([shown, made, list(order)]).encode()).hexdigest()[:16]


def identity(lesson: Any) -> dict[str, Any]:
    """Return what identifies a lesson in any language; empty if the data is not a lesson."""
    try:
        part = window_of(lesson)
        return {"part": part, "shape": fingerprint(lesson, part)}
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError):
        return {}


def is_same_lesson(lesson: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
    """Return whether a lesson shows the same as one with the identity `known`."""
    try:
        return "shape" in known and fingerprint(lesson, LessonWindow(*known["part"])) == known["shape"]
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError):
        return False
