"""Whether what was typed is the answer to an exercise."""

import re
from fractions import Fraction
from typing import Literal

Kind = Literal["number", "share", "tokens", "text"]
"""A whole number; a fraction or decimal number; tokens with spaces between them; a text."""

NEAR = Fraction(1, 100)  # how far off a share may be, of itself: people round
# What a Chinese keyboard writes: ， ／ ＋ and digits as wide as a character.
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_QUOTES = "\"'“”‘’«»„`"


def is_right(kind: Kind, typed: str, answer: str) -> bool:
    """Whether `typed` says the same as `answer`, which is written as Python writes it.

    >>> is_right("number", "38,597,376", "38597376"), is_right("share", "0,028", "1/36")
    (True, True)
    >>> is_right("tokens", "“a” + “bc”", "a bc"), is_right("tokens", "ab c", "a bc")
    (True, False)
    >>> is_right("tokens", "a，bc、ab", "a bc ab"), is_right("share", "1／36", "1/36")
    (True, True)
    """
    typed = typed.translate(_FULL_WIDTH)
    if kind == "number":
        digits = re.sub(r"[\s.,'’\u00a0\u202f]", "", typed)
        return digits.isdecimal() and int(digits) == int(answer)
    if kind == "share":
        found = _share(typed)
        return found is not None and abs(found - Fraction(answer)) <= NEAR * Fraction(answer)
    if kind == "tokens":
        return _tokens(typed) == _tokens(answer)
    return " ".join(typed.strip(_QUOTES + " ").split()) == answer


def _share(typed: str) -> Fraction | None:
    written = "".join(typed.split()).replace(",", ".")
    if len(written) > 20 or not re.fullmatch(r"\d*\.?\d+(/\d+)?", written, re.ASCII):
        return None
    over, _slash, under = written.partition("/")
    return Fraction(over) / int(under) if under and int(under) else None if under else Fraction(over)


def _tokens(typed: str) -> list[str]:
    found = [part.strip(_QUOTES) for part in re.split(r"[\s+|,、·]+", typed)]
    return [part for part in found if part]
