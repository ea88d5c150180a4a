"""The genuine vocabularies of GPT-2, GPT-4, GPT-4o, Qwen, DeepSeek, BERT, T5 and Mistral, included in the package.

For byte-level byte-pair encoding (GPT-2, GPT-4, GPT-4o, Qwen 3 and DeepSeek V3), a file in `data/` contains only the
merges, as pairs of numbers. Everything else follows from them: numbers 0 to 255 are the bytes in the order of GPT-2's
alphabet, the merge of rank r makes token 256 + r, and a token is the concatenation of its two parts. Its number is its
id, except in DeepSeek's, where three special tokens come first. GPT-3's r50k_base is the same as GPT-2's, p50k_base
adds tokens of several spaces, and o200k_harmony is GPT-4o's with different special tokens. For BERT, the file is the
published vocab.txt (see `wordpiece.bert`), and for T5 and Mistral 7B the published SentencePiece models (see
`sentencepiece`). `official_file` reconstructs the published files of OpenAI and BERT.
"""

import base64
import json
import sys
import threading
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from typing import Literal, overload

from bpe_engine.bpe.encoding import LEFT_FACTOR, MergeTable, merge_all
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET, symbols_to_bytes
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import DEEPSEEK, GPT2, GPT4, GPT4O, QWEN, PreTokenizer
from bpe_engine.sentencepiece.bpe import MISTRAL, SentencePieceBPE, load_mistral
from bpe_engine.sentencepiece.unigram import load_t5
from bpe_engine.text.normalizers import NFC
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.tokenizers.normalizing import NormalizingTokenizer
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.vocabularies.bundled_files import read_bundled
from bpe_engine.wordpiece import bert
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer

GPT2_ALPHABET = tuple(sorted(BYTE_ALPHABET))
"""The symbols of the 256 bytes in the order of their ids, which is not the order of the bytes."""


@dataclass(frozen=True)
class PretrainedInfo:
    """A vocabulary's properties besides its merges, from tiktoken_ext/openai_public.py or its tokenizer.json."""

    name: str
    models: str  # models that use it
    pre_tokenizer: PreTokenizer
    special_tokens: dict[str, int]
    shipped_as: str  # the file in `data/`
    sha256: str  # of the unpacked file
    official_name: str
    official_sha256: str
    runs_of_spaces: int = 0  # tokens of 2, 3, 4 … spaces after those of the shipped file and <|endoftext|>
    added_tokens: dict[str, int] = field(default_factory=dict)  # ordinary tokens that are matched by name
    before_bytes: int = 0  # number of special tokens before the bytes
    composes: bool = False  # whether text is first normalized to NFC


_HARMONY = {  # as in tiktoken 0.14
    "<|startoftext|>": 199998,
    "<|return|>": 200002,
    "<|constrain|>": 200003,
    "<|channel|>": 200005,
    "<|start|>": 200006,
    "<|end|>": 200007,
    "<|message|>": 200008,
    "<|call|>": 200012,
    # 200018 already has a name, <|endofprompt|>.
    **{
        f"<|reserved_{number}|>": number
        for number in (200000, 200001, 200004, *range(200009, 201088))
        if number not in (200012, 200018)
    },
}

_QWEN_SPECIAL = (
    *("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|object_ref_start|>", "<|object_ref_end|>", "<|box_start|>"),
    *("<|box_end|>", "<|quad_start|>", "<|quad_end|>", "<|vision_start|>", "<|vision_end|>", "<|vision_pad|>"),
    *("<|image_pad|>", "<|video_pad|>"),
)
_QWEN_ADDED = (
    *("<tool_call>", "</tool_call>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|fim_pad|>"),
    *("<|repo_name|>", "<|file_sep|>", "<tool_response>", "</tool_response>", "<think>", "</think>"),
)
_DEEPSEEK_FIRST = ("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<｜▁pad▁｜>")
_DEEPSEEK_TOOLS = (
    *("tool▁calls▁begin", "tool▁calls▁end", "tool▁call▁begin", "tool▁call▁end", "tool▁outputs▁begin"),
    *("tool▁outputs▁end", "tool▁output▁begin", "tool▁output▁end", "tool▁sep"),
)


