"""Texts that are written from right to left, inside sentences that are not: kept apart, so that neither reorders the
other. `isolate` in ui/components/dom.js is the same.
"""

import re

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001eeff]")
"""Letters, digits and signs of Hebrew, Arabic and all other scripts of this direction."""

OPEN, CLOSE = "\u2068", "\u2069"  # Unicode's FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE
ISOLATED = re.compile(f"{OPEN}([^\u2066-\u2069]*){CLOSE}")


def isolate(text: str) -> str:
    """A token, a word or another text from a learner, as it is put into a sentence: with signs around it if it is
    written from right to left. Without them “{token} = 2” is drawn as “2 = …”.

    >>> isolate("hug"), isolate("\u05d0\u05d1") == f"{OPEN}\u05d0\u05d1{CLOSE}"
    ('hug', True)
    """
    return text if text.startswith(OPEN) or not RIGHT_TO_LEFT.search(text) else f"{OPEN}{text}{CLOSE}"
