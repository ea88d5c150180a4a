"""What the app does where a version of Streamlit lacks something that it doesn't promise: go on without, and say so."""

import logging
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

import streamlit as st

P = ParamSpec("P")
T = TypeVar("T")

MISSING = (ImportError, AttributeError)
"""What Python raises for a name that isn't there."""

_log = logging.getLogger(__name__)


def or_else(fallback: Any) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Have a function return `fallback` where Streamlit lacks a name that the function uses."""

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def guarded(*values: P.args, **named: P.kwargs) -> T:
            try:
                return function(*values, **named)
            except MISSING as problem:
                report_missing(function.__qualname__, str(problem))
                return fallback  # type: ignore[no-any-return]  # the same type, as its callers say

        return guarded

    return decorated


@cache
def report_missing(user: str, problem: str) -> None:
    """Log, once for each of them, what Streamlit lacks."""
    _log.warning("%s goes without something that Streamlit %s lacks: %s.", user, st.__version__, problem)
