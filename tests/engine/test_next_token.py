"""The token bigram model, compared with exact fractions and with its definition."""

from fractions import Fraction
from math import log2, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine.inspection.next_token import NextTokenModel

IDS = st.lists(st.integers(0, 4), max_size=12)


def chance(ids: list[int], at: int, size: int) -> Fraction:
    """Return the probability of the token at a position by Witten and Bell's formula, given the tokens before it."""
    before = [None, *ids[:at]]
    followers = [ids[place] for place in range(at) if ([None, *ids])[place] == before[-1]]
    if not followers:
        return Fraction(1, size)
    kinds = len({*followers})
    return (followers.count(ids[at]) + Fraction(kinds, size)) / (len(followers) + kinds)


@given(IDS)
def test_bits_of_a_text_follow_witten_and_bell_s_formula(ids: list[int]) -> None:
    chances = [chance(ids, at, 5) for at in range(len(ids))]
    assert NextTokenModel(5).read(ids) == pytest.approx(sum(-log2(each) for each in chances))
    assert NextTokenModel(5).read(ids) == pytest.approx(-log2(prod(chances, start=Fraction(1))))


@given(IDS, st.integers(-1, 5))
def test_the_probabilities_after_a_token_add_up_to_one(ids: list[int], previous: int) -> None:
    model = NextTokenModel(5)
    model.read(ids)
    assert sum(model.probability(previous, following) for following in range(5)) == pytest.approx(1)


def test_bits_equal_a_sum_by_hand_and_an_empty_text_has_none() -> None:
    # a, b, a, b of four tokens: 1/4 at the start; nothing known after a, nor after b, so 1/4 twice; after a then b was
    # seen once, and one count is left for new tokens, a quarter of which is b's: (1 + 1/4) / 2.
    assert NextTokenModel(4).read([0, 1, 0, 1]) == pytest.approx(2 + 2 + 2 - log2(5 / 8))
    assert NextTokenModel(4).read([]) == 0
