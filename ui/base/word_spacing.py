"""What stands between the spaces of a text: words in most languages, syllables in Vietnamese, neither in Chinese."""

from typing import Literal
from unicodedata import normalize

import regex

SpacingUnit = Literal["word", "syllable", "none"]

SAMPLE_SIZE = 20_000  # characters: how a text is written is seen from its beginning
MIN_SHARE = 0.1  # of the letters without spaces, and of what stands between spaces and can only be Vietnamese

_LETTER = regex.compile(r"\p{L}")
# Scripts that are written without spaces between words; Tibetan divides syllables, by a sign of its own. Amharic
# was written with a sign between words, and now mostly with spaces.
_NO_SPACES = regex.compile(
    r"[\p{L}&&[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]]"
    r"|\p{Ethiopic}(?=\p{Ethiopic}*፡)",
    regex.V1,
)
# Of decomposed text: a hook above, a horn, a circumflex or a breve with a tone, or an a with a dot below.
_VIETNAMESE = regex.compile(
    "[\u0309\u031b]|[\u0302\u0306][\u0300\u0301\u0303]|\u0323[\u0302\u0306]|a\u0323", regex.IGNORECASE
)


def spacing_unit(text: str) -> SpacingUnit:
    """What stands between the spaces of a text; "none" where it is written without spaces between words.

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
