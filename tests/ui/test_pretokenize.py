"""Cutting a text by patterns, for the screen: chunks, legend, omitted text, and custom patterns."""

import time
from itertools import accumulate

import pytest
import regex
from tokenizers.pre_tokenizers import BertPreTokenizer

from bpe_engine import EngineError
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from bpe_engine.sandbox import Limits
from bpe_engine.text import custom_patterns
from tests.engine.peers import published_tokenizer, tiktoken_encoding
from tools.catalogs import texts
from ui.jobs import learner_patterns
from ui.jobs.fair_slots import FairSlots
from ui.pages.pretokenize import segmentation as pretokenize
from ui.pages.pretokenize.segmentation import PatternName, Segmentation, payload, segment

ISSUE_TEXT = "Hello've world123 how's are you!!!?"
KNOWN_CHUNKS = ["Hello", "'ve", " world", "123", " how", "'s", " are", " you", "!!!?"]
HOSTILE = "a\x00b \u202e<img src=x> $x$ `' \ud800 e\u0301 👩\u200d👧  \r\n\t東京١٢٣ ''S DON'T \u200f"
PATTERN_OF: dict[PatternName, str] = {"gpt2": "gpt2", "gpt4": "cl100k_base", "gpt4o": "o200k_base"}
NAMES: tuple[PatternName, ...] = ("whitespace", *PATTERN_OF)


def published(name: PatternName) -> str:
    """Return the pattern as published."""
    return tiktoken_encoding(PATTERN_OF[name])._pat_str if name in PATTERN_OF else r"\S+"


def chunks(one: Segmentation) -> list[str]:
    return [piece.text for piece in one.segments if piece.row is not None]


def test_gpt2_cuts_the_well_known_example() -> None:
    one = segment("gpt2", ISSUE_TEXT)
    assert chunks(one) == KNOWN_CHUNKS
    assert [row["count"] for row in pretokenize.legend(one)] == [
        "2 chunks", "5 chunks", "1 chunk", "1 chunk", "0 chunks", "0 chunks",
    ]  # fmt: skip
    assert pretokenize.summary(one) == "9 chunks; nothing is left out."


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", [ISSUE_TEXT, HOSTILE, "def f(x):\n\n    return x + 1\n  ", "   ", "\n", "ab" * 50])
def test_chunks_are_the_matches_of_the_published_pattern(name: PatternName, text: str) -> None:
    one = segment(name, text)
    assert chunks(one) == regex.findall(published(name), text)
    assert "".join(piece.text for piece in one.segments) == text


@pytest.mark.parametrize("text", [ISSUE_TEXT, "Hello, how are  you?", "Ünïted $5 東京, «да»!\n"])
def test_chunks_by_bert_s_rule_equal_the_tokenizers_library(text: str) -> None:
    assert [
        (piece.text, (piece.start, piece.start + len(piece.text))) for piece in segment("bert", text).pre_tokens
    ] == (BertPreTokenizer().pre_tokenize_str(text))


@pytest.mark.parametrize(("name", "included"), [("qwen", "qwen3"), ("deepseek", "deepseek-v3")])
def test_chunks_of_qwen_and_deepseek_equal_the_tokenizers_library(name: PatternName, included: str) -> None:
    peer = published_tokenizer(included).pre_tokenizer
    text = ISSUE_TEXT + HOSTILE.replace("\ud800", "")
    found = [(piece.start, piece.start + len(piece.text)) for piece in segment(name, text).pre_tokens]
    assert found == [place for _, place in peer.pre_tokenize_str(text)]


@pytest.mark.parametrize("name", ["gpt2", "gpt4", "gpt4-minbpe", "gpt4o", "qwen", "deepseek", "bert", "whitespace"])
def test_each_chunk_belongs_to_the_first_matching_alternative(name: PatternName) -> None:
    text = HOSTILE + ISSUE_TEXT
    one = segment(name, text)
    for piece in one.segments:
        if piece.row is not None:
            matching = [
                number
                for number, alternative in enumerate(one.alternatives)
                if (match := regex.compile(alternative.pattern).match(text, piece.start)) and match.group()
            ]
            assert piece.row == matching[0]


def test_skipped_text_and_unique_cuts_are_shown() -> None:
    one = segment("whitespace", "  a bc\n")
    assert [(piece.text, piece.row) for piece in one.segments] == [
        ("  ", None), ("a", 0), (" ", None), ("bc", 0), ("\n", None),
    ]  # fmt: skip
    assert pretokenize.legend(one)[-1]["count"] == "3 pieces"
    assert pretokenize.summary(one) == "2 chunks; 4 characters left out."
    panels = payload([segment("gpt2", "a 1234"), segment("gpt4", "a 1234")], 1)["panels"]
    assert [piece[::2] for piece in panels[0]["pieces"]] == [("a", 0), ("·1234", 0)]
    assert [piece[::2] for piece in panels[1]["pieces"]] == [("a", 0), ("·", 0), ("123", 1), ("4", 1)]
    assert pretokenize.difference_text(segment("gpt2", "a 1234"), segment("gpt4", "a 1234")).startswith(
        "Both patterns cut at 1 place. Only GPT-2: 0 places. Only GPT-3.5 and GPT-4 (cl100k): 2 places."
    )
    assert pretokenize.difference_text(segment("gpt2", "a b"), segment("gpt4", "a b")) == (
        "Both patterns cut this text at the same places."
    )


