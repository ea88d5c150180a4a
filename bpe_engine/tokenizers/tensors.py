"""Ids as the arrays of other libraries, which are imported when they are asked for."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Literal

from bpe_engine.errors import EngineError

ReturnTensors = Literal["np", "pt"] | None
"""Lists of ids, an array of NumPy, or a tensor of PyTorch: the names that Hugging Face's tokenizers take."""

_PACKAGES = {"np": "numpy", "pt": "torch"}


def to_batch(rows: Sequence[Sequence[int]], return_tensors: ReturnTensors) -> Any:
    """Rows of ids as a list of lists, or as one array of 64-bit integers of shape (rows, ids).

    Raises EngineError for a kind that does not exist, a package that is not installed, and rows of different lengths,
    which no array has.

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
