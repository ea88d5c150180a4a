"""The tokens of a text as files: CSV, and JSON."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from ui.base.spreadsheet_safety import csv_bytes, safe_cell
from ui.pages.playground.token_payload import EncodedText


class TokenRecord(NamedTuple):
    """A token in a file. `text` is empty if the token is only part of a character."""

    number: int  # from 0
    id: int | None
    text: str
    bytes: str  # in hex
    start: int  # in bytes of the UTF-8 text
    end: int
    kind: str  # "part" of a character, "special", "unknown", or empty


def _rows(tokens: EncodedText) -> Iterator[TokenRecord]:
    for number in range(len(tokens)):
        token = tokens[number]
        data = tokens.utf8[token.start : token.end]
        text = data.decode("utf-8", "surrogatepass") if tokens.is_whole(token.start, token.end) else ""
        yield TokenRecord(number, token.id, text, data.hex(" "), token.start, token.end, token.kind)


def tokens_csv(tokens: EncodedText) -> bytes:
    """Return one row per token of the text.

    The text of a token is escaped by `safe_cell`; its bytes, and the JSON, are unchanged.
    """
    return csv_bytes([TokenRecord._fields, *(row._replace(text=safe_cell(row.text)) for row in _rows(tokens))])


def tokens_json(name: str, tokens: EncodedText) -> bytes:
    """Return the name of the tokenizer, all ids, and an object for each token."""
    content = {
        "tokenizer": name,
        "ids": [None if token_id < 0 else token_id for token_id in tokens.ids],
        "tokens": [row._asdict() for row in _rows(tokens)],
    }
    return json.dumps(content).encode("ascii")
