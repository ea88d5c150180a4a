"""The corpus: what a tokenizer is trained on, as distinct words with their frequencies."""

import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.collector import paused_collector
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import WHITESPACE, PreTokenizer, Progress, pre_tokenizer_named


@dataclass(frozen=True)
class Corpus:
    """Distinct words (pre-tokens) with frequencies, in order of first appearance.

    At byte level the words are written in GPT-2's byte alphabet. The pre-tokenizer is kept, since
    the tokenizer that comes out must cut text in the same way.

    >>> Corpus.from_text("low low lower", pre_tokenizer="gpt2").words
    {'low': 1, 'Ġlow': 1, 'Ġlower': 1}
    """

    words: Mapping[str, int]
    pre_tokenizer: PreTokenizer = WHITESPACE
    byte_level: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", _checked(self.words))

    @classmethod
    def from_counts(
        cls, counts: Mapping[str, int], *, pre_tokenizer: str | PreTokenizer = "whitespace", byte_level: bool = False
    ) -> "Corpus":
        """A corpus of these words and frequencies.

        Raises EngineError for an empty word, or a frequency that is not a positive whole number.
        """
        words = _checked(counts)
        if byte_level:
            words = {to_byte_symbols(word): count for word, count in words.items()}
        return cls(words, pre_tokenizer_named(pre_tokenizer), byte_level)

    @classmethod
    def from_text(
        cls,
        text: str | Iterable[str],
        pre_tokenizer: str | PreTokenizer = "gpt2",
        byte_level: bool = True,
        *,
        progress: Progress | None = None,
    ) -> "Corpus":
        """The pre-tokens of a text and how often each occurs.

        `text` may be an iterable of strings, so that a file need not fit in memory; each string is
        pre-tokenized by itself. `progress` is told the number of characters read so far.

        Raises EngineError for an unknown pre-tokenizer, a pattern that fails, and at byte level for a lone surrogate.
        """
        splitter = pre_tokenizer_named(pre_tokenizer)
        with paused_collector():
            words = splitter.count((text,) if isinstance(text, str) else text, progress)
        if byte_level:
            words = {to_byte_symbols(word): count for word, count in words.items()}
        return cls(words, splitter, byte_level)


def _checked(counts: Mapping[str, int]) -> dict[str, int]:
    """A copy, with plain integers: a table of the user's own may hold those of numpy."""
    return {_checked_word(word): _checked_count(word, count) for word, count in counts.items()}


def _checked_word(word: str) -> str:
    if not isinstance(word, str) or not word:
        raise EngineError("A word of the corpus is empty ({word!r}). Write at least one character.", word=word)
    return word


def _checked_count(word: str, count: int) -> int:
    try:
        whole = operator.index(count)
    except TypeError:
        whole = 0
    if whole < 1 or isinstance(count, bool):
        raise EngineError(
            "The frequency of {word!r} is {count!r}, but a frequency is a whole number, 1 or more. "
            "Correct it, or leave the word out.",
            word=word,
            count=count,
        )
    return whole
