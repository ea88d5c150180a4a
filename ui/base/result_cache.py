"""A result cache, bounded in bytes. An entry lives no longer than the object it belongs to.

A result belongs to its function's first argument, such as a tokenizer or a training, and is freed with it. A result of
plain values, such as a text, stays as long as there is room. The static site runs this module in the browser, where
Python has no other packages.
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
MIN_ENTRY_BYTES = 2_000  # least size of an entry, which also limits their number

_NAME = "_kept_results"


class _CacheEntry(NamedTuple):
    """A function's result, or the template and values of its error: the error itself would keep much alive."""

    value: Any
    error: "tuple[str, Mapping[str, object]] | None" = None


class _OwnerCache(dict[Hashable, _CacheEntry]):
    """The results that belong to an object."""

    def __reduce__(self) -> tuple[type, tuple[()]]:
        # When the object is sent to another process, its results stay here: they cannot be pickled.
        return dict, ()


class _ValueOwner:
    """The owner of results of plain values."""


class ResultCache:
    """Results of functions, bounded in bytes."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._sizes: OrderedDict[tuple[weakref.ref[Any], Hashable], int] = OrderedDict()  # least recently used first
        self._values = _ValueOwner()

    def __len__(self) -> int:
        return len(self._sizes)

    @property
    def bytes(self) -> int:
        """The bytes of all results, as their functions count them."""
        return sum(self._sizes.values())

    def clear(self) -> None:
        """Forget all results."""
        with self._lock:
            self._evict(0)

    def cached(self, size: Callable[..., int]) -> Callable[[Callable[P, T]], Callable[P, T]]:
        """Return a decorator that caches a function's results, and its errors except BusyError.

        `size` returns the bytes of a result, given the result and the function's positional arguments.
        """

        def of_function(function: Callable[P, T]) -> Callable[P, T]:
            @wraps(function)
            def lookup(*values: P.args, **named: P.kwargs) -> T:
                owner = values[0] if values and _has_identity(values[0]) else self._values
                key = (function, *map(_weak_key, values), *sorted(named.items()))
                result = self._get(owner, key)
                if result is None:
                    try:
                        result = _CacheEntry(function(*values, **named))
                        self._store(owner, key, result, size(result.value, *values))
                    except BusyError:
                        raise
                    except EngineError as error:
                        result = _CacheEntry(None, (error.template, error.values))
                        self._store(owner, key, result, MIN_ENTRY_BYTES)
                if result.error is not None:
                    template, error_values = result.error
                    raise EngineError(template, **error_values)
                return result.value  # type: ignore[no-any-return]  # the function's own result

            return lookup

        return of_function

    def _get(self, owner: Any, key: Hashable) -> _CacheEntry | None:
        with self._lock:
            entry: _CacheEntry | None = vars(owner).get(_NAME, {}).get(key)
            if entry is not None:
                self._sizes.move_to_end((weakref.ref(owner), key))
            return entry

    def _store(self, owner: Any, key: Hashable, result: _CacheEntry, size: int) -> None:
        with self._lock:
            # Stored in the owner, like a `cached_property`: in a table of our own, a result that refers to its owner,
            # as most do, would keep it alive forever.
            vars(owner).setdefault(_NAME, _OwnerCache())[key] = result
            self._sizes[weakref.ref(owner), key] = max(size, MIN_ENTRY_BYTES)
            if self.bytes > self._max_bytes:
                self._evict(self._max_bytes * 3 // 4)  # more than necessary, to make room for the next ones

    def _evict(self, most: int) -> None:
        """Evict dead entries, then those unused for longest, until `most` bytes are left."""
        for place in [place for place in self._sizes if place[0]() is None]:
            del self._sizes[place]
        left = self.bytes
        while left > most:
            (of, key), size = self._sizes.popitem(last=False)
            left -= size
            owner = of()
            if owner is not None:
                del vars(owner)[_NAME][key]


def _has_identity(value: object) -> bool:
    """Return whether a value has identity: it equals only itself, unlike a number or a string."""
    return type(value).__hash__ is object.__hash__


def _weak_key(value: Any) -> Hashable:
    return weakref.ref(value) if _has_identity(value) else value


shared = ResultCache(MAX_BYTES)
"""The process-wide cache."""

cached = shared.cached
