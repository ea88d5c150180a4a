"""The positions of a text's tokens, and how much of its beginning is settled before the rest is read."""

from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_engine import (
    BPETokenizer,
    BPETrainer,
    CharacterTrainer,
    Corpus,
    Tokenizer,
    UnigramTrainer,
    WordLevelTrainer,
    WordPieceTrainer,
    load_pretrained,
)
from bpe_engine.inspection.token_offsets import Special, TokenOffsets, stable_prefix_length, token_offsets
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer

SHIPPED = ("gpt2", "cl100k_base", "o200k_base", "bert-base-uncased", "t5-small")
CUTTERS = ("gpt2", "gpt4", "gpt4-minbpe", "gpt4o", "whitespace", "bert")
WORDS = "the pug hugs the pun, and 1234 buns don't mind: ΣΑΣ _x_ 東京 naïve\u0301 <unk> [UNK]"

# What the patterns distinguish, what normalizers change, and what may be at a cut.
texts = st.lists(
    st.sampled_from(
        [
            *" \n\t\r\u00a0\u3000\u200b\u2028", "  ", "\n\n", "\r\n", " \n", "'s", "'ll", "_", "/", "-", "...", "。",
            "½²", "the", "pug", "Hugs", "ΑΣ", "ﬁ", "e\u0301", "\u0301", "한", "각", "東京", "12345", "٣", "👩‍💻",
            "<unk>", "▁", "<|endoftext|>", "[MASK]", "\x00", "İ", "ǅ", "\u0e33", "ﾞ",
        ]
    )
    | st.text(max_size=4).filter(lambda text: not any("\ud800" <= character <= "\udfff" for character in text)),
    max_size=40,
).map("".join)  # fmt: skip


@cache
def trained(cutter: str) -> list[Tokenizer]:
    """Return tokenizers of each kind, trained on a few words."""
    corpus = Corpus.from_text(WORDS * 3, cutter, byte_level=False)
    in_bytes = Corpus.from_text(WORDS * 3, cutter)
    return [
        BPETrainer(vocab_size=60).train(corpus),
        BPETrainer(vocab_size=300).train(in_bytes),
        WordPieceTrainer(vocab_size=80).train(corpus),
        UnigramTrainer(vocab_size=60).train(corpus),
        WordLevelTrainer(vocab_size=9).train(corpus),
        CharacterTrainer(vocab_size=9).train(corpus),
    ]


ends = st.sampled_from(["the", "Σ", "12", "²", "한", "京", "e", "ﬁ", "ٱ", "s"])
spaces = st.sampled_from([" ", "\n"])


def check_beginning(tokenizer: Tokenizer, first: str, rest: str, special: Special) -> None:
    text = first + rest
    assert stable_prefix_length(tokenizer, text, len(first), special) == len(first)
    whole, alone = (token_offsets(tokenizer, part, special) for part in (text, first))
    count = len(alone.ids)
    assert list(whole.ids[:count]) == list(alone.ids)
    assert list(whole.starts[:count]) == list(alone.starts)
    # SentencePiece assigns white space to the token before it, if there is any.
    assert list(whole.ends[: count - 1]) == list(alone.ends[:-1])
    assert {number for number in whole.unknown if number < count} == alone.unknown


@pytest.mark.parametrize("name", SHIPPED)
@given(texts, ends, spaces, texts, st.sampled_from(["none", "all"]))
@example("the pug  ", "hugs", "\n", "\nthe pun\n", "none")
def test_the_stable_prefix_has_the_tokens_of_the_whole_text(
    name: str, before: str, end: str, space: str, after: str, special: Special
) -> None:
    check_beginning(load_pretrained(name), before + end, space + after, special)


@pytest.mark.parametrize("cutter", CUTTERS)
@given(st.integers(0, 5), texts, ends, spaces, texts)
def test_the_stable_prefix_has_the_tokens_of_the_whole_text_for_trained_tokenizers(
    cutter: str, kind: int, before: str, end: str, space: str, after: str
) -> None:
    check_beginning(trained(cutter)[kind], before + end, space + after, "none")


def test_the_stable_prefix_ends_near_the_requested_length() -> None:
    text = "the pug, the pun " * 100
    for name in SHIPPED:
        assert 990 <= stable_prefix_length(load_pretrained(name), text, 1_000) <= 1_000
        assert stable_prefix_length(load_pretrained(name), "東京は日本の首都です。" * 200, 1_000) == 0
        assert stable_prefix_length(load_pretrained(name), "東京\nは" * 300, 1_000) > 990
    for cutter in (PRE_TOKENIZERS["none"], PreTokenizer(r"(?s).{7}")):
        tokenizer = BPETrainer(vocab_size=300).train(Corpus.from_text(WORDS, cutter))
        assert stable_prefix_length(tokenizer, "the pug hugs the pun", 15) == 0


def test_no_prefix_is_stable_if_a_special_token_may_cross_its_end() -> None:
    corpus = Corpus.from_text(WORDS)
    tokenizer = BPETrainer(vocab_size=300, special_tokens=["the end"]).train(corpus)
    assert stable_prefix_length(tokenizer, "the end of the pug", 15, "none") == 14
    assert stable_prefix_length(tokenizer, "the end of the pug", 15, "all") == 0
    added = BPETokenizer(
        vocabulary=tokenizer.vocabulary,
        merges=tokenizer.merges,
        pre_tokenizer=tokenizer.pre_tokenizer,
        byte_level=True,
        added_tokens=["the end"],
    )
    assert stable_prefix_length(added, "the end of the pug", 15) == 0


@pytest.mark.parametrize(("name", "houses"), [("gpt2", 20_000), ("bert-base-uncased", 6_000), ("t5-small", 6_000)])
def test_progress_grows_to_1_and_does_not_change_the_result(name: str, houses: int) -> None:
    text = " ".join(f"the pug of house {number} hugs" for number in range(houses))
    told: list[float] = []
    places = token_offsets(load_pretrained(name), text, progress=told.append)
    assert told == sorted(told)
    assert len(told) >= 10
    assert 0 < told[0] < 0.2
    assert 0.95 < told[-1] <= 1
    assert same(places, token_offsets(load_pretrained(name), text))
    assert list(places.ids) == load_pretrained(name).encode(text, "none")


def same(one: TokenOffsets, other: TokenOffsets) -> bool:
    return one.values == other.values
