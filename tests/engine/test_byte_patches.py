"""Patches, compared with a count by hand and with entropies from the library of probabilities."""

from collections import Counter
from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine.inspection.byte_patches import MAX_ENTROPY, ByteGuesser, patch_bytes, patches

TEXTS = st.text(st.sampled_from("ab c"), min_size=1, max_size=30).map(str.encode)


def entropy(text: bytes, previous: int) -> float:
    """Return −Σ p log₂ p over the bytes that follow one, by its definition."""
    following = Counter(after for before, after in pairwise(text) if before == previous)
    shares = [count / following.total() for count in following.values()]
    return -sum(share * log(share) / log(2) for share in shares) if shares else 8


@given(TEXTS, st.floats(0, 3))
def test_a_patch_starts_where_the_entropy_is_above_the_threshold(text: bytes, threshold: float) -> None:
    found = patch_bytes(text, ByteGuesser([text]), threshold)
    assert bytes(each.byte for each in found) == text == b"".join(patches(found))
    for (before, _byte), each in zip(pairwise(text), found[1:], strict=True):
        assert each.entropy == pytest.approx(entropy(text, before))
        assert each.starts == (each.entropy > threshold)
    assert found[0].starts
    assert len(patches(found)) == sum(each.starts for each in found)


def test_unseen_bytes_are_uniform_and_texts_are_counted_separately() -> None:
    assert ByteGuesser([b"ab"]).entropy_after(ord("z")) == MAX_ENTROPY == 8
    assert patches(patch_bytes(b"zzz", ByteGuesser([]), 7.9)) == [b"z", b"z", b"z"]
    # By hand: a is followed by b once and by c once; the boundary between the two texts is not counted.
    guesser = ByteGuesser([b"ab", b"ac"])
    assert guesser.entropy_after(ord("a")) == 1
    assert guesser.entropy_after(ord("b")) == 8
    assert patches(patch_bytes(b"", ByteGuesser([]), 1)) == []
