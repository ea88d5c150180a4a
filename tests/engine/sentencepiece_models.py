"""SentencePiece models for tests: trained here, or written piece by piece."""

import io
import json
import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import sentencepiece

from bpe_engine.sentencepiece.model_file import BPE, PieceKind
from tests.engine.file_samples import PLAY

ARTICLES = Path(__file__).parents[2] / "data" / "udhr" / "article1_37.json"
LANGUAGES: dict[str, str] = {code: article["text"] for code, article in json.loads(ARTICLES.read_text("utf-8")).items()}

CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "as it comes": {},
    "bytes": {"byte_fallback": True},
    "symbols": {"user_defined_symbols": ["<sep>", " a", "▁the", "ab"]},
    "llama": {
        "normalization_rule_name": "identity",
        "remove_extra_whitespaces": False,
        "allow_whitespace_only_pieces": True,
        "byte_fallback": True,
        "split_digits": True,
    },
    "across spaces": {"split_by_whitespace": False},
    "spaces at the end": {"treat_whitespace_as_suffix": True},
    "no prefix": {"add_dummy_prefix": False, "normalization_rule_name": "identity"},
    "suffixes and symbols": {
        "treat_whitespace_as_suffix": True,
        "normalization_rule_name": "identity",
        "user_defined_symbols": ["<sep>", " a", "  ", "▁"],
        "control_symbols": ["<ctl>"],
    },
    "folded case": {"normalization_rule_name": "nfkc_cf", "split_by_unicode_script": False, "split_by_number": False},
}


@cache
def model(configuration: str, vocab_size: int = 1_000) -> bytes:
    """Train a BPE model on part of a play and a few languages."""
    with io.BytesIO() as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter([*PLAY[:40_000].split("\n"), *list(LANGUAGES.values())[:5]]),
            model_writer=file,
            model_type="bpe",
            vocab_size=vocab_size,
            hard_vocab_limit=False,
            minloglevel=3,
            **CONFIGURATIONS[configuration],
        )
        return file.getvalue()


def peer(data: bytes) -> Any:
    """Return the library's own tokenizer of a model."""
    sentencepiece.set_min_log_level(3)
    return sentencepiece.SentencePieceProcessor(model_proto=data)


def written(pieces: Sequence[tuple[str, float, PieceKind]], **spaces: bool) -> bytes:
    """Write a BPE model with these pieces; `spaces` are fields of the model file."""
    fields = {"add_dummy_prefix": 3, "remove_extra_whitespaces": 4, "escape_whitespaces": 5}
    parts = [
        _field(1, _field(1, text.encode()) + b"\x15" + struct.pack("<f", score) + bytes([0x18, kind]))
        for text, score, kind in pieces
    ]
    fallback = any(kind == PieceKind.BYTE for _, _, kind in pieces)
    trainer = bytes([3 << 3, BPE]) + (b"\x98\x02\x01" if fallback else b"")
    normalizer = _field(1, b"identity") + b"".join(bytes([fields[key] << 3, on]) for key, on in spaces.items())
    return b"".join([*parts, _field(2, trainer), _field(3, normalizer)])


def _field(number: int, content: bytes) -> bytes:
    size, length = len(content), b""
    while size > 0x7F:
        length += bytes([size & 0x7F | 0x80])
        size >>= 7
    return bytes([number << 3 | 2]) + length + bytes([size]) + content
