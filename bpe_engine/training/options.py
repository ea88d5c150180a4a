"""The options that all trainers share, and checks of options and corpora."""

from collections.abc import Iterable, Sequence
from dataclasses import MISSING, dataclass, field
from typing import Any, ClassVar

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.text.added_tokens import validated_tokens


def require_positive_int(option: str, value: object) -> None:
    """Raise EngineError if the value of an option is not a whole number of 1 or more."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise EngineError(
            "{option}={value!r} is not valid. Choose a whole number, 1 or more.", option=option, value=value
        )


def option(default: Any = MISSING, *, help: str) -> Any:
    """Return a field of a trainer's options, with its help text for the command line."""
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True, kw_only=True)
class TrainerOptions:
    """The options that every trainer has. Raises EngineError for options that cannot work."""

    vocab_size: int = option(help="the number of tokens in the vocabulary")
    special_tokens: Sequence[str] = option(
        (), help="a special token; can be repeated. In the text, it is skipped and ends a word"
    )
    unk_token: str = option("[UNK]", help="the unknown token")

    needs_characters: ClassVar[bool] = False  # whether the method starts from characters, never from bytes
    max_characters: ClassVar[int | None] = None  # in the distinct words of a corpus; None for no limit

    def __post_init__(self) -> None:
        require_positive_int("vocab_size", self.vocab_size)
        object.__setattr__(self, "special_tokens", validated_tokens("special_tokens", self.special_tokens))

    def prepared(self, corpus: Corpus) -> Corpus:
        """Return the corpus as the training uses it.

        Raises EngineError if it is not a corpus, is empty or too large, or is byte-level but the method needs
        characters.
        """
        require_corpus(corpus)
        if corpus.byte_level and self.needs_characters:
            raise EngineError(
                "The corpus is written in bytes (byte_level=True), but this method starts from characters. Build the "
                "corpus with byte_level=False."
            )
        characters = self.characters_in(corpus)
        if self.max_characters is not None and characters > self.max_characters:
            raise EngineError(
                "The distinct words of the corpus have {characters:,} characters, but the limit for this method is "
                "{limit:,}. Train on part of the text.",
                characters=characters,
                limit=self.max_characters,
            )
        return corpus

    def characters_in(self, corpus: Corpus) -> int:
        """Return the number of characters that `max_characters` limits."""
        return sum(map(len, corpus.words))

    def initial_vocabulary(self, tokens: Iterable[str]) -> dict[str, int]:
        """Return the vocabulary before the first merge: the special tokens, then `tokens`, each with its id.

        Raises EngineError if there are more than `vocab_size`.
        """
        vocabulary = {token: number for number, token in enumerate(dict.fromkeys((*self.special_tokens, *tokens)))}
        if self.vocab_size < len(vocabulary):
            raise EngineError(
                "A vocabulary of {vocab_size:,} leaves no room: there are {base:,} tokens before the first merge, "
                "including the symbols of the corpus and the special tokens. Choose {enough:,} or more to learn a "
                "merge.",
                vocab_size=self.vocab_size,
                base=len(vocabulary),
                enough=len(vocabulary) + 1,
            )
        return vocabulary


def require_corpus(corpus: Corpus) -> None:
    """Raise EngineError if the value is not a corpus, or is empty."""
    if not isinstance(corpus, Corpus):
        raise EngineError(
            "A trainer needs a Corpus, but got {kind}. Make one with Corpus.from_text(...), from_files or from_counts.",
            kind=type(corpus).__name__,
        )
    if not corpus.words:
        raise EngineError("The corpus is empty, so there is nothing to learn from. Give it at least one word.")
