"""The fate of tokens while a text is encoded, compared with merging by tiktoken's ranks, one pair at a time."""

from collections import Counter
from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine import BPETokenizer, load_pretrained
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.inspection.left_over import TokenFate, token_fates
from bpe_engine.pre_tokenizers import NONE
from tests.engine.peers import tiktoken_encoding

TEXT = "Fifty thousand, a hundred thousand, two hundred thousand: the answer 学 has grown, 学习 1000000 thousnad."


def plain_fates(name: str, text: str) -> tuple[Counter[bytes], Counter[bytes]]:
    """Count how often each token remains, and how often it was merged away.

    The pair with the lowest rank merges, the leftmost if several tie, until no pair can merge.
    """
    peer = tiktoken_encoding(name)
    ranks = peer._mergeable_ranks
    left: Counter[bytes] = Counter()
    merged: Counter[bytes] = Counter()
    for chunk in regex.findall(peer._pat_str, text):
        parts = [bytes([byte]) for byte in chunk.encode()]
        while True:
            known = [(ranks[a + b], at) for at, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
            if not known:
                break
            _rank, at = min(known)
            merged.update(parts[at : at + 2])
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        left.update(parts)
    return left, merged


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_token_fates_equal_merging_by_tiktoken_s_ranks(name: str) -> None:
    left, merged = plain_fates(name, TEXT)
    found = {
        symbols_to_bytes(fate.token): (fate.left, fate.merged) for fate in token_fates(load_pretrained(name), TEXT)
    }
    assert found == {token: (left[token], merged[token]) for token in {*left, *merged}}
    assert left.total() == len(tiktoken_encoding(name).encode(TEXT))


@given(st.text("abc", max_size=20))
def test_a_token_remains_if_no_later_merge_uses_it(text: str) -> None:
    vocabulary = {"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4}
    tokenizer = BPETokenizer(vocabulary=vocabulary, merges=[("a", "b"), ("ab", "c")], pre_tokenizer=NONE)
    fates = {fate.token: fate for fate in token_fates(tokenizer, text)}
    whole, part = text.count("abc"), text.count("ab")
    assert fates.get("ab", TokenFate("ab", 0, 0))[1:] == (part - whole, whole)
    assert fates.get("abc", TokenFate("abc", 0, 0))[1:] == (whole, 0)
    if part:
        assert fates["ab"].made == part
        assert fates["ab"].share_left == (part - whole) / part


def test_tokens_merged_away_most_often_come_first() -> None:
    counts = [fate.merged for fate in token_fates(load_pretrained("gpt2"), TEXT)]
    assert counts == sorted(counts, reverse=True)
