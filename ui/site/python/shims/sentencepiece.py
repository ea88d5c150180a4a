"""The part of the sentencepiece library that T5's vocabulary needs in a browser: its normalizer, in Python.

After normalizer.cc of google/sentencepiece, version 0.2.3. The model file contains the replacement table: a trie in a
double array (darts-clone), whose values are offsets into a block of replacement texts.
"""

import struct
from functools import cached_property

from bpe_engine.sentencepiece.model_file import SPACE, ModelFile


class SentencePieceNormalizer:
    """The normalization defined in a model file, for models without user-defined symbols."""

    def __init__(self, model_proto: bytes) -> None:
        self._model = ModelFile(model_proto)
        character_map = self._model.character_map
        (size,) = struct.unpack_from("<I", character_map)
        self._trie = struct.unpack_from(f"<{size // 4}I", character_map, 4)
        self._texts = character_map[4 + size :]

    @cached_property
    def _replaced(self) -> dict[int, str]:
        """Replacement texts by their offset in the table, as far as they were looked up."""
        return {}

    def normalize(self, text: str, with_offsets: bool = False) -> str | tuple[str, list[int]]:
        """Return the normalized text; with `with_offsets`, also the source offset of each character and the end."""
        normalized, offsets = self._aligned(text)
        return (normalized, offsets) if with_offsets else normalized

    def _aligned(self, text: str) -> tuple[str, list[int]]:
        model = self._model
        space = SPACE if model.escape_whitespaces else " "
        parts = self._parts(text)
        place = 0
        while model.remove_extra_whitespaces and parts and parts[0][0] == " ":
            place += parts.pop(0)[1]
        if not parts:
            return "", [0]
        characters, offsets = ([space], [place]) if model.add_dummy_prefix else ([], [])
        after_space = model.remove_extra_whitespaces
        for part, length in parts:
            kept = part.lstrip(" ") if after_space else part
            characters += [space if character == " " else character for character in kept]
            offsets += [place] * len(kept)
            if kept:
                after_space = model.remove_extra_whitespaces and kept.endswith(" ")
            place += length
        while model.remove_extra_whitespaces and characters and characters[-1] == space:
            characters.pop()
            place = offsets.pop()
        return "".join(characters), [*offsets, place]

    def _parts(self, text: str) -> list[tuple[str, int]]:
        """Split a text from left to right into replacements, each with the number of source characters."""
        data = text.encode()
        parts = []
        place = 0
        while place < len(data):
            size, value = self._longest(data, place)
            if size:
                if value not in self._replaced:
                    self._replaced[value] = self._texts[value : self._texts.index(0, value)].decode()
                parts.append((self._replaced[value], len(data[place : place + size].decode())))
            else:
                first = data[place]
                size = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
                parts.append((data[place : place + size].decode(), 1))
            place += size
        return parts

    def _longest(self, data: bytes, start: int) -> tuple[int, int]:
        """Return the length in bytes and the value of the longest key at a position; (0, 0) if none matches."""
        longest = (0, 0)
        node = _offset(self._trie[0])
        for place in range(start, len(data)):
            node ^= data[place]
            unit = self._trie[node]
            if unit & 0x800000FF != data[place]:
                break
            node ^= _offset(unit)
            if unit >> 8 & 1:
                longest = place + 1 - start, self._trie[node] & 0x7FFFFFFF
        return longest


def _offset(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)
