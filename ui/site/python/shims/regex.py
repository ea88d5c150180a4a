"""The module `regex` as far as this app needs it, in a browser: its shipped patterns, run by Python's own `re`.

`regex_patterns.json` beside it says how each is written there; see `ui.site.python.pattern_translation`.
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

# As the real module numbers them.
IGNORECASE, MULTILINE, DOTALL, V0, V1, DEBUG = 0x2, 0x8, 0x10, 0x2000, 0x100, 0x200
S = DOTALL


class NotShippedError(error):
    """A pattern that was not there when the site was made."""


@cache
def _written() -> dict[tuple[str, int], tuple[str, int]]:
    rows = json.loads(Path(__file__).with_name("regex_patterns.json").read_text("utf-8"))
    return {(pattern, flags): (written, its_flags) for pattern, flags, written, its_flags in rows}


class _Shipped:
    """A pattern that is compiled when it is first used: some have thousands of ranges, and few texts need them all."""

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
def compile(pattern: str, flags: int = 0) -> Any:  # the real module's name
    """A shipped pattern; another one raises NotShippedError when it is used."""
    return _Shipped(pattern, flags)


def finditer(pattern: str, string: str) -> Any:
    """Where a shipped pattern matches."""
    return compile(pattern).finditer(string)
