"""The part of the `regex` module that this app needs in a browser: its bundled patterns, run by Python's own `re`.

`regex_patterns.json` next to it has their translations; see `ui.site.python.pattern_translation`.
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
    """A pattern that was not bundled when the site was built."""


@cache
def _written() -> dict[tuple[str, int], tuple[str, int]]:
    rows = json.loads(Path(__file__).with_name("regex_patterns.json").read_text("utf-8"))
    return {(pattern, flags): (written, its_flags) for pattern, flags, written, its_flags in rows}


class _Shipped:
    """A pattern that is compiled on first use: some have thousands of ranges, and few texts need all of them."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(_compiled(self.pattern, self.flags), name)
        setattr(self, name, found)
        return found


@cache
def _compiled(pattern: str, flags: int) -> "Pattern[str]":
    found = _written().get((pattern, flags))
    if found is None:
        raise NotShippedError(f"The pattern {pattern!r} can be used in the app alone.")
    return re.compile(*found)


@cache
def compile(pattern: str, flags: int = 0) -> Any:  # the name in the real module
    """Return a bundled pattern. Any other pattern raises NotShippedError when it is used."""
    return _Shipped(pattern, flags)


def finditer(pattern: str, string: str) -> Any:
    """Return an iterator over the matches of a bundled pattern."""
    return compile(pattern).finditer(string)
