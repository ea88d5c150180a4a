"""The options of WordPiece, and its notation of words and tokens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.training.merge_options import MergeOptions
from bpe_engine.training.options import option
from bpe_engine.wordpiece.events import END_OF_WORD, WordPieceForm
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer


@dataclass(frozen=True, kw_only=True)
class WordPieceOptions(MergeOptions):
    """The options of `WordPieceTrainer`, which describes them."""

    form: WordPieceForm = option("bert", help="how words are written and pairs scored")
    prefix: str = option("##", help="what is written before characters inside a word")

    needs_characters = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.form not in get_args(WordPieceForm):
            raise EngineError(
                "form={value!r} is not valid. Choose one of {known}.",
                value=self.form,
                known=", ".join(get_args(WordPieceForm)),
            )

    def tokenizer(self, corpus: Corpus, vocabulary: Mapping[str, int]) -> WordPieceTokenizer:
        """Return the tokenizer with this vocabulary and the corpus's pre-tokenizer."""
        return WordPieceTokenizer(
            vocabulary=vocabulary,
            pre_tokenizer=corpus.pre_tokenizer,
            special_tokens=self.special_tokens,
            unk_token=self.unk_token,
            form=self.form,
            prefix=self.prefix,
        )

    def symbols_of(self, word: str) -> list[str]:
        """Return the symbols that a word starts from, before any merge.

        >>> WordPieceOptions(vocab_size=9).symbols_of("low")
        ['l', '##o', '##w']
        >>> WordPieceOptions(vocab_size=9, form="mutual-information").symbols_of("low")
        ['l', 'o', 'w', '</w>']
        """
        if self.form == "mutual-information":
            return [*word, END_OF_WORD]
        return [*word[:1], *(self.prefix + character for character in word[1:])]

    def join(self, left: str, right: str) -> str:
        """Return the token that a pair becomes.

        >>> WordPieceOptions(vocab_size=9).join("##g", "##s")
        '##gs'
        """
        return left + (right.removeprefix(self.prefix) if self.form == "bert" else right)
