"""What a SentencePiece model file holds, read without SentencePiece: pieces with scores, and how a text is treated.

The file is a protocol buffer (sentencepiece_model.proto of google/sentencepiece). Of its fields these are read here:
the pieces (field 1, repeatedly, each a message of its own), how the model was trained (2), how a text is normalized (3)
and how a result is (5).
"""

import struct
from collections.abc import Iterator
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

PIECES, TRAINER, NORMALIZER, DENORMALIZER = 1, 2, 3, 5
TEXT, SCORE, KIND = 1, 2, 3  # of a piece
VARINT, EIGHT_BYTES, WITH_LENGTH, FOUR_BYTES = 0, 1, 2, 5

SPACE = "▁"
"""U+2581, which stands for a space."""

UNKNOWN_TEXT = " ⁇ "
"""What the unknown piece stands for when ids become text again, where the file says nothing else."""

UNIGRAM, BPE = 1, 2
"""Types of models."""


class PieceKind(IntEnum):
    """What a piece is for."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


class ModelPiece(NamedTuple):
    """An entry of the vocabulary. Its id is its place in the file."""

    text: str
    score: float  # a number of 32 bits
    kind: PieceKind


class ModelFile:
    """A model file. For one that is known to be whole; ValueError where it is not."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        parts: dict[int, bytes] = {}
        self.pieces: list[ModelPiece] = []  # in the order of their ids
        for number, content in _fields(data):
            if number == PIECES and isinstance(content, bytes):
                self.pieces.append(_piece(content))
            elif isinstance(content, bytes):
                parts[number] = parts.get(number, b"") + content  # a message in two parts is both together
        self._trainer = dict(_fields(parts.get(TRAINER, b"")))
        self._normalizer = dict(_fields(parts.get(NORMALIZER, b"")))
        self.denormalizes = bool(dict(_fields(parts.get(DENORMALIZER, b""))).get(2))

    @property
    def type(self) -> int:
        """UNIGRAM or BPE; words and characters have numbers too."""
        return int(self._trainer.get(3, UNIGRAM))

    @property
    def byte_fallback(self) -> bool:
        """Whether what is unknown is written as bytes."""
        return bool(self._trainer.get(35))

    @property
    def space_at_end(self) -> bool:
        """Whether ▁ stands at a word's end."""
        return bool(self._trainer.get(24))

    @property
    def unknown_text(self) -> str:
        """What the unknown piece stands for when ids become text again."""
        written = self._trainer.get(44)
        return written.decode("utf-8") if isinstance(written, bytes) else UNKNOWN_TEXT

    @property
    def has_character_map(self) -> bool:
        """Whether characters are replaced by others, by tables in the file."""
        return bool(self.character_map)

    @property
    def character_map(self) -> bytes:
        """These tables; nothing if there are none."""
        found = self._normalizer.get(2)
        return found if isinstance(found, bytes) else b""

    @property
    def add_dummy_prefix(self) -> bool:
        """Whether a text gets one more ▁."""
        return bool(self._normalizer.get(3, 1))

    @property
    def remove_extra_whitespaces(self) -> bool:
        """Whether several spaces become one, and those at the ends go."""
        return bool(self._normalizer.get(4, 1))

    @property
    def escape_whitespaces(self) -> bool:
        """Whether a space becomes ▁."""
        return bool(self._normalizer.get(5, 1))

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The pieces that are taken from a text as they stand there, the longest first."""
        own = [piece.text for piece in self.pieces if piece.kind == PieceKind.USER_DEFINED]
        return tuple(sorted(own, key=len, reverse=True))


def read_pieces(data: bytes) -> list[ModelPiece]:
    """Return the pieces of a model file in the order of their ids. For a file that is known to be whole.

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
    """Yield the fields of a message, one after the other: number, and content as a whole number or as bytes."""
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
    """Return a whole number, written seven bits a byte, the lowest first; and where it ends."""
    value = shift = 0
    while data[position] & 0x80:
        value |= (data[position] & 0x7F) << shift
        shift += 7
        position += 1
    return value | data[position] << shift, position + 1
