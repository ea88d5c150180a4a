"""The checks that every file goes through first: its size, its text, its JSON, its numbers.

A file may come from anyone. Nothing in it is executed, and its cost is bounded before it is parsed.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NoReturn

from bpe_engine.errors import EngineError

MAX_FILE_BYTES = 50_000_000
"""Maximum size of a file in bytes. The largest published tokenizer.json, with 262,000 tokens, has 33 million."""

MAX_TOKENS = 1_000_000
"""Maximum number of tokens in a file. The largest published vocabularies have a quarter of this."""

MAX_TOKEN_LENGTH = 10_000
MAX_TOTAL_CHARACTERS = 100_000_000
"""Maximum length of a token, and of all tokens, if a file contains only merges: each merge can double a token."""

MAX_ID = 2**31 - 1

_SURROGATE = re.compile("[\ud800-\udfff]")
_WHOLE_NUMBER = re.compile(r"\d{1,10}", re.ASCII)


def check_size(file: str, data: bytes) -> None:
    """Raise EngineError if a file is empty or has more than MAX_FILE_BYTES."""
    if not data:
        raise EngineError("{file} is empty. Choose the file again.", file=file)
    if len(data) > MAX_FILE_BYTES:
        raise EngineError(
            "{file} has {size:,} bytes, but the limit is {limit:,}. Choose a smaller file.",
            file=file,
            size=len(data),
            limit=MAX_FILE_BYTES,
        )


def decode_text(file: str, data: bytes) -> str:
    """Decode a file as UTF-8. Raises EngineError with the position if it is invalid."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EngineError(
            "{file} is not UTF-8 text: byte {position:,} is 0x{byte:02X}, which is not valid there. Choose the "
            "original file.",
            file=file,
            position=error.start,
            byte=error.object[error.start],
        ) from None


def parse_json(file: str, text: str) -> Any:
    """Parse a JSON text.

    Raises EngineError, with line and column, if the text is not JSON; if it is nested too deeply; if an object has a
    duplicate key; and for NaN and Infinity, which JSON does not allow.
    """
    try:
        return json.loads(text, object_pairs_hook=_object(file), parse_constant=_constant(file))
    except json.JSONDecodeError as error:
        raise EngineError(
            "{file} is not valid JSON (line {line}, column {column}: {problem}). It may be cut short; choose it again.",
            file=file,
            line=error.lineno,
            column=error.colno,
            problem=error.msg,
        ) from None
    except EngineError:
        raise
    except RecursionError:
        raise EngineError(
            "{file} nests lists or objects too deeply to be a vocabulary. Choose another file.", file=file
        ) from None
    except ValueError:  # only a huge number raises it
        raise EngineError("{file} contains a number with more than 4,300 digits. Correct it.", file=file) from None


def _object(file: str) -> Any:
    def checked(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
            raise EngineError("{file} has the key {key!r} twice in one object. Remove one.", file=file, key=twice)
        return fields

    return checked


def _constant(file: str) -> Any:
    def refuse(name: str) -> NoReturn:
        raise EngineError("{file} contains {name}, which is not a JSON number. Correct it.", file=file, name=name)

    return refuse


def parse_whole_number(digits: str) -> int | None:
    """Parse a non-negative ASCII integer of reasonable length; None for anything else."""
    return int(digits) if _WHOLE_NUMBER.fullmatch(digits) else None


def parse_vocabulary(file: str, value: object) -> dict[str, int]:
    """Validate a vocabulary from JSON: tokens are whole characters, ids are unique and start at 0 or above.

    Raises EngineError naming the faulty token.
    """
    if not isinstance(value, dict) or not value:
        raise EngineError("{file} contains no vocabulary: expected an object of tokens and their ids.", file=file)
    check_count(file, len(value))
    ids = value.values()
    if {*map(type, ids)} != {int} or min(ids) < 0 or max(ids) > MAX_ID:
        for token, token_id in value.items():
            check_id(file, token, token_id)
    check_whole_characters(file, value)
    check_distinct(file, value)
    return value


def check_count(file: str, tokens: int) -> None:
    """Raise EngineError for more than MAX_TOKENS."""
    if tokens > MAX_TOKENS:
        raise EngineError(
            "{file} has {tokens:,} tokens, but the limit is {limit:,}. Choose a smaller vocabulary.",
            file=file,
            tokens=tokens,
            limit=MAX_TOKENS,
        )


def check_id(file: str, token: str, token_id: object) -> None:
    """Raise EngineError if an id is not a whole number from 0 to MAX_ID."""
    if type(token_id) is not int or not 0 <= token_id <= MAX_ID:
        raise EngineError(
            "{file}: the id of {token!r} is {id}, but ids are whole numbers from 0 to {limit:,}. Correct it.",
            file=file,
            token=token,
            id=shorten(token_id),
            limit=MAX_ID,
        )


def check_whole_characters(file: str, tokens: Collection[str]) -> None:
    """Raise EngineError if a token is empty or contains a lone surrogate, which no text contains."""
    if all(tokens) and not _SURROGATE.search("".join(tokens)):
        return
    for token in tokens:
        try:
            token.encode()
        except UnicodeEncodeError:
            raise EngineError(
                "{file}: the token {token!r} contains half a character, a lone surrogate. Correct it.",
                file=file,
                token=token,
            ) from None
        if not token:
            raise EngineError("{file} has an empty token. Remove it.", file=file)


def check_distinct(file: str, vocabulary: Mapping[str, int]) -> None:
    """Raise EngineError if two tokens have the same id."""
    if len(set(vocabulary.values())) == len(vocabulary):
        return
    first_with: dict[int, str] = {}
    for token, token_id in vocabulary.items():
        other = first_with.setdefault(token_id, token)
        if other != token:
            raise EngineError(
                "{file}: {token!r} and {other!r} have the same id, {id}. Give each token its own.",
                file=file,
                token=token,
                other=other,
                id=token_id,
            )


def shorten(value: object, limit: int = 40) -> str:
    """Shorten a value from a file for a message.

    >>> shorten("a" * 100, 6)
    "'aaaaa…"
    """
    try:
        text = repr(value)
    except ValueError:  # a whole number of more than 4,300 digits
        return "a huge number"
    return text if len(text) <= limit else text[:limit] + "…"
