"""The options of byte-pair encoding, and the methods that related algorithms override."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.bpe.pair_queue import PairQueue, Score, count_of
from bpe_engine.bpe.tie_breaking import tie_break_key
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.symbols import Pair
from bpe_engine.text.added_tokens import validated_tokens
from bpe_engine.training.merge_options import MergeOptions
from bpe_engine.training.options import option, require_corpus, require_positive_int


@dataclass(frozen=True, kw_only=True)
class BPEOptions(MergeOptions):
    """The options of `BPETrainer`, which describes them.

    A method that chooses other pairs overrides `score`, and if need be `tie_key` or `merge_filter`. The score decides
    whether rare pairs may be forgotten.
    """

    initial_alphabet: Sequence[str] = ()  # replaced by --level on the command line
    end_of_word_symbol: str = option("", help="a separate symbol after each word")
    end_of_word_suffix: str = option("", help="a suffix for the last character of each word")
    tie_break: TieBreak = option("first-seen", help="which pair to merge if several share the highest count")
    limit_alphabet: int | None = option(
        None, help="the largest number of characters in the alphabet; words lose the rarest"
    )
    max_token_length: int | None = option(None, help="the largest number of characters in a token")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("limit_alphabet", "max_token_length"):
            if getattr(self, name) is not None:
                require_positive_int(name, getattr(self, name))
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

    def score(self, pair: Pair, count: int) -> Score:
        """Return the score of a pair that occurs `count` times: the count. The pair with the highest score merges.

        Scores are compared exactly, so they are whole numbers or fractions. For the same pair, a higher count must not
        lower the score: a pair is scored again only if a merge has changed its count.
        """
        return count

    @property
    def can_forget_rare_pairs(self) -> bool:
        """Whether a training may forget the rarest pairs.

        If the score is the count, any pair kept wins over those forgotten. With another score, a rare pair may come
        next.
        """
        return type(self).score is BPEOptions.score

    def tie_key(self, rule: TieBreak, state: MergeState, tokens: Sequence[str], byte_level: bool) -> Callable[..., Any]:
        """Return the key that orders pairs of the same score under a tie rule: the pair with the smallest wins."""
        return tie_break_key(rule, state, tokens, byte_level)

    def pair_queue(
        self, state: MergeState, tokens: Sequence[str], byte_level: bool, rule: TieBreak, min_frequency: int = 1
    ) -> PairQueue:
        """Return the pairs of a state by score, highest first; ties are ordered by the rule."""

        def score_of(record: PairRecord) -> Score:
            left, right = record.pair
            return self.score(Pair(tokens[left], tokens[right]), record.count)

        score = count_of if type(self).score is BPEOptions.score else score_of
        tie_key = self.tie_key(rule, state, tokens, byte_level)
        return PairQueue(state, tie_key, score=score, min_frequency=min_frequency)

    def merge_filter(self, tokens: Sequence[str], byte_level: bool) -> Callable[[PairIds], bool] | None:
        """Return a predicate for whether a pair of ids may become a token; None if every pair may."""
        most, mark = self.max_token_length, self.end_of_word_symbol or self.end_of_word_suffix
        if most is None:
            return None
        return lambda pair: len((tokens[pair[0]] + tokens[pair[1]]).removesuffix(mark)) <= most

    def symbols_of(self, word: str) -> list[str]:
        """Return the symbols that a word starts from, before any merge.

        >>> BPEOptions(vocab_size=9, end_of_word_suffix="</w>").symbols_of("low")
        ['l', 'o', 'w</w>']
        """
        symbols = list(word)
        if self.end_of_word_symbol:
            symbols.append(self.end_of_word_symbol)
        elif self.end_of_word_suffix and symbols:
            symbols[-1] += self.end_of_word_suffix
        return symbols

    def prepared(self, corpus: Corpus) -> Corpus:
        """Return the corpus as the training uses it, with the alphabet limited if `limit_alphabet` is set."""
        return super().prepared(self.with_limited_alphabet(corpus))

    def with_limited_alphabet(self, corpus: Corpus) -> Corpus:
        """Return the corpus without the characters that exceed `limit_alphabet`.

        The rarest are removed from each word. Those of `initial_alphabet` stay; among equally frequent ones, those
        first in the corpus stay.

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
        removed = dict.fromkeys(map(ord, [character for character, _ in counts.most_common()][room:]))
        words: dict[str, int] = {}
        for word, frequency in corpus.words.items():
            if left := word.translate(removed):
                words[left] = words.get(left, 0) + frequency
        return replace(corpus, words=words)

    def base_vocabulary(self, corpus: Corpus) -> dict[str, int]:
        """Return token -> id before the first merge.

        Raises EngineError if `vocab_size` leaves no room for the symbols of the corpus.
        """
        symbols = {symbol for word in corpus.words for symbol in self.symbols_of(word)}
        return self.initial_vocabulary((*self.initial_alphabet, *sorted(symbols)))

    def tokenizer(self, corpus: Corpus, vocabulary: Mapping[str, int], merges: Sequence[Pair]) -> BPETokenizer:
        """Return the tokenizer that applies these merges, with the pre-tokenizer of the corpus."""
        return BPETokenizer(
            vocabulary=vocabulary,
            merges=[*dict.fromkeys(merges)],  # a pair can merge twice if two pairs make a part of it
            pre_tokenizer=corpus.pre_tokenizer,
            byte_level=corpus.byte_level,
            special_tokens=self.special_tokens,
            unk_token=self.unk_token,
            end_of_word_symbol=self.end_of_word_symbol,
            end_of_word_suffix=self.end_of_word_suffix,
        )
