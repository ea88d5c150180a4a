"""Mistral's `tekken.json`: the tokens of byte-level BPE with their ranks, a pattern, and special tokens.

Read as by mistral-common: special tokens have the first ids, and the others follow in the order of their ranks. The
file may contain more tokens than the model uses; the last ones are then dropped.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any

from bpe_engine.errors import EngineError
from bpe_engine.files.file_checks import MAX_TOKEN_LENGTH, check_count, decode_text, parse_json, shorten
from bpe_engine.files.opened_tokenizer import Note, OpenedTokenizer
from bpe_engine.files.tiktoken_ranks import tokenizer_of
from bpe_engine.pre_tokenizers import PreTokenizer

NAME = "tekken"

PATTERN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""The pattern of the published files: GPT-4o's, without contractions, and with single digits."""

DEFAULT_SPECIAL_TOKENS = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_RESULTS]"),
    *("[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]", "[IMG_END]", "[PREFIX]", "[MIDDLE]"),
    *("[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]"),
)
"""The special tokens of files without a list of them."""

_SIZE = re.compile(r'"default_vocab_size"\s*:')
_CONFIG = re.compile(r'"config"\s*:\s*\{')


def is_tekken(text: str) -> bool:
    """Return whether a JSON text is a tekken.json. Within a token, the quotes would be escaped."""
    return bool(_SIZE.search(text) and _CONFIG.search(text))


def read(file: str, data: bytes) -> OpenedTokenizer:
    """Return the tokenizer of a tekken.json, with mistral-common's ids; no special tokens are put around a text.

    Raises EngineError for a fault in the file, with its position.
    """
    content = parse_json(file, decode_text(file, data))
    config = content.get("config")
    if not isinstance(config, dict):
        raise _field_error(file, "'config'", config, "an object with a pattern and sizes")
    special_tokens = _special(file, content.get("special_tokens"), _size(file, config, "default_num_special_tokens"))
    size = _size(file, config, "default_vocab_size")
    if size <= len(special_tokens):
        more = f"a number above {len(special_tokens):,}, the number of special tokens,"
        raise _field_error(file, "'config', 'default_vocab_size'", size, more)
    ranks = _ranks(file, content.get("vocab"), size - len(special_tokens))
    pattern = config.get("pattern")
    if not isinstance(pattern, str) or not pattern:
        raise _field_error(file, "'config', 'pattern'", pattern, "a pattern")
    pre_tokenizer = PreTokenizer(pattern)
    pre_tokenizer.check()  # raise now rather than at the first text
    ids = {token: len(special_tokens) + rank for token, rank in ranks.items()}
    tokenizer = tokenizer_of(file, ids, pre_tokenizer, special_tokens)
    return OpenedTokenizer(tokenizer, NAME, True, _notes(pattern))


def _notes(pattern: str) -> tuple[Note, ...]:
    if pattern == PATTERN:
        return ()
    warning = (
        "Its pattern is not that of the published files; the library that such files are for may read it otherwise."
    )
    return (Note(warning),)


def _size(file: str, config: Mapping[str, Any], key: str) -> int:
    value = config.get(key)
    if type(value) is not int or value < 0:
        raise _field_error(file, f"'config', '{key}'", value, "a whole number")
    check_count(file, value)
    return value


def _special(file: str, value: object, count: int) -> dict[str, int]:
    """Return the special tokens with their ids; unnamed ones get numbered names."""
    entries = DEFAULT_SPECIAL_TOKENS if value is None else value
    if not isinstance(entries, list | tuple) or len(entries) > count:
        raise _field_error(file, "'special_tokens'", entries, f"a list of no more than {count:,} tokens")
    names: dict[str, int] = {}
    for number, token in enumerate(entries):
        name, rank = (token.get("token_str"), token.get("rank")) if isinstance(token, dict) else (token, number)
        if not isinstance(name, str) or not name or name in names or rank != number:
            raise _field_error(file, f"'special_tokens'[{number}]", token, f"a name of its own, and the rank {number}")
        names[name] = number
    return names | {f"<SPECIAL_{number}>": number for number in range(len(entries), count)}


def _ranks(file: str, value: object, size: int) -> dict[bytes, int]:
    """Return the first tokens of the list with their ranks."""
    if not isinstance(value, list) or size > len(value):
        raise _field_error(file, "'vocab'", value, f"a list of {size:,} tokens or more")
    ranks: dict[bytes, int] = {}
    for number, fields in enumerate(value[:size]):
        encoded = fields.get("token_bytes") if isinstance(fields, dict) else None
        token = _bytes(encoded)
        if not token or token in ranks or fields.get("rank") != number:
            raise _field_error(
                file, f"'vocab'[{number}]", fields, f"bytes in base64 that no other token has, and the rank {number}"
            )
        ranks[token] = number
    return ranks


def _bytes(encoded: object) -> bytes:
    if not isinstance(encoded, str) or len(encoded) > 2 * MAX_TOKEN_LENGTH:
        return b""
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _field_error(file: str, what: str, value: object, expected: str) -> EngineError:
    return EngineError(
        "{file}: {what} is {value}, but a tekken.json has {expected} there.",
        file=file,
        what=what,
        value=shorten(value),
        expected=expected,
    )
