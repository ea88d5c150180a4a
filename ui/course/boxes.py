"""What was missed comes back: Leitner's boxes.

An exercise that was missed is in the first box, and is asked again before another chapter. Who knows it then moves it
one box on, from which it comes back later; who misses it again puts it back into the first one. Behind the last box it
is known. (S. Leitner, “So lernt man lernen”, 1972.) `ui/components/chapters/boxes.js` is the same in a browser.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

DAYS = (0, 1, 3, 7)
"""Until one comes back that is in the first box, in the second, …"""
KNOWN = len(DAYS) + 1
_DAY = 24 * 60 * 60


class Boxed(NamedTuple):
    """In which box an exercise is, from 1 on, and since when, in seconds since 1970."""

    box: int
    at: int

    def is_due(self, now: int) -> bool:
        """Whether it is to be asked again."""
        return self.box < KNOWN and now >= self.at + DAYS[self.box - 1] * _DAY


def answered(before: Boxed | None, is_right: bool, now: int) -> Boxed | None:
    """Where an exercise is after an answer; None where it was never missed.

    >>> answered(None, False, 5), answered(Boxed(1, 5), True, 9), answered(Boxed(3, 5), False, 9)
    (Boxed(box=1, at=5), Boxed(box=2, at=9), Boxed(box=1, at=9))
    """
    if not is_right:
        return Boxed(1, now)
    return Boxed(min(before.box + 1, KNOWN), now) if before else None


def read(told: object, now: int) -> Boxed | None:
    """What a browser kept; None where that makes no sense."""
    match told:
        case [int(box), int(at)] if 1 <= box <= KNOWN and 0 <= at <= now + _DAY:
            return Boxed(box, at)
    return None


def comes_back(earlier: Sequence[str], boxes: Mapping[str, Boxed], place: int, now: int) -> str:
    """Which of some exercises to ask before a chapter by its place: what was missed first; else one by turns.

    >>> comes_back(["a", "a/2", "b"], {"b": Boxed(1, 0), "a": Boxed(2, 0)}, 2, 5)
    'b'
    """
    due = sorted((boxes[part], part) for part in earlier if part in boxes and boxes[part].is_due(now))
    return due[0][1] if due else earlier[place * 7 % len(earlier)]
