"""Patterns of your own: typed by a learner or found in a file, they may be wrong, huge, or never end."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from functools import lru_cache
from io import StringIO
from threading import BoundedSemaphore
from typing import NamedTuple, TypeVar

import regex

from bpe_engine.errors import EngineError
from bpe_engine.sandbox import BusyError, FunctionRaised, Limits, ProcessFailed, Sandbox, run

T = TypeVar("T")

MATCH_TIMEOUT = 2.0
"""How long a pattern may take on a text, and how much longer for each million characters of it."""

MAX_PATTERN_LENGTH = 2_000  # characters

COMPILE_LIMITS = Limits(memory=384 * 2**20, seconds=20, work=2)

LIMITS = Limits(memory=2**30, seconds=20)
"""Of the process that a pattern matches in."""

RESPONSE_TIMEOUT = 10
"""For a text to go over and its matches to come back."""

MAX_PROCESSES = 4
"""How many are kept, the last ones used; and how many match at once, while others wait."""

TIMEOUT_MESSAGE = "regex timed out"  # as the module says it

_process_slots = BoundedSemaphore(MAX_PROCESSES)

# (?R), (?0), (?1), (?-1), (?&name), (?P>name), perhaps with spaces in them; but not (?-i), (?P<name>), (?P=name).
_MAY_CALL = re.compile(r"\(\?(?:[R&0-9+]|-(?![A-Za-z])|P(?![<=]))")


class PatternInfo(NamedTuple):
    """What there is to know of a pattern."""

    groups: int
    matches_nothing: bool  # whether a match of it may have no character


def validate_pattern(pattern: str) -> None:
    """Raise EngineError for a pattern that is empty, invalid or too long, or that calls itself or a group of its own.

    Also for one that takes too much time or memory to compile: `regex` can take gigabytes for a short one, so it is
    compiled in a process of its own first.
    """
    problem = _problem(pattern)
    if problem is not None:
        template, values = problem
        raise EngineError(template, **values)


@lru_cache(maxsize=256)
def _problem(pattern: str) -> tuple[str, dict[str, object]] | None:
    """What is wrong with a pattern, told once: an evil one is compiled only once."""
    try:
        _check(pattern)
    except BusyError:
        raise
    except EngineError as error:
        return error.template, error.values
    return None


def _check(pattern: str) -> None:
    if not pattern:
        raise EngineError("The pattern is empty, so it matches nothing. Write a regex such as \\w+|\\s+.")
    if len(pattern) > MAX_PATTERN_LENGTH:
        raise EngineError(
            "The pattern has {length:,} characters, but the limit is {limit:,}. Shorten it.",
            length=len(pattern),
            limit=MAX_PATTERN_LENGTH,
        )
    try:
        with _process_slots:
            run(COMPILE_LIMITS, compile_unsafely, pattern)
    except (ProcessFailed, FunctionRaised):  # for want of memory the module may also fail in ways of its own
        raise EngineError(
            "The pattern {pattern!r} takes too much time or memory to compile. The usual cause is large nested "
            "repeats, such as (a{{99}}){{99}}: use fewer.",
            pattern=pattern,
        ) from None


def compile_unsafely(pattern: str) -> None:
    """Compile a pattern: only where nothing is lost if this never ends.

    Raises EngineError as `validate_pattern` does.
    """
    try:
        calls = _is_recursive(pattern)
        if not calls:
            _ = regex.compile(pattern).groups  # in a browser, what stands in for the module compiles no sooner
    except (regex.error, ArithmeticError, LookupError, RecursionError, ValueError) as error:  # it raises those as well
        raise EngineError(
            "The pattern {pattern!r} is not a valid regex: {problem}. Correct it.",
            pattern=pattern,
            problem=str(error),
        ) from None
    if calls:
        raise EngineError(
            "The pattern {pattern!r} calls itself or one of its groups, as (?R), (?1) and (?&name) do. That can use up "
            "all memory. Write out what is called, or repeat it with * or +.",
            pattern=pattern,
        )


def _is_recursive(pattern: str) -> bool:
    """Return whether a pattern calls itself or a group: in a set, after a backslash or in a comment, (?R) is no call.

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


def inspect_pattern(pattern: str) -> PatternInfo:
    """What there is to know of a pattern. Errors as `validate_pattern`."""
    return PatternInfo(*_ask(pattern, MATCH_TIMEOUT, _about))


def find_matches(pattern: str, texts: list[str], seconds: float | None = None) -> list[list[tuple[int, int]]]:
    """Return where the matches that have a character begin and end, for each text.

    Raises EngineError as `validate_pattern`, and where matching takes more memory than it may, or longer than `seconds`
    for all texts together, if it is given.
    """
    return _match(pattern, texts, seconds, _places)


