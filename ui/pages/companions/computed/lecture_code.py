"""Errors in the programs of the lecture on minbpe, reproduced in a few lines that can be run as they are."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

import regex

GPT4_SPLIT_PATTERN = regex.compile(
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"""
)
GPT2_SPLIT_PATTERN = regex.compile(r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""")
Symbol = TypeVar("Symbol", bound=Hashable)


def get_stats(symbols: Sequence[Symbol]) -> dict[tuple[Symbol, Symbol], int]:
    """Count each neighbouring pair."""
    counts: dict[tuple[Symbol, Symbol], int] = {}
    for pair in zip(symbols, symbols[1:], strict=False):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge(ids: Sequence[int], pair: tuple[int, int], new_id: int) -> list[int]:
    """Replace each occurrence of a pair by a new id."""
    merged: list[int] = []
    place = 0
    while place < len(ids):
        found = tuple(ids[place : place + 2]) == pair
        merged.append(new_id if found else ids[place])
        place += 2 if found else 1
    return merged


def train_and_tell(text: str, merges: int) -> list[str]:
    """Return the learned tokens, decoding each at once: this fails for a token that is part of a character."""
    ids = list(text.encode())
    token = {byte: bytes([byte]) for byte in range(256)}
    decoded_tokens = []
    for new_id in range(256, 256 + merges):
        counts = get_stats(ids)
        pair = max(counts, key=lambda each: counts[each])
        ids = merge(ids, pair, new_id)
        token[new_id] = token[pair[0]] + token[pair[1]]
        decoded_tokens.append(token[new_id].decode("utf-8"))
    return decoded_tokens


def decode_after_load(ids: Sequence[int], merges: Sequence[tuple[int, int]]) -> str:
    """Decode ids with the vocabulary built by `load`: `bytes(n)` is n zero bytes, not the byte n."""
    token = {byte: bytes(byte) for byte in range(256)}
    for new_id, (left, right) in enumerate(merges, 256):
        token[new_id] = token[left] + token[right]
    return b"".join(token[each] for each in ids).decode()


def train_on_chunks(text: str) -> bytes:
    """Return the first token of a training on chunks, with the misplaced bracket: one list, of whole chunks."""
    chunks = [[chunk.encode() for chunk in split(text)]]
    token: dict[object, bytes] = {byte: bytes([byte]) for byte in range(256)}
    counts: dict[tuple[bytes, bytes], int] = {}
    for chunk in chunks:
        counts |= get_stats(chunk)
    left, right = max(counts, key=lambda each: counts[each])
    return token[left] + token[right]


def merges_made(text: str, vocab_size: int) -> int:
    """Return the number of merges of a training with that bracket repaired, and the line that sets `vocab_size`."""
    chunks = [list(chunk.encode()) for chunk in split(text)]
    vocab_size = 256 + 3
    for new_id in range(256, vocab_size):
        counts = Counter(pair for chunk in chunks for pair in zip(chunk, chunk[1:], strict=False))
        pair = max(counts, key=lambda each: counts[each])
        chunks = [merge(chunk, pair, new_id) for chunk in chunks]
    return vocab_size - 256


def split(text: str) -> list[str]:
    """Split a text into chunks by the lecture's pattern."""
    return GPT4_SPLIT_PATTERN.findall(text)


class Loading:
    """What `RegexTokenizer` keeps of its pattern: it inherits `load`, which compiles nothing."""

    def __init__(self) -> None:
        self.pattern = GPT4_SPLIT_PATTERN.pattern
        self.compiled_pattern = regex.compile(self.pattern)

    def load(self, pattern: str) -> None:
        """Store the pattern line of a .model."""
        self.pattern = pattern


def cut_after_load(text: str) -> list[str]:
    """Return a text cut by a tokenizer that has loaded a .model with GPT-2's pattern."""
    tokenizer = Loading()
    tokenizer.load(GPT2_SPLIT_PATTERN.pattern)
    return tokenizer.compiled_pattern.findall(text)
