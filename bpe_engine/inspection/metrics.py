"""Metrics of a tokenizer on texts, comparable across tokenization methods."""

from collections.abc import Iterable
from typing import NamedTuple

from bpe_engine.errors import EngineError
from bpe_engine.tokenizer import NO_ID, Tokenizer


class Metrics(NamedTuple):
    """The results of `measure`. Rates are from 0 to 1."""

    tokens: int
    characters: int
    words: int  # separated by white space
    characters_per_token: float
    tokens_per_word: float  # also called fertility
    vocabulary_size: int  # tokens in the vocabulary
    vocabulary_used: int  # distinct tokens in the output
    unknown: int  # unknown tokens in the output
    unknown_rate: float  # unknown tokens per token
    round_trip: bool  # whether decoding restores every text


def measure(tokenizer: Tokenizer, texts: Iterable[tuple[str, int]]) -> Metrics:
    """Measure a tokenizer on texts, weighted by their counts. Special tokens are read as plain text.

    Raises EngineError at byte level for a lone surrogate.

    >>> from bpe_engine import BPETrainer, Corpus
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> found = measure(BPETrainer(vocab_size=10).train(corpus), [("hug", 2), ("pun", 1)])
    >>> found.tokens, found.tokens_per_word, found.round_trip
    (4, 1.3333333333333333, True)
    """
    tokens = characters = words = unknown = 0
    used: set[int] = set()
    whole = True
    for text, times in texts:
        spans = tokenizer.spans(text)
        lost = sum(tokenizer.is_unknown(span.token_id) for span in spans)
        tokens += times * len(spans)
        characters += times * len(text)
        words += times * len(text.split())
        unknown += times * lost
        used.update(span.token_id for span in spans)
        whole = whole and not lost and round_trips(tokenizer, [span.token_id for span in spans], text)
    return Metrics(
        tokens=tokens,
        characters=characters,
        words=words,
        characters_per_token=characters / tokens if tokens else 0.0,
        tokens_per_word=tokens / words if words else 0.0,
        vocabulary_size=tokenizer.vocab_size,
        vocabulary_used=len(used - {NO_ID}),
        unknown=unknown,
        unknown_rate=unknown / tokens if tokens else 0.0,
        round_trip=whole,
    )


def round_trips(tokenizer: Tokenizer, ids: list[int], text: str) -> bool:
    """Return whether the ids decode to exactly this text."""
    try:
        return tokenizer.decode(ids) == text
    except EngineError:
        return False
