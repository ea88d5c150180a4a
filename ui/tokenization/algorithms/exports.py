"""Downloads of a training: its merges as text, its vocabulary as JSON, its steps as CSV."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bpe_engine import BPETraining, Training
from ui.base.spreadsheet_safety import csv_bytes, safe_cell


def merges_text(training: BPETraining) -> str:
    """Return one merge per line, in order: left symbol, space, right symbol. White space in symbols is escaped."""
    lines = [f"{escape(event.pair.left)} {escape(event.pair.right)}" for event in training.events]
    return "\n".join(["#version: 0.2", *lines, ""])


def escape(symbol: str) -> str:
    """Escape white space, line breaks and backslashes in a symbol as \\uXXXX.

    >>> escape("a b")
    'a\\\\u0020b'
    """
    return "".join(
        f"\\u{ord(character):04X}" if character.isspace() or character == "\\" else character for character in symbol
    )


def vocabulary_json(training: Training[Any]) -> str:
    """Return the vocabulary after the last merge as JSON: token -> id."""
    return json.dumps(training.vocabulary_at(len(training.events)), ensure_ascii=False, indent=1) + "\n"


def steps_csv(training: Training[Any]) -> bytes:
    """Return one row per step, with everything that the engine recorded about it and the sizes after it.

    `step` counts from 1, as on the page, and `rank` from 0, as merges are ranked. Tokens are escaped by `safe_cell`;
    the merges and the vocabulary contain them unchanged.
    """
    return csv_bytes(_step_rows(training))


def _step_rows(training: Training[Any]) -> Iterator[list[object]]:
    events: Sequence[NamedTuple] = training.events
    rows = zip(events, training.tokens_per_step[1:], training.vocabulary_per_step[1:], strict=True)
    for number, (event, tokens, size) in enumerate(rows):
        row = {"step": number + 1, **_flat(event._asdict()), "tokens_in_corpus": tokens, "vocabulary_size": size}
        if number == 0:
            yield list(row)
        yield [safe_cell(value) if isinstance(value, str) else value for value in row.values()]


def _flat(event: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of an event, with a pair as two fields and a tuple as JSON."""
    flat: dict[str, Any] = {}
    for field, value in event.items():
        if field == "pair":
            flat["left"], flat["right"] = value
        elif field in LATER:
            continue
        else:
            flat[field] = json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else value
    return flat


LATER = ("vocab_size",)  # the size after the step has its own column
