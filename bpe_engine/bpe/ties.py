"""The three rules that decide between pairs of the same count."""

from collections.abc import Callable, Sequence
from typing import Any

from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_state import MergeState, PairRecord

UPSIDE_DOWN = bytes(range(255, -1, -1))


def tie_priority(tie_break: TieBreak, state: MergeState, tokens: Sequence[str]) -> Callable[[PairRecord], Any]:
    """What orders pairs of the same count under a tie rule: the pair with the least value wins."""
    if tie_break == "first-seen":
        return state.first_place
    if tie_break == "smallest-id":
        return lambda record: record.pair
    # The greatest string must come out least.
    inverted: list[str] = []

    def largest(record: PairRecord) -> tuple[str, str]:
        while len(inverted) < len(tokens):
            inverted.append(turn_over(tokens[len(inverted)]))
        return inverted[record.pair[0]], inverted[record.pair[1]]

    return largest


def turn_over(text: str) -> str:
    """A string that sorts the other way round: turn_over(a) < turn_over(b) where a > b.

    Each byte of the UTF-8 form, which sorts as the code points do, becomes 255 less its value, and a
    sign above all of them marks the end, so that a string stands behind those that it begins.

    >>> sorted(["a", "ab", "b"], key=turn_over)
    ['b', 'ab', 'a']
    """
    return text.encode("utf-8", "surrogatepass").translate(UPSIDE_DOWN).decode("latin-1") + "\u0100"
