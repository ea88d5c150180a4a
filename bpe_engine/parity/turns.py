"""Whose turn it is: the language that is worst off, unless it has had its share."""

from collections import deque
from collections.abc import Collection, Sequence
from typing import NamedTuple

from bpe_engine.parity.options import ParityOptions


class Turn(NamedTuple):
    """A language by its number, and those that are worse off but had their share of the last turns."""

    language: int
    over_quota: tuple[int, ...] = ()


class Turns:
    """Gives each step to a language. `window_size` turns are remembered, those that led to no merge too."""

    def __init__(self, options: ParityOptions, languages: int) -> None:
        self.options = options
        self.last: deque[int] = deque(maxlen=options.window_size)
        self.most = options.alpha / languages  # the share of the last turns that a language may have

    def next(self, lengths: Sequence[int], used_up: Collection[int]) -> Turn:
        """Return the language with the most tokens that has a pair left; of equals the first.

        With the variant "window" not one that had more than its share of the last turns. Where that is so of all, it is
        the best off of them.
        """
        waiting = [number for number in range(len(lengths)) if number not in used_up]
        waiting.sort(key=lambda number: -lengths[number])  # equals stay in their order
        if self.options.variant == "base":
            return Turn(waiting[0])
        free = (place for place, number in enumerate(waiting) if not self._reached_quota(number))
        place = next(free, len(waiting) - 1)
        self.last.append(waiting[place])
        return Turn(waiting[place], tuple(waiting[:place]))

    def _reached_quota(self, language: int) -> bool:
        return self.last.count(language) / self.options.window_size > self.most
