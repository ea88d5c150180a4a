"""Encode many short texts, in a single request if the work runs in another process."""

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from bpe_engine.bpe.batch_merging import BatchMerger, numpy_if_worthwhile
from bpe_engine.bpe.encoding import MergeTable
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.errors import EngineError
from bpe_engine.files.isolated_normalizer import IsolatedNormalizer
from bpe_engine.files.library_tokenizer import LibraryTokenizer
from bpe_engine.files.split_sequence import SplitSequence
from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.text import custom_patterns
from bpe_engine.text.normalizers import Normalized
from bpe_engine.tokenizer import NO_ID, Tokenizer
from bpe_engine.tokenizers.normalizing import NormalizingTokenizer
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer

MANY_WORDS = 1_000
"""Number of words from which merging in a batch is faster than one by one."""


def cut_each(pre_tokenizer: PreTokenizer, texts: Sequence[str]) -> list[list[str]]:
    """Return the pre-tokens of each text. Raises the errors of `PreTokenizer.split`.

    >>> from bpe_engine.pre_tokenizers import GPT2
    >>> cut_each(GPT2, ["a b", "1a"])
    [['a', ' b'], ['1', 'a']]
    """
    if pre_tokenizer.is_builtin:
        return list(map(pre_tokenizer.split, texts))
    if isinstance(pre_tokenizer, SplitSequence):
        return pre_tokenizer.split_each(texts)
    places = custom_patterns.find_matches(pre_tokenizer.pattern, list(texts))
    return [[text[start:end] for start, end in spans] for text, spans in zip(texts, places, strict=True)]


def normalize_each(tokenizer: Tokenizer, texts: Sequence[str]) -> list[str]:
    """Return each text as normalized before it is cut. Raises the errors of `Tokenizer.normalized`.

    >>> from bpe_engine import load_pretrained
    >>> normalize_each(load_pretrained("bert-base-uncased"), ["Hello"])
    ['hello']
    """
    if isinstance(tokenizer, NormalizingTokenizer):
        normalizer, spaces = tokenizer.normalizer, tokenizer.spaces
        if isinstance(normalizer, IsolatedNormalizer):
            texts = normalizer.normalize_each(texts)
        elif normalizer is not None:
            texts = list(map(normalizer.normalize, texts))
        return [spaces.apply(Normalized.identity(text), 0).text for text in texts] if spaces else list(texts)
    if isinstance(tokenizer, BPETokenizer):
        return list(texts)
    if isinstance(tokenizer, WordPieceTokenizer):
        return list(map(tokenizer._normalized, texts))
    return [tokenizer.normalized(text).text for text in texts]


def encode_each(tokenizer: Tokenizer, texts: Sequence[str]) -> list[list[int]]:
    """Return the ids of each text, special tokens read as plain text; none for a text that cannot be encoded.

    >>> from bpe_engine import load_pretrained
    >>> encode_each(load_pretrained("gpt2"), ["hello world", ""])
    [[31373, 995], []]
    """
    try:
        if isinstance(tokenizer, LibraryTokenizer):
            return tokenizer.ids_of_each(texts)
        if type(tokenizer.base_tokenizer) in (BPETokenizer, UnigramTokenizer, WordPieceTokenizer):
            return _encode_words_of_each(tokenizer, texts)
    except (EngineError, UnicodeEncodeError):
        pass  # a text is at fault: encode the others one by one
    return [_ids_or_none(tokenizer, text) for text in texts]


def _ids_or_none(tokenizer: Tokenizer, text: str) -> list[int]:
    try:
        return tokenizer._ids(text)
    except EngineError:
        return []


def _encode_words_of_each(tokenizer: Tokenizer, texts: Sequence[str]) -> list[list[int]]:
    inner: Any = tokenizer._between if isinstance(tokenizer, NormalizingTokenizer) else tokenizer
    words_of_each = cut_each(inner.pre_tokenizer, normalize_each(tokenizer, texts))
    ids_of = _ids_of_words(inner, {word: None for words in words_of_each for word in words})
    added_pattern = re.compile("|".join(map(re.escape, tokenizer.added_tokens)) or r"(?!)")
    return [
        _ids_or_none(tokenizer, text)
        if added_pattern.search(text)
        else [*chain.from_iterable(map(ids_of.__getitem__, words))]
        for text, words in zip(texts, words_of_each, strict=True)
    ]


def _ids_of_words(inner: Any, words: Iterable[str]) -> Mapping[str, Sequence[int]]:
    """Return the ids of words, in one batch if there are very many and NumPy is installed."""
    words = [*words]
    if isinstance(inner, BPETokenizer) and inner.byte_level and not inner.end_of_word:
        merger = _batch_merger(inner.table) if len(words) >= MANY_WORDS else None
        if merger is not None:
            ids = inner.table.ids
            return {
                word: [inner.unk_id if ids[number] == NO_ID else ids[number] for number in array("i", packed)]
                for word, packed in zip(words, merger.merge_to_bytes(words), strict=True)
            }
    return {word: array("i", inner._word_ids[word]) for word in words}


@lru_cache(maxsize=2)
def _batch_merger(table: MergeTable) -> BatchMerger | None:
    if table.product_of or not all(symbol in table.number_of for symbol in BYTE_ALPHABET):
        return None
    numpy = numpy_if_worthwhile(1_000_000, len(table.pairs))
    return None if numpy is None else BatchMerger(table, numpy)
