"""Bulk operations of `MergeState` in NumPy, on the state's own arrays. Optional."""

from array import array
from collections.abc import Iterator, MutableSequence
from importlib.util import find_spec
from typing import Any

AVAILABLE = find_spec("numpy") is not None

Group = tuple[int, MutableSequence[int], int]
"""Positions with a common key, in order: the key, the positions, and the sum of their words' frequencies."""


class NumpyMergeState:
    """NumPy views of a state's arrays: changes apply to the state itself."""

    def __init__(
        self,
        symbols: "array[int]",
        following: "array[int]",
        preceding: "array[int]",
        word_starts: "array[int]",
        frequencies: list[int],
    ) -> None:
        import numpy

        self.numpy: Any = numpy  # its types are unavailable if it is not installed
        self.symbols, self.next, self.previous = (
            numpy.asarray(each, numpy.int32) for each in (symbols, following, preceding)
        )
        lengths: Any = numpy.diff(numpy.asarray(word_starts, numpy.int64), prepend=0, append=len(symbols))
        of_words = [frequencies[start] for start in word_starts]
        # Counts are exact, even beyond 64 bits.
        kind = numpy.int64 if sum(frequencies) < 2**63 else object
        self.frequencies = numpy.repeat(numpy.array([0, *of_words], kind), lengths)

    def pairs(self) -> Iterator[tuple[tuple[int, int], MutableSequence[int], int]]:
        """Yield all neighbouring pairs, with their positions and counts."""
        numpy, left, right = self.numpy, self.symbols[:-1], self.symbols[1:]
        places = numpy.flatnonzero((left >= 0) & (right >= 0)).astype(numpy.int32)
        base = int(self.symbols.max()) + 1
        keys = left[places].astype(numpy.int64) * base + right[places]
        for key, positions, count in self._group_by_key(keys, places):
            yield divmod(key, base), positions, count

    def merge(
        self, positions: MutableSequence[int], left: int, right: int, token: int, mark: int
    ) -> tuple[list[Group], list[Group]]:
        """Replace a pair of two different symbols wherever it occurs; see `MergeState._merge_each`."""
        numpy, symbols, following, preceding = self.numpy, self.symbols, self.next, self.previous
        places = numpy.asarray(positions, numpy.int32)
        places = places[symbols[places] == left]
        swallowed = following[places]
        matches = symbols[swallowed] == right
        places, swallowed = places[matches], swallowed[matches]
        beyond = following[swallowed]
        # As in a pass from left to right: symbols after a position are old, those before it are new.
        after = self._group_by_key(symbols[beyond], places)
        symbols[places] = token
        symbols[swallowed] = mark
        following[places] = beyond
        preceding[beyond] = places
        places = preceding[places]
        return self._group_by_key(symbols[places], places), after

    def _group_by_key(self, keys: Any, places: Any) -> list[Group]:
        """Group positions by key, skipping negative keys."""
        numpy = self.numpy
        keys, places = keys[keys >= 0], places[keys >= 0]
        if not len(keys):
            return []
        if keys.max() < 2**16:
            keys = keys.astype(numpy.uint16)  # NumPy sorts these fastest
        order = keys.argsort(kind="stable")
        keys, places = keys[order], places[order]
        starts = numpy.concatenate(([0], numpy.flatnonzero(keys[1:] != keys[:-1]) + 1))
        counts = numpy.add.reduceat(self.frequencies[places], starts)
        noted = array("i", places.tobytes())
        ends = (*starts[1:].tolist(), len(noted))
        return [
            (key, noted[start:end], count)
            for key, start, end, count in zip(
                keys[starts].tolist(), starts.tolist(), ends, counts.tolist(), strict=True
            )
        ]
