"""The values and tables that a chapter can ask for by name: each is a function with `@value` or `@table` above it.

What a value gives is a number, a text, or a list of tokens or ids; `as` in a chapter says how it is written.
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
"""Characters of a text that is counted while the page is drawn."""

ValueFunction = TypeVar("ValueFunction", bound=Callable[..., Any])

VALUES: dict[str, Callable[..., Any]] = {}
TABLES: dict[str, Callable[..., Any]] = {}


def value(function: ValueFunction) -> ValueFunction:
    """A chapter can ask for what this gives."""
    VALUES[function.__name__] = function
    return function


def table(function: ValueFunction) -> ValueFunction:
    """A chapter can show what this gives."""
    TABLES[function.__name__] = function
    return function


def token_count_text(count: int) -> str:
    """A number of tokens in words."""
    return ngettext("{count} token", "{count} tokens", count).format(count=localized_number(count))


def _tie_text(count: int) -> str:
    return ngettext("tie of {count} pairs", "tie of {count} pairs", count).format(count=localized_number(count))


def _times_as_many(factor: float) -> str:
    count = round(factor)
    return ngettext("{count} time as many", "{count} times as many", count).format(count=localized_number(count))


FORMS: dict[str, Callable[[Any], str]] = {
    "tokens": token_count_text,
    "times": times_phrase,
    "times as many": _times_as_many,
    "tie": _tie_text,
    "plain": str,
    "whole": lambda found: localized_decimal(found, 0),
    "one place": lambda found: localized_decimal(found, 1),
    "three digits": lambda found: localized_significant(float(found), 3),
    "percent": lambda found: localized_percent(float(found)),
    "percent, one place": lambda found: localized_percent(float(found), 1),
    "list": lambda found: join_list(localized_number(one) if isinstance(one, int) else one for one in found),
}


def format_value(found: Any, form: str = "") -> str:
    """What was found as it is read, in a form that a chapter names or in the usual one."""
    if form:
        return FORMS[form](found)
    if isinstance(found, str):
        return found
    if isinstance(found, list):
        return ids_in_row(found) if isinstance(found[0], int) else join_quoted(found)
    return localized_number(found) if isinstance(found, int) else localized_significant(float(found), 3)


def format_answer(found: Any) -> str:
    """The same as an answer is compared with it: as Python writes it, in full, tokens with spaces between them."""
    if isinstance(found, float):
        return format(Decimal(str(found)), "f")  # not 1e-05
    return " ".join(map(str, found)) if isinstance(found, list) else str(found)
