"""Sentences of a player as they read: with byte symbols in the place of the marks that name tokens."""

import re
from collections.abc import Callable
from typing import Any

from ui.base.notation import notate, number_names, pair_form

_MARK = re.compile("\ue000([0-9 ]+)\ue001")


def plain(text: str) -> str:
    """A sentence that was made for a player's table."""
    names: list[str] = []

    def number_of(part: str, _is_token: bool) -> int:
        names.append(notate(part, of_bytes=False, short=True).symbols)
        return len(names) - 1

    return _put(names, number_names(text, number_of))


def plainly(function: Callable[..., str]) -> Callable[..., str]:
    """A function that makes such sentences, as it would without marks."""
    return lambda *values: plain(function(*values))


def told(frames: Any) -> dict[str, Any]:
    """Frames with sentences that read as they do on the screen."""
    names = [symbols for symbols, *_ in frames["tokens"]]

    def of(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: of(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(map(of, value))
        return _put(names, value) if isinstance(value, str) else value

    found: dict[str, Any] = of(frames)
    return found


def _put(names: list[str], text: str) -> str:
    def put(found: re.Match[str]) -> str:
        parts = [names[int(number)] for number in found[1].split()]
        return pair_form().format(left=parts[0], right=parts[1]) if len(parts) > 1 else parts[0]

    return _MARK.sub(put, text)
