"""What WordPiece is trained with, and what follows from that without any training."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.training.options import TrainerOptions, require_character_corpus, require_positive_int
from bpe_engine.wordpiece.events import END_OF_WORD, WordPieceForm
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer


@dataclass(frozen=True, kw_only=True)
class WordPieceOptions(TrainerOptions):
    """The options of `WordPieceTrainer`: see there."""

    form: WordPieceForm = "bert"
    prefix: str = "##"
    min_frequency: int = 1
    drop_unused: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        require_positive_int("min_frequency", self.min_frequency)
        if self.form not in get_args(WordPieceForm):
            raise EngineError(
                "form={value!r} is not valid. Choose one of {known}.",
                value=self.form,
                known=", ".join(get_args(WordPieceForm)),
            )

    def tokenizer(self, corpus: Corpus, vocabulary: Mapping[str, int]) -> WordPieceTokenizer:
        """The tokenizer with this vocabulary, for text cut up as the corpus was."""
        return WordPieceTokenizer(
            vocabulary=vocabulary,
            pre_tokenizer=corpus.pre_tokenizer,
            special_tokens=self.special_tokens,
            unk_token=self.unk_token,
            form=self.form,
            prefix=self.prefix,
        )

    def symbols_of(self, word: str) -> list[str]:
        """The symbols that a word starts from, before any merge.

        >>> WordPieceOptions(vocab_size=9).symbols_of("low")
        ['l', '##o', '##w']
        >>> WordPieceOptions(vocab_size=9, form="mutual-information").symbols_of("low")
        ['l', 'o', 'w', '</w>']
        """
        if self.form == "mutual-information":
            return [*word, END_OF_WORD]
        return [*word[:1], *(self.prefix + character for character in word[1:])]

    def join(self, left: str, right: str) -> str:
        """The token that two symbols make.

        >>> WordPieceOptions(vocab_size=9).join("##g", "##s")
        '##gs'
        """
        return left + (right.removeprefix(self.prefix) if self.form == "bert" else right)

    def base_vocabulary(self, corpus: Corpus) -> dict[str, int]:
        """Token -> id before the first merge.

        Raises EngineError where the corpus is empty or written in bytes, or `vocab_size` leaves no room for its
        symbols.
        """
        require_character_corpus(corpus)
        symbols = {symbol for word in corpus.words for symbol in self.symbols_of(word)}
        return self.initial_vocabulary(sorted(symbols))
