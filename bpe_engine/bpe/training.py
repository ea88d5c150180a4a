"""The record of a training: any step of it can be shown, without training again."""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, get_args

from bpe_engine.bpe.events import MergeEvent, MergeStopReason, TieBreak
from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.bpe.options import BPEOptions
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.symbols import Pair
from bpe_engine.training import Contribution, Training, View, WordState, largest


class PairCount(NamedTuple):
    """A row of the leaderboard: a pair, its count, and the words that the count came from."""

    pair: Pair
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one needs here
    words: tuple[Contribution, ...]  # in corpus order; the most frequent ones only where a limit was given
    number_of_words: int


class BPEState(NamedTuple):
    """The picture between two merges. `step` merges have been made."""

    step: int
    words: tuple[WordState, ...]
    changed: tuple[WordState, ...]  # the words that the merge before this step changed
    places: tuple[WordState, ...]  # the words that the next merge will change
    vocabulary: dict[str, int]
    leaderboard: tuple[PairCount, ...]  # the winner first
    number_of_pairs: int  # of those that may become a token
    tokens_in_corpus: int
    next_event: MergeEvent | None  # the merge that this state leads to; None at the end
    tie_choices: dict[TieBreak, Pair]  # what each tie rule would merge next; empty where no pairs tie


@dataclass(frozen=True, eq=False)
class BPETraining(Training[BPEState]):
    """What `BPETrainer.record` returns.

    For each place of the corpus `swallowed_at` holds the rank of the merge that took away the
    boundary before it. So a word at step n is its symbols, joined wherever that rank is below n.
    """

    trainer: BPEOptions
    events: tuple[MergeEvent, ...]
    stop_reason: MergeStopReason
    swallowed_at: "array[int]"

    @cached_property
    def tokens_per_step(self) -> tuple[int, ...]:
        """The number of tokens in the corpus at each step, from 0 to the last."""
        total = sum(len(self.trainer.symbols_of(word)) * frequency for word, frequency in self.corpus.words.items())
        totals = [total]
        for event in self.events:
            totals.append(totals[-1] - event.replacements)
        return tuple(totals)

    @cached_property
    def vocabulary_per_step(self) -> tuple[int, ...]:
        """The size of the vocabulary at each step, from 0 to the last."""
        vocabulary = dict(self.base_vocabulary)
        sizes = [len(vocabulary)]
        for event in self.events:
            _apply(event, vocabulary)
            sizes.append(len(vocabulary))
        return tuple(sizes)

    def _states(self, first: int, last: int, view: View) -> Iterator[BPEState]:
        """The first state is put together from the record, the others follow by making the merges."""
        # Begin one step early, to know what the merge before the first state changed.
        walker = Walker(self, max(first - 1, 0))
        while walker.step < first:
            walker.advance()
        yield walker.picture(view)
        while walker.step < last:
            walker.advance()
            yield walker.picture(view)

    def vocabulary_at(self, step: int) -> dict[str, int]:
        """Token -> id after `step` merges. Errors as `at`."""
        self._check_step(step)
        vocabulary = dict(self.base_vocabulary)
        for event in self.events[:step]:
            _apply(event, vocabulary)
        return vocabulary

    def tokenizer(self, step: int | None = None) -> BPETokenizer:
        """The tokenizer that the first `step` merges make; all of them without a step. Errors as `at`."""
        step = len(self.events) if step is None else step
        vocabulary = self.vocabulary_at(step)
        merges = [event.pair for event in self.events[:step]]
        return self.trainer.tokenizer(self.corpus, vocabulary, merges)


def _apply(event: MergeEvent, vocabulary: dict[str, int]) -> None:
    vocabulary[event.token] = event.token_id
    for token in event.dropped:
        del vocabulary[token]


