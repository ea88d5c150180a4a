"""Measures what a browser's message costs to handle.

Streamlit refuses messages larger than `server.maxWidgetStateSize`, and protobuf reads the worst of the others in a
third of a second. What Streamlit then does for each widget and each value of JSON would take many times as long.
"""

import re
from typing import NamedTuple

import streamlit as st
from google.protobuf.message import DecodeError, Message  # type: ignore[import-untyped]  # has no types

from classroom.json_weight import count_parts
from ui.base.streamlit_internals.protocol import read_back_message

MAX_VALUES = 20_000
"""Values of a message, including all nested ones."""

MAX_REPEATED = {"WidgetStates.widgets": 1_000, "FileURLsRequest.file_names": 100}
"""Occurrences of fields that are expensive to handle. No page sends a tenth of them."""

MAX_LENGTH = 2**16
"""Length of a text, except those below. A URL, including the page's name, is shorter."""

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

_JSON = re.compile(r"[ \t\r\n]*[\[{]")


class UnexpectedMessageError(ValueError):
    """A message that no page sends. The text explains how."""


class MessageWeight(NamedTuple):
    """What a message is, and what makes it expensive to handle."""

    kind: str  # name of its field in BackMsg; empty if none is set
    size: int  # in bytes
    parts: int  # of JSON


def measure_message(data: bytes) -> MessageWeight:
    """Return the weight of a message. Raises UnexpectedMessageError."""
    if len(data) > st.get_option("server.maxWidgetStateSize") * 1_000_000:
        return MessageWeight(UNKNOWN_KIND, len(data), 0)
    try:
        whole = read_back_message(data)
    except DecodeError as problem:
        raise UnexpectedMessageError("it cannot be read") from problem
    if whole is None:
        return MessageWeight(UNKNOWN_KIND, len(data), count_parts(data))
    return MessageWeight(whole.WhichOneof("type") or "", len(data), _count_json(whole))


def _count_json(whole: Message) -> int:
    """Return how many parts of JSON a message has. Raises UnexpectedMessageError."""
    count = parts = 0
    pending = [whole]
    while pending:
        for field, value in pending.pop().ListFields():
            name = f"{field.containing_type.name}.{field.name}"
            values = value if field.is_repeated else [value]
            count += len(values)
            if count > MAX_VALUES or len(values) > MAX_REPEATED.get(name, MAX_VALUES):
                raise UnexpectedMessageError(f"{len(values)} {name} are too many")
            if field.message_type is not None:
                pending += values
            elif name in TYPED_FIELDS:
                parts += count_parts(value.encode()) if _JSON.match(value) else 0
                if parts > MAX_PARTS:
                    raise UnexpectedMessageError(f"{name} has more than {MAX_PARTS} parts")
            elif any(isinstance(item, str | bytes) and len(item) > MAX_LENGTH for item in values):
                raise UnexpectedMessageError(f"{name} is longer than {MAX_LENGTH}")
    return parts
