"""What a SentencePiece model file holds: pieces with their scores, read without SentencePiece.

The file is a protocol buffer (sentencepiece_model.proto of google/sentencepiece). Of its fields only the pieces are
read here: field 1, again and again, each a message of its own with the text (1), the score (2) and the kind (3).
"""

import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

PIECES, TEXT, SCORE, KIND = 1, 1, 2, 3
VARINT, EIGHT_BYTES, WITH_LENGTH, FOUR_BYTES = 0, 1, 2, 5


class Kind(IntEnum):
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
    kind: Kind


def read_pieces(data: bytes) -> list[ModelPiece]:
    """The pieces of a model file in the order of their ids. For a file that is known to be whole.

    >>> read_pieces(bytes.fromhex("0a 0a  0a 03 e2 96 81  15 00 00 80 bf"))
    [ModelPiece(text='▁', score=-1.0, kind=<Kind.NORMAL: 1>)]
    """
    return [_piece(content) for number, content in _fields(data) if number == PIECES and isinstance(content, bytes)]


def _piece(data: bytes) -> ModelPiece:
    text, score, kind = "", 0.0, Kind.NORMAL
    for number, content in _fields(data):
        if number == TEXT and isinstance(content, bytes):
            text = content.decode("utf-8")
        elif number == SCORE and isinstance(content, bytes):
            (score,) = struct.unpack("<f", content)
        elif number == KIND and isinstance(content, int):
            kind = Kind(content)
    return ModelPiece(text, score, kind)


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a message, one after the other: number, and content as a whole number or as bytes."""
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
        else:
            length = {FOUR_BYTES: 4, EIGHT_BYTES: 8}[wire_type]
        yield tag >> 3, data[position : position + length]
        position += length


def _varint(data: bytes, position: int) -> tuple[int, int]:
    """A whole number, written seven bits a byte, the lowest first; and where it ends."""
    value = shift = 0
    while data[position] & 0x80:
        value |= (data[position] & 0x7F) << shift
        shift += 7
        position += 1
    return value | data[position] << shift, position + 1
