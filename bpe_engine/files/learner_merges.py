"""Merges and vocabularies from a learner's own program, in any of the forms people write.

Merges are the lines of merges.txt, a JSON list of pairs, or a minbpe .model; a vocabulary is JSON, token -> id or id ->
token. In JSON a token is text in GPT-2's byte symbols, or a list of byte values. Their content is not validated:
comparing it is the purpose (see `bpe_engine.bpe.merge_comparison`).
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET, bytes_to_symbols
from bpe_engine.errors import EngineError
from bpe_engine.files import minbpe
from bpe_engine.files.file_checks import (
    MAX_ID,
    MAX_TOKEN_LENGTH,
    MAX_TOTAL_CHARACTERS,
    check_count,
    check_size,
    decode_text,
    parse_json,
    parse_whole_number,
    shorten,
)
from bpe_engine.symbols import Pair

_PICKLE = b"\x80"  # followed by the protocol number
_NOTATION = re.compile(r"""\s*[\[{(]+\s*(?:b?["']|-?\d|[\]}])""")
"""The start of a list or an object in JSON or Python. The first merge of a merges.txt may also begin with a bracket."""


class LearnerMerges(NamedTuple):
    """The merges and vocabulary read from a file; either may be missing."""

    merges: tuple[Pair, ...] | None = None
    vocabulary: Mapping[int, str] | None = None  # id -> token


def read_learner_merges(file: str, data: bytes) -> LearnerMerges:
    """Read merges, a vocabulary, or both (from a tokenizer.json) from a file.

    Raises EngineError for a pickle or a printed Python list, with a way to write it as JSON; for any other form; and
    for a file that is too large.

    >>> read_learner_merges("merges.txt", "#version: 0.2\\nĠ t\\nh e\\n".encode()).merges
    (('Ġ', 't'), ('h', 'e'))
    >>> read_learner_merges("merges.json", b"[[[32], [116]], [[104], [101]]]").merges
    (('Ġ', 't'), ('h', 'e'))
    >>> read_learner_merges("vocab.json", b'{"0": [32], "1": [116], "2": [32, 116]}').vocabulary
    {0: 'Ġ', 1: 't', 2: 'Ġt'}
    """
    check_size(file, data)
    if data.startswith(_PICKLE):
        raise EngineError(
            "{file} is a pickle, and opening one can run any program, so it was not opened. Save it as JSON: {code}",
            file=file,
            code=_JSON_EXAMPLE,
        )
    text = decode_text(file, data)
    if minbpe.is_model(text):
        tokenizer = minbpe.read(file, data).tokenizer
        assert isinstance(tokenizer, BPETokenizer), "which is what minbpe makes"
        return LearnerMerges(tokenizer.merges)
    notation = _NOTATION.match(text)
    if notation is None:
        return LearnerMerges(_from_lines(file, text))
    try:
        content = parse_json(file, text)
    except EngineError:
        if re.search(r"['(]|\{\d", notation[0]):
            raise EngineError(
                "{file} is in Python's notation, which only Python can read. Save it as JSON: {code}",
                file=file,
                code=_JSON_EXAMPLE,
            ) from None
        raise
    return _from_json(file, content)


_JSON_EXAMPLE = "json.dump([[list(left), list(right)] for left, right in merges], file)"


def _from_lines(file: str, text: str) -> tuple[Pair, ...]:
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text.strip("\r\n") else []
    check_count(file, len(lines))
    heading = bool(lines) and lines[0].startswith("#version")
    merges = []
    for number, line in enumerate(lines[heading:], 1 + heading):
        parts = line.split(" ")
        if len(parts) != 2 or not all(parts):
            raise EngineError(
                "{file}, line {line:,}: expected two symbols separated by one space, but found {text}. Write a space "
                "inside a token as Ġ, like GPT-2, or use JSON.",
                file=file,
                line=number,
                text=shorten(line),
            )
        _check_length(file, len(line) - 1)
        merges.append(Pair(*parts))
    return tuple(merges)


def _from_json(file: str, content: Any) -> LearnerMerges:
    if isinstance(content, list):
        return LearnerMerges(_merges(file, content))
    if isinstance(model := content.get("model"), dict):  # a tokenizer.json
        content = model
    if isinstance(content.get("merges"), list):
        vocabulary = content.get("vocab")
        vocabulary_read = _vocabulary(file, vocabulary) if isinstance(vocabulary, dict) else None
        return LearnerMerges(_merges(file, content["merges"]), vocabulary_read)
    return LearnerMerges(None, _vocabulary(file, content))


def _merges(file: str, listed: list[Any]) -> tuple[Pair, ...]:
    check_count(file, len(listed))
    merges: list[Pair] = []
    characters = 0
    for number, entry in enumerate(listed):
        pair = entry.split(" ") if isinstance(entry, str) else entry
        if not isinstance(pair, list) or len(pair) != 2:
            raise EngineError(
                '{file}, merge {number:,}: expected a pair of tokens, but found {text}. Write each merge as ["h", "e"] '
                "or [[104], [101]].",
                file=file,
                number=number,
                text=shorten(entry),
            )
        left, right = (
            _token_of_minbpe_id(file, part, merges) if isinstance(part, int) else _token(file, part) for part in pair
        )
        merges.append(Pair(left, right))
        length = len(merges[-1].left) + len(merges[-1].right)  # ids can double it with each merge
        characters += length
        _check_length(file, length, characters)
    return tuple(merges)


def _token_of_minbpe_id(file: str, number: int, merges: list[Pair]) -> str:
    """Return the token of a minbpe id: a byte, or the product of an earlier merge."""
    if 0 <= number < 256:
        return BYTE_ALPHABET[number]
    if 256 <= number < 256 + len(merges):
        return "".join(merges[number - 256])
    raise EngineError(
        "{file}, merge {number:,}: id {id} does not exist yet; ids 0 to 255 are the bytes, and this merge makes id "
        "{next}. If your ids differ, give the tokens themselves, as in [[104], [101]].",
        file=file,
        number=len(merges),
        id=shorten(number),
        next=256 + len(merges),
    )


def _vocabulary(file: str, fields: Mapping[str, Any]) -> dict[int, str]:
    check_count(file, len(fields))
    vocabulary: dict[int, str] = {}
    for key, value in fields.items():
        if type(value) is int:  # token -> id
            token, token_id = _token(file, key), value
        else:
            number = parse_whole_number(key)
            if number is None:
                raise EngineError(
                    '{file}: neither {key} nor its value is an id. Write a vocabulary as {{"the": 262}} or {{"262": '
                    '"the"}}.',
                    file=file,
                    key=shorten(key),
                )
            token, token_id = _token(file, value), number
        if not 0 <= token_id <= MAX_ID or token_id in vocabulary:
            raise EngineError(
                "{file}: the id {id} is not a whole number from 0 to {limit:,}, or it occurs twice. Correct it.",
                file=file,
                id=shorten(token_id),
                limit=MAX_ID,
            )
        vocabulary[token_id] = token
    return vocabulary


def _token(file: str, value: object) -> str:
    """Return a token in the byte alphabet. A token with other characters, such as a special token, is unchanged."""
    if isinstance(value, str) and value and len(value) <= MAX_TOKEN_LENGTH:
        return value
    if isinstance(value, list) and 0 < len(value) <= MAX_TOKEN_LENGTH and all(map(_is_byte, value)):
        return bytes_to_symbols(bytes(value))
    raise EngineError(
        "{file}: {text} is not a token. Write it in GPT-2's byte symbols, or as a list of bytes from 0 to 255; "
        "{limit:,} at most.",
        file=file,
        text=shorten(value),
        limit=MAX_TOKEN_LENGTH,
    )


def _is_byte(value: object) -> bool:
    return type(value) is int and 0 <= value < 256


def _check_length(file: str, longest: int, characters: int = 0) -> None:
    if longest > MAX_TOKEN_LENGTH or characters > MAX_TOTAL_CHARACTERS:
        raise EngineError(
            "{file}: the tokens are too long; the limit is {limit:,} bytes per token and {total:,} in all. Remove the "
            "longest ones.",
            file=file,
            limit=MAX_TOKEN_LENGTH,
            total=MAX_TOTAL_CHARACTERS,
        )