def find_matches_like_oniguruma(
    pattern: str, texts: list[str], seconds: float | None = None
) -> list[list[tuple[int, int]]]:
    """The same with those of no character; after one of those the search goes on a character later, as Oniguruma's.

    Python would look for a longer one at the same place first: "a*|b" finds the b of "b" there.
    """
    return _match(pattern, texts, seconds, _places_like_onig)


def count_matches(pattern: str, texts: list[str], seconds: float | None = None) -> dict[str, int]:
    """Return how often each match occurs, in order of first appearance. Errors as `find_matches`."""
    return _match(pattern, texts, seconds, _counts)


def time_limit(texts: Iterable[str]) -> float:
    """How long a pattern may take on some texts."""
    return MATCH_TIMEOUT * (1 + sum(map(len, texts)) / 1_000_000)


def _match(pattern: str, texts: list[str], seconds: float | None, function: Callable[..., T]) -> T:
    allowed = max(time_limit(texts) if seconds is None else seconds, 0.001)
    try:
        return _ask(pattern, allowed, function, texts, allowed)
    except TimeoutError:
        raise EngineError(
            "The pattern {pattern!r} took longer than {seconds:g} seconds on this text, so matching was stopped. The "
            "usual cause is nested repeats such as (a+)+: repeat each thing only once.",
            pattern=pattern,
            seconds=MATCH_TIMEOUT,
        ) from None


def _ask(pattern: str, seconds: float, function: Callable[..., T], *values: object) -> T:
    validate_pattern(pattern)
    try:
        with _process_slots:
            return _sandbox_for(pattern).call(seconds + RESPONSE_TIMEOUT, function, *values)
    except FunctionRaised as problem:
        if str(problem) == TIMEOUT_MESSAGE:
            raise TimeoutError from None
    except ProcessFailed:
        pass
    raise EngineError(
        "The pattern {pattern!r} took too much time or memory on this text, so it was stopped. The usual cause is "
        "nested repeats such as (a+)+: repeat each thing only once.",
        pattern=pattern,
    )


@lru_cache(maxsize=MAX_PROCESSES)
def _sandbox_for(pattern: str) -> "Sandbox[regex.Pattern[str]]":
    """Return the process for a pattern, shared by all who ask for it: it ends when nobody does, and it is not kept
    here.
    """
    return Sandbox(LIMITS, _compiled, pattern.encode("utf-8", "surrogatepass"))


# In the process of a pattern.


def _compiled(pattern: bytes) -> "regex.Pattern[str]":
    return regex.compile(pattern.decode("utf-8", "surrogatepass"))


def _about(compiled: "regex.Pattern[str]") -> tuple[int, bool]:
    return compiled.groups, compiled.match("", timeout=MATCH_TIMEOUT) is not None


def _places(compiled: "regex.Pattern[str]", texts: list[str], seconds: float) -> list[list[tuple[int, int]]]:
    until = time.monotonic() + seconds
    return [[match.span() for match in iter_matches(compiled, text, until)] for text in texts]


def _places_like_onig(compiled: "regex.Pattern[str]", texts: list[str], seconds: float) -> list[list[tuple[int, int]]]:
    until = time.monotonic() + seconds
    return [list(_like_onig(compiled, text, until)) for text in texts]


def _like_onig(compiled: "regex.Pattern[str]", text: str, until: float) -> Iterator[tuple[int, int]]:
    start: int | None = 0
    while start is not None and start <= len(text):
        begin, start = start, None
        for match in compiled.finditer(text, begin, timeout=_seconds_left(until)):
            yield match.span()
            if match.end() == match.start():
                start = match.end() + 1
                break


def _counts(compiled: "regex.Pattern[str]", texts: list[str], seconds: float) -> dict[str, int]:
    until = time.monotonic() + seconds
    found: dict[str, int] = {}
    for text in texts:
        for match in iter_matches(compiled, text, until):
            found[match.group()] = found.get(match.group(), 0) + 1
    return found


def iter_matches(compiled: "regex.Pattern[str]", text: str, until: float) -> "Iterator[regex.Match[str]]":
    """Yield the matches of a pattern that have a character: only where nothing is lost if this takes all memory.

    Raises TimeoutError where it is not done at a time of `time.monotonic`.
    """
    for match in compiled.finditer(text, timeout=_seconds_left(until)):
        if match.end() > match.start():
            yield match


def _seconds_left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError(TIMEOUT_MESSAGE)
    return left
