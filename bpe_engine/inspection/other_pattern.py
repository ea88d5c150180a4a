r"""The same vocabulary with another pre-tokenization pattern: different ids that decode to the same text.

The patterns are published ones, and GPT-4's with different groups of digits: \p{N}{1,2} as in nanochat
(nanochat/tokenizer.py), and \p{N} as in Qwen.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import regex

from bpe_engine.bpe.encoding import merge_all
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import GPT4, PRE_TOKENIZERS

DIGIT_GROUPS = {"gpt4-digits-1": r"\p{N}", "gpt4-digits-2": r"\p{N}{1,2}+"}
"""GPT-4's pattern with different groups of digits, by name."""


class OtherPatternEncoding(NamedTuple):
    """A text encoded with another pattern."""

    chunks: tuple[str, ...]
    ids: tuple[int, ...]
    differs_at: int | None  # index of the first token that differs from the tokenizer's own; None if all agree


@cache
def _compiled(pattern: str) -> "regex.Pattern[str]":
    known = GPT4.pattern.replace(r"\p{N}{1,3}+", DIGIT_GROUPS[pattern])
    return regex.compile(known)


def chunks_by(pattern: str, text: str) -> list[str]:
    """Cut a text into chunks with a published pattern or one of `DIGIT_GROUPS`.

    Raises EngineError if the pattern is unknown.

    >>> chunks_by("gpt4", "in 2048"), chunks_by("gpt4-digits-2", "in 2048")
    (['in', ' ', '204', '8'], ['in', ' ', '20', '48'])
    """
    if pattern in DIGIT_GROUPS:
        return _compiled(pattern).findall(text)
    if pattern not in PRE_TOKENIZERS:
        raise EngineError(
            "pattern={name!r} is not valid. Choose one of {known}.",
            name=pattern,
            known=", ".join((*PRE_TOKENIZERS, *DIGIT_GROUPS)),
        )
    return PRE_TOKENIZERS[pattern].split(text)


def encode_with_pattern(tokenizer: BPETokenizer, pattern: str, text: str) -> OtherPatternEncoding:
    """Encode a text with a byte-level vocabulary, but another pattern. Raises the errors of `chunks_by`.

    Names of special tokens are read as plain text.

    >>> from bpe_engine import load_pretrained
    >>> gpt4 = load_pretrained("cl100k_base")
    >>> encode_with_pattern(gpt4, "gpt4", "2048"), encode_with_pattern(gpt4, "gpt4-digits-2", "2048").ids
    (OtherPatternEncoding(chunks=('204', '8'), ids=(7854, 23), differs_at=None), (508, 2166))
    """
    chunks = chunks_by(pattern, text)
    table = tokenizer.table
    ids = [table.id_of(number) for chunk in chunks for number in merge_all(tokenizer.symbols_of(chunk), table)]
    return OtherPatternEncoding(tuple(chunks), tuple(ids), _first_difference(ids, tokenizer.encode(text, "none")))


def _first_difference(ids: Sequence[int], other_ids: Sequence[int]) -> int | None:
    pairs = zip(ids, other_ids, strict=False)
    shorter = min(len(ids), len(other_ids))
    at = next((at for at, (first, second) in enumerate(pairs) if first != second), shorter)
    return None if at == len(ids) == len(other_ids) else at
