"""Read a SentencePiece model file without SentencePiece: pieces with scores, and normalization options.

The file is a protocol buffer (sentencepiece_model.proto of google/sentencepiece). These fields are read: the pieces
(field 1, repeated messages), the trainer options (2), the normalizer (3) and the denormalizer (5).
"""

import struct
from collections.abc import Iterator
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

PIECES, TRAINER, NORMALIZER, DENORMALIZER = 1, 2, 3, 5
TEXT, SCORE, KIND = 1, 2, 3  # field numbers of a piece
VARINT, EIGHT_BYTES, WITH_LENGTH, FOUR_BYTES = 0, 1, 2, 5

SPACE = "▁"
"""U+2581, which replaces a space."""

UNKNOWN_TEXT = " ⁇ "
"""The default text of the unknown piece in decoding."""

UNIGRAM, BPE = 1, 2
"""Model types."""


class PieceKind(IntEnum):
    """The kind of a piece."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


class ModelPiece(NamedTuple):
    """An entry of the vocabulary. Its id is its index in the file."""

    text: str
    score: float  # a 32-bit float
    kind: PieceKind


class ModelFile:
    """A model file, assumed to be complete; raises ValueError if it is not."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        parts: dict[int, bytes] = {}
        self.pieces: list[ModelPiece] = []  # in the order of their ids
        for number, content in _fields(data):
            if number == PIECES and isinstance(content, bytes):
                self.pieces.append(_piece(content))
            elif isinstance(content, bytes):
                parts[number] = parts.get(number, b"") + content  # the parts of a split message are concatenated
        self._trainer = dict(_fields(parts.get(TRAINER, b"")))
        self._normalizer = dict(_fields(parts.get(NORMALIZER, b"")))
        self.denormalizes = bool(dict(_fields(parts.get(DENORMALIZER, b""))).get(2))

    @property
    def type(self) -> int:
        """UNIGRAM or BPE; word and character models have other numbers."""
        return int(self._trainer.get(3, UNIGRAM))

    @property
    def byte_fallback(self) -> bool:
        """Whether unknown characters become bytes."""
        return bool(self._trainer.get(35))

    @property
    def space_at_end(self) -> bool:
        """Whether ▁ is at the end of a word."""
        return bool(self._trainer.get(24))

    @property
    def unknown_text(self) -> str:
        """The text of the unknown piece in decoding."""
        value = self._trainer.get(44)
        return value.decode("utf-8") if isinstance(value, bytes) else UNKNOWN_TEXT

    @property
    def has_character_map(self) -> bool:
        """Whether the file contains normalization tables."""
        return bool(self.character_map)

    @property
    def character_map(self) -> bytes:
        """The normalization tables, empty if there are none."""
        value = self._normalizer.get(2)
        return value if isinstance(value, bytes) else b""

    @property
    def add_dummy_prefix(self) -> bool:
        """Whether an extra ▁ is added to a text."""
        return bool(self._normalizer.get(3, 1))

    @property
    def remove_extra_whitespaces(self) -> bool:
        """Whether runs of spaces become one, and spaces at the ends are stripped."""
        return bool(self._normalizer.get(4, 1))

    @property
    def escape_whitespaces(self) -> bool:
        """Whether a space becomes ▁."""
        return bool(self._normalizer.get(5, 1))

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The user-defined pieces, which are matched in a text as they are, the longest first."""
        user_defined = [piece.text for piece in self.pieces if piece.kind == PieceKind.USER_DEFINED]
        return tuple(sorted(user_defined, key=len, reverse=True))


def read_pieces(data: bytes) -> list[ModelPiece]:
    """Return the pieces of a model file, ordered by id. The file must be complete.

    >>> read_pieces(bytes.fromhex("0a 0a  0a 03 e2 96 81  15 00 00 80 bf"))
    [ModelPiece(text='▁', score=-1.0, kind=<PieceKind.NORMAL: 1>)]
    """
    return ModelFile(data).pieces


def _piece(data: bytes) -> ModelPiece:
    text, score, kind = "", 0.0, PieceKind.NORMAL
    for number, content in _fields(data):
        if number == TEXT and isinstance(content, bytes):
            text = content.decode("utf-8")
        elif number == SCORE and isinstance(content, bytes) and len(content) == 4:
            (score,) = struct.unpack("<f", content)
        elif number == KIND and isinstance(content, int):
            kind = PieceKind(content)
    return ModelPiece(text, score, kind)


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield the fields of a message: number, and content as an int or bytes."""
    position = 0
    while position < len(data):
        tag, position = _varint(data, position)
        wire_type = tag & 7
        if wire_type == VARINT:
            value, position = _varint(data, position)
            yield tag >> 3, value
            continue
        if wire_type == WITH_LENGTH:
            length, position = _varint(data, position)
        elif wire_type in (FOUR_BYTES, EIGHT_BYTES):
            length = 4 if wire_type == FOUR_BYTES else 8
        else:
            raise ValueError(f"wire type {wire_type}")
        if position + length > len(data):
            raise ValueError("cut short")
        yield tag >> 3, data[position : position + length]
        position += length


def _varint(data: bytes, position: int) -> tuple[int, int]:
    """Decode a varint (seven bits per byte, lowest first); return its value and its end."""
    value = shift = 0
    while data[position] & 0x80:
        value |= (data[position] & 0x7F) << shift
        shift += 7
        position += 1
    return value | data[position] << shift, position + 1
