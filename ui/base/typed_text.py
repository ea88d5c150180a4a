"""Text that people type: its lines and its words.

Python's `splitlines` and `split` recognize more line breaks and spaces than people type, such as U+2028, U+0085 and
U+00A0, which may well be part of a token.
"""

import re

_TYPED_SPACE = " \t\r\n"
_LINE_BREAK = re.compile("\r\n|\r|\n")


def typed_lines(text: str) -> list[str]:
    r"""Return the lines of a text. A line break at the end starts no further line.

    >>> typed_lines("a\r\nb\u2028c\n")
    ['a', 'b\u2028c']
    """
    lines = _LINE_BREAK.split(text)
    return lines if lines[-1] else lines[:-1]


def typed_words(text: str) -> list[str]:
    r"""Return the words of a text, separated by spaces, tabs and line breaks.

    >>> typed_words(" a  b\xa0c\n")
    ['a', 'b\xa0c']
    """
    return [word for word in re.split(f"[{_TYPED_SPACE}]+", text) if word]


def strip_typed(text: str) -> str:
    r"""Strip the spaces, tabs and line breaks around a text.

    >>> strip_typed(" \xa0\n")
    '\xa0'
    """
    return text.strip(_TYPED_SPACE)
