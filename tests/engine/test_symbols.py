"""Counting pairs and merging one, on worked cases and compared with the peers' own functions."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bpe_engine import Pair
from bpe_engine.symbols import count_pairs, merge_symbols

WORDS = st.lists(st.sampled_from("ab"), max_size=12)


def test_overlaps_count_separately_in_order_and_merge_from_left_to_right() -> None:
    assert count_pairs([(list("aaa"), 1), (list("aaaa"), 10)]) == {Pair("a", "a"): 32}
    assert list(count_pairs([(list("bca"), 1), (list("abc"), 9)])) == [("b", "c"), ("c", "a"), ("a", "b")]
    assert merge_symbols(list("aaaaa"), Pair("a", "a"), "aa") == ["aa", "aa", "a"]


@given(WORDS)
def test_counts_and_merges_equal_plain_text_search(word: list[str]) -> None:
    text = "".join(word)
    overlapping = len(re.findall("(?=ab)", text)), len(re.findall("(?=aa)", text))
    counts = count_pairs([(word, 3)])
    assert (counts[Pair("a", "b")], counts[Pair("a", "a")]) == (3 * overlapping[0], 3 * overlapping[1])
    assert merge_symbols(word, Pair("a", "a"), "X") == list(text.replace("aa", "X"))
    assert merge_symbols(word, Pair("a", "b"), "X") == list(text.replace("ab", "X"))
