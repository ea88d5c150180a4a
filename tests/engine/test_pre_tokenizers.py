"""The published patterns, compared with the tools that published them, and custom patterns within limits."""

import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from threading import Thread
from unittest import mock

import pytest
import regex
import tiktoken
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public
from tokenizers.pre_tokenizers import BertPreTokenizer, ByteLevel, Punctuation

import bpe_engine.pre_tokenizers as module
from bpe_engine import Corpus, EngineError, PreTokenizer
from bpe_engine.pre_tokenizers import BERT, GPT2, GPT4, GPT4_MINBPE, GPT4O, NONE, PRE_TOKENIZERS, WHITESPACE
from bpe_engine.text import custom_patterns
from bpe_engine.text.re_patterns import BMP_ALPHABET, OUTSIDE_BMP
from tests.engine.minbpe_oracle import GPT4_SPLIT_PATTERN

ROOT = Path(__file__).resolve().parents[2]

# encoder.py of openai/gpt-2, line 53.
GPT2_ENCODER_PY = r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""

# What cuts differ on: white space of all kinds (with U+001C to U+001F, which are white space in Python but not in
# Unicode), line ends, contractions with the long s, marks without a letter, digits of other scripts.
HOSTILE = st.text(
    st.sampled_from(
        "aBſ'sStTlLvVeErRdDmM 0١²½/.-!\u0301\u200d\u3000\u00a0\u1680\u2028\u0085\r\n\t\v\f\x1c\x1d\x1e\x1f\x00"
    )
    | st.sampled_from("中文ǅʰªಕ🙂 ")
    # Each library follows its own version of Unicode: characters not assigned in Python's are left out.
    | st.characters(exclude_categories=["Cs", "Cn"]),
    max_size=40,
)


def published_pattern(name: str) -> str:
    """Return the pattern in tiktoken's own definition of an encoding."""
    with mock.patch.object(openai_public, "load_tiktoken_bpe", return_value={}):
        return str(openai_public.ENCODING_CONSTRUCTORS[name]()["pat_str"])


def test_patterns_equal_the_published_ones() -> None:
    assert GPT2.pattern == GPT2_ENCODER_PY
    assert GPT4.pattern == published_pattern("cl100k_base")
    assert GPT4O.pattern == published_pattern("o200k_base")
    assert GPT4_MINBPE.pattern == GPT4_SPLIT_PATTERN
    assert (GPT4.split("a\n \n "), GPT4_MINBPE.split("a\n \n ")) == (["a", "\n \n "], ["a", "\n \n", " "])


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS.values(), ids=PRE_TOKENIZERS)
def test_the_alternatives_form_the_pattern_and_each_is_explained(pre_tokenizer: PreTokenizer) -> None:
    assert "|".join(alternative.pattern for alternative in pre_tokenizer.alternatives) == pre_tokenizer.pattern
    assert all(alternative.name and alternative.explanation.endswith(".") for alternative in pre_tokenizer.alternatives)


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS.values(), ids=PRE_TOKENIZERS)
@given(
    st.text(
        st.sampled_from("aBsStTlLvVdm'' 0123 \r\n\t\v\f\x1c\x1f\x00/_$+") | st.characters(max_codepoint=0x7F),
        max_size=40,
    )
)
@example("it's WE'LL  McDonald's\r\n \n 12345//\n/ a\x1c b\x1d\x1e c\t\td \n")
def test_pre_tokens_of_ascii_text_equal_the_published_pattern(pre_tokenizer: PreTokenizer, text: str) -> None:
    expected = regex.findall(pre_tokenizer.pattern, text)
    assert pre_tokenizer.split(text) == expected
    assert pre_tokenizer.count([text]) == Counter(expected)


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS.values(), ids=PRE_TOKENIZERS)
@given(HOSTILE | st.text(st.sampled_from("aBsSKtTéÉßªǅʰ中\u0301²¾ '’“—…×\u00ad \r\n\t/_$\x1c\x85\u00a0\u017f\u2028я")))
@example("‘It’s’—“NAÏVE”… ½ 1²3 ªº d'ÉTÉ’S\n — \n\n«ÿ» ")
@example("it'ſ'S we'LL 'ſ x'ſ 12345 ABCdef McDONALD's //\n/ \u0301a\u2028 \x1c \x85\u3000b")
def test_pre_tokens_by_python_s_re_equal_the_published_pattern(pre_tokenizer: PreTokenizer, text: str) -> None:
    text = OUTSIDE_BMP.sub("", text)
    assert pre_tokenizer.compiled_for_basic.findall(text) == regex.findall(pre_tokenizer.pattern, text)


