"""All ways to spell a text, compared with trying every cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine import load_pretrained
from bpe_engine.inspection.all_cuts import ways_to_each_position, ways_to_spell
from tests.engine.peers import tiktoken_encoding
from tests.engine.trying_every_cut import all_cuts


@given(st.text("ab", min_size=1, max_size=9), st.sets(st.text("ab", min_size=1, max_size=4), max_size=8))
def test_the_ways_to_each_position_equal_those_found_by_trying_every_cut(text: str, tokens: set[str]) -> None:
    found = ways_to_each_position(text, tokens, max(map(len, tokens), default=0))
    assert [position.end for position in found] == [*range(1, len(text) + 1)]
    for position in found:
        cuts = [cut for cut in all_cuts(text[: position.end]) if tokens.issuperset(cut)]
        assert position.ways == len(cuts) == sum(position.added)
        lasts = [cut[-1] for cut in cuts]
        assert dict(zip(position.last_tokens, position.added, strict=True)) == {one: lasts.count(one) for one in lasts}


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
@pytest.mark.parametrize("text", ["strawberry", " strawberry", "naïve 学", "<|endoftext|>"])
def test_ways_to_spell_a_text_equal_the_cuts_into_tiktoken_tokens(name: str, text: str) -> None:
    known = tiktoken_encoding(name)._mergeable_ranks
    cuts = [cut for cut in all_cuts(text.encode()) if known.keys() >= {*cut}]
    (*_before, last) = ways_to_spell(load_pretrained(name), text)
    assert last.ways == len(cuts)


def test_an_empty_text_has_no_positions_and_counts_may_exceed_64_bits() -> None:
    assert ways_to_spell(load_pretrained("gpt2"), "") == []
    (*_before, last) = ways_to_each_position("a" * 300, {"a", "aa"}, 2)
    before, ways = 1, 1
    for _ in range(299):  # Fibonacci's numbers: the last token is one letter or two
        before, ways = ways, before + ways
    assert last.ways == ways > 2**64
