"""Malicious patterns, through every way in: they are reported and use no resources of this process."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_engine import EngineError, PreTokenizer, Tokenizer
from bpe_engine.files import read
from bpe_engine.text import custom_patterns
from bpe_engine.vocabularies.pretrained import load_pretrained, official_file
from ui.jobs import learner_patterns
from ui.pages.pretokenize.segmentation import segment
from ui.pages.vocabulary.search_index import search

TEXT = "a" * 60 + "b" + "c" * 2_000
ROOM = 60_000_000
"""The most bytes by which this process may grow; each pattern would take hundreds of megabytes, or gigabytes."""

ZOO = {
    "(?R)?x|(a|(?R))*": "calls itself",
    "(?:(?R)|.)": "calls itself",
    "((.)(?1)|(?1)|.)": "calls itself",
    "(?:(?:(?:a{99}){99}){99}){99}": "time or memory to compile",
    "|".join(["(?:a{20}){20}"] * 140): "",
    "|".join(f"word{number}" for number in range(400)): "the limit",
    "a" * 2_001: "the limit",
    r"(?:a|aa|a+)+$": "took",
    r"(?<=d(?:a|aa|a+)+)b": "took",
}
"""Pattern -> a part of the message; empty if it may also succeed."""


def tokenizer_json(pattern: str) -> Tokenizer:
    """Return a tokenizer that uses the pattern; if the engine does not, the library runs it in its own process."""
    vocabulary = {letter: place for place, letter in enumerate("abc")}
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    file = {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": split,
        "post_processor": None,
        "decoder": None,
        "model": {"type": "BPE", "vocab": vocabulary, "merges": [], "unk_token": None},
    }
    return read({"tokenizer.json": json.dumps(file).encode()}).tokenizer


def minbpe(pattern: str) -> Tokenizer:
    return read({"own.model": f"minbpe v1\n{pattern}\n0\n97 97\n".encode()}).tokenizer


def ranks(pattern: str) -> Tokenizer:
    file = b"".join(official_file("cl100k_base").splitlines(keepends=True)[:300])
    return read({"own.tiktoken": file}, pre_tokenizer=PreTokenizer(pattern)).tokenizer


WAYS: dict[str, Callable[[str], object]] = {
    "the page Chunks and bytes": lambda pattern: segment("own", TEXT, pattern),
    "the page Vocabulary": lambda pattern: search(load_pretrained("gpt2"), "regex", pattern),
    "the engine alone": lambda pattern: PreTokenizer(pattern).split(TEXT),
    "the engine on many texts": lambda pattern: PreTokenizer(pattern).count([TEXT, "abc"]),
    "a tokenizer.json": lambda pattern: tokenizer_json(pattern).encode(TEXT),
    "a file of minbpe": lambda pattern: minbpe(pattern).encode(TEXT),
    "a file of ranks": lambda pattern: ranks(pattern).encode(TEXT),
}


@pytest.fixture(autouse=True)
def _little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(custom_patterns, "MATCH_TIMEOUT", 0.3)
    monkeypatch.setattr(learner_patterns, "MATCH_TIMEOUT", 0.3)


@pytest.fixture
def grown() -> Callable[[], int]:
    """Return a function for the bytes by which this process has grown at most since the test began."""
    status, clear = Path("/proc/self/status"), Path("/proc/self/clear_refs")

    def peak() -> int:
        return next(int(line.split()[1]) * 1024 for line in status.read_text().splitlines() if "VmHWM" in line)

    if not clear.exists():
        pytest.skip("the system does not tell the peak of memory")
    clear.write_text("5")  # reset the peak
    before = peak()
    return lambda: peak() - before


@pytest.mark.parametrize("way", WAYS)
def test_a_malicious_pattern_is_reported_and_uses_no_resources(way: str, grown: Callable[[], int]) -> None:
    WAYS[way](r"\w+")  # what is loaded only once
    start = grown()
    for pattern, said in ZOO.items():
        told = ""
        try:
            WAYS[way](pattern)
        except EngineError as error:
            told = str(error)
        # If a file's pattern is not run here, the library runs it; on a vocabulary, some do no harm.
        if way not in ("a tokenizer.json", "the page Vocabulary"):
            assert said in told, (pattern[:40], told)
        elif told:
            assert len(told) < 3_000
    assert grown() - start < ROOM


def test_a_faulty_pattern_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineError, match="on this vocabulary, so the search was stopped"):
        learner_patterns.texts_with_match(r"(?:a|aa|a+)+$", [TEXT])
    for _again in range(2):
        with pytest.raises(EngineError, match="not a valid regex"):
            custom_patterns.validate_pattern("tried (once")
        monkeypatch.setattr(custom_patterns, "run", None)
