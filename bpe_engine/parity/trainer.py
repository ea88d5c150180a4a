"""Training parity-aware BPE: at each step, the language with the most tokens chooses the pair.

After Foroutan, Meister, Paul, Niklaus, Ahmadi, Bosselut and Sennrich (2025), "Parity-Aware Byte-Pair Encoding:
Improving Cross-lingual Fairness in Tokenization".
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

from bpe_engine.bpe.merge_state import PairRecord
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.trainer import BPERun, BPETrainer
from bpe_engine.corpus import Corpus
from bpe_engine.parity.corpus import as_language_corpus
from bpe_engine.parity.events import ParityEvent
from bpe_engine.parity.language_lengths import LanguageLengths, RankedLanguages, words_as_ids
from bpe_engine.parity.options import ParityOptions
from bpe_engine.parity.training import ParityTraining
from bpe_engine.parity.turns import Turn, Turns
from bpe_engine.symbols import Pair
from bpe_engine.training.base import Trainer


class ParityRun(BPERun):
    """A training of parity-aware BPE in progress."""

    turn: Turn

    def __init__(self, trainer: ParityOptions, corpus: Corpus, *, rare_pairs: bool = True) -> None:
        super().__init__(trainer, corpus, rare_pairs=rare_pairs)
        self.of = as_language_corpus(self.corpus)
        self.names = [*self.of.languages]
        self.turns = Turns(trainer, len(self.names))
        self.used_up: dict[int, None] = {}  # languages without a pair left, in order of discovery

    @cached_property
    def choosing(self) -> RankedLanguages:
        """The queue of pairs of each language."""
        words = words_as_ids(self.of.languages, self.ids, self.trainer.symbols_of)
        return RankedLanguages(words, self.tokens, self.trainer.min_frequency, self.may_merge)

    @cached_property
    def measured(self) -> LanguageLengths:
        """The number of tokens of each language's measured text."""
        if not self.of.dev:
            return self.choosing
        return LanguageLengths(words_as_ids(self.of.dev, self.ids, self.trainer.symbols_of))

    def best_pair(self) -> PairRecord | None:
        """Return the pair chosen by the language with the most tokens; None if no language has a pair left."""
        while len(self.used_up) < len(self.names):
            self.turn = self.turns.next(self.measured.now, self.used_up)
            winner = self.choosing.queues[self.turn.language].pop()
            if winner is not None:
                return winner
            self.used_up[self.turn.language] = None
        return None

    def merge(self, winner: PairRecord) -> ParityEvent:
        """Make the pair one token in all languages."""
        pair, count, lengths = winner.pair, winner.count, tuple(self.measured.now)
        tied = self.choosing.queues[self.turn.language].tied_with(winner)
        left, right, token, token_id, _is_new = self.add_token(pair)
        replacements, _gained = self.state.merge(pair, token_id, self.rank)
        self.choosing.merge(pair, token_id, self.rank)
        if self.measured is not self.choosing:
            self.measured.merge(pair, token_id, self.rank)
        return ParityEvent(
            *(self.rank, Pair(left, right), token, token_id, count, replacements, tied, ()),
            language=self.names[self.turn.language],
            lengths=lengths,
            held_back=tuple(self.names[number] for number in self.turn.over_quota),
            used_up=tuple(self.names[number] for number in self.used_up),
        )

    def plain_lengths(self, merges: int) -> tuple[int, ...]:
        """Return the lengths after as many merges of plain byte-pair encoding, which ignores languages."""
        trainer = self.trainer
        plain: BPERun = BPETrainer(
            vocab_size=len(self.base_vocabulary) + merges + 1,  # this many merges make at most this many tokens
            special_tokens=trainer.special_tokens,
            min_frequency=trainer.min_frequency,
            initial_alphabet=[token for token in self.base_vocabulary if token not in trainer.special_tokens],
            end_of_word_symbol=trainer.end_of_word_symbol,
            end_of_word_suffix=trainer.end_of_word_suffix,
            tie_break=trainer.tie_break,
            max_token_length=trainer.max_token_length,
        ).start(self.corpus)
        lengths = LanguageLengths(words_as_ids(self.of.evaluation_words, plain.ids, trainer.symbols_of))
        for event in islice(plain.events(), merges):
            left, right = plain.ids[event.pair.left], plain.ids[event.pair.right]
            lengths.merge((left, right), event.token_id, event.rank)
        return tuple(lengths.now)

    def training(self, events: tuple[Any, ...]) -> ParityTraining:
        """Return the record of all merges, with the lengths at their end."""
        return ParityTraining(
            self.trainer,
            self.corpus,
            self.base_vocabulary,
            events,
            self.stop_reason,
            self.state.merged_at_rank,
            tuple(self.measured.now),
            self.plain_lengths(len(events)),
        )


@dataclass(frozen=True, kw_only=True)
class ParityBPETrainer(ParityOptions, Trainer[ParityEvent, ParityTraining, BPETokenizer]):
    """Learns merges like `BPETrainer`, but the language whose text has the most tokens chooses each one.

    It takes a `LanguageCorpus`; a plain `Corpus` is one language. The pair is the most frequent one in the language
    whose turn it is, and merges in all of them. Lengths are measured on the corpus's `dev` texts, else on the training
    texts. A language without a pair left is skipped from then on. With the variant "window", a language has no turn
    while its share of the last `window_size` turns exceeds `alpha` divided by the number of languages.

    This follows `ParityBpeTrainer` of the tokenizers library. The texts are assumed to be parallel, so numbers of
    tokens are compared, not tokens per byte or character as in the paper's compression rate; for parallel texts with
    each sentence counted once, the two are equivalent. If languages tie, the first has the turn; if pairs tie, the last
    in character code order wins (at byte level, in the byte alphabet). A turn that finds no pair left counts in the
    window. There are two differences: the library supports targets for each language (`ratio`) and joint merges at the
    start (`global_merges`), which are not supported here; and if some languages have no pair left and all others had
    their share, the one of those with the fewest tokens has the turn, while the library gives turns to no language, or
    hangs. The other options are those of `BPETrainer`.

    Raises EngineError if the options are invalid. `steps`, `train` and `record` raise it immediately if the corpus is
    empty or too large (`max_characters`), or `vocab_size` leaves no room for its symbols.

    >>> from bpe_engine.parity.corpus import LanguageCorpus
    >>> corpora = {"a": Corpus.from_counts({"aabb": 10}), "c": Corpus.from_counts({"ccdd": 10})}
    >>> for event in ParityBPETrainer(vocab_size=8).steps(LanguageCorpus.from_corpora(corpora)):
    ...     print(event.language, event.token, event.lengths)
    a bb (40, 40)
    c dd (30, 40)
    a abb (30, 30)
    c cdd (20, 30)
    """

    run_class = ParityRun
    max_characters: ClassVar[int | None] = 100_000
    summary = "parity-aware BPE: the language with the longest text chooses each merge"
    default_pre_tokenizer = "gpt2"
    is_multilingual = True

    def characters_in(self, corpus: Corpus) -> int:
        """Return the number of characters in the distinct words of each language, summed over languages."""
        return sum(len(word) for words in as_language_corpus(corpus).languages.values() for word in words)
