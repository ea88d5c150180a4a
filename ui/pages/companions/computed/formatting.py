"""How the texts write tokens, pairs and words."""

import json
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from itertools import islice
from typing import Any

from bpe_engine.training.base import WordState


def quoted(tokens: Iterable[str]) -> str:
    """Format tokens as in the course's prose.

    >>> quoted(["b", "ug"])
    '["b", "ug"]'
    """
    return json.dumps(list(tokens), ensure_ascii=False)


def word(state: WordState) -> str:
    """Format a word of a corpus as in the course: ("h" "ug", 10)."""
    symbols = " ".join(f'"{symbol}"' for symbol in state.symbols)
    return f"({symbols}, {state.frequency})"


def words(states: Iterable[WordState]) -> str:
    """Format the words of a corpus: ("hug", 10), ("p" "ug", 5)."""
    return ", ".join(map(word, states))


def spaced(states: Iterable[WordState]) -> str:
    """Format the words of a corpus as in the text on strategies: `l o w </w>: 5`."""
    return ", ".join(f"{' '.join(state.symbols)}: {state.frequency}" for state in states)


def pair(left: str, right: str) -> str:
    """Format a pair: ("u", "g")."""
    return f'("{left}", "{right}")'


def rule(left: str, right: str, token: str) -> str:
    """Format a merge: ("u", "g") -> "ug"."""
    return f'{pair(left, right)} -> "{token}"'


def rounded(value: float, places: int) -> str:
    """Format a number like Python and the texts: with a decimal point in every language.

    >>> rounded(23.5137, 1)
    '23.5'
    """
    return str(round(Decimal(value), places))


def first(items: Mapping[Any, object], count: int) -> str:
    """Format the first entries of a dictionary, as the course prints them."""
    return " ".join(f"{key!r}: {value!r}" for key, value in islice(items.items(), count))


def result_or_error(call: Callable[[], object]) -> str:
    """Return the repr of a call's result, or the name and message of the exception it raises.

    >>> result_or_error(lambda: {}["a"])
    "KeyError: 'a'"
    """
    try:
        return repr(call())
    except Exception as error:
        return f"{type(error).__name__}: {error}"
