"""Ids as arrays of other libraries, which are imported on use."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from operator import index
from typing import Any, Literal, Protocol, SupportsIndex, runtime_checkable

from bpe_engine.errors import EngineError

ReturnTensors = Literal["np", "pt"] | None
"""Lists of ids, a NumPy array, or a PyTorch tensor, with the names of Hugging Face's tokenizers."""


@runtime_checkable
class Array(Protocol):
    """The common interface of NumPy, PyTorch and pandas arrays."""

    def tolist(self) -> Any:
        """Return the values as Python objects, in nested lists."""


Ids = Iterable[int] | Array
"""A row of ids: a list or another iterable, or a one-dimensional array or tensor."""

_PACKAGES = {"np": "numpy", "pt": "torch"}


def to_batch(rows: Sequence[Sequence[int]], return_tensors: ReturnTensors) -> Any:
    """Return rows of ids as a list of lists, or as an array of 64-bit integers of shape (rows, ids).

    Raises EngineError if the kind is unknown, the package is not installed, or the rows differ in length.

    >>> to_batch([[1, 2], [3]], None)
    [[1, 2], [3]]
    """
    if return_tensors is None:
        return [list(row) for row in rows]
    if return_tensors not in _PACKAGES:
        raise EngineError(
            "return_tensors={value!r} is not valid. Choose 'np' for NumPy, 'pt' for PyTorch, or None for lists.",
            value=return_tensors,
        )
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        raise EngineError(
            "The texts have {shortest:,} to {longest:,} tokens, but an array needs rows of equal length. Pass "
            "return_tensors=None for lists, call once per text, or pad the lists with a padding id.",
            shortest=min(lengths),
            longest=max(lengths),
        )
    library = _library(_PACKAGES[return_tensors], return_tensors)
    shape = (len(rows), *(lengths or {0}))
    if return_tensors == "np":
        return library.array(rows, dtype=library.int64).reshape(shape)
    return library.tensor(rows, dtype=library.long).reshape(shape)


def to_ids(ids: Ids) -> list[int]:
    """Return a row of ids as a list. Raises EngineError if it has more dimensions, or an id is not a whole number.

    >>> to_ids((1, 2))
    [1, 2]
    """
    row: Any = ids.tolist() if isinstance(ids, Array) else ids
    if isinstance(row, str) or not isinstance(row, Iterable):
        raise EngineError(
            "Expected a row of ids, but found {value!r}. Pass a list of whole numbers, as encode returns.", value=row
        )
    row = list(row)
    try:
        return list(map(index, row))
    except TypeError:
        pass
    for value in row:
        if isinstance(value, Iterable) and not isinstance(value, str):
            raise EngineError(
                "Expected one row of ids, but found a table ({rows:,} × {columns:,}). Decode each row on its own: pass "
                "ids[0], then ids[1], and so on.",
                rows=len(row),
                columns=len(list(value)),
            )
    wrong = next(value for value in row if not isinstance(value, SupportsIndex))
    raise EngineError("{value!r} is not an id. Ids are whole numbers, as encode returns.", value=wrong)


def _library(name: str, return_tensors: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise EngineError(
            "return_tensors={kind!r} needs the {package} package, which is not installed. Install it (pip install "
            "{package}), or pass None for lists.",
            kind=return_tensors,
            package=name,
        ) from None
