"""Merges and vocabularies in the notations of learners' programs."""

import json
import pickle
from typing import Any

import pytest

from bpe_engine import BPETrainer, Corpus, EngineError, Pair
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.files import file_checks, learner_merges, write
from bpe_engine.files.file_checks import MAX_FILE_BYTES, MAX_TOKEN_LENGTH
from bpe_engine.files.learner_merges import LearnerMerges, read_learner_merges

TOKENIZER = BPETrainer(vocab_size=40, special_tokens=["<|endoftext|>"]).train(
    Corpus.from_text("the pug and the pun, the hug and the été — 東京\n")
)
MERGES = TOKENIZER.merges
VOCABULARY = {token_id: token for token, token_id in TOKENIZER.vocabulary.items()}
AS_BYTES = [(symbols_to_bytes(left), symbols_to_bytes(right)) for left, right in MERGES]


def read(found: object) -> LearnerMerges:
    return read_learner_merges("given", found if isinstance(found, bytes) else json.dumps(found).encode())


def test_merges_are_read_in_every_notation() -> None:
    assert MERGES
    both = write(TOKENIZER, "gpt2")
    for form in (
        both["merges.txt"],
        both["merges.txt"].replace(b"\n", b"\r\n"),
        b"\n".join(both["merges.txt"].split(b"\n")[1:]).removesuffix(b"\n"),
        [list(pair) for pair in MERGES],
        [" ".join(pair) for pair in MERGES],
        [[list(left), list(right)] for left, right in AS_BYTES],
    ):
        assert read(form) == LearnerMerges(MERGES)


def test_vocabularies_and_both_are_read_in_every_notation() -> None:
    for form in (
        write(TOKENIZER, "gpt2")["vocab.json"],
        VOCABULARY,
        {token_id: list(symbols_to_bytes(token)) for token_id, token in VOCABULARY.items()},
    ):
        assert read(form) == LearnerMerges(None, VOCABULARY)
    assert read(write(TOKENIZER, "tokenizer.json")["tokenizer.json"]) == LearnerMerges(MERGES, VOCABULARY)
    assert read({"vocab": TOKENIZER.vocabulary, "merges": MERGES}) == LearnerMerges(MERGES, VOCABULARY)
    assert read({"merges": MERGES}) == LearnerMerges(MERGES)
    lines = b"minbpe v1\n\n0\n104 101\n256 32\n"
    assert read(lines).merges == read([[104, 101], [256, 32]]).merges == (("h", "e"), ("he", "Ġ"))
    assert read(b"#version: 0.2\n").merges == ()
    assert read(b"[]").merges == ()
    assert read([["h", "e"]]).merges == (Pair("h", "e"),)


@pytest.mark.parametrize("first", ["(", "[", "{", "{("])
def test_the_first_merge_may_begin_with_a_bracket(first: str) -> None:
    assert read(f"{first} a\nb c\n".encode()).merges == ((first, "a"), ("b", "c"))


def test_a_special_token_may_have_any_characters() -> None:
    assert read({"<|fin de l’été|>": 0}).vocabulary == {0: "<|fin de l’été|>"}


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_a_pickle_is_never_opened(protocol: int) -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return pytest.fail, ("it was opened",)

    with pytest.raises(EngineError, match=r"is a pickle, and opening one can run any program.*json\.dump"):
        read(pickle.dumps(Evil(), protocol))


@pytest.mark.parametrize(
    "written", [AS_BYTES, dict(enumerate(AS_BYTES, 256)), [list(pair) for pair in AS_BYTES], MERGES]
)
def test_printed_python_values_are_refused_with_advice(written: object) -> None:
    with pytest.raises(EngineError, match=r"in Python's notation.*json\.dump\(\[\[list\(left\), list\(right\)\]"):
        read(repr(written).encode())


def test_following_the_advice_gives_a_readable_file() -> None:
    code = "[[list(left), list(right)] for left, right in merges]"
    assert read(eval(code, {"merges": AS_BYTES})).merges == MERGES


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"\xff\xfea b", "is not UTF-8 text: byte 0 is 0xFF"),
        (b"a b c\n", r"line 1: expected two symbols .* 'a b c'"),
        (b"a b\n c\n", r"line 2: expected two symbols .* ' c'"),
        (b"#version: 0.2\na b\nc\n", r"line 3: expected two symbols .* 'c'"),
        (b'["a b", "a"]', r"merge 1: expected a pair of tokens, but found 'a'"),
        (b'["a b", ["a", "b", "c"]]', r"merge 1: expected a pair of tokens"),
        (b'["a b", 7]', "merge 1: expected a pair of tokens"),
        (b'[["a", ""]]', "'' is not a token"),
        (b'[["a", [256]]]', r"\[256\] is not a token"),
        (b'[["a", null]]', "None is not a token"),
        (b"[[104, 256]]", "merge 0: id 256 does not exist yet"),
        (b"[[-1, 3]]", "id -1 does not exist yet"),
        (b'{"the": "x"}', "neither 'the' nor its value is an id"),
        (b'{"1": "a", "01": "b"}', "the id 1 is not a whole number from 0 to .* or it occurs twice"),
        (b'{"a": 5, "b": 5}', "the id 5 is"),
        (b'{"a": -5}', "the id -5 is"),
        (b'{"a": 1, "a": 2}', "has the key 'a' twice"),
        (b'{"a": 1,', r"is not valid JSON \(line 1"),
        (b"[" * 100_000 + b"1", "nests lists or objects too deeply"),
        (b'[["%s", "b"]]' % (b"a" * (MAX_TOKEN_LENGTH + 1)), "is not a token"),
        (b"a" * MAX_TOKEN_LENGTH + b" bb", "the limit is 10,000 bytes per token"),
        (
            b"[" + b"[97, 97]" + b"".join(b", [%d, %d]" % (n, n) for n in range(256, 300)) + b"]",
            "the limit is 10,000 bytes per token",
        ),
        (b" " * (MAX_FILE_BYTES + 1), "but the limit is 50,000,000"),
    ],
)
def test_errors_say_what_cannot_be_read(data: bytes, says: str) -> None:
    with pytest.raises(EngineError, match=says):
        read(data)


@pytest.mark.parametrize("data", [b"a b\n" * 4, b'["a b", "a b", "a b", "a b"]', b'{"a": 0, "b": 1, "c": 2, "d": 3}'])
def test_the_number_of_tokens_is_limited(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_checks, "MAX_TOKENS", 4)
    assert any(read(data))
    monkeypatch.setattr(file_checks, "MAX_TOKENS", 3)
    with pytest.raises(EngineError, match="has 4 tokens, but the limit is 3"):
        read(data)


def test_the_total_length_of_tokens_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    merges = [["aa", "bb"], ["cc", "dd"]]
    monkeypatch.setattr(learner_merges, "MAX_TOTAL_CHARACTERS", 8)
    assert read(merges).merges == (("aa", "bb"), ("cc", "dd"))
    monkeypatch.setattr(learner_merges, "MAX_TOTAL_CHARACTERS", 7)
    with pytest.raises(EngineError, match="and 7 in all"):
        read(merges)
