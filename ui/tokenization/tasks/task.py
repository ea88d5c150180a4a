"""The learner's choices for a training, and the corpus and trainer that follow from them."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from sys import getsizeof
from typing import Any, ClassVar, Literal

from bpe_engine import Corpus, EngineError, LanguageCorpus, Trainer
from bpe_engine.parity.corpus import MAX_LANGUAGES
from bpe_engine.text.file_counts import read_parts
from ui.base.typed_text import typed_lines

PreTokenizerName = Literal["gpt2", "gpt4", "gpt4-minbpe", "gpt4o", "bert", "whitespace", "none"]

MAX_VOCABULARY = 60_000
MAX_FREQUENCY = 1_000_000_000
MAX_WORDS = 500  # in a table
MAX_WORD_LENGTH = 200  # characters
MAX_FILE_CHARACTERS = 1_000_000  # of different words from a file, for a method without a limit
MAX_PASTED_TEXT = 300_000  # that a text field accepts


@dataclass(frozen=True)
class Settings:
    """The choices that all algorithms share; each algorithm adds its own (see `ui.tokenization.algorithms`)."""

    algorithm: ClassVar[str]  # key of the algorithm
    trainer_class: ClassVar[type[Any]]  # its trainer's class, a dataclass of options

    vocab_size: int = 300
    pre_tokenizer: PreTokenizerName = "whitespace"
    special_tokens: tuple[str, ...] = ()

    @property
    def byte_level(self) -> bool:
        """Whether words consist of bytes."""
        return False

    @property
    def corpus_pre_tokenizer(self) -> PreTokenizerName:
        """The pre-tokenizer that splits text into the words of the corpus. No token crosses these boundaries."""
        return self.pre_tokenizer

    @property
    def max_characters(self) -> int:
        """How many characters of different words are used from a file on the server."""
        return self.trainer_class.max_characters or MAX_FILE_CHARACTERS

    @property
    def is_multilingual(self) -> bool:
        """Whether each text, or each paragraph of a single text, counts as a language."""
        return bool(self.trainer_class.is_multilingual)

    def trainer(self) -> Trainer[Any, Any, Any]:
        """Return the trainer with these choices. Raises EngineError if they cannot work together."""
        trainer: Trainer[Any, Any, Any] = self.trainer_class(**self.trainer_options())
        return trainer

    def trainer_options(self) -> dict[str, Any]:
        """Return the trainer's options: settings with the same names, and what subclasses add."""
        return {
            field.name: getattr(self, field.name) for field in fields(self.trainer_class) if hasattr(self, field.name)
        }