class Walker:
    """A merge state that starts at any step of a record and goes forward along its events."""

    def __init__(self, training: BPETraining, step: int) -> None:
        self.training = training
        self.step = step
        self.vocabulary = training.vocabulary_at(step)
        self.tokens: list[str] = []
        self.ids: dict[str, int] = {}
        for token in (*training.base_vocabulary, *(event.token for event in training.events)):
            if token not in self.ids:
                self.ids[token] = len(self.tokens)
                self.tokens.append(token)
        self.may_merge = training.trainer.may_merge(self.tokens, training.corpus.byte_level)
        self.words = list(training.corpus.words.items())
        self.merge_state = MergeState(self._words_at(step), self.may_merge)
        self.tokens_in_corpus = training.tokens_per_step[step]
        self._queues: dict[TieBreak, PairQueue] = {}
        self.changed: list[int] = []
        self._known_words: dict[tuple[PairIds, int, int | None], tuple[tuple[Contribution, ...], int]] = {}

    def _words_at(self, step: int) -> Iterator[tuple[list[int], int]]:
        swallowed_at, ids = self.training.swallowed_at, self.ids
        symbols_of = self.training.trainer.symbols_of
        place = 1  # place 0 is the gap before the first word
        for word, frequency in self.words:
            symbols = symbols_of(word)
            tokens: list[str] = []
            for symbol, rank in zip(symbols, swallowed_at[place : place + len(symbols)], strict=True):
                if rank < step:
                    tokens[-1] += symbol
                else:
                    tokens.append(symbol)
            place += len(symbols) + 1
            yield [ids[token] for token in tokens], frequency

    def advance(self) -> None:
        """Make the next merge of the record."""
        event = self.training.events[self.step]
        pair = (self.ids[event.pair.left], self.ids[event.pair.right])
        self.changed = [number for number, _ in self.merge_state.words_with(pair)]
        _, gained = self.merge_state.merge(pair, self.ids[event.token], event.rank)
        for queue in self._queues.values():
            for record in gained:
                queue.push(record)
        _apply(event, self.vocabulary)
        self.tokens_in_corpus -= event.replacements
        self.step += 1

    def picture(self, view: View) -> BPEState:
        """The state as it is now."""
        training = self.training
        next_event = training.events[self.step] if self.step < len(training.events) else None
        places = []
        if next_event:
            pair = (self.ids[next_event.pair.left], self.ids[next_event.pair.right])
            places = [number for number, _ in self.merge_state.words_with(pair)]
        number_of_pairs = len(self.merge_state.pairs)
        leaders = self._queue(training.trainer.tie_break).first(number_of_pairs if view.pairs is None else view.pairs)
        return BPEState(
            step=self.step,
            words=self._words(range(len(self.words)) if view.words is None else view.words),
            changed=self._words(self._most_frequent(self.changed, view.changes)),
            places=self._words(self._most_frequent(places, view.changes)),
            vocabulary=dict(self.vocabulary),
            leaderboard=tuple(self._pair_count(record, view.changes) for record in leaders),
            number_of_pairs=number_of_pairs,
            tokens_in_corpus=self.tokens_in_corpus,
            next_event=next_event,
            tie_choices=self._tie_choices() if next_event and next_event.tied else {},
        )

    def _queue(self, rule: TieBreak) -> PairQueue:
        """The pairs in the order of a rule. Made when it is first asked for, then kept up to date."""
        if rule not in self._queues:
            byte_level = self.training.corpus.byte_level
            self._queues[rule] = PairQueue(self.merge_state, self.tokens, rule, byte_level=byte_level)
        return self._queues[rule]

    def _tie_choices(self) -> dict[TieBreak, Pair]:
        choices: dict[TieBreak, Pair] = {}
        for rule in get_args(TieBreak):
            (winner,) = self._queue(rule).first(1)
            choices[rule] = self._pair(winner)
        return choices

    def _pair(self, record: PairRecord) -> Pair:
        left, right = record.pair
        return Pair(self.tokens[left], self.tokens[right])

    def _words(self, numbers: Iterable[int]) -> tuple[WordState, ...]:
        return tuple(
            WordState(*self.words[number], tuple(self.tokens[token] for token in self.merge_state.ids_of_word(number)))
            for number in numbers
        )

    def _most_frequent(self, numbers: list[int], limit: int | None) -> list[int]:
        return largest(limit, numbers, lambda number: self.words[number][1])

    def _pair_count(self, record: PairRecord, limit: int | None) -> PairCount:
        pair, count = record.pair, record.count
        key = (pair, count, limit)
        if key not in self._known_words:
            found = [
                Contribution(*self.words[number], occurrences)
                for number, occurrences in self.merge_state.words_with(pair)
            ]
            self._known_words[key] = tuple(largest(limit, found, lambda word: word.count)), len(found)
        words, number_of_words = self._known_words[key]
        return PairCount(self._pair(record), count, words, number_of_words)
