"""The kinds of exercise answers. The browser checks what is typed (`ui/player/answer_check.js`)."""

import re
from fractions import Fraction

from ui.base.i18n import N_

MAX_ANSWER = 100  # longest text that is read as a number or a calculation

_NO_NUMBER = N_("That can’t be read as a number. Type just one number, such as 12, 3 × 4 or 0.5.")
ANSWER_KINDS = {
    "number": _NO_NUMBER,
    "byte": _NO_NUMBER,
    "share": _NO_NUMBER,
    "tokens": N_("Type all the tokens, separated by spaces."),
    "text": N_("Type the text."),
    "millions": _NO_NUMBER,
}
"""Kind, as named in a chapter -> message for input that is not an answer of that kind."""


def is_typeable(kind: str, answer: str) -> bool:
    """Return whether an answer, as Python writes it, would be accepted as this kind when typed.

    >>> is_typeable("number", "1.5"), is_typeable("share", "1/36"), is_typeable("tokens", "hug")
    (False, True, False)
    """
    if kind == "tokens":
        return len(re.findall(r"[^\s+|,、·]+", answer)) > 1
    if kind == "text":
        return answer != "" and re.sub(r"[\s·]", " ", answer).strip("\"'“”‘’«»„`「」『』 ") == answer
    try:
        Fraction(answer) if kind == "share" else int(answer)
    except (ValueError, ZeroDivisionError):
        return False
    return len(answer) <= MAX_ANSWER
