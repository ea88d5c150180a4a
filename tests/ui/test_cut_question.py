"""The question to a class about a word: before which of its letters it is cut."""

import pytest

from bpe_engine import load_pretrained
from ui.pages.own.custom_vocabulary import longest_match_tokenizer
from ui.tokenization.encoding import cut_positions

TOKENS = ["un", "hug", "h", "u", "g", "n"]


@pytest.mark.parametrize(("word", "right"), [("unhug", [2]), ("hugun", [3]), ("hugh", [3]), ("hug", []), ("nu", [1])])
def test_the_cuts_are_before_the_letters_that_start_tokens(word: str, right: list[int]) -> None:
    assert cut_positions(longest_match_tokenizer(TOKENS, from_left=True), word) == {
        "letters": list(word),
        "right": right,
    }


def test_a_space_before_a_word_belongs_to_its_first_letter() -> None:
    """GPT-2 cuts it into “ wh”, “al” and “eman”, as tiktoken does."""
    assert cut_positions(load_pretrained("gpt2"), " whaleman") == {"letters": ["·w", *"haleman"], "right": [2, 4]}
    assert cut_positions(load_pretrained("gpt2"), "  whaleman") is None


@pytest.mark.parametrize("text", ["", " ", "h", "un hug", " hug", "h" * 61])
def test_texts_that_are_not_words_are_not_asked(text: str) -> None:
    assert cut_positions(longest_match_tokenizer(TOKENS, from_left=True), text) is None


def test_words_with_split_letters_are_not_asked() -> None:
    """No token of GPT-2 contains all eight bytes of a thumbs-up with a skin tone."""
    assert cut_positions(load_pretrained("gpt2"), "\U0001f44d\U0001f3fdab") is None
