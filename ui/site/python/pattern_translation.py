r"""Translates patterns of the `regex` module into Python's own `re`, with each character class written as ranges.

Pyodide has no `regex` that a build could reach. Each class is evaluated here by the real `regex`, for every code point:
those of the bundled patterns, and those that a pattern in a reader's file may name, which `shims/regex.py` translates.
JavaScript's RegExp has such classes, but each browser follows its own version of Unicode.
"""

import sys
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import regex

from bpe_engine.files.oniguruma import CATEGORIES, SCRIPTS
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from bpe_engine.text.re_patterns import class_queries
from ui.site.python.shims import regex_syntax

_CLASS_NAMES = (*CATEGORIES.split("|"), *SCRIPTS.split("|"), "White_Space", "C", "Cc", "Cf", "Cn", "Co")
_ALL_CHARACTERS = "".join(map(chr, range(sys.maxunicode + 1)))


class TranslatedPattern(NamedTuple):
    """A pattern for `re`, and its flags."""

    pattern: str
    flags: int


def translate(pattern: str, flags: int = 0) -> TranslatedPattern:
    r"""Translate a pattern of `regex` into an equivalent one for `re`. Raises ValueError if there is none.

    >>> import re
    >>> re.findall(*[translate(r" ?\p{Lu}").pattern, "A ΩЖ b"])
    ['A', ' Ω', 'Ж']
    """
    return TranslatedPattern(*regex_syntax.translate(pattern, flags, _ranges, _grapheme))


def bundled_patterns() -> dict[tuple[str, int], TranslatedPattern]:
    """Translate every pattern of the engine and the loaded app modules for `re`."""
    patterns: dict[tuple[str, int], TranslatedPattern] = {}
    for pattern, flags in dict.fromkeys(_patterns()):
        try:
            patterns[pattern, flags] = translate(pattern, flags)
        except ValueError:
            continue  # reported when it is used
    return patterns


def _patterns() -> Iterable[tuple[str, int]]:
    for pre_tokenizer in PRE_TOKENIZERS.values():
        yield pre_tokenizer.pattern, _relevant_flags(regex.compile(pre_tokenizer.pattern).flags)
        grouped = pre_tokenizer.pattern_with_groups
        yield grouped, _relevant_flags(regex.compile(grouped).flags)
        yield from ((search, 0) for search in class_queries(pre_tokenizer.pattern))
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in ("bpe_engine", "ui"):
            for value in vars(module).values():
                if isinstance(value, regex.Pattern):
                    yield value.pattern, _relevant_flags(value.flags)


def _relevant_flags(flags: int) -> int:
    """Return the flags that change what a pattern matches."""
    return flags & (regex.IGNORECASE | regex.DOTALL | regex.MULTILINE | regex.V1)


@cache
def _ranges(characters: str, flags: int) -> str:
    """Return a character class or set as a set of ranges, one per run of its characters in code point order."""
    ranges = _runs(characters, flags)
    if not ranges:
        return "(?!)"
    return f"[{''.join(_range(first, last) for first, last in ranges)}]"


def _runs(characters: str, flags: int) -> list[tuple[int, int]]:
    """Return the first and the last of each run of a class's characters."""
    runs = regex.compile(f"(?:{characters})+", flags | regex.DOTALL).finditer(_ALL_CHARACTERS)
    return [(run.start(), run.end() - 1) for run in runs]


def classes() -> dict[str, list[int]]:
    """Return the classes that a pattern in a file may name: the first and last code points of their runs."""
    return {name: [code for run in _runs(rf"\p{{{name}}}", 0) for code in run] for name in _CLASS_NAMES} | {
        "Word": [code for run in _runs(r"\w", 0) for code in run]
    }


def _range(first: int, last: int) -> str:
    return _character(first) if first == last else f"{_character(first)}-{_character(last)}"


def _character(code: int) -> str:
    character = chr(code)
    if character.isascii() and character.isalnum():
        return character
    return regex_syntax.escape(code)


@cache
def _grapheme() -> str:
    """Return a pattern for extended grapheme clusters: table 1c of UAX #29, with the rule for Indic scripts."""
    names = ("Prepend", "L", "V", "T", "LV", "LVT", "RI", "Extend", "ZWJ")
    of = {name: _ranges(rf"\p{{GCB={name}}}", 0) for name in names}
    picture = _ranges(r"\p{ExtPict}", 0)
    hangul = f"{of['L']}*(?:{of['V']}+|{of['LV']}{of['V']}*|{of['LVT']}){of['T']}*|{of['L']}+|{of['T']}+"
    emoji = f"{picture}(?:{of['Extend']}*{of['ZWJ']}{picture})*"
    other = _ranges(r"[^\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}]", 0)
    # A consonant continues the cluster if a linker precedes it, possibly with other marks in between.
    consonant, linker = _ranges(r"\p{InCB=Consonant}", 0), _ranges(r"[\p{InCB=Linker}&&\p{GCB=Extend}]", regex.V1)
    first = _ranges(r"\p{InCB=Linker}", 0)
    joining = _ranges(r"[\p{InCB=Extend}[\p{InCB=Linker}&&\p{GCB=Extend}]]", regex.V1)
    after = _ranges(r"[[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]--[\p{InCB=Linker}]]", regex.V1)
    core = f"{hangul}|{of['RI']}{of['RI']}|{emoji}|{first}{joining}*+{consonant}?+|{other}"
    rest = f"(?:{after}*+{linker}{joining}*+{consonant}?+)*+{after}*+"
    return rf"(?>\r\n|(?s:{of['Prepend']}*(?:{core}){rest}|.))"
