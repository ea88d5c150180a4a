"""Runs a learner's regex in isolation: it may be wrong, huge, or never end.

Even compiling a pattern that the engine accepts can block all threads of a process for two seconds, and its memory is
never released. So each run has its own process. Measured in `tests/ui/test_pretokenize.py`.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from sys import getsizeof

import regex

from bpe_engine import EngineError
from bpe_engine.sandbox import BusyError, FunctionRaised, Limits, ProcessFailed, run
from bpe_engine.text import custom_patterns
from bpe_engine.text.custom_patterns import MATCH_TIMEOUT
from ui.base.fair_queue import slot_owner, yield_slot
from ui.base.result_cache import cached
from ui.jobs.fair_slots import FairSlots

LIMITS = Limits(memory=2**29, seconds=10)
"""For one search. The engine's own time limits add up to less; this one holds if they fail."""

MAX_CONCURRENT = 2  # runs at a time; others wait
WAIT_SECONDS = 20

_slots = FairSlots(MAX_CONCURRENT)


@cached(lambda places, pattern, text: 130 * len(places) + len(pattern) + getsizeof(text))
def find_matches(pattern: str, text: str) -> list[tuple[int, int]]:
    """Return where the matches of a pattern start and end, without empty matches.

    Raises EngineError if the pattern is wrong or needs too much time or memory; BusyError if too many others are
    waiting.
    """
    with process_slot():
        (places,) = custom_patterns.find_matches(pattern, [text])
    return places


def texts_with_match(pattern: str, texts: list[str]) -> list[int]:
    """Return the indices of the texts in which a pattern matches. Errors as in `find_matches`."""
    try:
        with process_slot():
            custom_patterns.validate_pattern(pattern)
            return run(LIMITS, _indices_with_match, pattern, texts)
    except (ProcessFailed, FunctionRaised):
        raise EngineError(
            "The pattern {pattern!r} took too much time or memory on this vocabulary, so the search was stopped. "
            "Nested repeats such as (a+)+ are the usual cause: repeat one thing only once.",
            pattern=pattern,
        ) from None


@contextmanager
def process_slot() -> Iterator[None]:
    """Wait for a slot to run a learner's code. Raises BusyError if too many others are waiting."""
    yield_slot()
    with _slots.slot(slot_owner(), WAIT_SECONDS) as has_one:
        if not has_one:
            raise BusyError(
                "Other people’s patterns and templates are running, and yours waited {seconds} seconds. It is kept as "
                "it is: to try again, change something here or reload the page.",
                seconds=WAIT_SECONDS,
            )
        yield


# In the process of a run:


def _indices_with_match(pattern: str, texts: list[str]) -> list[int]:
    search = regex.compile(pattern).search
    give_up = time.monotonic() + MATCH_TIMEOUT
    indices = []
    try:
        for place, text in enumerate(texts):
            if search(text, timeout=max(give_up - time.monotonic(), 0.000_1)):
                indices.append(place)
    except TimeoutError:
        raise EngineError(
            "The pattern {pattern!r} took longer than {seconds:g} seconds on this vocabulary, so the search was "
            "stopped. Nested repeats such as (a+)+ are the usual cause: repeat one thing only once.",
            pattern=pattern,
            seconds=MATCH_TIMEOUT,
        ) from None
    return indices