# A character of each class used by some pattern, and each letter of a contraction.
KINDS = "aAsStTrReEvVmMlLdDſǅʰ中\u0301१0½'’/!\U00010400\U0001f600 \t\n\r\u00a0\x1c"


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS.values(), ids=PRE_TOKENIZERS)
def test_pre_tokens_of_thousands_of_random_texts_equal_the_published_pattern(pre_tokenizer: PreTokenizer) -> None:
    draw, cut = random.Random(1), regex.compile(pre_tokenizer.pattern).findall
    for kinds in (KINDS, OUTSIDE_BMP.sub("", KINDS), "".join(filter(str.isascii, KINDS))):
        patterns = [pre_tokenizer.compiled_for_basic, pre_tokenizer.compiled_for_ascii][: 1 + kinds.isascii()]
        for _ in range(1_000):
            text = "".join(draw.choices(draw.choices(kinds, k=6), k=draw.randrange(12)))
            expected = cut(text)
            assert pre_tokenizer.split(text) == expected
            assert all(pattern.findall(text) == expected for pattern in patterns if not OUTSIDE_BMP.search(text))


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS.values(), ids=PRE_TOKENIZERS)
def test_python_s_re_classifies_every_basic_character_like_the_published_pattern(
    pre_tokenizer: PreTokenizer,
) -> None:
    for start in range(0, len(BMP_ALPHABET), 2**12):
        text = "".join(
            f"a{character}B {character}1{character}'{character}s \n" for character in BMP_ALPHABET[start:][: 2**12]
        )
        cut = pre_tokenizer.compiled_for_basic.findall(text)
        assert cut == regex.findall(pre_tokenizer.pattern, text), hex(start)


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS.values(), ids=PRE_TOKENIZERS)
@given(st.lists(HOSTILE, max_size=4))
@example(["a 🙂 b\n c  d's 🙂\r\n  é 1234 f "])
def test_a_long_text_with_emoji_is_cut_the_same_in_stretches_as_whole(
    pre_tokenizer: PreTokenizer, texts: list[str]
) -> None:
    text = " é 🙂 ".join(texts)
    with mock.patch.multiple(module, LONG_TEXT=5, SEARCH_WINDOW=5, BLOCK=20):
        assert pre_tokenizer.split(text) == regex.findall(pre_tokenizer.pattern, text)
        assert pre_tokenizer.count([text]) == Counter(regex.findall(pre_tokenizer.pattern, text))


@given(HOSTILE)
@example("a\x1c b\x1d\x1e\x1f c\x85 d\u00a0e")
@example("it'ſ'S we'LL")
def test_gpt2_pre_tokens_equal_the_tokenizers_library(text: str) -> None:
    peer = ByteLevel(add_prefix_space=False).pre_tokenize_str(text)
    assert GPT2.split(text) == [text[start:end] for _, (start, end) in peer]


@pytest.mark.parametrize(
    ("pre_tokenizer", "name"), [(GPT2, "gpt2"), (GPT4, "cl100k_base"), (GPT4O, "o200k_base")], ids=["2", "4", "4o"]
)
@settings(max_examples=60)
@given(HOSTILE)
@example("a\x1c b\x1d\x1e\x1f c\x85 d\u00a0e\r\n \r\n  f   \n")
@example("it'ſ'S we'LL 'ſ x'ſ 12345 ABCdef McDONALD's //\n/ \u0301a")
def test_published_patterns_cut_like_tiktoken(pre_tokenizer: PreTokenizer, name: str, text: str) -> None:
    pieces = [piece.encode() for piece in pre_tokenizer.split(text)]
    assert b"".join(pieces) == text.encode()
    # tiktoken does not reveal its cuts. So it gets a vocabulary in which each run of our pieces is a token: where it
    # cuts as we do, the pieces come out; where it cuts differently, something else does.
    runs = {b"".join(pieces[start:end]) for end in range(len(pieces) + 1) for start in range(end)}
    vocabulary = dict.fromkeys([*(bytes([byte]) for byte in range(256)), *sorted(runs)])
    encoding = tiktoken.Encoding(
        name,
        pat_str=published_pattern(name) if name != "gpt2" else openai_public.r50k_pat_str,
        mergeable_ranks={token: rank for rank, token in enumerate(vocabulary)},
        special_tokens={},
    )
    assert encoding.decode_tokens_bytes(encoding.encode(text)) == pieces


