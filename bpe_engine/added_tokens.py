"""Tokens that are found in a text by their name, before anything else is done to it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bpe_engine.pre_tokenizers import PreToken

MOST_COMPARED = 20_000
LONGEST_COMPARED = 200
"""How many characters are compared at most, in all and of one token, to see whether two tokens may overlap."""


class Named(NamedTuple):
    """A token's name in a text."""

    token: str
    start: int
    end: int


def names_in(tokens: Iterable[str], text: str) -> Iterator[Named]:
    """Where these tokens stand in a text, from left to right; the longest one, where one begins another.

    >>> [found.token for found in names_in(["<a>", "<a>b"], "b<a><a>b")]
    ['<a>', '<a>b']
    """
    there = [token for token in tokens if token in text]
    if there:
        for match in re.finditer("|".join(map(re.escape, sorted(there, key=len, reverse=True))), text):
            yield Named(match.group(), *match.span())


def cut_around(tokens: Iterable[str], text: str, cut: Callable[[str], Iterable[PreToken]]) -> list[PreToken]:
    """The pre-tokens of a text, where each of these tokens is one, wherever it stands, and `cut` cuts up the rest.

    >>> from bpe_engine.pre_tokenizers import WHITESPACE
    >>> [pre_token.text for pre_token in cut_around(["<a>"], "no <a>de", WHITESPACE.pre_tokens)]
    ['no', '<a>', 'de']
    """
    pre_tokens: list[PreToken] = []
    place = 0
    for token, start, end in (*names_in(tokens, text), Named("", len(text), len(text))):
        if start > place:
            pre_tokens += [PreToken(word, place + at, alternative) for word, at, alternative in cut(text[place:start])]
        if token:
            pre_tokens.append(PreToken(token, start, None))
        place = end
    return pre_tokens


def may_overlap(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether a text may hold a token of the first and one of the second that share a character.

    Where there is too much to compare it is taken to be so.

    >>> may_overlap(["<a>"], ["<b>", "</a>"]), may_overlap(["<a>"], [">b"]), may_overlap(["<a>"], ["a"])
    (False, True, True)
    """
    if set("".join(first)).isdisjoint("".join(second)):
        return False
    if sum(map(len, (*first, *second))) > MOST_COMPARED or max(map(len, (*first, *second))) > LONGEST_COMPARED:
        return True
    return any(
        _ends_as_begins(one, other) or _are_part_of(one, other) for one, other in ((first, second), (second, first))
    )


def _ends_as_begins(ending: Sequence[str], beginning: Sequence[str]) -> bool:
    beginnings = {token[:length] for token in beginning for length in range(1, len(token) + 1)}
    return any(token[-length:] in beginnings for token in ending for length in range(1, len(token) + 1))


def _are_part_of(parts: Sequence[str], tokens: Sequence[str]) -> bool:
    whole = "\ud800".join(tokens)  # half a character, which no token has
    return any(part in whole for part in parts)
