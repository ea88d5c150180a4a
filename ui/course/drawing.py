"""What the drawn pictures of chapters are made of: shapes in frames, one frame per step."""

from collections.abc import Sequence
from typing import Literal

from ui.components.contract import Picture, PictureShape

WIDTH = 480
"""The width of a drawing, in units of which a letter has a width of 11.4. A wider one can be scrolled on a phone."""
LETTER = 12
"""The width of a letter of a token, in the same units, rounded up."""

Mark = Literal["", "now", "next", "best", "dim"]

Frame = tuple[str, list[PictureShape]]
"""What a step says in words, and its shapes."""


def shape(
    key: str, kind: str, at: tuple[float, float], size: tuple[float, float] = (0, 0), **more: object
) -> PictureShape:
    """Return a shape around a point, or a line from there."""
    at, size = ((round(x, 1), round(y, 1)) for x, y in (at, size))  # in full, numbers are most of what is sent
    blank = {"key": key, "shape": kind, "at": at, "size": size, "text": "", "note": "", "hue": None, "mark": ""}
    return {**blank, **more}  # type: ignore[typeddict-item]  # of the same keys


def drawing(title: str, about: str, size: tuple[float, float], frames: Sequence[Frame]) -> Picture:
    """Return a picture that is drawn, one frame per step."""
    return {
        "kind": "shapes",
        "title": title,
        "about": about,
        "says": [said for said, _shapes in frames],
        "series": [],
        "nodes": [],
        "size": size,
        "frames": [shapes for _said, shapes in frames],
    }
