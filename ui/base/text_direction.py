"""Right-to-left texts inside left-to-right sentences: isolated, so that neither reorders the other.

`isolate` in ui/components/dom.js does the same.
"""

import re

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001eeff]")
"""Characters of Hebrew, Arabic and all other right-to-left scripts."""

OPEN, CLOSE = "\u2068", "\u2069"  # Unicode's FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE
ISOLATED = re.compile(f"{OPEN}([^\u2066-\u2069]*){CLOSE}")


def isolate(text: str) -> str:
    """Isolate a token, a word or another text for use in a sentence, if it is written from right to left.

    Without isolation, “{token} = 2” would be displayed as “2 = …”.


    >>> isolate("hug"), isolate("\u05d0\u05d1") == f"{OPEN}\u05d0\u05d1{CLOSE}"
    ('hug', True)
    """
    return text if text.startswith(OPEN) or not RIGHT_TO_LEFT.search(text) else f"{OPEN}{text}{CLOSE}"
