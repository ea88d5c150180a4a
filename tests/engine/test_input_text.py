"""Values passed instead of a text or a corpus: joined, accepted, or refused with a message."""

import inspect
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import models, pre_tokenizers

from bpe_engine import (
    BPEDropoutTokenizer,
    BPETokenizer,
    Corpus,
    EngineError,
    LongestMatchTokenizer,
    PreTokenizer,
    RegisteredTokenizer,
    Tokenizer,
    encode_pieces,
    load_pretrained,
    trace_text,
)
from bpe_engine.files import read
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.training.registry import TRAINERS
from bpe_engine.vocabularies.pretrained import CUSTOM_LOADERS
from tests.engine.peers import tiktoken_encoding

NO_TEXTS = (None, b"hug", 5, {"hug": 1})


class Column(Sequence[str]):
    """Like a column of datasets 4: a sequence that is not a list."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts

    def __getitem__(self, place: Any) -> Any:
        return self.texts[place]

    def __len__(self) -> int:
        return len(self.texts)


def takers_of_text(thing: object) -> dict[str, Callable[..., Any]]:
    """Return the public methods of an object whose first argument is a text."""
    functions = inspect.getmembers(type(thing), inspect.isfunction)
    names = [name for name, function in functions if [*signature(function).parameters][1:2] == ["text"]]
    return {name: getattr(thing, name) for name in names if not name.startswith("_")}


def refusal(call: Callable[[], object]) -> str:
    """Return the error message of a call, also if the error comes lazily from its iterator."""
    try:
        result = call()
        if isinstance(result, Iterator):
            deque(result, maxlen=0)
    except EngineError as error:
        return str(error)
    return ""


def tokenizers_of_all_kinds() -> dict[str, Any]:
    made: dict[str, Any] = {name: load_pretrained(name) for name in CUSTOM_LOADERS}
    corpus = Corpus.from_text("hug pug pun hugs " * 3, "whitespace", byte_level=False)
    for name, trainer in TRAINERS.items():
        if name != "parity":  # which takes its own kind of corpus, and makes a tokenizer like bpe's
            made[f"trained {name}"] = trainer(vocab_size=20).train(corpus)
    made["registered"] = RegisteredTokenizer(made["gpt2"], ["<|x|>"])
    made["dropout"] = BPEDropoutTokenizer(made["gpt2"], dropout=0.1)
    made["longest match"] = LongestMatchTokenizer.from_tokens(["hug", "s"])
    return made


def test_every_method_that_takes_a_text_refuses_other_values() -> None:
    asked = set()
    for name, tokenizer in tokenizers_of_all_kinds().items():
        calls = {**takers_of_text(tokenizer), "call": tokenizer, "follow": partial(trace_text, tokenizer)}
        for pre_tokenizer in (getattr(tokenizer, "pre_tokenizer", GPT2), PreTokenizer("[a-z]+")):
            calls |= {f"{pre_tokenizer} {each}": call for each, call in takers_of_text(pre_tokenizer).items()}
        if not isinstance(tokenizer, BPETokenizer):
            del calls["follow"]
        for call, method in calls.items():
            more = {"spans_at": (0,), "split_special": ("none",)}.get(call, ())
            for no_text in NO_TEXTS:
                expected = rf"Expected a text( or a list of texts)?, but got {type(no_text).__name__}\. Pass a string"
                assert re.match(expected, refusal(partial(method, no_text, *more))), (name, call)
        asked |= calls.keys()
    for no_text in NO_TEXTS[:3]:
        with pytest.raises(EngineError, match="Expected a text, but got"):
            list(encode_pieces(load_pretrained("gpt2"), ["hug", no_text]))  # type: ignore[list-item]  # wrong on purpose
    assert {"encode", "spans", "iter_spans", "encode_steps", "follow", "tokenize", "show", "normalized"} < asked


@pytest.mark.parametrize("given_in_its_place", [None, b"hug", 5, ["hug", b"hug"], [None]], ids=repr)
def test_a_corpus_cannot_be_made_from_anything_but_text(given_in_its_place: Any) -> None:
    with pytest.raises(EngineError, match="Expected a text, but got"):
        Corpus.from_text(given_in_its_place)


def test_a_corpus_accepts_surrogate_halves_and_a_single_path(tmp_path: Path) -> None:
    assert Corpus.from_text(["\ud83d\ude00 \ud83d\ude00"]).words == Corpus.from_text(["😀 😀"]).words
    path = tmp_path / "abc.txt"
    path.write_text("low low lower", "utf-8")
    for given_path in (path, str(path)):
        assert Corpus.from_files(given_path, "whitespace", byte_level=False).words == {"low": 2, "lower": 1}


def test_a_column_of_texts_works_like_a_list() -> None:
    gpt2 = load_pretrained("gpt2")
    rows = [[31373, 995], [31373]]
    texts = ["hello world", "hello"]
    assert gpt2(Column(texts)) == gpt2(iter(texts)) == gpt2(texts) == rows


@given(st.lists(st.sampled_from(["\ud83d\ude00", "\ud840\udc0b", "😀", "é", " ", "a"])).map("".join))
def test_surrogate_pairs_are_combined_as_in_tiktoken(text: str) -> None:
    for name in ("gpt2", "cl100k_base", "o200k_base"):
        assert load_pretrained(name).encode(text) == tiktoken_encoding(name).encode(text)
        assert load_pretrained(name)(text) == [tiktoken_encoding(name).encode(text)]


def test_special_tokens_have_positions_as_in_the_tokenizers_library() -> None:
    vocabulary = {token: number for number, token in enumerate(["<s>", *"hugs ", "ug", "hug", "[UNK]"])}
    merges = [("u", "g"), ("h", "ug")]
    peer = tokenizers.Tokenizer(models.BPE(vocab=vocabulary, merges=merges, unk_token="[UNK]"))
    peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    peer.add_special_tokens(["<s>"])
    ours = read({"tokenizer.json": peer.to_str().encode()}).tokenizer
    for text in ("<s>hug hugs<s>", "hug", "<s>", "x<s> s é"):
        found = peer.encode(text)
        expected = [(*part, *place) for *part, place in zip(found.tokens, found.ids, found.offsets, strict=True)]
        assert [tuple(span) for span in ours.encode_spans(text, "all")] == expected


@pytest.mark.parametrize("name", CUSTOM_LOADERS)
def test_spans_have_the_ids_of_encode(name: str) -> None:
    tokenizer = load_pretrained(name)
    text = "The cat " + " and ".join(tokenizer.special_tokens) + " sat, 東京"
    for allowed in ("all", "none"):
        ids = tokenizer.encode(text, allowed)  # type: ignore[arg-type]  # the two are choices
        assert [span.token_id for span in tokenizer.encode_spans(text, allowed)] == ids  # type: ignore[arg-type]


def test_errors_for_unknown_characters_name_them_with_advice_that_fits_opened_files() -> None:
    tokenizer: Tokenizer = BPETokenizer(
        vocabulary={"h": 0, "u": 1}, merges=[], pre_tokenizer=load_pretrained("gpt2").pre_tokenizer
    )
    for call in (tokenizer.encode, tokenizer.encode_spans):
        with pytest.raises(
            EngineError, match=r"'g' is not in the vocabulary, .*use a tokenizer with an unknown token: train"
        ):
            call("hug")


@pytest.mark.parametrize("name", CUSTOM_LOADERS)
def test_the_length_of_a_tokenizer_is_the_size_of_its_vocabulary(name: str) -> None:
    assert len(load_pretrained(name)) == load_pretrained(name).vocab_size
    assert load_pretrained(name)