def test_bert_s_rule_and_the_tokenizers_library_agree_on_punctuation() -> None:
    text = "a".join(map(chr, [*range(0xD800), *range(0xE000, sys.maxunicode + 1)]))
    theirs = [place for _, place in BertPreTokenizer().pre_tokenize_str(text)]
    assert [(start, start + len(word)) for word, start, _ in BERT.pre_tokens(text)] == theirs
    punctuation = regex.finditer(module.PUNCTUATION, text)
    cut = Punctuation("removed").pre_tokenize_str(text)
    assert len([*punctuation]) == len(text) - sum(end - start for _, (start, end) in cut)


@given(HOSTILE)
def test_whitespace_cuts_at_unicode_white_space_and_none_does_not_cut(text: str) -> None:
    # U+001C to U+001F are white space in Python but not in Unicode.
    visible = text.translate(dict.fromkeys(range(0x1C, 0x20), "x"))
    assert [len(word) for word in WHITESPACE.split(text)] == [len(word) for word in visible.split()]
    assert "".join(WHITESPACE.split(text)) == regex.sub(r"\s", "", text)
    assert NONE.split(text) == ([text] if text else [])


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS.values(), ids=PRE_TOKENIZERS)
@given(HOSTILE)
def test_pre_tokens_have_the_position_and_alternative_that_match_there(pre_tokenizer: PreTokenizer, text: str) -> None:
    pre_tokens = pre_tokenizer.pre_tokens(text)
    assert [pre_token.text for pre_token in pre_tokens] == pre_tokenizer.split(text)
    for pre_token in pre_tokens:
        assert text.startswith(pre_token.text, pre_token.start)
        assert pre_token.alternative is not None
        alternatives = [regex.compile(alternative.pattern) for alternative in pre_tokenizer.alternatives]
        matches = [alternative.match(text, pre_token.start) for alternative in alternatives]
        first = next(number for number, match in enumerate(matches) if match)
        assert pre_token.alternative == first


# -- Counting: block by block -------------------------------------------------------------------------


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS.values(), ids=PRE_TOKENIZERS)
@settings(max_examples=50)
@given(st.lists(HOSTILE, max_size=4))
@example(["a b  c\n d\t e f\n   g'ſ h", " a b", "", "b a "])
def test_counting_equals_splitting_each_text_in_the_same_order(pre_tokenizer: PreTokenizer, texts: list[str]) -> None:
    expected = Counter(word for text in texts for word in pre_tokenizer.split(text))
    assert list(pre_tokenizer.count(texts).items()) == list(expected.items())


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
def test_counting_in_small_blocks_gives_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pre_tokenizer = PRE_TOKENIZERS[name]
    texts = ["to be, or", "not to be:", "", "that is", "the question", " to be"]
    whole = pre_tokenizer.count(texts)
    monkeypatch.setattr(module, "BLOCK", 3)
    assert list(pre_tokenizer.count(iter(texts)).items()) == list(whole.items())


def test_the_cut_at_spaces_treats_all_unicode_white_space_alike() -> None:
    every = "".join(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    assert set(regex.findall(r"\s", every)) <= set(re.findall(r"\s", every))


# -- Custom patterns -------------------------------------------------------------------------------------


def test_a_custom_pattern_skips_unmatched_text_and_empty_matches() -> None:
    pre_tokenizer = PreTokenizer(r"\d+|(a)b")
    assert pre_tokenizer.split("x12 ab-3") == ["12", "ab", "3"]
    assert [pre_token.start for pre_token in pre_tokenizer.pre_tokens("x12 ab-3")] == [1, 4, 7]
    assert PreTokenizer(r"\b").split("no match has a character") == []
    assert PreTokenizer(r"x*").count(["abc", "xxaxx"]) == {"xx": 2}


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("", r"The pattern is empty.*Write a regex"),
        ("(a", r"'\(a' is not a valid regex: missing \).*Correct it\.$"),
        (r"\p{Nonsense}", "not a valid regex: unknown property"),
        ("a" * 2_001, r"has 2,001 characters, but the limit is 2,000. Shorten it"),
        ("(?:(?:(?:(?:a{99}){99}){99}){99})", "too much time or memory to compile.*use fewer"),
        ("\udc80(", "is not a valid regex"),
    ],
)
def test_an_unusable_pattern_is_refused_quickly_with_the_reason(pattern: str, message: str) -> None:
    start = time.monotonic()
    with pytest.raises(EngineError, match=message):
        PreTokenizer(pattern).split("aaa")
    assert time.monotonic() - start < 30  # without limits, it would run forever or take gigabytes


