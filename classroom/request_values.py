"""Validate the values of a request: each has a type and bounds, and the error names the value."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from classroom.errors import invalid_value

T = TypeVar("T")


def require_object(value: Any, name: str) -> Mapping[str, Any]:
    """Return a JSON object. Raises RequestRefused if it is anything else, as do all functions below."""
    if not isinstance(value, dict):
        raise invalid_value(name, value, "it must be an object")
    return value


def require_text(value: Any, name: str, most: int) -> str:
    """Return a text of at most `most` characters, without NUL or lone surrogates."""
    if not isinstance(value, str) or len(value) > most or "\x00" in value or _has_lone_surrogate(value):
        raise invalid_value(name, value, f"it must be a text of at most {most:,} characters")
    return value


def require_int(value: Any, name: str, least: int, most: int) -> int:
    """Return a whole number from `least` to `most`."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise invalid_value(name, value, f"it must be a whole number from {least:,} to {most:,}")
    return value


def require_bool(value: Any, name: str) -> bool:
    """Return a boolean."""
    if not isinstance(value, bool):
        raise invalid_value(name, value, "it must be true or false")
    return value


def require_choice(value: Any, name: str, choices: Sequence[str]) -> str:
    """Return one of the choices."""
    if not isinstance(value, str) or value not in choices:
        raise invalid_value(name, value, f"it must be one of {', '.join(choices)}")
    return value


def require_list(value: Any, name: str, least: int, most: int, read: Callable[[Any, str], T]) -> list[T]:
    """Return a list of `least` to `most` entries, each validated by `read`."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise invalid_value(name, value, f"it must be a list of {least:,} to {most:,} entries")
    return [read(entry, f"{name}[{number}]") for number, entry in enumerate(value)]


def _has_lone_surrogate(value: str) -> bool:
    """Return whether the text contains a lone surrogate, which cannot be encoded."""
    return any("\ud800" <= sign <= "\udfff" for sign in value)
