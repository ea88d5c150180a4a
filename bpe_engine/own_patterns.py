"""Patterns of one's own: typed by a learner or found in a file, they may be wrong, huge, or never end."""

import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import lru_cache
from io import StringIO

import regex

from bpe_engine.errors import EngineError
from bpe_engine.sandbox import BrokeDown, Limits, Refused, run

MATCH_SECONDS = 2.0
"""How long a pattern may take on a text, and how much longer for each million characters of it."""

LONGEST_PATTERN = 2_000  # characters

COMPILE_LIMITS = Limits(memory=384 * 2**20, seconds=20, work=2)

# (?R), (?0), (?1), (?-1), (?&name), (?P>name), perhaps with spaces in them; but not (?-i), (?P<name>), (?P=name).
_MAY_CALL = re.compile(r"\(\?(?:[R&0-9+]|-(?![A-Za-z])|P(?![<=]))")


@lru_cache(maxsize=256)
def check(pattern: str) -> None:
    """Raise EngineError for a pattern that is empty, invalid or too long, or that calls itself or a group of its own.

    Also for one that takes too much time or memory to compile: `regex` can take gigabytes for a short one, so it is
    compiled in a process of its own first.
    """
    if not pattern:
        raise EngineError("The pattern is empty, so it matches nothing. Write a regex such as \\w+|\\s+.")
    if len(pattern) > LONGEST_PATTERN:
        raise EngineError(
            "The pattern has {length:,} characters; {limit:,} is the limit. Shorten it.",
            length=len(pattern),
            limit=LONGEST_PATTERN,
        )
    try:
        run(COMPILE_LIMITS, try_to_compile, pattern)
    except (BrokeDown, Refused):  # for want of memory the module may also fail in ways of its own
        raise EngineError(
            "The pattern {pattern!r} takes too much time or memory to compile. "
            "Large counted repeats inside one another, such as (a{{99}}){{99}}, are the usual cause: use fewer.",
            pattern=pattern,
        ) from None


def try_to_compile(pattern: str) -> None:
    """Compile a pattern: only where nothing is lost if this never ends. Raises EngineError as `check` does."""
    try:
        calls = _calls(pattern)
        if not calls:
            regex.compile(pattern)
    except (regex.error, ArithmeticError, LookupError, RecursionError, ValueError) as error:  # it raises those as well
        raise EngineError(
            "The pattern {pattern!r} is not a valid regex: {problem}. Correct it, or choose a published pattern.",
            pattern=pattern,
            problem=str(error),
        ) from None
    if calls:
        raise EngineError(
            "The pattern {pattern!r} calls itself or one of its groups, as (?R), (?1) and (?&name) do. That can take "
            "all memory there is. Write out what is called, or repeat it by * or +.",
            pattern=pattern,
        )


def _calls(pattern: str) -> bool:
    """Whether a pattern calls itself or a group: in a set, after a backslash or in a comment, (?R) is no call.

    Raises regex.error for an invalid one.
    """
    if not _MAY_CALL.search(pattern):
        return False
    # The module itself says how it reads a pattern.
    reading = StringIO()
    try:
        with redirect_stdout(reading):
            regex.compile(pattern, regex.DEBUG)
    except LookupError:
        return True  # it can't say so of all patterns, such as (?u)\w: to be on the safe side
    return any(line.lstrip().startswith("GROUP_CALL ") for line in reading.getvalue().splitlines())


def matches(compiled: "regex.Pattern[str]", text: str, seconds: float | None = None) -> "Iterator[regex.Match[str]]":
    """The matches of a pattern that have a character. Raises EngineError where they take too long."""
    allowed = seconds_for(text) if seconds is None else seconds
    try:
        # While it matches, other threads may run: nobody else has to wait for a pattern that never ends.
        for match in compiled.finditer(text, timeout=max(allowed, 0.001), concurrent=True):
            if match.end() > match.start():
                yield match
    except TimeoutError:
        raise EngineError(
            "The pattern {pattern!r} took longer than {seconds:g} seconds on this text, so matching was "
            "stopped. Nested repeats such as (a+)+ are the usual cause: repeat one thing only once.",
            pattern=compiled.pattern,
            seconds=MATCH_SECONDS,
        ) from None


def seconds_for(text: str) -> float:
    """How long a pattern may take on a text."""
    return MATCH_SECONDS * (1 + len(text) / 1_000_000)
