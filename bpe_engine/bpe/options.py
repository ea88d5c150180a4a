"""What byte-pair encoding is trained with, and what follows from that without any training."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_state import PairIds
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.symbols import Pair
from bpe_engine.text.added_tokens import validated_tokens
from bpe_engine.training.options import TrainerOptions, require_corpus, require_positive_int


@dataclass(frozen=True, kw_only=True)
class BPEOptions(TrainerOptions):
    """The options of `BPETrainer`: see there."""

    min_frequency: int = 1
    initial_alphabet: Sequence[str] = ()
    end_of_word_symbol: str = ""
    end_of_word_suffix: str = ""
    tie_break: TieBreak = "first-seen"
    drop_unused: bool = False
    limit_alphabet: int | None = None
    max_token_length: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        require_positive_int("min_frequency", self.min_frequency)
        for option in ("limit_alphabet", "max_token_length"):
            if getattr(self, option) is not None:
                require_positive_int(option, getattr(self, option))
        if self.tie_break not in get_args(TieBreak):
            raise EngineError(
                "tie_break={value!r} is not valid. Choose one of {known}.",
                value=self.tie_break,
                known=", ".join(get_args(TieBreak)),
            )
        if self.end_of_word_symbol and self.end_of_word_suffix:
            raise EngineError(
                "end_of_word_symbol={symbol!r} and end_of_word_suffix={suffix!r} cannot be combined: a word ends in a "
                "separate symbol or in a marked last character. Leave one empty.",
                symbol=self.end_of_word_symbol,
                suffix=self.end_of_word_suffix,
            )
        object.__setattr__(self, "initial_alphabet", validated_tokens("initial_alphabet", self.initial_alphabet))

    def tokenizer(self, corpus: Corpus, vocabulary: Mapping[str, int], merges: Sequence[Pair]) -> BPETokenizer:
        """The tokenizer that applies these merges to text, cut up as the corpus was."""
        return BPETokenizer(
            vocabulary=vocabulary,
            merges=[*dict.fromkeys(merges)],  # a pair that comes again, with a token that two pairs make, has its rank
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

    def with_limited_alphabet(self, corpus: Corpus) -> Corpus:
        """The corpus without the characters that `limit_alphabet` has no room for: the rarest, as they are left out
        of each word. Those of `initial_alphabet` stay, and of equally frequent ones the first in the corpus.

        >>> options = BPEOptions(vocab_size=9, limit_alphabet=3)
        >>> dict(options.with_limited_alphabet(Corpus.from_counts({"hug": 5, "hug!": 2, "?": 1})).words)
        {'hug': 7}
        """
        require_corpus(corpus)
        if self.limit_alphabet is None:
            return corpus
        counts: Counter[str] = Counter()
        for word, frequency in corpus.words.items():
            for character in word:
                counts[character] += frequency
        for character in self.initial_alphabet:
            counts.pop(character, None)
        room = max(0, self.limit_alphabet - len(self.initial_alphabet))
        gone = dict.fromkeys(map(ord, [character for character, _ in counts.most_common()][room:]))
        words: dict[str, int] = {}
        for word, frequency in corpus.words.items():
            if left := word.translate(gone):
                words[left] = words.get(left, 0) + frequency
        return replace(corpus, words=words)

    def merge_filter(self, tokens: Sequence[str], byte_level: bool) -> Callable[[PairIds], bool] | None:
        """Whether a pair of ids may become a token at all; None where each may."""
        most, mark = self.max_token_length, self.end_of_word_symbol or self.end_of_word_suffix
        if most is None:
            return None
        return lambda pair: len((tokens[pair[0]] + tokens[pair[1]]).removesuffix(mark)) <= most

    def base_vocabulary(self, corpus: Corpus) -> dict[str, int]:
        """Token -> id before the first merge.

        Raises EngineError where the corpus is empty or `vocab_size` leaves no room for its symbols.
        """
        require_corpus(corpus)
        symbols = {symbol for word in corpus.words for symbol in self.symbols_of(word)}
        return self.initial_vocabulary((*self.initial_alphabet, *sorted(symbols)))