CALLS = [
    "(?R)", "(?:(?R)|.)", "((.)(?1)|(?1)|.)", "(?R)?x|(a|(?R))*", "(?0)|a", "(a)(?-1)", "(?P<n>a|(?&n)b)",
    "(?P<n>a|(?P>n)b)", "(?x)(?P<n>a|(?P > n)b)", r"\\(?R)", "[]](?R)", "(?#[)(?R)(?#])", "(?x)# [\n(?R)# ]",
    r"(?u)\w(?R)",
]  # fmt: skip
NO_CALLS = [
    (r"\(\?R\)", ["(?R)", "(?R)"]),
    (r"\(?R\)", ["R)", "R)"]),
    ("[(?R)]+", ["(?R)", "(?R)"]),
    ("[](?R)]+", ["(?R)", "(?R)"]),
    (r"(?x)R\) # not (?R)", ["R)", "R)"]),
    ("(?P<n>R)(?P=n)|a(?-i:A)", ["aA"]),
]


@pytest.mark.parametrize("pattern", CALLS)
def test_a_recursive_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(EngineError, match="calls itself or one of its groups"):
        PreTokenizer(pattern).split("aaa")


@pytest.mark.parametrize(("pattern", "found"), NO_CALLS)
def test_text_that_only_looks_like_a_recursive_call_is_allowed(pattern: str, found: list[str]) -> None:
    assert PreTokenizer(pattern).split("(?R) aA(?R)") == found


MEMORY_OF_COMPILING = """
import resource
from bpe_engine import EngineError, PreTokenizer

before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    PreTokenizer("(?:(?:(?:(?:a{99}){99}){99}){99})").split("a")
except EngineError as error:
    assert "too much time or memory" in str(error), error
    here = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(here, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the limit of memory is one of Unix")
def test_compiling_a_custom_pattern_takes_no_memory_in_this_process() -> None:
    # In its own process: what other tests started counts as children of this one.
    done = subprocess.run(
        [sys.executable, "-c", MEMORY_OF_COMPILING], capture_output=True, text=True, check=True, cwd=ROOT
    )
    unit = 1 if sys.platform == "darwin" else 1024
    here, child = (int(number) * unit for number in done.stdout.split())
    assert here < 50 * 2**20
    assert child < 2 * custom_patterns.COMPILE_LIMITS.memory


ENDLESS = r"(?:a|aa|a+)+$"


@pytest.mark.parametrize("lines", [["a" * 60 + "b"], ["a" * 60 + "b"] * 1_000], ids=["a text", "many lines"])
def test_endless_matching_is_stopped_for_one_text_and_for_many_lines(
    lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(custom_patterns, "MATCH_TIMEOUT", 0.2)
    start = time.monotonic()
    with pytest.raises(EngineError, match=r"took longer than 0\.2 seconds.*repeat each thing only once"):
        Corpus.from_text(lines, pre_tokenizer=PreTokenizer(ENDLESS))
    assert time.monotonic() - start < 100


def test_slow_lines_share_one_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each line alone stays within the limit; a thousand of them do not.
    line = next("a" * length + "b" for length in range(10, 60) if seconds_to_match("a" * length + "b") > 0.02)
    monkeypatch.setattr(custom_patterns, "MATCH_TIMEOUT", max(1.0, 3 * seconds_to_match(line)))
    PreTokenizer(ENDLESS).split(line)
    start = time.monotonic()
    with pytest.raises(EngineError, match="took longer than"):
        Corpus.from_text([line] * 100_000, pre_tokenizer=PreTokenizer(ENDLESS))
    assert time.monotonic() - start < 100


def seconds_to_match(text: str) -> float:
    start = time.monotonic()
    regex.findall(ENDLESS, text)
    return time.monotonic() - start


def test_other_threads_continue_while_a_custom_pattern_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(custom_patterns, "MATCH_TIMEOUT", 1.0)
    errors = []

    def match() -> None:
        try:
            PreTokenizer(ENDLESS).split("a" * 60 + "b")
        except EngineError as error:
            errors.append(error)

    thread = Thread(target=match)
    thread.start()
    turns = 0
    while thread.is_alive():
        time.sleep(0.005)
        turns += 1
    assert errors
    assert turns > 10  # about 200; one if the interpreter lock is not released


def test_an_unknown_pre_tokenizer_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        EngineError,
        match=r"'gpt5' is not valid. Choose one of gpt2, gpt4, gpt4-minbpe, gpt4o, .* or",
    ):
        Corpus.from_text("a", pre_tokenizer="gpt5")
