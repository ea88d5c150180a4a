"""The part of the `regex` module that this app needs in a browser: patterns run by Python's own `re`.

`regex_patterns.json` next to it has the translations of the bundled ones, and `regex_classes.json` the classes that
those in a reader's file may name; see `ui.site.python.pattern_translation`.
"""

import json
import re
from functools import cache
from pathlib import Path
from re import Match as Match
from re import Pattern as Pattern
from re import error as error
from re import escape as escape
from re import sub as sub
from typing import Any

# The real module's values.
IGNORECASE, MULTILINE, DOTALL, V0, V1, DEBUG = 0x2, 0x8, 0x10, 0x2000, 0x100, 0x200
S = DOTALL


class NotShippedError(error):
    """A pattern that was not bundled when the site was built, and that cannot be translated here."""


@cache
def _translated_patterns() -> dict[tuple[str, int], tuple[str, int]]:
    rows = json.loads(Path(__file__).with_name("regex_patterns.json").read_text("utf-8"))
    return {(pattern, flags): (translated, its_flags) for pattern, flags, translated, its_flags in rows}


@cache
def _classes() -> dict[str, list[int]]:
    classes: dict[str, list[int]] = json.loads(Path(__file__).with_name("regex_classes.json").read_text("utf-8"))
    return classes


class _ShippedPattern:
    """A pattern that is compiled on first use: some have thousands of ranges, and few texts need all of them."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def finditer(self, string: str, pos: int = 0, timeout: float = 0) -> Any:
        """Return an iterator over the matches. A worker has no clock to stop it by; the page's button does that."""
        return _compiled(self.pattern, self.flags).finditer(string, pos)

    def match(self, string: str, pos: int = 0, timeout: float = 0) -> Any:
        """Return the match at a position, likewise."""
        return _compiled(self.pattern, self.flags).match(string, pos)

    def __getattr__(self, name: str) -> Any:
        value = getattr(_compiled(self.pattern, self.flags), name)
        setattr(self, name, value)
        return value


@cache
def _compiled(pattern: str, flags: int) -> "Pattern[str]":
    translated = _translated_patterns().get((pattern, flags))
    if translated is None:
        from regex_syntax import known_ranges, translate  # type: ignore[import-not-found]  # next to it, when unpacked

        try:
            if flags & V1:
                raise ValueError("A set may be the difference of others.")
            translated = translate(
                pattern, flags, lambda characters, _flags: known_ranges(characters, _classes()), _no_grapheme
            )
        except ValueError:
            raise NotShippedError(f"The pattern {pattern!r} can be used in the app alone.") from None
    return re.compile(*translated)


def _no_grapheme() -> str:
    raise ValueError("A cluster of characters is a class that is not known here.")


@cache
def compile(pattern: str, flags: int = 0) -> Any:  # the name in the real module
    """Return a pattern. One that is not known here raises NotShippedError when it is used."""
    return _ShippedPattern(pattern, flags)


def finditer(pattern: str, string: str) -> Any:
    """Return an iterator over the matches of a bundled pattern."""
    return compile(pattern).finditer(string)
