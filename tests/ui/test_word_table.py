"""The table of words that a learner edits."""

import math

import pandas as pd
import pytest

from bpe_engine import EngineError
from ui.pages.train.word_table import FREQUENCY, WORD, read_words, words_table
from ui.tokenization.tasks.task import MAX_WORD_LENGTH, MAX_WORDS


def table(*rows: tuple[object, object]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            WORD: pd.Series([word for word, _ in rows], dtype="object"),
            FREQUENCY: pd.Series([frequency for _, frequency in rows], dtype="float64"),
        }
    )


def test_a_table_is_read_back_in_its_order_without_empty_rows() -> None:
    counts = {"pun": 12, "hug": 10, "a b": 1, " ": 2}
    read = read_words(words_table(counts))
    assert list(read.items()) == list(counts.items())
    assert all(type(count) is int for count in read.values())
    assert read_words(table((None, None), ("hug", 3), (math.nan, math.nan))) == {"hug": 3}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("hug", 0)], "The frequency of 'hug' is 0, but a frequency is a whole number, 1 or more. Correct it."),
        ([("hug", -2)], "The frequency of 'hug' is -2, but"),
        ([("hug", 2.5)], "The frequency of 'hug' is 2.5, but"),
        ([("hug", math.inf)], "The frequency of 'hug' is inf, but"),
        ([("hug", None)], "The word 'hug' has no frequency. Enter how often it occurs."),
        ([(None, 3)], "A row has the frequency 3 but no word. Enter the word, or delete the row."),
        ([("", 3)], "A row has the frequency 3 but no word."),
        ([("hug", 3), ("pug", 1), ("hug", 2)], "The word 'hug' is in the table twice."),
        ([], "The table has no words. Enter at least one, and how often it occurs."),
        ([(None, None)], "The table has no words."),
        ([("a" * (MAX_WORD_LENGTH + 1), 3)], "A word in the table has 201 characters, but the limit is 200."),
        ([(f"w{number}", 1) for number in range(MAX_WORDS + 1)], "The table has 501 words, but the limit is 500."),
    ],
)
def test_an_unusable_row_is_reported(rows: list[tuple[object, object]], message: str) -> None:
    with pytest.raises(EngineError) as caught:
        read_words(table(*rows))
    assert str(caught.value).startswith(message)


def test_frequencies_are_limited_to_what_an_address_accepts() -> None:
    # Otherwise the link to a table would open a different one.
    with pytest.raises(EngineError):
        read_words(table(("hug", 1e12)))