def test_pages_of_a_long_text_show_each_chunk_once() -> None:
    text = "ab cd. " * 700 + "x" * 2_500 + " end"
    one = segment("gpt2", text)
    panels = [payload([one], part)["panels"][0] for part in range(1, pretokenize.part_count(text) + 1)]
    assert [piece[0] for panel in panels for piece in panel["pieces"]] == [
        chunk.replace(" ", "·") for chunk in regex.findall(published("gpt2"), text)
    ]
    assert max(len(panel["pieces"]) for panel in panels) <= pretokenize.PART
    assert len([panel for panel in panels if not panel["pieces"]]) >= 1
    assert all(panel["before"] for panel in panels if not panel["pieces"])


def test_the_example_of_a_merge_that_never_happens_comes_from_the_text() -> None:
    said = pretokenize.why_no_merge_crosses(segment("gpt2", "ab12"))
    assert said.count(".") == 2
    assert "“ab” and “12”" in said
    assert "“b” + “1”" in said


@pytest.mark.parametrize(("pattern", "encoding"), PATTERN_OF.items())
def test_no_token_of_tiktoken_crosses_a_boundary(pattern: PatternName, encoding: str) -> None:
    peer = tiktoken_encoding(encoding)
    ends = set(accumulate(len(peer.decode([token])) for token in peer.encode_ordinary(ISSUE_TEXT)))
    assert segment(pattern, ISSUE_TEXT).boundaries <= ends


def test_all_texts_of_the_alternatives_can_be_translated() -> None:
    shown = {
        text
        for name in (*NAMES, "qwen", "deepseek", "bert")
        for alternative in PRE_TOKENIZERS[name].alternatives
        for text in (alternative.name, alternative.explanation)
    }
    assert shown <= {message.id for message in texts()}


@pytest.mark.parametrize("text", [ISSUE_TEXT, HOSTILE])
@pytest.mark.parametrize("pattern", [r"\w+|[^\w\s]+", r"(?i)[a-z]+", r"\X", "'"])
def test_a_custom_regex_cuts_like_the_regex_module(pattern: str, text: str) -> None:
    assert chunks(segment("own", text, pattern)) == [found.group() for found in regex.finditer(pattern, text)]


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("", "empty"),
        ("(", "not a valid regex"),
        ("(?R)?x|(a|(?R))*", "calls itself"),
        ("a" * 2_001, "2,001"),
        ("(?:(?:(?:(?:a{99}){99}){99}){99})", "too much time or memory"),
        (r"(?:a|a|aa)*?(?:b|c)*$(?<=d)", "took"),
    ],
)
def test_an_invalid_regex_is_reported_with_the_reason(pattern: str, says: str) -> None:
    with pytest.raises(EngineError) as caught:
        segment("own", "a" * 2_000, pattern)
    assert says in str(caught.value)


def test_a_malicious_regex_stalls_no_other_thread() -> None:
    pattern = "(?:(?:a{99}){99}){90}"  # compiling it in this process would block all threads for half a second
    start = time.thread_time()
    learner_patterns.find_matches(pattern, "aaa")
    assert time.thread_time() - start < 0.1  # of work, however long a busy machine takes for it


def test_a_regex_that_takes_too_much_memory_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner_patterns, "LIMITS", Limits(memory=1, seconds=20))
    monkeypatch.setattr(custom_patterns, "LIMITS", Limits(memory=1, seconds=20))
    with pytest.raises(EngineError, match="too much time or memory on this text"):
        segment("own", "one text", "[a-z]+too")
    with pytest.raises(EngineError, match="too much time or memory on this vocabulary"):
        learner_patterns.texts_with_match("[a-z]+", ["one", "text"])


def test_each_attempt_frees_its_slot_even_after_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = FairSlots(1)
    assert taken.acquire("somebody else", 0)
    monkeypatch.setattr(learner_patterns, "_slots", taken)
    monkeypatch.setattr(learner_patterns, "WAIT_SECONDS", 0.05)
    with pytest.raises(EngineError, match="Other people"):
        segment("own", "xyz", "y+")
    taken.release("somebody else")
    assert chunks(segment("own", "xyz", "y+")) == ["y"]
    monkeypatch.setattr(learner_patterns, "WAIT_SECONDS", 0)
    for number in range(learner_patterns.MAX_CONCURRENT + 1):
        with pytest.raises(EngineError, match="not a valid regex"):
            segment("own", f"try {number}", "(")
