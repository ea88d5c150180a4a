"""Parity-aware BPE, the training: at each step the language that is worst off chooses the pair.

After Foroutan, Meister, Paul, Niklaus, Ahmadi, Bosselut and Sennrich (2025), "Parity-Aware Byte-Pair Encoding:
Improving Cross-lingual Fairness in Tokenization".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bpe_engine.bpe.events import MergeStopReason
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.trainer import BPERun, BPETrainer
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.parity.corpus import as_language_corpus
from bpe_engine.parity.events import ParityEvent
from bpe_engine.parity.language_lengths import LanguageLengths, RankedLanguages, words_as_ids
from bpe_engine.parity.options import ParityOptions
from bpe_engine.parity.training import ParityTraining
from bpe_engine.parity.turns import Turns
from bpe_engine.symbols import Pair
from bpe_engine.training.base import Progress, Trainer
from bpe_engine.training.gc_pause import paused_collector

MAX_CORPUS = 100_000
"""Characters in the distinct words of all languages, each language by itself."""


@dataclass(frozen=True, kw_only=True)
class ParityBPETrainer(ParityOptions, Trainer):
    """Learns merges like `BPETrainer`, but the language whose text has the most tokens chooses each one.

    It takes a `LanguageCorpus`; a plain `Corpus` is one language. The pair is the most frequent one of the language
    whose turn it is, and merges in all of them. What is measured are the corpus's `dev` texts, else those that it
    trains on. A language that has no pair left is passed over from then on. With the variant "window" a language has no
    turn while more than `alpha` divided by the number of languages of the last `window_size` turns were its own.

    All that is as in `ParityBpeTrainer` of the tokenizers library: the texts are taken to say the same, so tokens are
    compared, not tokens for each byte or character as in the paper's compression rate, which comes to the same for
    parallel texts and each sentence counted once. Of languages that are equal the first has the turn; of pairs the
    last in the order of character codes, at byte level of the signs that bytes are written in. A turn that finds no
    pair left counts in the window. Two things are otherwise: that library has targets for each language (`ratio`) and
    first merges for all together (`global_merges`), which are not here; and where some languages have no pair left and
    all others had their share, the best off of those has the turn, where that library gives turns to nobody, or stops
    answering. The other options are those of `BPETrainer`.

    Raises EngineError for options that cannot work.

    >>> from bpe_engine.parity.corpus import LanguageCorpus
    >>> corpora = {"a": Corpus.from_counts({"aabb": 10}), "c": Corpus.from_counts({"ccdd": 10})}
    >>> for event in ParityBPETrainer(vocab_size=8).steps(LanguageCorpus.of(corpora)):
    ...     print(event.language, event.token, event.lengths)
    a bb (40, 40)
    c dd (30, 40)
    a abb (30, 30)
    c cdd (20, 30)
    """

    def steps(self, corpus: Corpus) -> Iterator[ParityEvent]:
        """The merges, lazily, one event at a time.

        Raises EngineError, at once, where the corpus is empty or too large, or `vocab_size` leaves no room for its
        symbols.
        """
        return self.start(corpus).parity_events()

    def train(self, corpus: Corpus, *, progress: Progress | None = None) -> BPETokenizer:
        """The tokenizer that all steps together make. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus)
            merges = [event.pair for event in run.parity_events_with_progress(progress)]
            return self.tokenizer(corpus, run.vocabulary, merges)

    def record(self, corpus: Corpus, *, progress: Progress | None = None) -> ParityTraining:
        """All steps, kept so that the state before and after any of them can be shown. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus)
            events = tuple(run.parity_events_with_progress(progress))
            return ParityTraining(
                self,
                run.corpus,
                run.base_vocabulary,
                events,
                run.stop_reason,
                run.state.merged_at_rank,
                tuple(run.measured.now),
                run.plain_lengths(len(events)),
            )

    def start(self, corpus: Corpus) -> "ParityRun":
        """A training that has not made a step yet. Errors as `steps`."""
        run = ParityRun(self, corpus)
        _check_size(run)
        return run


class ParityRun(BPERun):
    """A training of parity-aware BPE under way."""

    stop_reason: MergeStopReason

    def __init__(self, trainer: ParityOptions, corpus: Corpus) -> None:
        super().__init__(trainer, corpus)
        self.options = trainer
        self.of = as_language_corpus(corpus)
        self.names = [*self.of.languages]
        self.turns = Turns(trainer, len(self.names))
        self.used_up: dict[int, None] = {}  # languages without a pair, in the order in which that was found

    def prepare(self) -> None:
        """Count the pairs of each language, and the tokens of what is measured."""
        symbols_of, least = self.trainer.symbols_of, self.trainer.min_frequency
        words = words_as_ids(self.of.languages, self.ids, symbols_of)
        self.choosing = RankedLanguages(words, self.tokens, least, self.may_merge)
        self.measured = (
            LanguageLengths(words_as_ids(self.of.dev, self.ids, symbols_of)) if self.of.dev else self.choosing
        )

    def parity_events_with_progress(self, progress: Progress | None) -> Iterator[ParityEvent]:
        """The merges, and how far they are is told."""
        room = self.trainer.vocab_size - len(self.base_vocabulary)
        for event in self.parity_events():
            yield event
            if progress and not event.rank % 256:
                progress(min(1.0, (event.rank + 1) / room))

    def parity_events(self) -> Iterator[ParityEvent]:
        """Make the merges, one an event, until the vocabulary is full or no language has a pair left."""
        self.prepare()
        rank = 0
        while len(self.vocabulary) < self.trainer.vocab_size:
            event = self.take_turn(rank)
            if event is not None:
                yield event
                rank += 1
            elif len(self.used_up) == len(self.names):
                self.stop_reason = self.stop_reason_now()
                return

    def take_turn(self, rank: int) -> ParityEvent | None:
        """Have the language that is worst off choose a pair, and merge it everywhere; None where it has none left."""
        lengths = tuple(self.measured.now)
        turn = self.turns.next(lengths, self.used_up)
        winner = self.choosing.queues[turn.language].pop()
        if winner is None:
            self.used_up[turn.language] = None
            return None
        pair, count = winner.pair, winner.count
        tied = self.choosing.states[turn.language].pairs_with_count[count] - 1
        left, right = self.tokens[pair[0]], self.tokens[pair[1]]
        token = left + right
        # Two pairs can make the same string; the token then keeps the id that it has.
        token_id = self.vocabulary[token] = self.ids.setdefault(token, len(self.tokens))
        if token_id == len(self.tokens):
            self.tokens.append(token)
        replacements, _gained = self.state.merge(pair, token_id, rank)
        self.choosing.merge(pair, token_id, rank)
        if self.measured is not self.choosing:
            self.measured.merge(pair, token_id, rank)
        return ParityEvent(
            *(rank, Pair(left, right), token, token_id, count, replacements, tied, ()),
            language=self.names[turn.language],
            lengths=lengths,
            held_back=tuple(self.names[number] for number in turn.over_quota),
            used_up=tuple(self.names[number] for number in self.used_up),
        )

    def plain_lengths(self, merges: int) -> tuple[int, ...]:
        """The tokens of what is measured after as many merges of byte-pair encoding, which knows of no languages."""
        trainer = self.trainer
        plain = BPETrainer(
            vocab_size=len(self.base_vocabulary) + merges + 1,  # that many merges make no more tokens
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


def _check_size(run: ParityRun) -> None:
    characters = sum(len(word) for words in run.of.languages.values() for word in words)
    if characters > MAX_CORPUS:
        raise EngineError(
            "The distinct words of the languages have {characters:,} characters, but the limit for parity-aware BPE is "
            "{limit:,}. Train on part of the texts.",
            characters=characters,
            limit=MAX_CORPUS,
        )
