"""Byte-pair encoding, the training: the most frequent pair becomes a token, again and again.

The algorithm is that of Sennrich, Haddow and Birch (2016), "Neural Machine Translation of Rare
Words with Subword Units", after Gage (1994).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from bpe_engine.bpe.events import MergeEvent, StopReason, TieBreak
from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.training import Training
from bpe_engine.collector import paused_collector
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.options import check_whole_number, checked_tokens
from bpe_engine.symbols import Pair


@dataclass(frozen=True, kw_only=True)
class BPETrainer:
    """Learns merges from a corpus, one at a time.

    `vocab_size` is the number of tokens to stop at; a merge needs `min_frequency` occurrences.
    The vocabulary is: `special_tokens`, then `initial_alphabet` in the order given, then the
    corpus's other symbols in code point order, then the merges. `end_of_word_symbol` is added to
    each word as a symbol of its own, `end_of_word_suffix` is joined to its last character.
    `drop_unused` takes out of the vocabulary a symbol that a merge leaves nowhere in the corpus.

    Raises EngineError for options that cannot work.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> for event in BPETrainer(vocab_size=10).steps(corpus):
    ...     print(event.rank, event.pair, event.count, event.token)
    0 ('u', 'g') 20 ug
    1 ('u', 'n') 16 un
    2 ('h', 'ug') 15 hug
    """

    vocab_size: int
    min_frequency: int = 1
    special_tokens: Sequence[str] = ()
    unk_token: str = "[UNK]"
    initial_alphabet: Sequence[str] = ()
    end_of_word_symbol: str = ""
    end_of_word_suffix: str = ""
    tie_break: TieBreak = "first-seen"
    drop_unused: bool = False

    def __post_init__(self) -> None:
        for option in ("vocab_size", "min_frequency"):
            check_whole_number(option, getattr(self, option))
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
        for option in ("special_tokens", "initial_alphabet"):
            object.__setattr__(self, option, checked_tokens(option, getattr(self, option)))

    def steps(self, corpus: Corpus) -> Iterator[MergeEvent]:
        """The merges, lazily, one event at a time.

        Raises EngineError, at once, where the corpus is empty or `vocab_size` leaves no room for its symbols.
        """
        return self.run(corpus).events()

    def train(self, corpus: Corpus) -> BPETokenizer:
        """The tokenizer that all steps together make. Errors as `steps`."""
        with paused_collector():
            run = self.run(corpus)
            merges = [event.pair for event in run.events()]
            return self.tokenizer(corpus, run.vocabulary, merges)

    def record(self, corpus: Corpus, *, progress: Callable[[int], object] | None = None) -> Training:
        """All steps, kept so that the state before and after any of them can be shown. Errors as `steps`.

        `progress` is told the number of merges made so far, now and then; what it raises ends the training.
        """
        events = []
        with paused_collector():
            run = self.run(corpus)
            for event in run.events():
                events.append(event)
                if progress and not event.rank % 256:
                    progress(event.rank + 1)
        return Training(self, corpus, run.base_vocabulary, tuple(events), run.stop_reason, run.state.swallowed_at)

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

    def run(self, corpus: Corpus) -> "TrainingRun":
        """A training that has not made a step yet. Errors as `steps`."""
        return TrainingRun(self, corpus)

    def symbols_of(self, word: str) -> list[str]:
        """The symbols that a word starts from, before any merge.

        >>> BPETrainer(vocab_size=9, end_of_word_suffix="</w>").symbols_of("low")
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
        tokens = dict.fromkeys((*self.special_tokens, *self.initial_alphabet, *sorted(symbols)))
        if self.vocab_size < len(tokens):
            raise EngineError(
                "A vocabulary of {vocab_size:,} leaves no room: {base:,} tokens are there before the first "
                "merge, the symbols of the corpus and the special tokens among them. "
                "Choose {enough:,} or more to learn a merge.",
                vocab_size=self.vocab_size,
                base=len(tokens),
                enough=len(tokens) + 1,
            )
        return {token: token_id for token_id, token in enumerate(tokens)}


class TrainingRun:
    """A training under way: the corpus as it stands, and the pairs in the order in which they would win."""

    def __init__(self, trainer: BPETrainer, corpus: Corpus) -> None:
        self.trainer = trainer
        self.base_vocabulary = trainer.base_vocabulary(corpus)
        self.vocabulary = dict(self.base_vocabulary)
        self.ids = dict(self.base_vocabulary)  # as the vocabulary, with what has been dropped from it too
        self.tokens = list(self.ids)
        self.stop_reason: StopReason = "vocab_size"
        ids = self.ids
        self.state = MergeState(
            ([ids[symbol] for symbol in trainer.symbols_of(word)], frequency)
            for word, frequency in corpus.words.items()
        )
        self.symbol_counts: Counter[int] = Counter()  # by id, where drop_unused has to know them
        if trainer.drop_unused:
            for symbol, frequency in zip(self.state.symbols, self.state.frequencies, strict=True):
                self.symbol_counts[symbol] += frequency
        self.queue = PairQueue(self.state, self.tokens, trainer.tie_break, trainer.min_frequency)

    def events(self) -> Iterator[MergeEvent]:
        """Make the merges, one an event, until the vocabulary is full or no pair is left."""
        rank = 0
        while len(self.vocabulary) < self.trainer.vocab_size:
            winner = self.choose()
            if winner is None:
                self.stop_reason = "min_frequency" if self.state.pairs else "no_pair"
                return
            yield self.merge(winner, rank)
            rank += 1

    def choose(self) -> PairRecord | None:
        """The most frequent pair, ties decided by the rule; None where no pair is frequent enough."""
        return self.queue.pop()

    def merge(self, winner: PairRecord, rank: int) -> MergeEvent:
        """Make the pair one token wherever it stands, and say what happened."""
        pair, count = winner.pair, winner.count
        left, right = self.tokens[pair[0]], self.tokens[pair[1]]
        token = left + right
        # Two pairs can make the same string; the token then keeps the id that it has.
        token_id = self.vocabulary[token] = self.ids.setdefault(token, len(self.tokens))
        if token_id == len(self.tokens):
            self.tokens.append(token)
        tied = self.state.pairs_with_count[count] - 1
        replacements, gained = self.state.merge(pair, token_id, rank)
        for record in gained:
            self.queue.push(record)
        dropped = self._drop(pair, token_id, replacements) if self.trainer.drop_unused else ()
        return MergeEvent(rank, Pair(left, right), token, token_id, count, replacements, tied, dropped)

    def _drop(self, pair: PairIds, token_id: int, replacements: int) -> tuple[str, ...]:
        counts = self.symbol_counts
        counts[token_id] += replacements
        for part in pair:
            counts[part] -= replacements
        unused = [self.tokens[part] for part in dict.fromkeys(pair) if not counts[part]]
        for token in unused:
            del self.vocabulary[token]
        return tuple(unused)