def _numbered(tokens: Iterable[str], first: int) -> dict[str, int]:
    return {token: first + number for number, token in enumerate(tokens)}


PRETRAINED: dict[str, PretrainedInfo] = {
    known.name: known
    for known in (
        PretrainedInfo(
            name="gpt2",
            models="GPT-2, GPT-3",
            pre_tokenizer=GPT2,
            special_tokens={"<|endoftext|>": 50256},
            shipped_as="gpt2",
            sha256="56c303a8c9eb6f47d1cf9e33cc828f99a4b73b896684f3d3b2854c8bea2ed160",
            official_name="vocab.bpe",
            official_sha256="1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
        ),
        PretrainedInfo(
            name="r50k_base",
            models="GPT-3",
            pre_tokenizer=GPT2,
            special_tokens={"<|endoftext|>": 50256},
            shipped_as="gpt2",
            sha256="56c303a8c9eb6f47d1cf9e33cc828f99a4b73b896684f3d3b2854c8bea2ed160",
            official_name="r50k_base.tiktoken",
            official_sha256="306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
        ),
        PretrainedInfo(
            name="p50k_base",
            models="Codex, text-davinci-003",
            pre_tokenizer=GPT2,
            special_tokens={"<|endoftext|>": 50256},
            shipped_as="gpt2",
            sha256="56c303a8c9eb6f47d1cf9e33cc828f99a4b73b896684f3d3b2854c8bea2ed160",
            official_name="p50k_base.tiktoken",
            official_sha256="94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
            runs_of_spaces=24,
        ),
        PretrainedInfo(
            name="cl100k_base",
            models="GPT-3.5, GPT-4",
            pre_tokenizer=GPT4,
            special_tokens={
                "<|endoftext|>": 100257,
                "<|fim_prefix|>": 100258,
                "<|fim_middle|>": 100259,
                "<|fim_suffix|>": 100260,
                "<|endofprompt|>": 100276,
            },
            shipped_as="cl100k_base",
            sha256="a56b01398eacb98b2e1babd3b8c7053eb2f4432ecd617f1e0b8d4b9ea5ec681a",
            official_name="cl100k_base.tiktoken",
            official_sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        ),
        PretrainedInfo(
            name="o200k_base",
            models="GPT-4o",
            pre_tokenizer=GPT4O,
            special_tokens={"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
            shipped_as="o200k_base",
            sha256="cdcc51c88a202b1619a9f6c42ee4e9cf0cdf33f39c1e62dd6cbe5e5bcce25bec",
            official_name="o200k_base.tiktoken",
            official_sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        ),
        PretrainedInfo(
            name="o200k_harmony",
            models="gpt-oss",
            pre_tokenizer=GPT4O,
            special_tokens={"<|endoftext|>": 199999, "<|endofprompt|>": 200018, **_HARMONY},
            shipped_as="o200k_base",
            sha256="cdcc51c88a202b1619a9f6c42ee4e9cf0cdf33f39c1e62dd6cbe5e5bcce25bec",
            official_name="o200k_base.tiktoken",
            official_sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        ),
        PretrainedInfo(
            name="qwen3",
            models="Qwen 3, Qwen 2.5",
            pre_tokenizer=QWEN,
            special_tokens=_numbered(_QWEN_SPECIAL, 151643),
            added_tokens=_numbered(_QWEN_ADDED, 151657),
            composes=True,
            shipped_as="qwen3",
            sha256="cce4f80120c24d5dd632b54cf6d4bad6cb3a837bcb40634d3d9722316a0b026c",
            official_name="tokenizer.json",
            official_sha256="aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4",
        ),
        PretrainedInfo(
            name="deepseek-v3",
            models="DeepSeek V3, DeepSeek R1",
            pre_tokenizer=DEEPSEEK,
            special_tokens={
                **_numbered(_DEEPSEEK_FIRST, 0),
                **_numbered((f"<｜place▁holder▁no▁{number}｜>" for number in range(800)), 128000),
                "<|EOT|>": 128805,
            },
            added_tokens={
                **_numbered(
                    ("<｜fim▁hole｜>", "<｜fim▁begin｜>", "<｜fim▁end｜>", "<｜User｜>", "<｜Assistant｜>"), 128800
                ),
                **_numbered((f"<｜{name}｜>" for name in _DEEPSEEK_TOOLS), 128806),
            },
            before_bytes=3,
            shipped_as="deepseek-v3",
            sha256="9d587f8ff8e6e6984a5675e81d7289dec9d105ec415e1f79e4f7dd2b5d356945",
            official_name="tokenizer.json",
            official_sha256="621ac2e32d0dba658404412318818aaa8ce8cda492e59830109d8da6b517fb41",
        ),
    )
}
"""The byte-level BPE vocabularies of `load_pretrained`, by name."""

_LOADING = threading.Lock()


@overload
def load_pretrained(
    name: Literal["gpt2", "r50k_base", "p50k_base", "cl100k_base", "o200k_base", "o200k_harmony", "deepseek-v3"],
) -> BPETokenizer: ...
@overload
def load_pretrained(name: Literal["qwen3"]) -> NormalizingTokenizer: ...
@overload
def load_pretrained(name: Literal["t5-small"]) -> UnigramTokenizer: ...
@overload
def load_pretrained(name: Literal["mistral-7b"]) -> SentencePieceBPE: ...
@overload
def load_pretrained(name: Literal["bert-base-uncased"]) -> WordPieceTokenizer: ...
@overload
def load_pretrained(name: str) -> Tokenizer: ...
def load_pretrained(name: str) -> Tokenizer:
    """Return the tokenizer with the genuine vocabulary of this name.

    "gpt2", "r50k_base", "p50k_base", "cl100k_base", "o200k_base" and "o200k_harmony" are byte-pair encoding, with the
    ids of OpenAI's tiktoken. "deepseek-v3" (DeepSeek V3 and R1) and "qwen3" (Qwen 3 and 2.5) are too, with the ids of
    the tokenizers library; Qwen's composes letters and accents first, as a `NormalizingTokenizer`. "t5-small" is T5's
    vocabulary, a `UnigramTokenizer`, and "mistral-7b" Mistral 7B's, a `SentencePieceBPE`, both with the ids of
    SentencePiece. "bert-base-uncased" is BERT's, a `WordPieceTokenizer` with the ids of the tokenizers library. Each is
    loaded on first use and shared by all callers.

    Raises EngineError if the name is unknown, or a file is missing or damaged.

    >>> load_pretrained("gpt2").encode("hello world")
    [31373, 995]
    """
    if name not in CUSTOM_LOADERS:
        raise EngineError(
            "There is no vocabulary {name!r}. Choose one of {known}.", name=name, known=", ".join(CUSTOM_LOADERS)
        )
    with _LOADING:  # concurrent callers get the same object
        return _load(name)


def load_pretrained_bpe(name: str) -> BPETokenizer:
    """Return a vocabulary's `BPETokenizer`, without any normalization. Raises the errors of `load_pretrained`."""
    tokenizer = load_pretrained(name).base_tokenizer
    if not isinstance(tokenizer, BPETokenizer):
        raise EngineError(
            "The vocabulary {name!r} is not a byte-pair encoding. Choose one of {known}.",
            name=name,
            known=", ".join(PRETRAINED),
        )
    return tokenizer


@cache
def _load(name: str) -> Tokenizer:
    return CUSTOM_LOADERS[name]()


def _bpe(info: PretrainedInfo) -> BPETokenizer | NormalizingTokenizer:
    base = (*islice(info.special_tokens, info.before_bytes), *GPT2_ALPHABET)
    pairs = unpack_pairs(read_bundled(info.shipped_as, info.sha256), info.before_bytes)
    ids = list(range(len(base) + len(pairs)))
    products = ids[len(base) :]
    table = MergeTable(base, pairs, products, ids)
    for length in range(2, 2 + info.runs_of_spaces):
        left, right = merge_all("Ġ" * length, table)
        pair = left * LEFT_FACTOR + right
        table.rank_of[pair] = len(pairs)
        pairs.append(pair)
        products.append(len(ids))
        ids.append(len(ids) + len(info.special_tokens))  # the special tokens' ids come between
    for token, token_id in info.added_tokens.items():
        table.number_of[token] = len(ids)
        ids.append(token_id)
    tokenizer = BPETokenizer.from_table(
        info.name,
        table,
        pre_tokenizer=info.pre_tokenizer,
        special_tokens=info.special_tokens,
        added_tokens=info.added_tokens,
    )
    return NormalizingTokenizer(tokenizer, normalizer=NFC()) if info.composes else tokenizer


CUSTOM_LOADERS: dict[str, Callable[[], Tokenizer]] = {
    **{name: partial(_bpe, known) for name, known in PRETRAINED.items()},
    "t5-small": load_t5,
    MISTRAL: load_mistral,
    bert.NAME: bert.bert_base_uncased,
}
"""The loaders of all vocabularies of `load_pretrained`, by name."""


def pack_pairs(pairs: list[tuple[int, int]]) -> bytes:
    """Pack pairs of numbers in columns, which compress to two thirds of the size of rows.

    The six columns are the high, middle and low bytes of all left numbers, then those of the right ones.

    >>> pack_pairs([(1, 2), (256, 3)]).hex(" ")
    '00 00 00 01 01 00 00 00 00 00 02 03'
    """
    return b"".join(bytes(pair[side] >> shift & 0xFF for pair in pairs) for side in (0, 1) for shift in (16, 8, 0))


def unpack_pairs(columns: bytes, first: int = 0) -> list[int]:
    """Unpack pairs, each as a single number as in MergeTable; number 0 has the id `first`.

    >>> [divmod(pair, LEFT_FACTOR) for pair in unpack_pairs(pack_pairs([(1, 2), (256, 3)]))]
    [(1, 2), (256, 3)]
    """
    count = len(columns) // 6
    left, right = (_column(columns[side * 3 * count : (side + 1) * 3 * count]) for side in (0, 1))
    shift = first * LEFT_FACTOR + first
    return [left_id * LEFT_FACTOR + right_id + shift for left_id, right_id in zip(left, right, strict=True)]


def _column(bytes_by_weight: bytes) -> "array[int]":
    """Return the numbers whose high, middle and low bytes are the three thirds of this."""
    count = len(bytes_by_weight) // 3
    ids = bytearray(4 * count)
    for weight, place in enumerate((1, 2, 3) if sys.byteorder == "big" else (2, 1, 0)):
        ids[place::4] = bytes_by_weight[weight * count : (weight + 1) * count]
    return array("I", ids)


def official_file(name: str) -> bytes:
    """Return the published file of a vocabulary, byte for byte, reconstructed from the included data.

    This is GPT-2's vocab.bpe, a .tiktoken rank file, or BERT's vocab.txt. Raises EngineError if the published file
    contains more than the vocabulary, and as `load_pretrained`.
    """
    if name == bert.NAME:
        return bert.vocab_txt()
    if name in PRETRAINED and PRETRAINED[name].official_name == "tokenizer.json":
        raise EngineError(
            "The published file of {name!r} is a tokenizer.json, which is not put together here. Write one with "
            "bpe_engine.files.write.",
            name=name,
        )
    table = load_pretrained_bpe(name).table
    if name == "gpt2":
        pairs = (table.pair(rank) for rank in range(len(table.pairs)))
        return "".join(["#version: 0.2\n", *(f"{left} {right}\n" for left, right in pairs)]).encode()
    lines = (
        b"%s %d\n" % (base64.b64encode(symbols_to_bytes(symbol)), token_id)
        for symbol, token_id in zip(table.symbols, table.ids, strict=True)
    )
    return b"".join(lines)


def gpt2_encoder_json() -> bytes:
    """Return GPT-2's published encoder.json (token -> id), byte for byte. Raises the errors of `load_pretrained`."""
    return json.dumps(load_pretrained("gpt2").vocabulary).encode()
