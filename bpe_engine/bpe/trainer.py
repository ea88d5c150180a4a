"""Training byte-pair encoding: the most frequent pair of neighbouring symbols becomes a token, repeatedly.

The algorithm is that of Sennrich, Haddow and Birch (2016), "Neural Machine Translation of Rare Words with Subword
Units", after Gage (1994). The loop is in `BPERun.events`, `merges_up_to` and `merge`, in this order; comments number
its steps from 1 to 8. `bpe_engine/taught/code/bpe.py` is the textbook version of the same loop: its functions recount
all pairs at each step, while here a merge updates only the counts that it changes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bpe_engine.bpe.events import MergeEvent, MergeStopReason
from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.bpe.options import BPEOptions
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.training import BPETraining
from bpe_engine.corpus import Corpus
from bpe_engine.symbols import Pair
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.training.base import Run, Trainer, Training

FIRST_PRUNING_FRACTION = 128
"""Rare pairs are forgotten after this fraction of all merges, and then whenever the number of merges has doubled."""

PAIRS_KEPT_PER_MERGE = 2
"""How many pairs are kept for each merge to come, the most frequent ones. If a rarer pair should win, the corpus is
counted again."""


class BPERun(Run):
    """A training in progress: the words as merged so far, and a queue of pairs.

    Related algorithms derive from this class and override how a pair is chosen (`best_pair`) or what a step does
    (`merge`).
    """

    def __init__(self, trainer: Any, corpus: Corpus, *, rare_pairs: bool = True) -> None:
        super().__init__(trainer, corpus)
        self.base_vocabulary: dict[str, int] = trainer.base_vocabulary(self.corpus)
        self.vocabulary = dict(self.base_vocabulary)
        self.ids = dict(self.base_vocabulary)  # the vocabulary, including dropped tokens
        self.tokens = list(self.ids)
        self.rank = 0
        self.stop_reason: MergeStopReason = "vocab_size"
        self.room: int = trainer.vocab_size - len(self.vocabulary)
        forgets = not rare_pairs and trainer.can_forget_rare_pairs
        self.forget_at = self.room // FIRST_PRUNING_FRACTION if forgets else None

    # The loop

    def events(self) -> Iterator[Any]:
        """Make the merges and yield an event for each, until the vocabulary is full or no pair is left."""
        # 1. Start: the words are sequences of symbols, and the vocabulary contains these (`state`, `vocabulary`).
        yield from self.merges_up_to(self.trainer.vocab_size)
        if len(self.vocabulary) < self.trainer.vocab_size:
            self.stop_reason = self.reason_for_stopping()

    def merges_up_to(self, size: int) -> Iterator[Any]:
        """Yield merges until the vocabulary has `size` tokens or no pair is left."""
        while len(self.vocabulary) < size:
            # 2. Choose the pair with the highest score; the tie rule decides among equals.
            winner = self.best_pair()
            if winner is None:
                return
            # 3. to 7. Make it one token, wherever it occurs: see `merge` below.
            event = self.merge(winner)
            self.rank += 1
            yield event
            # 8. Forget the pairs that are too rare to win, if the method allows it: most of a large corpus are.
            if self.rank == self.forget_at:
                self.forget_at *= 2
                self.forget_rare_pairs()

    def merge(self, winner: PairRecord) -> Any:
        """Make the pair one token wherever it occurs, and return the event."""
        pair, count, tied = winner.pair, winner.count, self.queue.tied_with(winner)
        # 3. Name the token.
        left, right, token, token_id, is_new = self.add_token(pair)
        # 4. Replace the pair in every word. Of all counts, only those of the pairs next to it change.
        replacements, gained = self.state.merge(pair, token_id, self.rank)
        # 5. Queue the pairs that contain the token.
        for record in gained:
            self.queue.push(record)
        # 6. A token that existed before has more neighbours now, and a forgotten pair may have become frequent.
        if not is_new and self.state.least > 1:
            self.restore_rare_pairs()
        # 7. Drop the parts that no longer occur, if that is an option.
        dropped = self.drop_unused(pair, token_id, replacements) if self.trainer.drop_unused else ()
        return MergeEvent(self.rank, Pair(left, right), token, token_id, count, replacements, tied, dropped)

    # The state

    @cached_property
    def state(self) -> MergeState:
        """The words as merged so far. Built at the first merge, so creating a training is cheap."""
        ids, symbols_of = self.ids, self.trainer.symbols_of
        words = self.corpus.words.items()
        return MergeState(
            ((map(ids.__getitem__, symbols_of(word)), frequency) for word, frequency in words), self.may_merge
        )

    @cached_property
    def may_merge(self) -> Callable[[PairIds], bool] | None:
        """A predicate for whether a pair may become a token; None if every pair may."""
        may_merge: Callable[[PairIds], bool] | None = self.trainer.merge_filter(self.tokens, self.corpus.byte_level)
        return may_merge

    @cached_property
    def queue(self) -> PairQueue:
        """The pairs, the next to merge first."""
        trainer = self.trainer
        queue: PairQueue = trainer.pair_queue(
            self.state, self.tokens, self.corpus.byte_level, trainer.tie_break, trainer.min_frequency
        )
        return queue

    @cached_property
    def symbol_counts(self) -> Counter[int]:
        """How often each symbol occurs, by id: counted at the start, and kept up to date if the algorithm needs it."""
        counts: Counter[int] = Counter()
        for word, frequency in self.corpus.words.items():
            for symbol in self.trainer.symbols_of(word):
                counts[self.ids[symbol]] += frequency
        return counts

    # The parts of a step

    def best_pair(self) -> PairRecord | None:
        """Return the pair with the highest score, ties broken by the rule; None if no pair is frequent enough."""
        winner = self.queue.pop()
        if winner is None and self.state.least > 1:
            self.restore_rare_pairs()
            winner = self.queue.pop()
        return winner

    def add_token(self, pair: PairIds) -> tuple[str, str, str, int, bool]:
        """Add the token of a pair: return both parts, the token, its id and whether it is new.

        Two pairs can make the same token, which then keeps its id.
        """
        left, right = self.tokens[pair[0]], self.tokens[pair[1]]
        token = self.trainer.join(left, right)
        token_id = self.vocabulary[token] = self.ids.setdefault(token, len(self.tokens))
        is_new = token_id == len(self.tokens)
        if is_new:
            self.tokens.append(token)
        return left, right, token, token_id, is_new

    def drop_unused(self, pair: PairIds, token_id: int, replacements: int) -> tuple[str, ...]:
        """Remove from the vocabulary the parts of a pair that no longer occur. Special tokens stay."""
        counts = self.symbol_counts
        counts[token_id] += replacements
        for part in pair:
            counts[part] -= replacements
        return self.drop_tokens(part for part in dict.fromkeys(pair) if not counts[part])

    def drop_tokens(self, unused: Iterable[int]) -> tuple[str, ...]:
        """Remove tokens from the vocabulary, special tokens aside; return those removed."""
        dropped = [self.tokens[token] for token in unused if self.tokens[token] not in self.trainer.special_tokens]
        for token in dropped:
            del self.vocabulary[token]
        return tuple(dropped)

    def forget_rare_pairs(self) -> None:
        """Forget all pairs but the most frequent ones, `PAIRS_KEPT_PER_MERGE` for each merge to come."""
        if self.state.forget_rare_pairs(PAIRS_KEPT_PER_MERGE * (self.trainer.vocab_size - len(self.vocabulary))):
            vars(self).pop("queue", None)  # `restore_rare_pairs` may have removed it in this step

    def restore_rare_pairs(self) -> None:
        """Recount all pairs, including those that were forgotten."""
        self.state = MergeState(self.state.unfinished_words(), self.may_merge)
        del self.queue

    def reason_for_stopping(self) -> MergeStopReason:
        """Return the reason why no pair can be merged."""
        # The state of the training does not contain pairs that may not merge.
        state = self.state if self.may_merge is None else MergeState(self.state.unfinished_words())
        counts = [record.count for record in state.pairs.values()]
        if max(counts, default=0) >= self.trainer.min_frequency:
            return "max_token_length"
        return "min_frequency" if counts else "no_pair"

    # The results

    @property
    def share_done(self) -> float:
        """The share of merges made so far."""
        return min(1.0, self.rank / self.room)

    def training(self, events: tuple[Any, ...]) -> Training[Any]:
        """Return the record of all merges."""
        return BPETraining(
            self.trainer, self.corpus, self.base_vocabulary, events, self.stop_reason, self.state.merged_at_rank
        )

    def tokenizer(self, events: Iterable[Any]) -> Tokenizer:
        """Return the tokenizer that applies these merges."""
        merges = [event.pair for event in events]
        tokenizer: Tokenizer = self.trainer.tokenizer(self.corpus, self.vocabulary, merges)
        return tokenizer


@dataclass(frozen=True, kw_only=True)
class BPETrainer(BPEOptions, Trainer[MergeEvent, BPETraining, BPETokenizer]):
    """Trains byte-pair encoding: learns merges from a corpus, one at a time.

    `vocab_size` is the number of tokens to stop at; a merge needs `min_frequency` occurrences. The vocabulary is:
    `special_tokens`, then `initial_alphabet` in the order given, then the corpus's other symbols in code point order,
    then the merges. `end_of_word_symbol` is added to each word as a separate symbol, `end_of_word_suffix` is joined to
    its last character. `drop_unused` removes a symbol from the vocabulary once none is left in the corpus; special
    tokens stay. `limit_alphabet` is the maximum size of the alphabet: the rarest characters are removed from all words.
    `max_token_length` is the maximum length of a token in characters (bytes at byte level), end-of-word marks aside.

    Raises EngineError if the options are invalid. `steps`, `train` and `record` raise it immediately if the corpus is
    empty or `vocab_size` leaves no room for its symbols.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> for event in BPETrainer(vocab_size=10).steps(corpus):
    ...     print(event.rank, event.pair, event.count, event.token)
    0 ('u', 'g') 20 ug
    1 ('u', 'n') 16 un
    2 ('h', 'ug') 15 hug
    """

    run_class = BPERun
    summary = "byte-pair encoding: repeatedly merge the most frequent pair"
    default_pre_tokenizer = "gpt2"
