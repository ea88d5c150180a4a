"""Patterns read from files and written to them."""

import regex

from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer, resolve_pre_tokenizer
from bpe_engine.text import custom_patterns

BUILTIN_BY_PATTERN = {pre_tokenizer.pattern: pre_tokenizer for pre_tokenizer in PRE_TOKENIZERS.values()}

# (?=…), (?!…), (?<=…), (?<!…), containing sets and groups.
_LOOKAROUND = regex.compile(r"\(\?<?[=!](?P<in>(?:[^()\[\\]|\\.|\[(?:\\.|[^\]\\])+\]|\((?&in)\))*)\)", regex.S)


def pre_tokenizer_for(pattern: str) -> PreTokenizer:
    """Return the published pre-tokenizer with this pattern, or a custom one, compiled within limits.

    Raises EngineError if the pattern is invalid or takes too long or too much memory.
    """
    builtin = BUILTIN_BY_PATTERN.get(pattern)
    if builtin is None:
        builtin = PreTokenizer(pattern)
        builtin.check()
    return builtin


def can_match_empty(pre_tokenizer: PreTokenizer) -> bool:
    """Return whether a match may be empty. Lookarounds are assumed to hold.

    >>> can_match_empty(PreTokenizer("a*|b")), can_match_empty(PreTokenizer(r"a+(?!b)|b"))
    (True, False)
    """
    if pre_tokenizer.is_builtin:
        return False
    return custom_patterns.inspect_pattern(_LOOKAROUND.sub("(?:)", pre_tokenizer.pattern)).matches_nothing


def choose_pre_tokenizer(chosen: "str | PreTokenizer | None", default: PreTokenizer) -> PreTokenizer:
    """Return the pre-tokenizer chosen by name or as an object, else the default."""
    return default if chosen is None else resolve_pre_tokenizer(chosen)


def single_pattern(pre_tokenizer: PreTokenizer, format_name: str) -> str:
    """Return the pattern for a format that stores a single regex without groups.

    Raises EngineError if it has groups.
    """
    if type(pre_tokenizer) is not PreTokenizer:
        raise EngineError(
            "{format} stores only one pattern, but this tokenizer cuts a text with several in turn. Choose "
            "tokenizer.json.",
            format=format_name,
        )
    if not pre_tokenizer.is_builtin and custom_patterns.inspect_pattern(pre_tokenizer.pattern).groups:
        raise EngineError(
            "The pattern {pattern!r} has capture groups, which {format} would return instead of words. Write (?:…) for "
            "(…).",
            pattern=pre_tokenizer.pattern,
            format=format_name,
        )
    return pre_tokenizer.pattern
