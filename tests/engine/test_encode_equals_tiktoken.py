"""Ids equal those of OpenAI's tiktoken, on ordinary and on hostile text."""

import itertools
import json
import random
import re
import sys
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe_engine import EngineError, load_pretrained
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS, SPACE_AFTER_NON_WORD, PreTokenizer
from tests.engine.peers import characters_known_to_all, tiktoken_encoding, tokenizers_gpt2

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data"
ARTICLE_1 = json.loads((ROOT / "data" / "udhr" / "article1_37.json").read_text("utf-8"))
NAMES = ["gpt2", "cl100k_base", "o200k_base"]

each_vocabulary = pytest.mark.parametrize("name", NAMES)


def assert_same_ids(name: str, text: str) -> None:
    ids = load_pretrained(name).encode(text, allowed_special="none")
    # A difference is reported by its start: a diff of a million ids takes minutes.
    expected = tiktoken_encoding(name).encode_ordinary(text)
    if ids != expected:
        place = next((i for i, pair in enumerate(zip(ids, expected, strict=False)) if pair[0] != pair[1]), len(ids))
        pytest.fail(
            f"{name}: {ids[place : place + 5]} for {expected[place : place + 5]} at id {place} of {text[:80]!r}"
        )
    assert load_pretrained(name).decode(ids, errors="strict") == text


# fmt: off
PIECES = st.sampled_from([
    " ", "  ", "   ", "\n", "\r\n", "\n\n", "\t", "\x00", "\x1c", "\x85", "\u00a0", "\u2028", "\u3000", "\u200b",
    "\ufeff", "'s", "'S", "'ſ", "’s", "'LL", "'", "don't", "DON'T", "iPhone", "ﬁ", "ǅ", "ª", "²", "½", "१२३४", "12345",
    "1,000.5", "hello", "Hello", " world", "HELLO", "東", "你好", "العربية", "ไทย", "é", "e\u0301", "\u0301", "ʰ", "ß",
    "İ", "ı",
    "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "❤️", "\u202e", "\U0001f1e6", "\U000e0041", "<|", "|>", "endoftext", "/", "//", "\n/",
    "!", "!!!", "...\n\n", "_", "__", "-" * 70, "=" * 90, "{", "});", "    return", "\x7f", "\uffff", "\U0010ffff",
])
# fmt: on


@each_vocabulary
@given(data=st.data())
def test_any_text(name: str, data: st.DataObject) -> None:
    assert_same_ids(name, data.draw(st.text(characters_known_to_all())))


@each_vocabulary
@given(pieces=st.lists(PIECES, max_size=12))
@example(pieces=["a", " ", "\n", " ", " b"])
@example(pieces=["a", " \n ", " b"])
@example(pieces=["'", "ſ", "'s", "'K"])
@example(pieces=["x", " "])
@example(pieces=[" ", "x"])
def test_texts_that_patterns_treat_differently(name: str, pieces: list[str]) -> None:
    assert_same_ids(name, "".join(pieces))


@each_vocabulary
@settings(max_examples=4)
@given(pieces=st.lists(PIECES, min_size=1, max_size=5), seed=st.integers(0, 2**16))
def test_texts_of_several_blocks(name: str, pieces: list[str], seed: int) -> None:
    shuffled = random.Random(seed)
    assert_same_ids(name, "".join(shuffled.choices([*pieces, " ", " a"], k=30_000)))


@each_vocabulary
@settings(max_examples=30)
@given(
    pieces=st.lists(st.text("xyabAé東!", min_size=1, max_size=6), min_size=1, max_size=3), seed=st.integers(0, 2**16)
)
def test_long_repetitive_words(name: str, pieces: list[str], seed: int) -> None:
    runs = random.Random(seed)
    assert_same_ids(name, "".join(piece * runs.randrange(1, 400) for piece in runs.choices(pieces, k=20)))


@each_vocabulary
def test_article_1_in_37_languages(name: str) -> None:
    assert len(ARTICLE_1) == 37
    for article in ARTICLE_1.values():
        assert_same_ids(name, article["text"])


@pytest.mark.parametrize(
    ("name", "book"),
    [*((name, "asyoulik.txt") for name in NAMES), ("o200k_base", "moby_dick.txt")],
)
def test_whole_books(name: str, book: str) -> None:
    assert_same_ids(name, (DATA / book).read_text("utf-8"))


@each_vocabulary
def test_program_code_control_characters_and_long_runs(name: str) -> None:
    for module in ("argparse", "decimal", "inspect"):
        source = Path(__import__(module).__file__).read_text("utf-8")
        assert_same_ids(name, source)
        assert_same_ids(name, source.replace("    ", "\t").replace("\n", "\r\n"))
    assert_same_ids(name, "".join(map(chr, range(0x2100))))
    for character in ["a", "A", " ", "\n", "\t", "0", "!", "é", "東", "👍", "\x00", "\u0301", "\u00a0", "aA", " \n"]:
        for length in (63, 64, 65, 66, 5_000):
            assert_same_ids(name, character * length)
            assert_same_ids(name, f"x {character * length} y")


