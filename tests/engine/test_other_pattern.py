"""A vocabulary with another pattern, compared with tiktoken with the same ranks and that pattern."""

from functools import cache

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import EngineError, load_pretrained
from bpe_engine.inspection.other_pattern import chunks_by, encode_with_pattern
from tests.engine.peers import characters_known_to_all, tiktoken_encoding

# nanochat/tokenizer.py, SPLIT_PATTERN: its own comment says that it has {1,2} instead of GPT-4's {1,3}.
NANOCHAT = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)
TEXTS = st.text(st.sampled_from("12 3456789½'s AbC\n.") | characters_known_to_all(), max_size=30)


@cache
def peer(name: str, pattern: str) -> tiktoken.Encoding:
    ranks = tiktoken_encoding(name)._mergeable_ranks
    return tiktoken.Encoding("other", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


def with_groups(group: str) -> str:
    own = tiktoken_encoding("cl100k_base")._pat_str
    assert own.count(r"\p{N}{1,3}+") == 1
    return own.replace(r"\p{N}{1,3}+", group)


@settings(max_examples=60)
@given(TEXTS)
def test_ids_with_other_patterns_equal_tiktoken_s(text: str) -> None:
    gpt4 = load_pretrained("cl100k_base")
    for pattern, theirs in (
        ("gpt4-digits-1", with_groups(r"\p{N}")),
        ("gpt4-digits-2", with_groups(r"\p{N}{1,2}")),
        ("gpt2", tiktoken_encoding("gpt2")._pat_str),
        ("gpt4o", tiktoken_encoding("o200k_base")._pat_str),
    ):
        found = encode_with_pattern(gpt4, pattern, text)
        assert list(found.ids) == peer("cl100k_base", theirs).encode_ordinary(text)
        assert "".join(found.chunks) == text == gpt4.decode(list(found.ids))
        own = tiktoken_encoding("cl100k_base").encode_ordinary(text)
        assert (found.differs_at is None) == (list(found.ids) == own)
        if found.differs_at is not None:
            assert list(found.ids[: found.differs_at]) == own[: found.differs_at]
            assert list(found.ids[found.differs_at :][:1]) != own[found.differs_at :][:1]


def test_nanochat_s_pattern_the_own_pattern_and_an_unknown_one() -> None:
    text = "In 2048, 31415 of 1000000 ½ say: it's 7.4\n"
    assert chunks_by("gpt4-digits-1", "a 2048") == ["a", " ", "2", "0", "4", "8"]
    found = encode_with_pattern(load_pretrained("cl100k_base"), "gpt4-digits-2", text)
    assert list(found.ids) == peer("cl100k_base", NANOCHAT).encode_ordinary(text)
    for name, pattern in (("gpt2", "gpt2"), ("cl100k_base", "gpt4"), ("o200k_base", "gpt4o")):
        assert encode_with_pattern(load_pretrained(name), pattern, "It's 2048 on eBay.").differs_at is None
    with pytest.raises(EngineError, match=r"pattern='gpt5' is not valid\. Choose one of gpt2, gpt4"):
        chunks_by("gpt5", "a")
