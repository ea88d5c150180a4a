"""Custom patterns, typed by a learner or read from a file: they may be invalid, huge, or never finish matching."""

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
"""Seconds that a pattern may take on a text, and for each additional million characters."""

MAX_PATTERN_LENGTH = 2_000  # characters

COMPILE_LIMITS = Limits(memory=384 * 2**20, seconds=20, work=2)

LIMITS = Limits(memory=2**30, seconds=20)
"""Limits of a pattern's process."""

RESPONSE_TIMEOUT = 10
"""Additional seconds for sending a text and receiving its matches."""

MAX_PROCESSES = 4
"""The number of most recently used processes to keep, and of those that match at once; others wait."""

TIMEOUT_MESSAGE = "regex timed out"  # the module's own message

_process_slots = BoundedSemaphore(MAX_PROCESSES)

# (?R), (?0), (?1), (?-1), (?&name), (?P>name), possibly with spaces; but not (?-i), (?P<name>), (?P=name).
_MAY_CALL = re.compile(r"\(\?(?:[R&0-9+]|-(?![A-Za-z])|P(?![<=]))")


class PatternInfo(NamedTuple):
    """Facts about a valid pattern."""

    groups: int
    matches_nothing: bool  # whether a match may be empty


def validate_pattern(pattern: str) -> None:
    """Raise EngineError if a pattern is empty, invalid, too long, or recursive.

    Also if it takes too much time or memory to compile: `regex` can take gigabytes for a short pattern, so it is first
    compiled in a separate process.
    """
    problem = _problem(pattern)
    if problem is not None:
        template, values = problem
        raise EngineError(template, **values)


@lru_cache(maxsize=256)
def _problem(pattern: str) -> tuple[str, dict[str, object]] | None:
    """Return the problem of a pattern. Cached, so that a malicious pattern is compiled only once."""
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
    except (ProcessFailed, FunctionRaised):  # out of memory, the module may also raise other errors
        raise EngineError(
            "The pattern {pattern!r} takes too much time or memory to compile. The usual cause is large nested "
            "repeats, such as (a{{99}}){{99}}: use fewer.",
            pattern=pattern,
        ) from None


def compile_unsafely(pattern: str) -> None:
    """Compile a pattern. Call this only where it does no harm if compilation never ends.

    Raises EngineError as `validate_pattern` does.
    """
    try:
        calls = _is_recursive(pattern)
        if not calls:
            _ = regex.compile(pattern).groups  # in a browser, the module's replacement compiles only now
    except (regex.error, ArithmeticError, LookupError, RecursionError, ValueError) as error:  # `regex` raises these
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
    """Return whether a pattern calls itself or a group. (?R) in a set, a comment or after a backslash is not a call.

    Raises regex.error if it is invalid.
    """
    if not _MAY_CALL.search(pattern):
        return False
    # Use the module's own parse of the pattern.
    reading = StringIO()
    try:
        with redirect_stdout(reading):
            regex.compile(pattern, regex.DEBUG)
    except LookupError:
        return True  # it cannot describe some patterns, such as (?u)\w: assume the worst
    return any(line.lstrip().startswith("GROUP_CALL ") for line in reading.getvalue().splitlines())


def inspect_pattern(pattern: str) -> PatternInfo:
    """Return facts about a pattern. Raises the errors of `validate_pattern`."""
    return PatternInfo(*_ask(pattern, MATCH_TIMEOUT, _about))


def find_matches(pattern: str, texts: list[str], seconds: float | None = None) -> list[list[tuple[int, int]]]:
    """Return (start, end) of the non-empty matches in each text.

    Raises EngineError as `validate_pattern`, and if matching exceeds its memory limit, or `seconds` (if given) for all
    texts together.
    """
    return _match(pattern, texts, seconds, _places)


def find_matches_like_oniguruma(
    pattern: str, texts: list[str], seconds: float | None = None
) -> list[list[tuple[int, int]]]:
    """Return all matches, including empty ones; after an empty match, continue one character later, as in Oniguruma.

    Python would first try a longer match at the same position: in Python, "a*|b" finds the b of "b".
    """
    return _match(pattern, texts, seconds, _places_like_onig)


def count_matches(pattern: str, texts: list[str], seconds: float | None = None) -> dict[str, int]:
    """Return how often each match occurs, in order of first appearance. Raises the errors of `find_matches`."""
    return _match(pattern, texts, seconds, _counts)


def time_limit(texts: Iterable[str]) -> float:
    """Return the time limit for matching some texts, in seconds."""
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
    """Return the process for a pattern, shared by all callers. It ends once there is no reference to it."""
    return Sandbox(LIMITS, _compiled, pattern.encode("utf-8", "surrogatepass"))


# These functions run in a pattern's process.


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
    counts: dict[str, int] = {}
    for text in texts:
        for match in iter_matches(compiled, text, until):
            counts[match.group()] = counts.get(match.group(), 0) + 1
    return counts


def iter_matches(compiled: "regex.Pattern[str]", text: str, until: float) -> "Iterator[regex.Match[str]]":
    """Yield the non-empty matches of a pattern. Call this only where it does no harm if it takes all memory.

    Raises TimeoutError if it is not finished at `until`, a time of `time.monotonic`.
    """
    for match in compiled.finditer(text, timeout=_seconds_left(until)):
        if match.end() > match.start():
            yield match


def _seconds_left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError(TIMEOUT_MESSAGE)
    return left
