"""Reads what was sent: each value of its kind and within its bounds, or it is refused by name."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from classroom.errors import invalid_value

T = TypeVar("T")


def require_object(value: Any, name: str) -> Mapping[str, Any]:
    """An object of JSON."""
    if not isinstance(value, dict):
        raise invalid_value(name, value, "it must be an object")
    return value


def require_text(value: Any, name: str, most: int) -> str:
    """A text with so many signs at most, of whole characters."""
    if not isinstance(value, str) or len(value) > most or "\x00" in value or _has_lone_surrogate(value):
        raise invalid_value(name, value, f"it must be a text of at most {most:,} characters")
    return value


def require_int(value: Any, name: str, least: int, most: int) -> int:
    """A whole number from one to another."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise invalid_value(name, value, f"it must be a whole number from {least:,} to {most:,}")
    return value


def require_bool(value: Any, name: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise invalid_value(name, value, "it must be true or false")
    return value


def require_choice(value: Any, name: str, choices: Sequence[str]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in choices:
        raise invalid_value(name, value, f"it must be one of {', '.join(choices)}")
    return value


def require_list(value: Any, name: str, least: int, most: int, read: Callable[[Any, str], T]) -> list[T]:
    """A list of so many entries, each read alike."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise invalid_value(name, value, f"it must be a list of {least:,} to {most:,} entries")
    return [read(entry, f"{name}[{number}]") for number, entry in enumerate(value)]


def _has_lone_surrogate(value: str) -> bool:
    """Whether half a character stands in it, which no answer could carry on."""
    return any("\ud800" <= sign <= "\udfff" for sign in value)
