"""Every cut of a text, one by one."""

from itertools import combinations, pairwise
from typing import TypeVar

Part = TypeVar("Part", str, bytes)


def all_cuts(text: Part) -> list[list[Part]]:
    """Return every way to cut a text into non-empty parts."""
    return [
        [text[start:end] for start, end in pairwise((0, *inner, len(text)))]
        for count in range(len(text))
        for inner in combinations(range(1, len(text)), count)
    ]
