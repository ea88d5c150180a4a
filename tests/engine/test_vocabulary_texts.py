"""The forms of a text in a vocabulary, and what two vocabularies share: as tiktoken and tokenizers list them."""

from functools import cache

import pytest

from bpe_engine import load_pretrained
from bpe_engine.inspection.vocabulary_texts import TextForm, forms, occurrences, shared_tokens, token_texts
from tests.engine.peers import published_tokenizer, tiktoken_encoding

BYTES = ("gpt2", "cl100k_base", "o200k_base")
WORDS = ("the", "Token", "ß", "東京", "Привет", " hello ", "iPhone", "12", "\n", "no such word at all")


@cache
def listed(name: str) -> dict[bytes, int]:
    peer = tiktoken_encoding(name)
    return {token: peer.encode_single_token(token) for token in peer.token_byte_values()}


@cache
def texts_of(name: str) -> dict[int, bytes]:
    return token_texts(load_pretrained(name))


@pytest.mark.parametrize("name", BYTES)
def test_token_texts_equal_tiktoken_s_bytes(name: str) -> None:
    assert {text: token_id for token_id, text in texts_of(name).items()} == listed(name)


@pytest.mark.parametrize("word", WORDS)
def test_forms_and_occurrences_equal_tiktoken_s_list(word: str) -> None:
    ids, texts = listed("o200k_base"), texts_of("o200k_base")
    bare = word.strip()
    wanted = [bare, bare.lower(), bare.upper(), bare.title()] if bare else []
    found = forms(texts, word)
    assert {form.text for form in found} == {space + one for one in wanted for space in ("", " ")}
    assert len({form.text for form in found}) == len(found)
    for form in found:
        assert form.token_id == ids.get(form.text.encode())
    data, texts = word.strip().encode(), texts_of("cl100k_base")
    start, end, inside = occurrences(texts, word)
    if not data:
        assert start == end == inside == []
        return
    longer = {token: number for token, number in listed("cl100k_base").items() if token not in (data, b" " + data)}
    starts = {number for token, number in longer.items() if token.startswith((data, b" " + data))}
    ends = {number for token, number in longer.items() if token.endswith(data)} - starts
    assert (set(start), set(end)) == (starts, ends)
    assert set(inside) == {number for token, number in longer.items() if data in token} - starts - ends
    assert all(found == sorted(set(found)) for found in (start, end, inside))


@pytest.mark.parametrize(("one", "other"), [("gpt2", "cl100k_base"), ("cl100k_base", "o200k_base")])
def test_shared_tokens_are_those_in_both_lists(one: str, other: str) -> None:
    first, second = listed(one), listed(other)
    found = shared_tokens(texts_of(one), texts_of(other))
    assert found.both == sorted(first[text] for text in first.keys() & second.keys())
    assert found.only_first == sorted(first[text] for text in first.keys() - second.keys())
    assert found.only_second == sorted(second[text] for text in second.keys() - first.keys())


def test_tokens_are_shared_however_their_spaces_are_marked() -> None:
    """Ġ at byte level, ▁ in SentencePiece, ## in WordPiece: “ the” and “ing” are in all three."""
    kinds = [texts_of(name) for name in ("gpt2", "t5-small", "mistral-7b", "bert-base-uncased")]
    for texts in kinds:
        assert {b" the", b"ing"} <= set(texts.values())
        assert {form.text for form in forms(texts, "ing") if form.token_id is not None} >= {"ing"}
    bert = kinds[-1]
    assert b" hello" in bert.values()
    assert b"hello" not in bert.values()  # no token goes on with it
    assert b"," in bert.values()
    assert b" ," not in bert.values()


def test_special_tokens_have_no_text_and_duplicate_texts_count_once() -> None:
    mistral = load_pretrained("mistral-7b")
    texts = token_texts(mistral)
    assert not set(mistral.special_tokens.values()) & texts.keys()
    assert texts[mistral.vocabulary["<0x0A>"]] == b"\n"
    qwen = published_tokenizer("qwen3")
    assert len(texts_of("qwen3")) == qwen.get_vocab_size() - len(load_pretrained("qwen3").special_tokens)
    found = shared_tokens({0: b"a", 1: b"b", 5: b"a"}, {3: b"a", 4: b"c", 9: b"c"})
    assert found == ([0], [1], [4])
    assert forms({7: b"a", 9: b"a"}, "a")[0] == TextForm("a", 7)
