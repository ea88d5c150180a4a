"""The table of words and frequencies that a learner edits."""

from collections.abc import Mapping

import pandas as pd

from bpe_engine import EngineError
from ui.tokenization.tasks.task import MAX_FREQUENCY, MAX_WORD_LENGTH, MAX_WORDS

WORD, FREQUENCY = "word", "frequency"


def words_table(counts: Mapping[str, int]) -> pd.DataFrame:
    """Return the table to edit: one row per word, columns `word` and `frequency`."""
    return pd.DataFrame(
        {WORD: pd.Series(list(counts), dtype="object"), FREQUENCY: pd.Series(list(counts.values()), dtype="float64")}
    )


def read_words(table: pd.DataFrame) -> dict[str, int]:
    """Return the words and frequencies of an edited table. Empty rows are skipped.

    Raises EngineError for an invalid row.
    """
    counts: dict[str, int] = {}
    for word, frequency in zip(table[WORD], table[FREQUENCY], strict=True):
        if pd.isna(word) and pd.isna(frequency):
            continue
        if pd.isna(word) or not str(word):
            raise EngineError(
                "A row has the frequency {frequency:g} but no word. Enter the word, or delete the row.",
                frequency=float(frequency),
            )
        word = str(word)
        if pd.isna(frequency):
            raise EngineError("The word {word!r} has no frequency. Enter how often it occurs.", word=word)
        number = float(frequency)
        if number < 1 or not number.is_integer():
            raise EngineError(
                "The frequency of {word!r} is {frequency:g}, but a frequency is a whole number, 1 or more. Correct it.",
                word=word,
                frequency=number,
            )
        if number > MAX_FREQUENCY:
            raise EngineError(
                "The frequency of {word!r} is {frequency:,.0f}, but the limit is {limit:,}. Enter a smaller number.",
                word=word,
                frequency=number,
                limit=MAX_FREQUENCY,
            )
        if word in counts:
            raise EngineError(
                "The word {word!r} is in the table twice. Keep one row, with both frequencies added up.", word=word
            )
        if len(word) > MAX_WORD_LENGTH:
            raise EngineError(
                "A word in the table has {length:,} characters, but the limit is {limit:,}. Shorten it, or use “Your "
                "text”, which has no such limit.",
                length=len(word),
                limit=MAX_WORD_LENGTH,
            )
        counts[word] = int(number)
    if not counts:
        raise EngineError("The table has no words. Enter at least one, and how often it occurs.")
    if len(counts) > MAX_WORDS:
        raise EngineError(
            "The table has {count:,} words, but the limit is {limit:,}. Delete some, or use “Your text” for a longer "
            "text.",
            count=len(counts),
            limit=MAX_WORDS,
        )
    return counts
