"""The normalizers of a tokenizer.json, run by the library because its Unicode version is older than Python's.

The library runs in a separate process, as for everything that comes from a file.
"""

import json
from array import array
from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any
from unicodedata import normalize

from bpe_engine.files import tokenizers_process
from bpe_engine.files.library_tokenizer import call_library
from bpe_engine.sentencepiece.normalizer import check_text
from bpe_engine.text.normalizers import Normalized


class IsolatedNormalizer:
    """A file's normalizer, run by the library in a separate process."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        """Take the normalizer's fields from the file."""
        model = {"type": "BPE", "vocab": {}, "merges": []}
        self._data = json.dumps({"version": "1.0", "added_tokens": [], "normalizer": fields, "model": model}).encode()

    def normalize(self, text: str) -> str:
        """Return the normalized text. Raises EngineError for a lone surrogate."""
        return call_library(
            "tokenizers", tokenizers_process.load, self._data, tokenizers_process.normalized, check_text(text)
        )

    def normalize_each(self, texts: Sequence[str]) -> list[str]:
        """Normalize each text, in a single request."""
        checked = list(map(check_text, texts))
        return call_library(
            "tokenizers", tokenizers_process.load, self._data, tokenizers_process.normalized_each, checked
        )

    def aligned(self, text: str) -> Normalized:
        """Normalize a text and align it to the original. Raises the errors of `normalize`."""
        load, function = tokenizers_process.load, tokenizers_process.aligned
        changed, stretches = call_library("tokenizers", load, self._data, function, check_text(text))
        starts, ends = array("I"), array("I")
        for count, start, end in stretches:
            one_to_one = count == end - start
            starts.extend(range(start, end) if one_to_one else [start] * count)
            ends.extend(range(start + 1, end + 1) if one_to_one else [end] * count)
        _take_in_composed(text, changed, starts, ends)
        return Normalized(changed, starts, ends)


def _take_in_composed(text: str, changed: str, starts: Sequence[int], ends: MutableSequence[int]) -> None:
    """Extend a composed character to the last of its parts: the library aligns it to the first only."""
    following = [*starts[1:], len(text)]
    for number, (character, start, after) in enumerate(zip(changed, starts, following, strict=False)):
        if after > ends[number] and normalize("NFKC", text[start:after]).casefold() == character.casefold():
            ends[number] = after


NormalizerApart = IsolatedNormalizer  # former name, in tokenizers pickled by version 0.2
