"""Turn-taking: the language with the most tokens is next, unless it has had its share."""

from collections import deque
from collections.abc import Collection, Sequence
from typing import NamedTuple

from bpe_engine.parity.options import ParityOptions


class Turn(NamedTuple):
    """A language by number, and those with more tokens that already had their share of the last turns."""

    language: int
    over_quota: tuple[int, ...] = ()


class Turns:
    """Assigns each step to a language. The last `window_size` turns are remembered, even those without a merge."""

    def __init__(self, options: ParityOptions, languages: int) -> None:
        self.options = options
        self.last: deque[int] = deque(maxlen=options.window_size)
        self.most = options.alpha / languages  # the share of the last turns that a language may have

    def next(self, lengths: Sequence[int], used_up: Collection[int]) -> Turn:
        """Return the language with the most tokens among those with a pair left; the first one if they tie.

        With the variant "window", languages that had more than their share of the last turns are skipped. If this
        applies to all, the one with the fewest tokens is next.
        """
        waiting = [number for number in range(len(lengths)) if number not in used_up]
        waiting.sort(key=lambda number: -lengths[number])  # stable: ties keep their order
        if self.options.variant == "base":
            return Turn(waiting[0])
        free = (place for place, number in enumerate(waiting) if not self._reached_quota(number))
        place = next(free, len(waiting) - 1)
        self.last.append(waiting[place])
        return Turn(waiting[place], tuple(waiting[:place]))

    def _reached_quota(self, language: int) -> bool:
        return self.last.count(language) / self.options.window_size > self.most
