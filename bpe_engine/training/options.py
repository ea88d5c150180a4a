"""What all trainers are told, and checks that they share: of their options, and of the corpus that they get."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.text.added_tokens import validated_tokens


def require_positive_int(option: str, value: object) -> None:
    """Raise EngineError where the value of an option is not a whole number of 1 or more."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise EngineError(
            "{option}={value!r} is not valid. Choose a whole number, 1 or more.", option=option, value=value
        )


def require_corpus(corpus: Corpus) -> None:
    """Raise EngineError for what is no corpus, and for an empty one."""
    if not isinstance(corpus, Corpus):
        raise EngineError(
            "A trainer needs a Corpus, but got {kind}. Make one with Corpus.from_text(...), from_files or from_counts.",
            kind=type(corpus).__name__,
        )
    if not corpus.words:
        raise EngineError("The corpus is empty, so there is nothing to learn from. Give it at least one word.")


def require_character_corpus(corpus: Corpus) -> None:
    """Raise EngineError where a corpus is none, empty or written in bytes."""
    require_corpus(corpus)
    if corpus.byte_level:
        raise EngineError(
            "The corpus is written in bytes (byte_level=True), but this method starts from characters. Build the "
            "corpus with byte_level=False."
        )


@dataclass(frozen=True, kw_only=True)
class TrainerOptions:
    """The options that every trainer has. Raises EngineError for options that cannot work."""

    vocab_size: int
    special_tokens: Sequence[str] = ()
    unk_token: str = "[UNK]"

    def __post_init__(self) -> None:
        require_positive_int("vocab_size", self.vocab_size)
        object.__setattr__(self, "special_tokens", validated_tokens("special_tokens", self.special_tokens))

    def initial_vocabulary(self, tokens: Iterable[str]) -> dict[str, int]:
        """The vocabulary before the first merge: the special tokens and then `tokens`, each with its id.

        Raises EngineError where there are more than `vocab_size`.
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
