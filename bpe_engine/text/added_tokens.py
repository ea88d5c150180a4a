"""Tokens matched by name in a text, before anything else is done to it."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import regex

from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import PreToken
from bpe_engine.text.input_text import require_text

# As in Rust.
_WORD = regex.compile(r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200C\u200D]")
_WHITE_SPACE = regex.compile(r"\s")


def validated_tokens(option: str, value: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens that an option lists.

    Raises EngineError if one is not a string, is empty or occurs twice, or if `value` is a plain string.
    """
    if isinstance(value, str):
        raise EngineError(
            "{option}={value!r} should be a list of strings, not one string. Write [{value!r}].",
            option=option,
            value=value,
        )
    tokens = tuple(value)
    for token in tokens:
        if not isinstance(token, str):
            raise EngineError(
                "{option} contains {token!r}, which is not a string. Quote each token: '{token}'.",
                option=option,
                token=token,
            )
        if not token or tokens.count(token) > 1:
            raise EngineError(
                "{option} contains {token!r}, which is empty or a duplicate. List each token once.",
                option=option,
                token=token,
            )
    return tokens


class TokenMatch(NamedTuple):
    """A match of a token's name in a text."""

    token: str
    start: int
    end: int


class Flags(NamedTuple):
    """Which neighbours an added token accepts: whole words only, white space stripped on the left or right."""

    single_word: bool = False  # no match next to a letter or another word character
    lstrip: bool = False  # the match includes the white space before it
    rstrip: bool = False  # the match includes the white space after it


_NONE = Flags()


def find_tokens(
    tokens: Iterable[str], text: str, flags: Mapping[str, Flags] = MappingProxyType({})
) -> Iterator[TokenMatch]:
    """Yield the matches of these tokens in a text, from left to right; the longest if one is a prefix of another.

    >>> [found.token for found in find_tokens(["<a>", "<a>b"], "b<a><a>b")]
    ['<a>', '<a>b']
    """
    present = [token for token in tokens if token in text]
    if not present:
        return
    place = 0
    for match in re.finditer("|".join(map(re.escape, sorted(present, key=len, reverse=True))), text):
        token, (start, end) = match.group(), match.span()
        single_word, lstrip, rstrip = flags.get(token, _NONE)
        if single_word and (_WORD.match(text[start - 1 : start]) or _WORD.match(text[end : end + 1])):
            continue
        while lstrip and start > place and _WHITE_SPACE.match(text[start - 1]):
            start -= 1
        while rstrip and end < len(text) and _WHITE_SPACE.match(text[end]):
            end += 1
        yield TokenMatch(token, start, end)
        place = end


def may_conflict(flags: Mapping[str, Flags], tokens: Collection[str]) -> bool:
    """Return whether one token's flags depend on a neighbouring added token, which the library may read as text."""
    return any(
        (single_word and (_WORD.match(other[0]) or _WORD.match(other[-1])))
        or ((lstrip or rstrip) and _WHITE_SPACE.search(other))
        for token, (single_word, lstrip, rstrip) in flags.items()
        for other in tokens
        if other != token
    )


def text_between_tokens(tokens: Iterable[str], text: str) -> Iterator[str]:
    """Yield the text before, between and after these tokens.

    >>> list(text_between_tokens(["<a>"], "b<a><a>c"))
    ['b', 'c']
    """
    place = 0
    for _, start, end in (*find_tokens(tokens, text), TokenMatch("", len(text), len(text))):
        if start > place:
            yield text[place:start]
        place = end


def split_around_tokens(tokens: Iterable[str], text: str, cut: Callable[[str], Iterable[PreToken]]) -> list[PreToken]:
    """Pre-tokenize a text: each added token is one pre-token wherever it occurs; `cut` splits the rest.

    >>> from bpe_engine.pre_tokenizers import WHITESPACE
    >>> [pre_token.text for pre_token in split_around_tokens(["<a>"], "no <a>de", WHITESPACE.pre_tokens)]
    ['no', '<a>', 'de']
    """
    text = require_text(text)
    pre_tokens: list[PreToken] = []
    place = 0
    for token, start, end in (*find_tokens(tokens, text), TokenMatch("", len(text), len(text))):
        if start > place:
            pre_tokens += [PreToken(word, place + at, alternative) for word, at, alternative in cut(text[place:start])]
        if token:
            pre_tokens.append(PreToken(token, start, None))
        place = end
    return pre_tokens


def overlap_cost(*groups: Sequence[str]) -> int:
    """Return an upper bound of the work of `can_overlap`. Check it first for untrusted files."""
    return sum(len(token) ** 2 for group in groups for token in group)


def can_overlap(first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether a text may contain a token of the first and one of the second that share a character.

    >>> can_overlap(["<a>"], ["<b>", "</a>"]), can_overlap(["<a>"], [">b"]), can_overlap(["<a>"], ["a"])
    (False, True, True)
    """
    if set("".join(first)).isdisjoint("".join(second)):
        return False
    return any(
        _suffix_is_prefix(one, other) or _are_part_of(one, other) for one, other in ((first, second), (second, first))
    )


def _suffix_is_prefix(ending: Sequence[str], beginning: Sequence[str]) -> bool:
    beginnings = {token[:length] for token in beginning for length in range(1, len(token) + 1)}
    return any(token[-length:] in beginnings for token in ending for length in range(1, len(token) + 1))


def _are_part_of(parts: Sequence[str], tokens: Sequence[str]) -> bool:
    needed = set(parts)
    lengths = {len(part) for part in needed}
    return any(
        token[start : start + length] in needed
        for token in tokens
        for length in lengths
        for start in range(len(token) - length + 1)
    )
