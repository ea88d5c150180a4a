"""Patches: a text cut where its next byte is hard to guess, as in a model without tokens.

The Byte Latent Transformer (Pagnoni and others 2024, "Patches Scale Better Than Tokens", section 2.3) starts a patch at
each byte whose entropy, given the bytes before it, is above a threshold. There, a small network predicts the byte;
here, counts of byte bigrams do.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import log2
from typing import NamedTuple

MAX_ENTROPY = 8.0
"""The entropy of a uniformly distributed byte, in bits."""


class PatchedByte(NamedTuple):
    """A byte of a text, and how hard it was to guess."""

    byte: int
    entropy: float  # in bits, of the distribution given the byte before
    starts: bool  # whether a patch starts here


class ByteGuesser:
    """A byte bigram model: counts which byte follows which.

    >>> guesser = ByteGuesser([b"abac"])
    >>> guesser.entropy_after(b"a"[0]), guesser.entropy_after(b"b"[0]), guesser.entropy_after(b"z"[0])
    (1.0, 0.0, 8.0)
    """

    def __init__(self, texts: Iterable[bytes]) -> None:
        following: defaultdict[int, Counter[int]] = defaultdict(Counter)
        for text in texts:
            for previous, byte in zip(text, text[1:], strict=False):
                following[previous][byte] += 1
        self._entropies = {previous: _entropy(counts) for previous, counts in following.items()}

    def entropy_after(self, previous: int) -> float:
        """Return the entropy of the byte after this one, in bits."""
        return self._entropies.get(previous, MAX_ENTROPY)


def _entropy(counts: Counter[int]) -> float:
    total = counts.total()
    return sum(count * (log2(total) - log2(count)) for count in counts.values()) / total


def patch_bytes(text: bytes, guesser: ByteGuesser, threshold: float) -> list[PatchedByte]:
    """Return the bytes of a text; a patch starts at the first, and at each whose entropy is above the threshold.

    >>> text = b"abacabad"
    >>> [patched.starts for patched in patch_bytes(text, ByteGuesser([text]), threshold=1)]
    [True, True, False, True, False, True, False, True]
    """
    found = []
    for place, byte in enumerate(text):
        entropy = guesser.entropy_after(text[place - 1]) if place else MAX_ENTROPY
        found.append(PatchedByte(byte, entropy, place == 0 or entropy > threshold))
    return found


def patches(patched: Iterable[PatchedByte]) -> list[bytes]:
    """Return the patches of a text.

    >>> text = b"abacabad"
    >>> patches(patch_bytes(text, ByteGuesser([text]), threshold=1))
    [b'a', b'ba', b'ca', b'ba', b'd']
    """
    found: list[bytearray] = []
    for each in patched:
        if each.starts:
            found.append(bytearray())
        found[-1].append(each.byte)
    return [bytes(patch) for patch in found]
