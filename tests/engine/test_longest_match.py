"""Encoding by longest match, compared with a plain reimplementation and the example printed in courses."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe_engine.bpe.longest_match import LongestMatchTokenizer, WordSegment
from bpe_engine.bpe.trainer import BPETrainer
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.tokenizer import NO_ID, Span

END = "</w>"
MOUNTAIN = ["errrr</w>", "tain</w>", "moun", "est</w>", "high", "the</w>", "a</w>"]


def test_the_classic_example_is_cut_as_published() -> None:
    # Lei Mao, "Byte Pair Encoding": the tokens, and the sentence with its result.
    tokenizer = LongestMatchTokenizer.from_tokens(MOUNTAIN)
    tokens = tokenizer.tokenize("the highest mountain")
    assert tokens == ["the</w>", "high", "est</w>", "moun", "tain</w>"]
    assert tokenizer.decode(tokenizer.encode("the highest mountain")) == "the highest mountain"


def symbols_of(text: str) -> list[str]:
    return [*text.removesuffix(END), END] if text.endswith(END) else list(text)


def plain(word: list[str], tokens: list[list[str]]) -> list[str]:
    """Try the tokens one by one, the longest first; cut at the first match; repeat on both sides."""
    if not word:
        return []
    for number, token in enumerate(tokens):
        for place in range(len(word) - len(token) + 1):
            if word[place : place + len(token)] == token:
                # The rest on both sides is cut with this token and those after it.
                left = plain(word[:place], tokens[number:])
                right = plain(word[place + len(token) :], tokens[number:])
                return [*left, "".join(token), *right]
    return ["<unk>"]


TOKENS = st.lists(
    st.builds(lambda text, end: text + end, st.text("abc", max_size=4), st.sampled_from(["", END])).filter(bool),
    max_size=12,
    unique=True,
)


@settings(max_examples=60, deadline=None)
@given(TOKENS, st.text("abcd ", max_size=20))
@example(["aa", "a"], "aaaaa")
@example(["ab", "ba", "b</w>"], "ababab baba")
@example([END], "ab")
def test_cuts_equal_a_plain_reimplementation(tokens: list[str], text: str) -> None:
    tokenizer = LongestMatchTokenizer.from_tokens(tokens)
    by_length = sorted(map(symbols_of, tokens), key=len, reverse=True)  # for equal lengths, in the given order
    expected = [token for word in text.split() for token in plain([*word, END], by_length)]
    assert tokenizer.tokenize(text) == expected
    assert tokenizer.encode(text) == [tokenizer.vocabulary[token] for token in expected]
    last = {step.word: step for step in tokenizer.encode_steps(text)}
    shown = [piece.text if piece.covered else "<unk>" for step in last.values() for piece in step.pieces]
    assert shown == expected


def plain_from_left(word: list[str], tokens: list[list[str]]) -> list[str]:
    """Try the tokens one by one, the longest first, at the beginning; a symbol that starts none is unknown."""
    if not word:
        return []
    for token in tokens:
        if word[: len(token)] == token:
            return ["".join(token), *plain_from_left(word[len(token) :], tokens)]
    rest = plain_from_left(word[1:], tokens)
    return rest if rest[:1] == ["<unk>"] else ["<unk>", *rest]


@settings(max_examples=60, deadline=None)
@given(TOKENS, st.text("abcd ", max_size=20))
@example(["ab", "bcd"], "abcd")
@example(["b"], "aabaa")
def test_cuts_from_the_left_equal_a_plain_reimplementation(tokens: list[str], text: str) -> None:
    tokenizer = LongestMatchTokenizer.from_tokens(tokens, from_left=True)
    by_length = sorted(map(symbols_of, tokens), key=len, reverse=True)
    assert tokenizer.tokenize(text) == [
        token for word in text.split() for token in plain_from_left([*word, END], by_length)
    ]


def test_the_classic_example_is_cut_the_same_from_the_left() -> None:
    tokenizer = LongestMatchTokenizer.from_tokens(MOUNTAIN, from_left=True)
    assert tokenizer.tokenize("the highest mountain") == ["the</w>", "high", "est</w>", "moun", "tain</w>"]
    assert [step.token for step in tokenizer.encode_steps("highest")] == [None, "high", "est</w>"]


@settings(max_examples=60, deadline=None)
@given(TOKENS, st.text("abcd ", max_size=20))
def test_spans_cover_each_word_without_gaps(tokens: list[str], text: str) -> None:
    tokenizer = LongestMatchTokenizer.from_tokens(tokens)
    spans = tokenizer.spans(text)
    assert [span.token for span in spans] == tokenizer.tokenize(text)
    assert "".join(text[span.start : span.end] for span in spans) == text.replace(" ", "")
    for span in spans:
        assert span.token == "<unk>" or text[span.start : span.end] == span.token.removesuffix(END)


def test_the_steps_show_the_token_cut_out_and_the_rest() -> None:
    start, first, second = LongestMatchTokenizer.from_tokens(MOUNTAIN).encode_steps("highest")
    assert (start.word, start.pieces, start.token) == (0, (WordSegment("highest</w>", False),), None)
    # Both have four symbols, with the mark counting as one; est</w> comes first in the vocabulary.
    assert (first.token, first.place) == ("est</w>", 1)
    assert first.pieces == (WordSegment("high", False), WordSegment("est</w>", True))
    assert (second.token, second.place) == ("high", 0)
    assert second.pieces == (WordSegment("high", True), WordSegment("est</w>", True))
    assert [step.ids for step in (start, first, second)] == [(None,), (None, 3), (4, 3)]


def test_each_uncovered_stretch_is_one_unknown_token_and_marks_stay() -> None:
    tokenizer = LongestMatchTokenizer.from_tokens(["high", "est</w>"])
    assert tokenizer.tokenize("xyhighzzest") == ["<unk>", "high", "<unk>", "est</w>"]
    assert tokenizer.tokenize("xy") == ["<unk>"]
    without = LongestMatchTokenizer(vocabulary={"high": 0})
    assert without.spans("xhigh") == [Span("<unk>", NO_ID, 0, 1), Span("high", 0, 1, 5), Span("<unk>", NO_ID, 5, 5)]
    with pytest.raises(EngineError, match=r"'x' is not in the vocabulary, which has no unknown token.*<unk>"):
        without.encode("x")
    corpus = Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    by_merges = BPETrainer(vocab_size=20, end_of_word_symbol=END).train(corpus)
    longest = LongestMatchTokenizer.from_tokenizer(by_merges)
    assert longest.end_of_word == END
    assert longest.decode(longest.encode("newest low")) == "newest low"
    assert longest.decode(by_merges.encode("newest low")) == "newest low"


def test_the_order_of_merges_and_the_longest_match_can_cut_differently() -> None:
    corpus = Corpus.from_counts({"xa": 9, "abcd": 5})
    by_merges = BPETrainer(vocab_size=10, special_tokens=["[UNK]"]).train(corpus)
    assert list(by_merges.merges) == [("x", "a"), ("a", "b"), ("ab", "c"), ("abc", "d")]
    longest = LongestMatchTokenizer.from_tokenizer(by_merges)
    assert (longest.vocabulary, longest.unk_token) == (by_merges.vocabulary, "[UNK]")
    assert by_merges.tokenize("abcd xabcd m") == ["abcd", "xa", "b", "c", "d", "[UNK]"]
    assert longest.tokenize("abcd xabcd m") == ["abcd", "x", "abcd", "[UNK]"]


def test_a_byte_level_tokenizer_is_refused_and_a_long_word_takes_reasonable_time() -> None:
    by_bytes = BPETrainer(vocab_size=9).train(Corpus.from_text("low lower"))
    with pytest.raises(EngineError, match="byte"):
        LongestMatchTokenizer.from_tokenizer(by_bytes)
    tokenizer = LongestMatchTokenizer.from_tokens(["a", "ab", "abc"])
    assert len(tokenizer.tokenize("abc" * 10_000)) == 10_001
