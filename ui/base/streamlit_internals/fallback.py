"""Fallbacks if a version of Streamlit lacks a private part: continue without it, and log that."""

import logging
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

import streamlit as st

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)


def or_else(fallback: Any) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator: the function returns `fallback` if Streamlit lacks a name that it uses."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def guarded(*values: P.args, **named: P.kwargs) -> T:
            try:
                return function(*values, **named)
            except (ImportError, AttributeError) as problem:
                report_missing(function.__qualname__, str(problem))
                return fallback  # type: ignore[no-any-return]  # the type that its callers expect

        return guarded

    return decorate


@cache
def report_missing(user: str, problem: str) -> None:
    """Log, once per user, what Streamlit lacks."""
    _log.warning("%s goes without something that Streamlit %s lacks: %s.", user, st.__version__, problem)
