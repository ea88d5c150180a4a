"""The training corpus: distinct words with their frequencies."""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from bpe_engine.byte_alphabet import is_byte_string, to_byte_symbols
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import WHITESPACE, PreTokenizer, resolve_pre_tokenizer
from bpe_engine.text.added_tokens import text_between_tokens, validated_tokens
from bpe_engine.text.file_counts import FilePath, count_files, count_texts, read_parts
from bpe_engine.text.input_text import normalize_surrogates
from bpe_engine.training.gc_pause import paused_collector

Progress = Callable[[int], object]
"""A callback that receives how much has been read."""


@dataclass(frozen=True)
class Corpus:
    """Distinct words (pre-tokens) with frequencies, in order of first appearance.

    At byte level the words are written in GPT-2's byte alphabet. The pre-tokenizer is stored, since the trained
    tokenizer must cut text in the same way.

    >>> Corpus.from_text("low low lower", pre_tokenizer="gpt2").words
    {'low': 1, 'Ġlow': 1, 'Ġlower': 1}
    """

    words: Mapping[str, int]
    pre_tokenizer: PreTokenizer = WHITESPACE
    byte_level: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", _validated_counts(self.words))

    @classmethod
    def from_counts(
        cls, counts: Mapping[str, int], *, pre_tokenizer: str | PreTokenizer = "whitespace", byte_level: bool = False
    ) -> "Corpus":
        """Return a corpus of these words and frequencies.

        Raises EngineError if a word is empty or a frequency is not a positive whole number.
        """
        words = _validated_counts(counts)
        if byte_level:
            words = {to_byte_symbols(word): count for word, count in words.items()}
        return cls(words, resolve_pre_tokenizer(pre_tokenizer), byte_level)

    @classmethod
    def from_text(
        cls,
        text: str | Iterable[str],
        pre_tokenizer: str | PreTokenizer = "gpt2",
        byte_level: bool = True,
        *,
        executor: Executor | None = None,
        progress: Progress | None = None,
        special_tokens: Sequence[str] = (),
    ) -> "Corpus":
        """Return the pre-tokens of a text and how often each occurs.

        `text` may be an iterable of strings, so that a file need not fit in memory. Each string is pre-tokenized
        separately; `executor` (see `from_files`) counts several at the same time. `progress` receives the number of
        characters read so far. `special_tokens` are skipped wherever they occur, and the text between two of them is
        treated separately.

        Raises EngineError if `text` is not text, the pre-tokenizer is unknown, its pattern fails, there is a lone
        surrogate at byte level, or a worker process ends.
        """
        splitter = resolve_pre_tokenizer(pre_tokenizer)
        several = isinstance(text, Iterable) and not isinstance(text, str | bytes)
        texts: Iterable[str] = map(normalize_surrogates, text if several else (text,))
        if progress:
            texts = _report_progress(texts, progress)
        special = validated_tokens("special_tokens", special_tokens)
        with paused_collector():
            if executor is None:
                words = splitter.count(part for whole in texts for part in text_between_tokens(special, whole))
            else:
                words = count_texts(texts, splitter, executor, special)
        if byte_level:
            words = {to_byte_symbols(word): count for word, count in words.items()}
        return cls(words, splitter, byte_level)

    @classmethod
    def from_files(
        cls,
        paths: FilePath | Iterable[FilePath],
        pre_tokenizer: str | PreTokenizer = "gpt2",
        byte_level: bool = True,
        *,
        executor: Executor | None = None,
        progress: Progress | None = None,
        special_tokens: Sequence[str] = (),
    ) -> "Corpus":
        """Return the pre-tokens of one or more text files, counted as by `from_text`.

        A file is read in parts and need not fit in memory, unless no safe cut is known: with the pre-tokenizer "none",
        a custom pattern, or special tokens that contain white space. `executor` (of `concurrent.futures`, or with the
        same methods, like Dask's `Client.get_executor()`) counts several parts at the same time. `progress` receives
        the number of bytes counted so far.

        Raises EngineError if a file is not UTF-8 or a worker process ends, and as `from_text`; OSError if a file cannot
        be read.
        """
        splitter = resolve_pre_tokenizer(pre_tokenizer)
        special = validated_tokens("special_tokens", special_tokens)
        with paused_collector():
            files = (paths,) if isinstance(paths, str | PathLike) else paths
            words = count_files(files, splitter, executor, progress, special)
        if byte_level:
            words = {to_byte_symbols(word): count for word, count in words.items()}
        return cls(words, splitter, byte_level)

    def most_frequent(self, characters: int) -> "Corpus":
        """Return the most frequent words whose characters add up to at most `characters`, in the same order.

        Words of the same frequency are kept or dropped together. Returns the corpus itself if all words fit.

        >>> Corpus.from_counts({"hug": 10, "pun": 12, "hugs": 5, "bun": 5}).most_frequent(10).words
        {'hug': 10, 'pun': 12}
        """
        room: dict[int, int] = {}
        for word, count in self.words.items():
            room[count] = room.get(count, 0) + len(word)
        least = 1
        for count in sorted(room, reverse=True):
            characters -= room[count]
            if characters < 0:
                least = count + 1
                break
        if least == 1:
            return self
        frequent = {word: count for word, count in self.words.items() if count >= least}
        return Corpus(frequent, self.pre_tokenizer, self.byte_level)

    @classmethod
    def from_tsv(
        cls, path: FilePath, pre_tokenizer: str | PreTokenizer = "whitespace", byte_level: bool = False
    ) -> "Corpus":
        """Read a table with a word, a tab and its frequency on each line, as SentencePiece accepts it.

        At byte level, words are in the byte alphabet, as `to_tsv` writes them. The frequencies of a repeated word are
        added. Raises EngineError if a line has another form or the file is not UTF-8, and as `from_counts`.
        """
        words: dict[str, int] = {}
        lines = "".join(text for text, _ in read_parts(path, may_be_cut=False)).removesuffix("\n").split("\n")
        for number, line in enumerate(lines, 1):
            word, tab, count = line.partition("\t")
            if not (word and tab and count.strip().isdecimal() and (not byte_level or is_byte_string(word))):
                raise EngineError(
                    "Line {number:,} of {file} is {line!r}, but a line must be a word, a tab and a count; at byte "
                    "level, the word is written in the byte alphabet. Correct the line, or remove it.",
                    number=number,
                    file=str(path),
                    line=line,
                )
            words[word] = words.get(word, 0) + int(count)
        return cls(words, resolve_pre_tokenizer(pre_tokenizer), byte_level)

    def to_tsv(self, path: FilePath) -> None:
        """Write the words to a table that `from_tsv` reads.

        Raises EngineError if a word contains a tab or a line end, which never happens at byte level.
        """
        for word in self.words:
            if "\t" in word or "\n" in word:
                raise EngineError(
                    "The word {word!r} contains a tab or line break, which a word table cannot contain. Use a "
                    "byte-level corpus, or the pre-tokenizer 'whitespace'.",
                    word=word,
                )
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            file.writelines(f"{word}\t{count}\n" for word, count in self.words.items())


def _report_progress(texts: Iterable[str], progress: Progress) -> Iterator[str]:
    """Yield the same texts; report the characters so far after each."""
    read = 0
    for text in texts:
        yield text
        read += len(text)
        progress(read)


def _validated_counts(counts: Mapping[str, int]) -> dict[str, int]:
    """Return a copy with plain integers, since a caller's counts may be NumPy integers."""
    values = counts.values()
    if {*map(type, counts)} == {str} and "" not in counts and {*map(type, values)} == {int} and min(values) > 0:
        return dict(counts)  # the usual case, checked without a loop
    return {_validated_word(word): _validated_count(word, count) for word, count in counts.items()}


def _validated_word(word: str) -> str:
    if not isinstance(word, str) or not word:
        raise EngineError("The corpus has an empty word ({word!r}). Give it at least one character.", word=word)
    return word


def _validated_count(word: str, count: int) -> int:
    try:
        whole = operator.index(count)
    except TypeError:
        whole = 0
    if whole < 1 or isinstance(count, bool):
        raise EngineError(
            "The frequency of {word!r} is {count!r}, but it must be a whole number, 1 or more. Correct it, or remove "
            "the word.",
            word=word,
            count=count,
        )
    return whole
