"""How the texts write tokens, pairs and words."""

import json
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from itertools import islice
from typing import Any

from bpe_engine.training.base import WordState


def quoted(tokens: Iterable[str]) -> str:
    """Tokens as the prose of the course writes them.

    >>> quoted(["b", "ug"])
    '["b", "ug"]'
    """
    return json.dumps(list(tokens), ensure_ascii=False)


def word(state: WordState) -> str:
    """A word of a corpus, as the course writes it: ("h" "ug", 10)."""
    symbols = " ".join(f'"{symbol}"' for symbol in state.symbols)
    return f"({symbols}, {state.frequency})"


def words(states: Iterable[WordState]) -> str:
    """The words of a corpus: ("hug", 10), ("p" "ug", 5)."""
    return ", ".join(map(word, states))


def spaced(states: Iterable[WordState]) -> str:
    """The words of a corpus as the strategies write them: `l o w </w>: 5`."""
    return ", ".join(f"{' '.join(state.symbols)}: {state.frequency}" for state in states)


def pair(left: str, right: str) -> str:
    """A pair: ("u", "g")."""
    return f'("{left}", "{right}")'


def rule(left: str, right: str, token: str) -> str:
    """A merge: ("u", "g") -> "ug"."""
    return f'{pair(left, right)} -> "{token}"'


def rounded(value: float, places: int) -> str:
    """A number as Python writes it, and so the texts: with a point in every language.

    >>> rounded(23.5137, 1)
    '23.5'
    """
    return str(round(Decimal(value), places))


def first(items: Mapping[Any, object], count: int) -> str:
    """The first entries of a dictionary, as the course prints them."""
    return " ".join(f"{key!r}: {value!r}" for key, value in islice(items.items(), count))


def said(call: Callable[[], object]) -> str:
    """What a call gives, or the exception that it ends with, by name and message.

    >>> said(lambda: {}["a"])
    "KeyError: 'a'"
    """
    try:
        return repr(call())
    except Exception as error:
        return f"{type(error).__name__}: {error}"
