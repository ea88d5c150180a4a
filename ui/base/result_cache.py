"""Results that are cached, within so many bytes for the whole server, and never longer than what they are of.

A result lies with the first value that its function was given, such as a tokenizer or a training: when nobody has that
any more, the result goes with it. What is of plain values alone, such as a text, stays as long as there is room. The
static site runs this in the browser, where Python has no other packages.
"""

import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import wraps
from threading import Lock
from typing import Any, NamedTuple, ParamSpec, TypeVar

from bpe_engine import EngineError
from bpe_engine.sandbox import BusyError

P = ParamSpec("P")
T = TypeVar("T")

MAX_BYTES = 200_000_000
MIN_ENTRY_BYTES = 2_000  # bytes that a result counts, so that their number has a bound too

_NAME = "_kept_results"
_lock = Lock()
_sizes: "OrderedDict[tuple[weakref.ref[Any], Hashable], int]" = OrderedDict()  # the longest unused first


class _CacheEntry(NamedTuple):
    """What a function returned, or the template and values of the error that it raised: itself it would hold much."""

    value: Any
    error: "tuple[str, Mapping[str, object]] | None" = None


class _OwnerCache(dict[Hashable, _CacheEntry]):
    """The results that lie with a value."""

    def __reduce__(self) -> tuple[type, tuple[()]]:
        # What another process gets of the value: results stay here, and cannot be sent.
        return dict, ()


class _ValueOwner:
    """What results lie with that are of plain values."""


_values = _ValueOwner()


def cached(size: Callable[..., int]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the results of a function, and its errors but BusyError.

    `size` says how many bytes a result takes, and is given it and then what the function was given by position.
    """

    def of_function(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def found(*values: P.args, **named: P.kwargs) -> T:
            owner = values[0] if values and _has_identity(values[0]) else _values
            key = (function, *map(_weak_key, values), *sorted(named.items()))
            result = _get(owner, key)
            if result is None:
                try:
                    result = _CacheEntry(function(*values, **named))
                    _store(owner, key, result, size(result.value, *values))
                except BusyError:
                    raise
                except EngineError as error:
                    result = _CacheEntry(None, (error.template, error.values))
                    _store(owner, key, result, MIN_ENTRY_BYTES)
            if result.error is not None:
                template, told = result.error
                raise EngineError(template, **told)
            return result.value  # type: ignore[no-any-return]  # what the function returned

        return found

    return of_function


def _has_identity(value: object) -> bool:
    """Whether a value equals nothing but itself, unlike a number or a text."""
    return type(value).__hash__ is object.__hash__


def _weak_key(value: Any) -> Hashable:
    return weakref.ref(value) if _has_identity(value) else value


def _get(owner: Any, key: Hashable) -> _CacheEntry | None:
    with _lock:
        found: _CacheEntry | None = vars(owner).get(_NAME, {}).get(key)
        if found is not None:
            _sizes.move_to_end((weakref.ref(owner), key))
        return found


def _store(owner: Any, key: Hashable, result: _CacheEntry, size: int) -> None:
    with _lock:
        # With the owner, as `cached_property` has it: in a table of our own a result that knows its owner, as most
        # do, would keep it for good.
        vars(owner).setdefault(_NAME, _OwnerCache())[key] = result
        _sizes[weakref.ref(owner), key] = max(size, MIN_ENTRY_BYTES)
        if sum(_sizes.values()) > MAX_BYTES:
            _evict()


def _evict() -> None:
    """Forget what is gone anyway, and then what was not used for longest: more than is needed, for the next ones."""
    for place in [place for place in _sizes if place[0]() is None]:
        del _sizes[place]
    left = sum(_sizes.values())
    while left > MAX_BYTES * 3 // 4:
        (of, key), size = _sizes.popitem(last=False)
        left -= size
        owner = of()
        if owner is not None:
            del vars(owner)[_NAME][key]