@each_vocabulary
def test_a_hundred_thousand_equal_letters_take_less_than_a_second(name: str) -> None:
    text = "a" * 100_000
    load_pretrained(name).encode("a")
    start = time.process_time()
    load_pretrained(name).encode(text)
    seconds = time.process_time() - start
    assert_same_ids(name, text)
    assert seconds < 1


def test_a_long_text_without_a_space() -> None:
    letters = re.sub(r"[^a-z]", "", (DATA / "moby_dick.txt").read_text("utf-8").lower())
    assert_same_ids("cl100k_base", letters[:200_000])


def test_ids_equal_those_of_the_tokenizers_library_on_a_whole_play() -> None:
    text = (DATA / "asyoulik.txt").read_text("utf-8")
    ours, peer = load_pretrained("gpt2"), tokenizers_gpt2()
    expected = peer.encode(text)
    assert ours.encode(text) == expected.ids
    assert ours.tokenize(text) == expected.tokens
    assert ours.decode(expected.ids) == peer.decode(expected.ids)


CAN_BE_CUT = [pre_tokenizer for pre_tokenizer in PRE_TOKENIZERS.values() if pre_tokenizer.allows_word_splits]


@pytest.mark.parametrize("pre_tokenizer", CAN_BE_CUT, ids=lambda pre_tokenizer: pre_tokenizer.name)
@given(pieces=st.lists(PIECES, max_size=12))
@example(pieces=["a", " ", " ", "\n", "b", " ", " c", "\n", " "])
def test_no_pre_token_crosses_a_space_after_a_visible_character(pre_tokenizer: PreTokenizer, pieces: list[str]) -> None:
    text = "".join(pieces)
    first, *others = SPACE_AFTER_NON_WORD.split(text)
    cut_first = [word for piece in (first, *(" " + piece for piece in others)) for word in pre_tokenizer.split(piece)]
    assert cut_first == pre_tokenizer.split(text)


@pytest.mark.parametrize("pre_tokenizer", CAN_BE_CUT, ids=lambda pre_tokenizer: pre_tokenizer.name)
def test_the_cut_and_the_pattern_agree_on_white_space(pre_tokenizer: PreTokenizer) -> None:
    # The cut must not treat the pattern's white space as "something else".
    code_points = [*range(0xD800), *range(0xE000, 0x11000), 0x1F600, sys.maxunicode]
    for start in range(0, len(code_points), 100):
        characters = map(chr, code_points[start : start + 100])
        text = "".join(f"a{character} {character} b\n" for character in characters)
        first, *others = SPACE_AFTER_NON_WORD.split(text)
        words = [word for piece in (first, *(" " + piece for piece in others)) for word in pre_tokenizer.split(piece)]
        assert words == pre_tokenizer.split(text), hex(code_points[start])


SPECIAL = st.sampled_from(
    [
        "<|endoftext|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|endofprompt|>", "<|endoftext", "|>",
        "<|",
    ]
)  # fmt: skip


@each_vocabulary
@given(pieces=st.lists(st.one_of(SPECIAL, PIECES), max_size=8), chosen=st.sets(SPECIAL), refused=st.sets(SPECIAL))
def test_special_tokens(name: str, pieces: list[str], chosen: set[str], refused: set[str]) -> None:
    text = "".join(pieces)
    ours, peer = load_pretrained(name), tiktoken_encoding(name)
    everything = peer.encode(text, allowed_special="all")
    assert ours.encode(text, allowed_special="all") == everything
    assert ours.decode(everything, errors="strict") == peer.decode(everything) == text
    assert ours.encode(text, allowed_special="none") == peer.encode(text, disallowed_special=())
    for allowed, disallowed in itertools.product((chosen, set()), ("all", refused & peer.special_tokens_set, set())):
        try:
            expected = peer.encode(text, allowed_special=allowed, disallowed_special=disallowed)
        except ValueError:
            with pytest.raises(EngineError, match="special token"):
                ours.encode(text, allowed, disallowed)
        else:
            assert ours.encode(text, allowed, disallowed) == expected
    if any(special in text for special in ours.special_tokens):
        with pytest.raises(EngineError, match="special token"):
            ours.encode(text)
    else:
        assert ours.encode(text) == everything


@each_vocabulary
@given(st.data())
def test_decoding_any_ids(name: str, data: st.DataObject) -> None:
    ours, peer = load_pretrained(name), tiktoken_encoding(name)
    ids = data.draw(st.lists(st.sampled_from(sorted(ours.token_of_id)), max_size=20))
    whole = peer.decode_bytes(ids)
    assert ours.decode_bytes(ids) == whole
    assert ours.decode(ids) == peer.decode(ids)
    try:
        expected = peer.decode(ids, errors="strict")
    except UnicodeDecodeError:
        with pytest.raises(EngineError, match="whole characters"):
            ours.decode(ids, errors="strict")
    else:
        assert ours.decode(ids, errors="strict") == expected


@each_vocabulary
def test_known_answers(name: str) -> None:
    known = {
        "gpt2": ("hello world", [31373, 995]),
        "cl100k_base": (".DefaultCellStyle", [98518]),
        "o200k_base": ("hello world", [24912, 2375]),
    }
    text, ids = known[name]
    assert load_pretrained(name).encode(text) == ids
