"""The registry of functions that chapters can name: `@value`, `@table` and `@picture` add to it.

A value is a number, a text, or a list of tokens or ids; `as` in a chapter selects its format.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeVar

from ui.base.i18n import (
    join_list,
    localized_decimal,
    localized_number,
    localized_percent,
    localized_significant,
    ngettext,
)
from ui.base.visible_text import ids_in_row, join_quoted
from ui.tokenization.algorithms.frame_parts import times_phrase

LONGEST_COUNTED = 5_000
"""The longest text, in characters, whose values are computed while the page is drawn."""

ValueFunction = TypeVar("ValueFunction", bound=Callable[..., Any])

VALUES: dict[str, Callable[..., Any]] = {}
TABLES: dict[str, Callable[..., Any]] = {}
PICTURES: dict[str, Callable[..., Any]] = {}


def value(function: ValueFunction) -> ValueFunction:
    """Register a function as a value for chapters."""
    VALUES[function.__name__] = function
    return function


def table(function: ValueFunction) -> ValueFunction:
    """Register a function as a table for chapters."""
    TABLES[function.__name__] = function
    return function


def picture(function: ValueFunction) -> ValueFunction:
    """Register a function as a picture for chapters."""
    PICTURES[function.__name__] = function
    return function


def token_count_text(count: int) -> str:
    """Return a number of tokens as text, such as “3 tokens”."""
    return ngettext("{count} token", "{count} tokens", count).format(count=localized_number(count))


def tie_text(count: int) -> str:
    """Return the number of pairs that are equally frequent as text, such as “tie of 3 pairs”."""
    return ngettext("tie of {count} pairs", "tie of {count} pairs", count).format(count=localized_number(count))


def _times_as_many(factor: float) -> str:
    count = round(factor)
    return ngettext("{count} time as many", "{count} times as many", count).format(count=localized_number(count))


def percent_to_one_place(share: float) -> str:
    """Write a share as a percentage with one decimal place, or none if it is a whole percentage."""
    is_whole = round(share * 100, 1).is_integer()
    return localized_percent(share, 0 if is_whole else 1)


FORMS: dict[str, Callable[[Any], str]] = {
    "tokens": token_count_text,
    "times": times_phrase,
    "times as many": _times_as_many,
    "tie": tie_text,
    "plain": str,
    "whole": lambda found: localized_decimal(found, 0),
    "one place": lambda found: localized_decimal(found, 1),
    "two digits": lambda found: localized_significant(float(found), 2),
    "three digits": lambda found: localized_significant(float(found), 3),
    "four digits": lambda found: localized_significant(float(found), 4),
    "percent": lambda found: localized_percent(float(found)),
    "percent, one place": lambda found: percent_to_one_place(float(found)),
    "list": lambda found: join_list(localized_number(one) if isinstance(one, int) else one for one in found),
    "quoted list": lambda found: join_list(join_quoted([token]) for token in found),
}


def format_value(found: Any, form: str = "") -> str:
    """Format a value for display, in the format that a chapter names or in the default one."""
    if form:
        return FORMS[form](found)
    if isinstance(found, str):
        return found
    if isinstance(found, list):
        return ids_in_row(found) if isinstance(found[0], int) else join_quoted(found)
    return localized_number(found) if isinstance(found, int) else localized_significant(float(found), 3)


def format_answer(found: Any) -> str:
    """Format a value for comparison with typed answers: as Python writes it, unrounded; tokens separated by spaces."""
    if isinstance(found, float):
        return format(Decimal(str(found)), "f")  # not 1e-05
    return " ".join(map(str, found)) if isinstance(found, list) else str(found)
