"""The units between the spaces of a text: words in most languages, syllables in Vietnamese, neither in Chinese."""

from typing import Literal
from unicodedata import normalize

import regex

SpacingUnit = Literal["word", "syllable", "none"]

SAMPLE_SIZE = 20_000  # characters to sample
MIN_SHARE = 0.1  # share of letters without spaces, or of units that only Vietnamese has, that decides

_LETTER = regex.compile(r"\p{L}")
# Scripts written without spaces between words. Tibetan separates syllables with a mark of its own. Amharic used to
# separate words with a mark, and now mostly uses spaces.
_NO_SPACES = regex.compile(
    r"[\p{L}&&[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]]"
    r"|\p{Ethiopic}(?=\p{Ethiopic}*፡)",
    regex.V1,
)
# In decomposed text: a hook above, a horn, a circumflex or breve with a tone, or an a with a dot below.
_VIETNAMESE = regex.compile(
    "[\u0309\u031b]|[\u0302\u0306][\u0300\u0301\u0303]|\u0323[\u0302\u0306]|a\u0323", regex.IGNORECASE
)


def spacing_unit(text: str) -> SpacingUnit:
    """Return the unit between the spaces of a text; "none" if it is written without spaces between words.

    >>> spacing_unit("Xin chào Việt Nam"), spacing_unit("我喜欢自然语言处理"), spacing_unit("Привет, мир")
    ('syllable', 'none', 'word')
    """
    text = text[:SAMPLE_SIZE]
    if len(_NO_SPACES.findall(text)) > MIN_SHARE * len(_LETTER.findall(text)):
        return "none"
    pieces = normalize("NFD", text).split()
    if sum(_VIETNAMESE.search(piece) is not None for piece in pieces) > MIN_SHARE * len(pieces):
        return "syllable"
    return "word"
