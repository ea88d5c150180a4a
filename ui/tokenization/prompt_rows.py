"""Where the rows of a typed text begin: of a text longer than a row, each shows the end."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

ROOM = 20  # characters of a row, with those to come
AHEAD = 6  # characters to come for which there is room once the rows have moved on


class TypedRow(NamedTuple):
    """A text typed so far, as its row needs it."""

    places: Sequence[int]  # where in the text each token begins, and the last one ends
    widths: Sequence[int]  # of the tokens before each, and of all, in characters
    bounds: Sequence[int]  # the tokens at which a row may begin: those that begin with a character
    changed: int  # the first new token

    def first(self, start: int, last: int) -> int:
        """Return the token at which a row that should begin at a place begins, at the latest at token `last`."""
        token = min(last, bisect_right(self.places, start) - 1)
        return self.bounds[bisect_right(self.bounds, token) - 1]

    def starts(self) -> list[int]:
        """Return the places at which a row may begin, so that it shows all that is new."""
        return [self.places[token] for token in self.bounds if token <= self.changed]

    def width_from(self, token: int) -> int:
        """Return how many characters the tokens from one on take."""
        return self.widths[-1] - self.widths[token]

    def has_room(self, start: int, more: int = 0) -> bool:
        """Return whether a row that begins at this place has room, with dots for what is before it."""
        return self.width_from(self.first(start, self.changed)) + (start > 0) + more <= ROOM


def row_starts(rows: Sequence[TypedRow], shown: Sequence[int]) -> list[int]:
    """Return where the rows begin after each character, given how many rows are shown then.

    They begin at the same place, so that equal characters stand one below the other, and move on only if the text has
    become longer than a row.
    """
    start, found = 0, []
    for done, (now, count) in enumerate(zip(rows, shown, strict=True), 1):
        own = now.starts()
        shared = sorted(set(own).intersection(*(row.starts() for row in rows[max(0, done - count) : done])))
        if start not in shared or not now.has_room(start):
            ahead = min(AHEAD, len(rows) - done)
            tries = ((place, more) for places, more in ((shared, ahead), (shared, 0), (own, 0)) for place in places)
            start = next((place for place, more in tries if now.has_room(place, more)), own[-1])
        found.append(start)
    return found
