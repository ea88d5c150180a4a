"""A player's sentences as plain text: token marks are replaced by byte symbols."""

import re
from collections.abc import Callable
from typing import Any

from ui.base.notation import notate, number_names, pair_form

_MARK = re.compile("\ue000([0-9 ]+)\ue001")


def plain(text: str) -> str:
    """Return a player's sentence as plain text."""
    names: list[str] = []

    def number_of(part: str, _is_token: bool) -> int:
        names.append(notate(part, of_bytes=False, short=True).symbols)
        return len(names) - 1

    return _name_tokens(names, number_names(text, number_of))


def plainly(function: Callable[..., str]) -> Callable[..., str]:
    """Wrap a function that returns a player's sentence, so that it returns plain text."""
    return lambda *values: plain(function(*values))


def with_plain_sentences(frames: Any) -> dict[str, Any]:
    """Return frames whose sentences are plain text, as on the screen."""
    names = [symbols for symbols, *_ in frames["tokens"]]

    def of(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: of(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(map(of, value))
        return _name_tokens(names, value) if isinstance(value, str) else value

    found: dict[str, Any] = of(frames)
    return found


def _name_tokens(names: list[str], text: str) -> str:
    def put(found: re.Match[str]) -> str:
        parts = [names[int(number)] for number in found[1].split()]
        return pair_form().format(left=parts[0], right=parts[1]) if len(parts) > 1 else parts[0]

    return _MARK.sub(put, text)
