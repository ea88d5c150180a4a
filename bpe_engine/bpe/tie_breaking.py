"""The three rules that decide between pairs of the same count."""

from collections.abc import Callable, Sequence
from typing import Any

from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_state import MergeState, PairRecord
from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL

INVERTED = bytes(range(255, -1, -1))


def tie_break_key(
    tie_break: TieBreak, state: MergeState, tokens: Sequence[str], byte_level: bool
) -> Callable[[PairRecord], Any]:
    """What orders pairs of the same count under a tie rule: the pair with the least value wins."""
    if tie_break == "first-seen":
        return state.first_position
    if tie_break == "smallest-id":
        return lambda record: record.pair
    # The greatest must come out least.
    inverted: list[str] = []

    def largest(record: PairRecord) -> tuple[str, str]:
        while len(inverted) < len(tokens):
            inverted.append(invert_order(bytes_of(tokens[len(inverted)], byte_level)))
        return inverted[record.pair[0]], inverted[record.pair[1]]

    return largest


def bytes_of(token: str, byte_level: bool) -> bytes:
    """Return a token as bytes that sort as it does: those that it stands for, or its UTF-8 form, which sorts as code
    points.

    >>> bytes_of("Ġis", byte_level=True), bytes_of("Ġis", byte_level=False)
    (b' is', b'\\xc4\\xa0is')
    """
    if not byte_level:
        return token.encode("utf-8", "surrogatepass")
    # A mark at the ends of words may hold characters that stand for no byte.
    return b"".join(
        bytes([BYTE_OF_SYMBOL[symbol]]) if symbol in BYTE_OF_SYMBOL else symbol.encode("utf-8", "surrogatepass")
        for symbol in token
    )


def invert_order(data: bytes) -> str:
    """Return a string that sorts in reverse: invert_order(a) < invert_order(b) if a > b.

    Each byte becomes 255 less its value, and a sign above all of them marks the end, so that what begins another
    stands behind it.

    >>> sorted([b"a", b"ab", b"b"], key=invert_order)
    [b'b', b'ab', b'a']
    """
    return data.translate(INVERTED).decode("latin-1") + "\u0100"
