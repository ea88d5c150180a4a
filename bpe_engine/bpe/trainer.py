"""Byte-pair encoding, the training: the most frequent pair becomes a token, again and again.

The algorithm is that of Sennrich, Haddow and Birch (2016), "Neural Machine Translation of Rare
Words with Subword Units", after Gage (1994).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from bpe_engine.bpe.events import MergeEvent, MergeStopReason
from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.bpe.options import BPEOptions
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.training import BPETraining
from bpe_engine.corpus import Corpus
from bpe_engine.symbols import Pair
from bpe_engine.training.base import Progress, Trainer
from bpe_engine.training.gc_pause import paused_collector

FIRST_PRUNING_FRACTION = 128
"""When one of so many merges has been made, and whenever they have doubled, the pairs go out of memory that are too
rare ever to win."""

PAIRS_KEPT_PER_MERGE = 2
"""So many pairs are kept for each merge to come, the most frequent ones. Where a rarer pair should win, it is found
again."""


@dataclass(frozen=True, kw_only=True)
class BPETrainer(BPEOptions, Trainer):
    """Learns merges from a corpus, one at a time.

    `vocab_size` is the number of tokens to stop at; a merge needs `min_frequency` occurrences.
    The vocabulary is: `special_tokens`, then `initial_alphabet` in the order given, then the
    corpus's other symbols in code point order, then the merges. `end_of_word_symbol` is added to
    each word as a symbol of its own, `end_of_word_suffix` is joined to its last character.
    `drop_unused` takes out of the vocabulary a symbol that a merge leaves nowhere in the corpus; special tokens stay.
    `limit_alphabet` is how many characters the alphabet may have: the rarest are left out of all words.
    `max_token_length` is how many characters (at byte level bytes) a token may have, marks at the ends of words aside.

    Raises EngineError for options that cannot work.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> for event in BPETrainer(vocab_size=10).steps(corpus):
    ...     print(event.rank, event.pair, event.count, event.token)
    0 ('u', 'g') 20 ug
    1 ('u', 'n') 16 un
    2 ('h', 'ug') 15 hug
    """

    def steps(self, corpus: Corpus) -> Iterator[MergeEvent]:
        """The merges, lazily, one event at a time.

        Raises EngineError, at once, where the corpus is empty or `vocab_size` leaves no room for its symbols.
        """
        return self.start(corpus, rare_pairs=False).events()

    def train(self, corpus: Corpus, *, progress: Progress | None = None) -> BPETokenizer:
        """The tokenizer that all steps together make. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus, rare_pairs=False)
            merges = [event.pair for event in run.events_with_progress(progress)]
            return self.tokenizer(corpus, run.vocabulary, merges)

    def record(self, corpus: Corpus, *, progress: Progress | None = None) -> BPETraining:
        """All steps, kept so that the state before and after any of them can be shown. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus)
            events = tuple(run.events_with_progress(progress))
        return BPETraining(self, run.corpus, run.base_vocabulary, events, run.stop_reason, run.state.merged_at_rank)

    def start(self, corpus: Corpus, *, rare_pairs: bool = True) -> "BPERun":
        """A training that has not made a step yet. Errors as `steps`.

        Without `rare_pairs` its state soon forgets the pairs that can hardly win, and the places of words.
        """
        return BPERun(self, corpus, rare_pairs=rare_pairs)


class BPERun:
    """A training under way: the corpus as it stands, and the pairs in the order in which they would win."""

    def __init__(self, trainer: BPEOptions, corpus: Corpus, *, rare_pairs: bool = True) -> None:
        self.trainer = trainer
        self.corpus = trainer.with_limited_alphabet(corpus)
        self.base_vocabulary = trainer.base_vocabulary(self.corpus)
        self.vocabulary = dict(self.base_vocabulary)
        self.ids = dict(self.base_vocabulary)  # as the vocabulary, with what has been dropped from it too
        self.tokens = list(self.ids)
        self.stop_reason: MergeStopReason = "vocab_size"
        self.rare_after = None if rare_pairs else (trainer.vocab_size - len(self.vocabulary)) // FIRST_PRUNING_FRACTION

    @cached_property
    def state(self) -> MergeState:
        """The corpus as it stands. Made for the first merge: until then a training costs next to nothing."""
        ids, symbols_of = self.ids, self.trainer.symbols_of
        words = self.corpus.words.items()
        return MergeState(
            ((map(ids.__getitem__, symbols_of(word)), frequency) for word, frequency in words), self.may_merge
        )

    @cached_property
    def may_merge(self) -> Callable[[PairIds], bool] | None:
        """Whether a pair may become a token; None where each may."""
        return self.trainer.merge_filter(self.tokens, self.corpus.byte_level)

    @cached_property
    def queue(self) -> PairQueue:
        """The pairs, the one first that merges next."""
        trainer = self.trainer
        return PairQueue(
            self.state,
            self.tokens,
            trainer.tie_break,
            byte_level=self.corpus.byte_level,
            min_frequency=trainer.min_frequency,
        )

    @cached_property
    def symbol_counts(self) -> Counter[int]:
        """How often each symbol occurs, by id: at the start, then kept up to date where `drop_unused` has to know."""
        counts: Counter[int] = Counter()
        for word, frequency in self.corpus.words.items():
            for symbol in self.trainer.symbols_of(word):
                counts[self.ids[symbol]] += frequency
        return counts

    def events_with_progress(self, progress: Progress | None) -> Iterator[MergeEvent]:
        """The merges, and how far they are is told."""
        room = self.trainer.vocab_size - len(self.base_vocabulary)
        for event in self.events():
            yield event
            if progress and not event.rank % 256:
                progress(min(1.0, (event.rank + 1) / room))

    def events(self) -> Iterator[MergeEvent]:
        """Make the merges, one an event, until the vocabulary is full or no pair is left."""
        rank = 0
        while len(self.vocabulary) < self.trainer.vocab_size:
            winner = self.best_pair()
            if winner is None:
                self.stop_reason = self.stop_reason_now()
                return
            event = self.merge(winner, rank)
            yield event
            rank += 1
            if rank == self.rare_after:
                self.rare_after *= 2
                if self.state.forget_rare_pairs(
                    PAIRS_KEPT_PER_MERGE * (self.trainer.vocab_size - len(self.vocabulary))
                ):
                    vars(self).pop("queue", None)  # it may have gone with this merge: see `_restore_rare_pairs`

    def best_pair(self) -> PairRecord | None:
        """The most frequent pair, ties decided by the rule; None where no pair is frequent enough."""
        winner = self.queue.pop()
        if winner is None and self.state.least > 1:
            self._restore_rare_pairs()
            winner = self.queue.pop()
        return winner

    def _restore_rare_pairs(self) -> None:
        """Look for the pairs again that were too rare to be kept."""
        self.state = MergeState(self.state.unfinished_words(), self.may_merge)
        del self.queue

    def stop_reason_now(self) -> MergeStopReason:
        """Why no pair may be merged."""
        # Of pairs that may not merge, the state of the training knows none.
        state = self.state if self.may_merge is None else MergeState(self.state.unfinished_words())
        counts = [record.count for record in state.pairs.values()]
        if max(counts, default=0) >= self.trainer.min_frequency:
            return "max_token_length"
        return "min_frequency" if counts else "no_pair"

    def merge(self, winner: PairRecord, rank: int) -> MergeEvent:
        """Make the pair one token wherever it stands, and say what happened."""
        pair, count = winner.pair, winner.count
        left, right = self.tokens[pair[0]], self.tokens[pair[1]]
        token = left + right
        # Two pairs can make the same string; the token then keeps the id that it has.
        token_id = self.vocabulary[token] = self.ids.setdefault(token, len(self.tokens))
        is_new = token_id == len(self.tokens)
        if is_new:
            self.tokens.append(token)
        tied = self.state.pairs_with_count[count] - 1
        replacements, gained = self.state.merge(pair, token_id, rank)
        for record in gained:
            self.queue.push(record)
        if not is_new and self.state.least > 1:
            # The token has more neighbours than before: what was too rare may have become frequent.
            self._restore_rare_pairs()
        dropped = self._drop(pair, token_id, replacements) if self.trainer.drop_unused else ()
        return MergeEvent(rank, Pair(left, right), token, token_id, count, replacements, tied, dropped)

    def _drop(self, pair: PairIds, token_id: int, replacements: int) -> tuple[str, ...]:
        counts = self.symbol_counts
        counts[token_id] += replacements
        for part in pair:
            counts[part] -= replacements
        special = self.trainer.special_tokens
        parts = [(self.tokens[part], counts[part]) for part in dict.fromkeys(pair)]
        unused = [token for token, count in parts if not count and token not in special]
        for token in unused:
            del self.vocabulary[token]
        return tuple(unused)
