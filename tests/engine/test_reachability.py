"""Which tokens can occur in a text, compared with tiktoken on the text of each token, and with published counts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine.bpe.encoding import LEFT_FACTOR
from bpe_engine.bpe.reachability import (
    INVALID_UTF8_BYTES,
    find_text,
    merges_lead_to,
    surrounding_texts,
    symbols_of_token,
    text_of_token,
)
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import bytes_to_symbols
from bpe_engine.pre_tokenizers import NONE
from bpe_engine.vocabularies.pretrained import load_pretrained_bpe
from tests.engine.file_samples import trained_on_characters
from tests.engine.peers import tiktoken_encoding

# Land and Bartolo's reports on openai-community/gpt2 and openai/gpt-oss-20b (github.com/cohere-ai/magikarp, results/
# reports): "non-single-byte unreachable tokens" and "non-single-byte UTF-fragment tokens". The latter model has
# GPT-4o's vocabulary, with other special tokens.
PUBLISHED = {"gpt2": (0, 216), "o200k_base": (12, 1434)}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_number_of_unreachable_tokens_equals_the_published_one(name: str) -> None:
    peer, ours = tiktoken_encoding(name), load_pretrained_bpe(name)
    unreachable, partial = [], 0
    for data, token_id in peer._mergeable_ranks.items():
        assert peer._encode_single_piece(data) == [token_id]
        try:
            text = data.decode()
        except UnicodeDecodeError:
            partial += len(data) > 1
            assert text_of_token(ours, token_id) is None
            continue
        if peer.encode_ordinary(text) != [token_id]:
            unreachable.append(token_id)
    assert (len(unreachable), partial) == PUBLISHED[name]
    for token_id in unreachable:
        found = find_text(ours, token_id)
        assert (found.kind, found.partial) == ("inside", False)
        # So a text can have it after all, in tiktoken too.
        assert token_id in peer.encode_ordinary(found.text)


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_texts_found_for_partial_characters_contain_them_in_tiktoken(name: str) -> None:
    peer, ours = tiktoken_encoding(name), load_pretrained_bpe(name)
    parts = [token_id for token_id in range(peer.n_vocab) if token_id in ours.token_of_id and _is_part(ours, token_id)]
    for token_id in [*parts[:200:3], *parts[200::40]]:
        found = find_text(ours, token_id)
        if found.reached:
            assert token_id in peer.encode_ordinary(found.text)
        elif found.kind == "bytes":
            assert not INVALID_UTF8_BYTES.isdisjoint(ours.token_bytes(token_id))
        else:
            assert (name, token_id) == ("o200k_base", 439)


def _is_part(ours: BPETokenizer, token_id: int) -> bool:
    return text_of_token(ours, token_id) is None


def test_bytes_that_never_occur_are_in_no_character() -> None:
    everything = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)])).encode()
    assert set(range(256)) - set(everything) == INVALID_UTF8_BYTES


def test_one_token_of_gpt_4o_occurs_in_no_text() -> None:
    # It consists of о and D0, the first byte of another letter. Each of the 64 possible letters is tried.
    ours, peer = load_pretrained_bpe("o200k_base"), tiktoken_encoding("o200k_base")
    data = b"\xd0\xbe\xd0"
    assert peer.decode_single_token_bytes(439) == data
    letters = [(data + bytes([last])).decode() for last in range(0x80, 0xC0)]
    assert sorted(surrounding_texts(ours, 439)) == sorted(letters)
    assert find_text(ours, 439)[1:] == ("not-found", True, "", 64)
    table, rank_of = ours.table, ours.table.rank_of
    first, both = (table.number_of_symbol[bytes_to_symbols(part)] for part in (data[-1:], data))
    for letter in letters:
        assert 439 not in peer.encode_ordinary(letter)
        if letter[1].isupper():
            continue  # the pattern cuts between a lower-case letter and a capital
        last = table.number_of_symbol[bytes_to_symbols(letter.encode()[-1:])]
        swallowed = rank_of[first * LEFT_FACTOR + last]
        if swallowed > rank_of[table.number_of_symbol[bytes_to_symbols(data[:2])] * LEFT_FACTOR + first]:
            swallowed = rank_of[both * LEFT_FACTOR + last]
        # Nothing after the letter can take its last byte first.
        assert all(rank > swallowed for rank, pair in enumerate(table.pairs) if pair // LEFT_FACTOR == last)


SYMBOLS = "abc"


@st.composite
def tokenizers_of_merges(draw: st.DrawFn) -> BPETokenizer:
    """Draw merges in any order, some of which make the same token or come before their parts."""
    tokens = list(SYMBOLS)
    merges = []
    for _ in range(draw(st.integers(1, 12))):
        pair = (draw(st.sampled_from(tokens)), draw(st.sampled_from(tokens)))
        merges.append(pair)
        tokens.append("".join(pair))
    merges = draw(st.permutations(merges))
    vocabulary = {token: number for number, token in enumerate(dict.fromkeys(tokens))}
    return BPETokenizer(vocabulary=vocabulary, merges=merges, pre_tokenizer=NONE, unk_token="")


@given(tokenizers_of_merges(), st.text(SYMBOLS, min_size=1, max_size=30))
@settings(max_examples=80, deadline=None)
def test_every_token_of_a_text_is_reachable_from_its_own_symbols(ours: BPETokenizer, text: str) -> None:
    for token_id in ours._ids(text):
        assert merges_lead_to(ours, token_id)


def test_tokens_that_merges_never_make_are_found() -> None:
    # a b c: b c merges first, so a b never occurs, and neither does any token built from it.
    merges = [("b", "c"), ("a", "b"), ("ab", "c")]
    tokens = ["a", "b", "c", "bc", "ab", "abc"]
    ours = BPETokenizer(
        vocabulary={token: number for number, token in enumerate(tokens)}, merges=merges, pre_tokenizer=NONE
    )
    assert [find_text(ours, number).kind for number in range(6)] == ["alone"] * 5 + ["merges"]


@pytest.mark.parametrize("suffix", ["", "</w>"])
def test_tokens_on_characters_are_found(suffix: str) -> None:
    ours = trained_on_characters(suffix, special=())
    for token, token_id in ours.vocabulary.items():
        found = find_text(ours, token_id, 500)
        assert "".join(symbols_of_token(ours, token_id)) == token
        if found.reached:
            assert token_id in ours._ids(found.text)
        assert found.kind in ("alone", "inside", "not-found")
