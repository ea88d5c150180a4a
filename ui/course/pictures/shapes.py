"""Building blocks of drawn pictures: shapes in frames, one frame per step."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import Literal
from unicodedata import east_asian_width

from ui.components.contract import Dial, Picture, PictureShape

WIDTH = 480
"""The width of a drawing, in units in which a letter is 11.4 wide. A wider drawing scrolls on a phone."""
LETTER = 12
"""The width of a letter in a token, rounded up."""
TYPE = 11.4
"""The exact width of a letter in a token."""
WIDE = 19
"""The width of a Chinese character."""
PADDING = 10
TILE = 46
"""The height of a token with its id below it."""
BAR_HUE = 250
"""The hue of a bar or an area that isn't a token's."""
ONE_LINE = inf
"""How far to the right tokens reach that stay in one line, however many they are."""

Mark = Literal["", "now", "next", "best", "dim", "later"]
"""What a shape has to do with its step, the same in all pictures: made or spoken of in this step, about to merge or to
go, the answer, no longer there (or not a token), or not yet known."""

Tile = tuple[str, str, int | None]
"""A token as drawn: its text, the note below it, such as its id, and its hue."""

Frame = tuple[str, list[PictureShape]]
"""A step: its text and its shapes."""


def shape(
    key: str, kind: str, at: tuple[float, float], size: tuple[float, float] = (0, 0), **more: object
) -> PictureShape:
    """Return a shape around a point, or a line from that point."""
    at, size = ((round(x, 1), round(y, 1)) for x, y in (at, size))  # rounded, because numbers are most of the payload
    blank = {"key": key, "shape": kind, "at": at, "size": size, "text": "", "note": "", "hue": None, "mark": ""}
    return {**blank, **more}  # type: ignore[typeddict-item]  # the keys are the same


def drawing(title: str, about: str, size: tuple[float, float], frames: Sequence[Frame]) -> Picture:
    """Return a picture made of shapes, one frame per step."""
    return {
        "title": title,
        "about": about,
        "says": [sentence for sentence, _shapes in frames],
        "size": size,
        "frames": [shapes for _sentence, shapes in frames],
    }


def dialled(
    picture: Picture,
    name: str,
    values: Sequence[str],
    start: int,
    *,
    waits: bool = True,
    ordered: bool = True,
    hint: str = "",
) -> Picture:
    """Return a picture whose steps are the values of a dial: with as many values as steps, and the step shown first.

    If it doesn't wait for the answer, step 0 is shown before. Values without an order have a button each. If clicks on
    shapes choose them all, `hint` says so, but not in files and on paper.
    """
    dial: Dial = {"name": name, "values": [*values], "start": start, "waits": waits, "ordered": ordered}
    if hint:
        dial["hint"] = hint
    return {**picture, "dial": dial}


def width_of(text: str) -> float:
    """Return the width of a text. Full-width characters, such as Chinese ones, are wider than letters."""
    return sum(WIDE if east_asian_width(one) in "WF" else TYPE for one in text)


def label_width(text: str) -> float:
    """Return about how wide a text in the page's font is at most, in bold type, so that it can end at a point."""
    return sum(_label_letter(one) for one in text)


def _label_letter(one: str) -> float:
    if east_asian_width(one) in "WF":
        return 18
    if one == "%":
        return 16
    return 10 if one.isdigit() else 9.7 if "\u0400" <= one <= "\u04ff" else 8.6


def bricks(key: str, boxes: Iterable[tuple[float, ...]], *, hue: int | None = None, mark: Mark = "") -> PictureShape:
    """Return filled boxes as one shape: the left and top edge, width and height of each."""
    found = [tuple(int(one) if (one := round(number, 1)) == int(one) else one for number in box) for box in boxes]
    return shape(key, "bricks", (0, 0), hue=hue, mark=mark, bricks=found)


def text_from(key: str, at: tuple[float, float], text: str, mark: Mark = "") -> PictureShape:
    """Return a text in the font of tokens that starts at a point."""
    return shape(key, "text", (at[0] + width_of(text) / 2, at[1]), text=text, mark=mark)


def large_text(
    key: str, at: tuple[float, float], text: str, size: float, mark: Mark = "", within: float = inf
) -> PictureShape:
    """Return a text in the font of tokens, centred on a point, in type of this size, or smaller to be `within` wide."""
    size = min(size, within / width_of(text) * WIDE) if text else size
    return shape(key, "text", at, (0, size), text=text, mark=mark)


def label(key: str, at: tuple[float, float], text: str, mark: Mark = "") -> PictureShape:
    """Return a text in the page's font that starts at a point."""
    return shape(key, "label", at, text=text, mark=mark)


def caption(key: str, at: tuple[float, float], text: str, mark: Mark = "") -> PictureShape:
    """Return a text in the page's font, centred on a point."""
    return shape(key, "caption", at, text=text, mark=mark)


def tiles_from(
    key: str, at: tuple[float, float], tokens: Sequence[Tile], marks: Sequence[Mark] = (), right: float = WIDTH
) -> list[PictureShape]:
    """Return tokens side by side, in as many lines as they need. `at` is the middle of the first line's left edge."""
    shapes: list[PictureShape] = []
    x, y = at
    for place, (text, note, hue) in enumerate(tokens):
        width = max(width_of(text), len(note) * TYPE) + PADDING
        if x + width > right and x > at[0]:
            x, y = at[0], y + TILE + 6
        mark = marks[place] if marks else ""
        size = (width, TILE if note else TILE - 8)
        shapes.append(
            shape(f"{key}{place}", "tile", (x + width / 2, y), size, text=text, note=note, hue=hue, mark=mark)
        )
        x += width + 6
    return shapes
