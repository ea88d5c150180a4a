"""The three rules that break ties between pairs of the same count."""

from collections.abc import Callable, Sequence
from typing import Any

from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_state import MergeState, PairRecord
from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL

INVERTED = bytes(range(255, -1, -1))


def tie_break_key(
    tie_break: TieBreak, state: MergeState, tokens: Sequence[str], byte_level: bool
) -> Callable[[PairRecord], Any]:
    """Return the sort key for pairs of the same count under a tie rule: the pair with the smallest key wins."""
    if tie_break == "first-seen":
        return state.first_position
    if tie_break == "smallest-id":
        return lambda record: record.pair
    # The greatest pair needs the smallest key.
    inverted: list[str] = []

    def largest(record: PairRecord) -> tuple[str, str]:
        while len(inverted) < len(tokens):
            inverted.append(invert_order(bytes_of(tokens[len(inverted)], byte_level)))
        return inverted[record.pair[0]], inverted[record.pair[1]]

    return largest


def bytes_of(token: str, byte_level: bool) -> bytes:
    """Return a token's bytes, or at character level its UTF-8 form, which sorts by code point.

    >>> bytes_of("Ġis", byte_level=True), bytes_of("Ġis", byte_level=False)
    (b' is', b'\\xc4\\xa0is')
    """
    if not byte_level:
        return token.encode("utf-8", "surrogatepass")
    # An end-of-word mark may contain characters outside the byte alphabet.
    return b"".join(
        bytes([BYTE_OF_SYMBOL[symbol]]) if symbol in BYTE_OF_SYMBOL else symbol.encode("utf-8", "surrogatepass")
        for symbol in token
    )


def invert_order(data: bytes) -> str:
    """Return a string that sorts in reverse: invert_order(a) < invert_order(b) if a > b.

    Each byte becomes 255 minus its value, and a character above all of these marks the end, so that a prefix sorts
    after the longer string.

    >>> sorted([b"a", b"ab", b"b"], key=invert_order)
    [b'b', b'ab', b'a']
    """
    return data.translate(INVERTED).decode("latin-1") + "\u0100"
