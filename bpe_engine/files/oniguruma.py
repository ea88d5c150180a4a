r"""Translate patterns between `regex`, used here, and Oniguruma, used by the tokenizers library.

Most syntax means the same in both. Syntax with a different meaning is translated (`\w`, `^`, `$`) or refused: `{1,3}+`
matches at most three digits in `regex`, and any number in Oniguruma's Ruby syntax.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from bpe_engine.errors import EngineError
from bpe_engine.files.file_patterns import BUILTIN_BY_PATTERN
from bpe_engine.pre_tokenizers import GPT2, GPT4, GPT4_MINBPE, GPT4O, NONE, QWEN, WHITESPACE, PreTokenizer

# Without the possessive {1,3}+ and *+, which change nothing at the end of an alternative; \z for $.
_GPT4 = GPT4.pattern.replace("{1,3}+", "{1,3}").replace("*+", "*").replace("$", r"\z")
_TO_ONIG = {GPT4.pattern: _GPT4, NONE.pattern: "(?m:.+)"} | {
    known.pattern: known.pattern for known in (GPT2, GPT4_MINBPE, GPT4O, WHITESPACE, QWEN)
}
_FROM_ONIG = {onig: BUILTIN_BY_PATTERN[pattern] for pattern, onig in _TO_ONIG.items()}

# \w of the two, measured over all of Unicode.
_COMMON_WORD_CLASS = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
_REGEX_WORD = _COMMON_WORD_CLASS + r"\u200C\u200D"
_ONIG_WORD = _COMMON_WORD_CLASS + "²³¹¼½¾"  # within brackets, these six do not count

# Anchors of the text or of a line. Oniguruma's ^ and $ always match at line boundaries.
_ANCHORS_TO_ONIG = {"^": r"\A", "$": r"\Z", r"\A": r"\A", r"\Z": r"\z"}
_ANCHORS_FROM_ONIG = {"^": "(?m:^)", "$": "(?m:$)", r"\A": r"\A", r"\Z": "$", r"\z": r"\Z"}
_ANCHOR = re.compile(r"\^|\$|\\[AZz]")


class _Dialect(NamedTuple):
    """How the other engine writes the classes and anchors of a pattern."""

    word: str  # the characters of \w, for use within brackets
    word_in_set: str  # the same, if \w itself is within brackets
    anchors: Mapping[str, str]


_REGEX_DIALECT = _Dialect(_REGEX_WORD, _REGEX_WORD, _ANCHORS_TO_ONIG)
_ONIGURUMA_DIALECT = _Dialect(_ONIG_WORD, _COMMON_WORD_CLASS, _ANCHORS_FROM_ONIG)

CATEGORIES = "L|Lu|Ll|Lt|Lm|Lo|M|Mn|Mc|Me|N|Nd|Nl|No|P|Pc|Pd|Ps|Pe|Pi|Pf|Po|S|Sm|Sc|Sk|So|Z|Zs|Zl|Zp"
SCRIPTS = "Alphabetic|Arabic|Cyrillic|Devanagari|Greek|Han|Hangul|Hebrew|Hiragana|Katakana|Latin|Thai"
"""The classes that a pattern may name, besides short ones such as \\s: they match the same characters in both engines.
"""

_ESCAPE = re.compile(rf"\\(?:[sSdDrnt]|[pP]\{{\^?(?:{CATEGORIES}|{SCRIPTS})\}}|u[0-9A-Fa-f]{{4}}|[^0-9A-Za-z])", re.S)
_WORD = re.compile(r"\\w")
_QUANTIFIER = re.compile(r"(?:[?*+][?+]?|\{\d+(?:,\d*)?\}(?![?+]))(?![?*+{])", re.ASCII)
# Ignoring case, "ss" also matches ß and "fi" matches ﬁ; only patterns without such pairs are allowed.
_NO_CASE = re.compile(r"\(\?i:(?!\w*(?:ss|st|ff|fi|fl))['a-z|]*(?:\[[a-z]+\])?['a-z|]*\)")
_GROUP = re.compile(r"\((?:\?(?::|=|!|<=|<!|>))?(?!\?)")
_IN_SET = re.compile(r"(?!&&|\|\||--|~~)[^\\\[\]]", re.S)
_LITERAL = re.compile(r"[^\\\[\]{}()?*+^$]", re.S)


def to_onig(pre_tokenizer: PreTokenizer) -> str:
    """Return the pattern of a pre-tokenizer for Oniguruma. Raises EngineError if it cannot be expressed."""
    translation = _TO_ONIG.get(pre_tokenizer.pattern)
    translated = translation or _translate(pre_tokenizer.pattern, _REGEX_DIALECT)
    if translated is None:
        raise EngineError(
            "The pattern {pattern!r} has something that the tokenizers library writes or reads differently. Use a "
            "simpler pattern, or choose minbpe or tiktoken.",
            pattern=pre_tokenizer.pattern,
        )
    return translated


@lru_cache(maxsize=256)  # each compilation starts a process
def from_onig(pattern: str) -> PreTokenizer | None:
    """Return the pre-tokenizer with the same matches as an Oniguruma pattern; None if that is not certain.

    Raises EngineError if the pattern is invalid or takes too long or too much memory to compile.
    """
    if pattern in _FROM_ONIG:
        return _FROM_ONIG[pattern]
    translated = _translate(pattern, _ONIGURUMA_DIALECT)
    if translated is None:
        return None
    result = PreTokenizer(translated)
    result.check()
    return result


def _translate(pattern: str, reading: _Dialect) -> str | None:
    parts = []
    place = 0
    while place < len(pattern):
        part = _next_part(pattern, place, reading)
        if part is None:
            return None
        place, text = part
        parts.append(text)
    return "".join(parts)


def _next_part(pattern: str, place: int, reading: _Dialect) -> tuple[int, str] | None:
    """Return the end and the translation of the part that begins at a position.

    None if the part is refused.
    """
    if pattern[place] == "[":
        return _set(pattern, place, reading.word_in_set)
    if match := _WORD.match(pattern, place):
        end, text = match.end(), f"[{reading.word}]"
    elif match := _ESCAPE.match(pattern, place) or _NO_CASE.match(pattern, place) or _LITERAL.match(pattern, place):
        end, text = match.end(), match.group()
    elif match := _GROUP.match(pattern, place):
        return match.end(), match.group()  # nothing to repeat yet
    elif match := _ANCHOR.match(pattern, place):
        anchor = reading.anchors.get(match.group())
        return None if anchor is None else (match.end(), anchor)
    elif pattern[place] == ")":
        end, text = place + 1, ")"
    else:
        return None
    return _with_quantifier(pattern, end, text)


def _with_quantifier(pattern: str, end: int, text: str) -> tuple[int, str] | None:
    if end < len(pattern) and pattern[end] in "?*+{":
        match = _QUANTIFIER.match(pattern, end)
        return (match.end(), text + match.group()) if match and text != "|" else None
    return end, text


def _set(pattern: str, place: int, word: str) -> tuple[int, str] | None:
    """Return a set in brackets; None if it contains a nested set, or an operator of either engine."""
    parts = ["["]
    place += 1
    if pattern[place : place + 1] == "^":
        parts.append("^")
        place += 1
    first = place
    while place < len(pattern):
        if pattern[place] == "]":
            return _with_quantifier(pattern, place + 1, "".join(parts) + "]") if place > first else None
        if match := _WORD.match(pattern, place):
            parts.append(word)
        elif match := _ESCAPE.match(pattern, place) or _IN_SET.match(pattern, place):
            parts.append(match.group())
        else:
            return None
        place = match.end()
    return None
