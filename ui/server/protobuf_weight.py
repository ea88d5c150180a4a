"""Measure a browser's message from its bytes. Parsing a crafted one would take seconds and gigabytes.

A message of Streamlit's protocol (protobuf) is a sequence of fields: a number, a wire type, and a value, which may be
a message again. They are scanned here, and scanning stops as soon as a limit is exceeded.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor  # type: ignore[import-untyped]  # has no types

from classroom.json_weight import count_parts
from ui.base.streamlit_internals.protocol import back_message

MAX_FIELDS = 20_000
"""Fields of a message, including all nested ones."""

MAX_VALUES = {"WidgetStates.widgets": 1_000, "FileURLsRequest.file_names": 100}
"""Occurrences of fields that are expensive to handle. No page sends a tenth of them."""

MAX_BYTES = 2**16
"""Bytes of a value, except those below. A URL, including the page's name, is shorter."""

TYPED_FIELDS = {
    "ClientState.query_string",
    "WidgetState.string_value",
    "WidgetState.json_value",
    "WidgetState.json_trigger_value",
    "StringTriggerValue.data",
}
"""Values that may be text that a learner pasted. Streamlit accepts them up to the size of a message."""

MAX_PARTS = 2**19
"""Brackets, commas and colons in all values that are JSON, or look like it. Parsing this many takes up to half a
second. The longest text that a page accepts has no more, even if all of it is digits and commas."""

UNKNOWN_KIND = "unknown"

_JSON = re.compile(rb"[ \t\r\n]*[\[{]")


class UnexpectedMessageError(ValueError):
    """A message that no page sends. The text explains how."""


class MessageWeight(NamedTuple):
    """What a message is, and what makes it expensive to handle."""

    kind: str  # name of its field in BackMsg; empty if none is set
    size: int  # in bytes
    parts: int  # of JSON


def measure_message(data: bytes) -> MessageWeight:
    """Return the weight of a message. Raises UnexpectedMessageError."""
    whole = back_message()
    if whole is None:  # without the descriptor, there is nothing more to find out
        return MessageWeight(UNKNOWN_KIND, len(data), count_parts(data))
    message_kind = ""
    fields = parts = 0
    found: Counter[str] = Counter()
    messages = [(whole, memoryview(data))]
    while messages:
        descriptor, rest = messages.pop()
        known = _fields(descriptor)
        for number, kind, value in _iter_fields(rest):
            if (number, kind) not in known:
                raise UnexpectedMessageError(f"{descriptor.name} has no field {number} of kind {kind}")
            name, below = known[number, kind]
            fields += 1
            found[name] += 1
            if fields > MAX_FIELDS or found[name] > MAX_VALUES.get(name, MAX_FIELDS):
                raise UnexpectedMessageError(f"{found[name]} {name} are too many")
            if descriptor is whole:
                message_kind = name.partition(".")[2]  # the last one wins
            if below is not None:
                messages.append((below, value))
            elif name in TYPED_FIELDS:
                parts += _parts(value)
                if parts > MAX_PARTS:
                    raise UnexpectedMessageError(f"{name} has more than {MAX_PARTS} parts")
            elif len(value) > MAX_BYTES:
                raise UnexpectedMessageError(f"{name} has more than {MAX_BYTES} bytes")
    return MessageWeight(message_kind, len(data), parts)


_NUMBER, _EIGHT_BYTES, _LONG, _FOUR_BYTES = 0, 1, 2, 5  # protobuf wire types
_SIZES = {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}
_KINDS = {
    FieldDescriptor.CPPTYPE_DOUBLE: _EIGHT_BYTES,
    FieldDescriptor.CPPTYPE_STRING: _LONG,
    FieldDescriptor.CPPTYPE_MESSAGE: _LONG,
}


@cache
def _fields(descriptor: Descriptor) -> dict[tuple[int, int], tuple[str, Descriptor | None]]:
    """Return a message's fields by number and wire type: the name, and the nested message type, if any."""
    return {
        (field.number, kind): (f"{descriptor.name}.{field.name}", field.message_type)
        for field in descriptor.fields
        # Repeated numbers may be packed into one length-delimited value.
        for kind in {_KINDS.get(field.cpp_type, _NUMBER), *([_LONG] if field.is_repeated else [])}
    }


def _iter_fields(data: memoryview) -> Iterator[tuple[int, int, memoryview]]:
    """Yield the fields of a message: number, wire type, and value (empty unless it is length-delimited)."""
    place = 0
    while place < len(data):
        tag, start = _read_varint(data, place)
        kind = tag & 7
        if kind == _LONG:
            length, start = _read_varint(data, start)
            place = start + length
        else:
            place = start = _read_varint(data, start)[1] if kind == _NUMBER else start + _SIZES.get(kind, 0)
        if place > len(data):
            raise UnexpectedMessageError("the message is cut off")
        yield tag >> 3, kind, data[start:place]


def _read_varint(data: memoryview, place: int) -> tuple[int, int]:
    """Decode a base-128 varint at a position; also return the position after it."""
    number = 0
    for shift, byte in enumerate(data[place : place + 10]):
        number |= (byte & 127) << 7 * shift
        if byte < 128:
            return number, place + shift + 1
    raise UnexpectedMessageError("a number does not end")


def _parts(value: memoryview) -> int:
    return count_parts(bytes(value)) if _JSON.match(value) else 0
