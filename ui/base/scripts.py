"""The script of a token, by the Unicode properties of its characters, or another group."""

from functools import lru_cache

import regex
from babel import Locale

from ui.base.i18n import current_language
from ui.base.i18n import gettext as _

# ISO 15924 codes, which `regex` and Babel both know. Those found in vocabularies of language models, by use.
SCRIPTS = (
    "Latn", "Cyrl", "Grek", "Arab", "Hebr", "Hani", "Hira", "Kana", "Hang", "Deva", "Beng", "Guru", "Gujr", "Orya",
    "Taml", "Telu", "Knda", "Mlym", "Sinh", "Thai", "Laoo", "Mymr", "Khmr", "Tibt", "Armn", "Geor", "Ethi", "Mong",
    "Cher", "Bopo", "Brai",
)  # fmt: skip

MIXED, OTHER, DIGITS, SIGNS, SPACE, CONTROL, PART, SPECIAL = (
    "mixed", "other", "digits", "signs", "space", "control", "part", "special",
)  # fmt: skip
GROUPS = (*SCRIPTS, OTHER, MIXED, DIGITS, SIGNS, SPACE, CONTROL, PART, SPECIAL)
"""Every token is in one of these groups."""

# Marks, and the few letters that several scripts share, have the script Inherited or Common, which decides nothing.
_KIND = regex.compile(
    "|".join(
        (
            *(rf"(?P<{code}>\p{{Script={code}}})" for code in SCRIPTS),
            r"(?P<other>[\p{L}--[\p{Script=Common}\p{Script=Inherited}]])",
            r"(?P<digits>\p{N})",
            r"(?P<space>\s)",
            r"(?P<control>\p{C})",
            r"(?P<signs>.)",
        )
    ),
    regex.V1 | regex.DOTALL,
)


@lru_cache(maxsize=20_000)
def _kind(character: str) -> str:
    match = _KIND.match(character)
    return (match and match.lastgroup) or OTHER


def group_of(text: str) -> str:
    """Return the group of a token of whole characters: its script, else digits, signs or space, in this order.

    >>> group_of(" hello"), group_of(" 12."), group_of("東京の")
    ('Latn', 'digits', 'mixed')
    """
    kinds = set(map(_kind, text))
    scripts = kinds.difference((DIGITS, SIGNS, SPACE, CONTROL))
    if scripts:
        return scripts.pop() if len(scripts) == 1 else MIXED
    return next((kind for kind in (DIGITS, SIGNS, CONTROL, SPACE) if kind in kinds), OTHER)


def group_name(group: str) -> str:
    """Return a group's name in the reader's language."""
    if group in SCRIPTS:
        return str(Locale.parse(current_language()).scripts[group])
    return {
        OTHER: _("Another script"),
        MIXED: _("More than one script"),
        DIGITS: _("Digits"),
        SIGNS: _("Punctuation and symbols"),
        SPACE: _("White space"),
        CONTROL: _("Control characters"),
        PART: _("Part of a character"),
        SPECIAL: _("Special tokens"),
    }[group]
