"""What byte-pair encoding is trained with, and what follows from that without any training."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from bpe_engine.added_tokens import checked_tokens
from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.options import Options, check_whole_number
from bpe_engine.symbols import Pair


@dataclass(frozen=True, kw_only=True)
class BPEOptions(Options):
    """The options of `BPETrainer`: see there."""

    min_frequency: int = 1
    initial_alphabet: Sequence[str] = ()
    end_of_word_symbol: str = ""
    end_of_word_suffix: str = ""
    tie_break: TieBreak = "first-seen"
    drop_unused: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_whole_number("min_frequency", self.min_frequency)
        if self.tie_break not in get_args(TieBreak):
            raise EngineError(
                "tie_break={value!r} is not known. Choose one of {known}.",
                value=self.tie_break,
                known=", ".join(get_args(TieBreak)),
            )
        if self.end_of_word_symbol and self.end_of_word_suffix:
            raise EngineError(
                "end_of_word_symbol={symbol!r} and end_of_word_suffix={suffix!r} exclude each other: a word's end "
                "is a symbol of its own or part of the last character. Leave one empty.",
                symbol=self.end_of_word_symbol,
                suffix=self.end_of_word_suffix,
            )
        object.__setattr__(self, "initial_alphabet", checked_tokens("initial_alphabet", self.initial_alphabet))

    def tokenizer(self, corpus: Corpus, vocabulary: Mapping[str, int], merges: Sequence[Pair]) -> BPETokenizer:
        """The tokenizer that applies these merges to text, cut up as the corpus was."""
        return BPETokenizer(
            vocabulary=vocabulary,
            merges=merges,
            pre_tokenizer=corpus.pre_tokenizer,
            byte_level=corpus.byte_level,
            special_tokens=self.special_tokens,
            unk_token=self.unk_token,
            end_of_word_symbol=self.end_of_word_symbol,
            end_of_word_suffix=self.end_of_word_suffix,
        )

    def symbols_of(self, word: str) -> list[str]:
        """The symbols that a word starts from, before any merge.

        >>> BPEOptions(vocab_size=9, end_of_word_suffix="</w>").symbols_of("low")
        ['l', 'o', 'w</w>']
        """
        symbols = list(word)
        if self.end_of_word_symbol:
            symbols.append(self.end_of_word_symbol)
        elif self.end_of_word_suffix and symbols:
            symbols[-1] += self.end_of_word_suffix
        return symbols

    def base_vocabulary(self, corpus: Corpus) -> dict[str, int]:
        """Token -> id before the first merge.

        Raises EngineError where the corpus is empty or `vocab_size` leaves no room for its symbols.
        """
        if not corpus.words:
            raise EngineError("The corpus is empty, so there is nothing to learn from. Give it at least one word.")
        symbols = {symbol for word in corpus.words for symbol in self.symbols_of(word)}
        return self.numbered((*self.initial_alphabet, *sorted(symbols)))