@dataclass(frozen=True)
class TextSource:
    """The source of the words: counted words, texts that are pre-tokenized separately, or a large file.

    `languages` are the BCP 47 tags of the texts, if each is in a different language.
    """

    counts: tuple[tuple[str, int], ...] = ()
    texts: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    file: Path | None = None
    file_bytes: int = 0
    digest: str = field(default="", compare=True)

    def __hash__(self) -> int:
        return hash(self.digest)

    @classmethod
    def from_counts(cls, counts: dict[str, int]) -> "TextSource":
        """Return a source of counted words."""
        return cls(counts=tuple(counts.items()), digest=_digest(f"counts {list(counts.items())}"))

    @classmethod
    def from_texts(cls, *texts: str) -> "TextSource":
        """Return a source of texts."""
        # The lengths are included, so that one text never equals another text split in two.
        return cls(texts=texts, digest=_digest("".join((f"texts {[*map(len, texts)]} ", *texts))))

    @classmethod
    def from_languages(cls, texts: Mapping[str, str]) -> "TextSource":
        """Return a source of texts in different languages."""
        names, digest = tuple(texts), _digest(f"languages {[*texts.items()]}")
        return cls(texts=tuple(texts.values()), languages=names, digest=digest)

    @classmethod
    def from_file(cls, path: Path) -> "TextSource":
        """Take a text file from the server as it is now. At most as much of it is kept in memory as a training uses.

        Raises OSError if it does not exist.
        """
        stat = path.stat()
        digest = _digest(f"file {path} {stat.st_size} {stat.st_mtime_ns}")
        return cls(file=path, file_bytes=stat.st_size, digest=digest)

    @property
    def size(self) -> int:
        """The number of characters; for a file, its number of bytes."""
        return self.file_bytes + sum(map(len, self.texts)) + sum(len(word) for word, _ in self.counts)

    @property
    def bytes(self) -> int:
        """The memory that the words or texts take, in bytes."""
        return sum(map(getsizeof, self.texts)) + sum(100 + getsizeof(word) for word, _ in self.counts)

    def corpus(self, settings: Settings, progress: Callable[[int], object] | None = None) -> Corpus:
        """Return the corpus under these settings. Raises EngineError if there is nothing to train on."""
        byte_level = settings.byte_level
        if settings.is_multilingual and self.texts:
            return self._corpus_by_language(settings)
        if self.file:
            return _corpus_of_file(self.file, settings, progress)
        if self.counts:
            return Corpus.from_counts(
                dict(self.counts), pre_tokenizer=settings.corpus_pre_tokenizer, byte_level=byte_level
            )
        return Corpus.from_text(
            self._chunks(settings),
            settings.corpus_pre_tokenizer,
            byte_level,
            progress=progress,
            special_tokens=settings.special_tokens,
        )

    def _corpus_by_language(self, settings: Settings) -> Corpus:
        """Return the corpus of texts as languages. Those of a learner are named by their opening words."""
        found = [line for text in self.texts for line in typed_lines(text) if line.strip()]
        texts = self.texts if self.languages else found
        if len(texts) > MAX_LANGUAGES:
            raise EngineError(
                "The text has {count:,} paragraphs, and each counts as a language, but the limit is {most:,}. Give "
                "each language a single paragraph.",
                count=len(texts),
                most=MAX_LANGUAGES,
            )
        names = self.languages or [f"{place} {line.strip()[:TITLE_CHARACTERS]}" for place, line in enumerate(texts, 1)]
        corpora = {
            name: Corpus.from_text(text, settings.corpus_pre_tokenizer, settings.byte_level)
            for name, text in zip(names, texts, strict=True)
        }
        return LanguageCorpus.from_corpora(corpora) if corpora else Corpus.from_text("", settings.corpus_pre_tokenizer)

    def _chunks(self, settings: Settings) -> Iterator[str]:
        """Yield the texts, long ones in chunks that end between pre-tokens, so that progress can be reported."""
        for text in self.texts:
            if settings.corpus_pre_tokenizer == "none" or len(text) <= CHUNK_SIZE:
                yield text
                continue
            start = 0
            while start < len(text):
                end = _split_position(text, start + CHUNK_SIZE)
                yield text[start:end]
                start = end


CHUNK_SIZE = 200_000
TITLE_CHARACTERS = 12
"""Characters of a paragraph that form its name."""


def _corpus_of_file(path: Path, settings: Settings, progress: Callable[[int], object] | None) -> Corpus:
    """Return the most frequent words of a file; if the text is one word, its beginning."""
    split, byte_level, most = settings.corpus_pre_tokenizer, settings.byte_level, settings.max_characters
    try:
        if not path.stat().st_size:
            raise EngineError("The file {name} is empty. Choose one with text in it.", name=path.name)
        if split == "none":
            text, _size = next(read_parts(path, may_be_cut=True), ("", 0))
            return Corpus.from_text(text[:most], split, byte_level)
        return Corpus.from_files([path], split, byte_level, progress=progress).most_frequent(most)
    except OSError:
        raise EngineError("The file {name} can’t be read. Choose another one.", name=path.name) from None
    except EngineError as error:
        if "file" not in error.values:
            raise
        # The path of the file does not concern learners.
        raise EngineError(error.template, **{**error.values, "file": path.name}) from None


def _split_position(text: str, wanted: int) -> int:
    """Return the first position from `wanted` on with a space after a visible character.

    No pre-token of the published patterns crosses such a position.
    """
    place = wanted
    while (place := text.find(" ", place)) != -1:
        if not text[place - 1].isspace():
            return place
        place += 1
    return len(text)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True)
class Task:
    """A training to be done: the source of the words, and the settings."""

    source: TextSource
    settings: Settings

    @property
    def key(self) -> str:
        """An identifier that equal tasks share, in every process."""
        return _digest(f"{self.source.digest} {self.settings.algorithm} {self.settings}")


def shortened_text(text: str, error: EngineError) -> str:
    """Return a beginning of the text that an algorithm accepts, if the error reports a limit; else an empty string.

    The error's values contain the limit, and the size of the text in the same unit.
    """
    limit = error.values.get("limit")
    found = error.values.get("characters", error.values.get("work"))
    if not isinstance(limit, int) or not isinstance(found, int) or found <= limit:
        return ""
    part = text[: int(len(text) * limit / found * 0.8)]
    return part[: part.rfind(" ")] if " " in part else part
