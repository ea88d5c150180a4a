"""The decoder of a tokenizer.json: how tokens are joined into a text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bpe_engine.files.file_checks import shorten
from bpe_engine.files.opened_tokenizer import Note

# Replacements that the library's WordPiece decoder makes in each token, in this order.
CLEAN_UP_REPLACEMENTS = (
    (" .", "."), (" ?", "?"), (" !", "!"), (" ,", ","), (" ' ", "'"), (" n't", "n't"), (" 'm", "'m"),
    (" do not", " don't"), (" 's", "'s"), (" 've", "'ve"), (" 're", "'re"),
)  # fmt: skip


_BYTE = re.compile("<0x[0-9A-Fa-f]{2}>")

FUSE: Mapping[str, Any] = {"type": "Fuse"}
"""The step that joins all tokens."""


@dataclass(frozen=True)
class Decoder:
    """Joins tokens by applying a file's decoder steps in turn; without steps, with spaces.

    >>> Decoder(({"type": "BPEDecoder", "suffix": "</w>"},))(["low", "er</w>", "the</w>"])
    'lower the'
    """

    steps: tuple[Mapping[str, Any], ...]

    def __call__(self, tokens: Sequence[str]) -> str:
        """Return the text of some tokens."""
        for step in self.steps:
            tokens = _apply_step(step, tokens)
        return ("" if self.steps else " ").join(tokens)

    def to_json(self) -> Mapping[str, Any] | None:
        """Return the decoder in the file's format."""
        if len(self.steps) < 2:
            return self.steps[0] if self.steps else None
        return {"type": "Sequence", "decoders": list(self.steps)}


def read_decoder(value: object, *, byte_level: bool) -> tuple[Decoder | None, tuple[Note, ...]]:
    """Return the decoder of a file and notes on it; None if tokens are joined in the default way."""
    steps = [] if value is None else _flatten(value) or [FUSE]
    kinds = [step.get("type") for step in steps]
    if byte_level and kinds and kinds[0] == "ByteLevel" and all(kind == "Fuse" for kind in kinds[1:]):
        return None, ()  # byte tokens are joined like this by default
    if byte_level and not kinds:
        no_decoder = Note(
            "The file has no decoder, so the tokenizers library would leave tokens as byte symbols; here they become "
            "text."
        )
        return None, (no_decoder,)
    if not byte_level and all(_is_known(step) for step in steps):
        return Decoder(tuple(steps)), ()
    listed = ", ".join(map(shorten, kinds))
    return None, (Note("The file's decoder ({kind}) is not used here: tokens are joined as usual.", kind=listed),)


def _flatten(value: object) -> list[Mapping[str, Any]]:
    """Return the steps of a decoder with nested sequences flattened."""
    if not isinstance(value, dict):
        return []
    if value.get("type") != "Sequence":
        return [value]
    return [step for part in value.get("decoders") or [] for step in _flatten(part)]


def _is_known(step: Mapping[str, Any]) -> bool:
    match step:
        case {"type": "Fuse"} | {"type": "BPEDecoder", "suffix": str()} | {"type": "Metaspace", "replacement": str()}:
            return True
        case {"type": "WordPiece", "prefix": str(), "cleanup": bool()} | {"type": "ByteFallback"}:
            return True
        case {"type": "Replace", "pattern": {"String": str(old)}, "content": str()}:
            return bool(old)
        case {"type": "Strip", "content": str(), "start": int(), "stop": 0}:
            return True
    return False


def _apply_step(step: Mapping[str, Any], tokens: Sequence[str]) -> list[str]:
    """Apply one step to tokens, as in the tokenizers library."""
    match step["type"]:
        case "Replace":
            return [token.replace(step["pattern"]["String"], step["content"]) for token in tokens]
        case "ByteFallback":
            return _fuse_byte_tokens(tokens)
        case "Strip":
            return [_strip_start(token, step["content"], step["start"]) for token in tokens]
        case "BPEDecoder":
            last = len(tokens) - 1
            return [token.replace(step["suffix"], " " if place < last else "") for place, token in enumerate(tokens)]
        case "WordPiece":
            joined = [_spaced(token, step["prefix"]) if place else token for place, token in enumerate(tokens)]
            return [_clean_up(token) for token in joined] if step["cleanup"] else joined
        case "Metaspace":
            first = " " if step.get("prepend_scheme") == "never" else ""
            return [token.replace(step["replacement"], " " if place else first) for place, token in enumerate(tokens)]
    return ["".join(tokens)]


def _fuse_byte_tokens(tokens: Sequence[str]) -> list[str]:
    """Join byte tokens into characters; each byte of an invalid sequence becomes U+FFFD."""
    fused: list[str] = []
    for is_byte, run in groupby(tokens, lambda token: bool(_BYTE.fullmatch(token))):
        if not is_byte:
            fused += run
            continue
        data = bytes(int(token[3:5], 16) for token in run)
        try:
            fused.append(data.decode())
        except UnicodeDecodeError:
            fused += ["\ufffd"] * len(data)
    return fused


def _strip_start(token: str, character: str, most: int) -> str:
    """Remove a character from the start of a token, at most `most` times."""
    count = len(token) - len(token.lstrip(character))
    return token[min(count, most) :]


def _spaced(token: str, prefix: str) -> str:
    return token.removeprefix(prefix) if token.startswith(prefix) else f" {token}"


def _clean_up(token: str) -> str:
    for old, new in CLEAN_UP_REPLACEMENTS:
        token = token.replace(old, new)
    return token
