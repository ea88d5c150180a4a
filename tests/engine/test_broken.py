"""Broken tokenizers, compared with the tokenizers library and its published file with the same fault."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any
from unicodedata import normalize

import pytest
import tokenizers

from bpe_engine.inspection.broken import FAULTS, SHIFT, encode_broken, right_tokenizer
from tests.engine.peers import published_json, tiktoken_encoding

TEXTS = [
    "Hello world",
    "In 2048, IT'S 31415 steps to pH 7.4:  ask eBay.\n\n",
    "Cafe\u0301 Việt Nam, Tiê\u0301ng Viê\u0323t, 학교",
    "The end.<|endoftext|>Once <|im_start|>user",
    "unbelievable tokenizers \t 学习 12345678901",
]


def _other_pattern(content: dict[str, Any]) -> None:
    split = content["pre_tokenizer"]["pretokenizers"][0]
    split["pattern"]["Regex"] = tiktoken_encoding("o200k_base")._pat_str


def _no_normalizer(content: dict[str, Any]) -> None:
    content["normalizer"] = None


def _sorted_merges(content: dict[str, Any]) -> None:
    content["model"]["merges"].sort()


FAULTY: dict[str, Callable[[dict[str, Any]], None]] = {
    "pattern": _other_pattern,
    "normalization": _no_normalizer,
    "order": _sorted_merges,
    "shifted": lambda _content: None,
    "special": lambda _content: None,
}


@cache
def peer(fault: str) -> tokenizers.Tokenizer:
    content = json.loads(published_json("qwen3"))
    FAULTY[fault](content)
    found = tokenizers.Tokenizer.from_str(json.dumps(content))
    found.encode_special_tokens = fault != "special"  # as plain text
    return found


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("text", TEXTS)
def test_each_fault_gives_the_ids_of_the_library_with_the_same_fault(fault: Any, text: str) -> None:
    moved = SHIFT if fault == "shifted" else 0
    theirs = [token_id + moved for token_id in peer(fault).encode(text, add_special_tokens=False).ids]
    assert encode_broken(fault, text) == theirs


def test_only_shifted_ids_change_the_decoded_text_but_every_fault_shows_in_ids() -> None:
    right = right_tokenizer()
    for fault in FAULTS:
        assert any(encode_broken(fault, text) != right.encode(text, "none") for text in TEXTS)
        # In NFC, as the right one writes every text.
        round_trips = [
            normalize("NFC", right.decode(encode_broken(fault, text))) == normalize("NFC", text) for text in TEXTS
        ]
        assert all(round_trips) is (fault != "shifted")
