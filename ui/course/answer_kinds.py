"""The kinds of answers to exercises. A browser judges what is typed (`ui/player/answer_check.js`)."""

import re
from fractions import Fraction

from ui.base.i18n import N_

MAX_ANSWER = 100  # characters that are read as a number or a calculation

_NO_NUMBER = N_("That can’t be read as a number. Type just one number, such as 12, 3 × 4 or 0.5.")
ANSWER_KINDS = {
    "number": _NO_NUMBER,
    "byte": _NO_NUMBER,
    "share": _NO_NUMBER,
    "tokens": N_("Type all the tokens, separated by spaces."),
    "text": N_("Type the text."),
    "millions": _NO_NUMBER,
}
"""By the names that a chapter has for them: what is said of what cannot be read as one."""


def is_typeable(kind: str, answer: str) -> bool:
    """Whether an answer, as Python writes it, is one of a kind: who types it so is right.

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
