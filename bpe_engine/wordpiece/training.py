"""The record of a training of WordPiece: any step of it can be shown, without training again."""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from bpe_engine.bpe.events import MergeStopReason
from bpe_engine.bpe.merge_state import PairRecord
from bpe_engine.symbols import Pair
from bpe_engine.training import Contribution, Training, View, WordState, largest
from bpe_engine.wordpiece.events import WordPieceEvent
from bpe_engine.wordpiece.options import WordPieceOptions
from bpe_engine.wordpiece.scored_pairs import ScoredPairs, pair_score
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer


class PairScore(NamedTuple):
    """A row of the leaderboard: a pair, its score and what that comes from, and the words that have the pair."""

    pair: Pair
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one needs here
    left_count: int
    right_count: int
    score: float
    words: tuple[Contribution, ...]  # in corpus order; the most frequent ones only where a limit was given
    number_of_words: int


class WordPieceState(NamedTuple):
    """The picture between two merges. `step` merges have been made."""

    step: int
    words: tuple[WordState, ...]
    changed: tuple[WordState, ...]  # the words that the merge before this step changed
    places: tuple[WordState, ...]  # the words that the next merge will change
    vocabulary: dict[str, int]
    leaderboard: tuple[PairScore, ...]  # the winner first; pairs below min_frequency after all others
    number_of_pairs: int
    tokens_in_corpus: int
    next_event: WordPieceEvent | None  # the merge that this state leads to; None at the end


@dataclass(frozen=True, eq=False)
class WordPieceTraining(Training[WordPieceState]):
    """What `WordPieceTrainer.record` returns.

    For each place of the corpus `swallowed_at` holds the rank of the merge that took away the
    boundary before it. So a word at step n is its symbols, joined wherever that rank is below n.
    """

    trainer: WordPieceOptions
    events: tuple[WordPieceEvent, ...]
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

    def _states(self, first: int, last: int, view: View) -> Iterator[WordPieceState]:
        """The first state is put together from the record, the others follow by making the merges."""
        # Begin one step early, to know what the merge before the first state changed.
        walker = _Walker(self, max(first - 1, 0))
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

    def tokenizer(self, step: int | None = None) -> WordPieceTokenizer:
        """The tokenizer with the vocabulary after `step` merges; after all of them without a step. Errors as `at`."""
        return self.trainer.tokenizer(self.corpus, self.vocabulary_at(len(self.events) if step is None else step))


def _apply(event: WordPieceEvent, vocabulary: dict[str, int]) -> None:
    vocabulary[event.token] = event.token_id
    for token in event.dropped:
        del vocabulary[token]


class _Walker:
    """Scored pairs that start at any step of a record and go forward along its events."""

    def __init__(self, training: WordPieceTraining, step: int) -> None:
        self.training = training
        self.step = step
        self.vocabulary = training.vocabulary_at(step)
        self.ids = {**training.base_vocabulary, **{event.token: event.token_id for event in training.events}}
        self.tokens = list(self.ids)
        self.words = list(training.corpus.words.items())
        self.number_of_words = sum(training.corpus.words.values())
        self.pairs = ScoredPairs(self._words_at(step), training.trainer.min_frequency)
        self.tokens_in_corpus = training.tokens_per_step[step]
        self.changed: list[int] = []

    def _words_at(self, step: int) -> Iterator[tuple[list[int], int]]:
        trainer, swallowed_at = self.training.trainer, self.training.swallowed_at
        place = 1  # place 0 is the gap before the first word
        for word, frequency in self.words:
            symbols = trainer.symbols_of(word)
            tokens: list[str] = []
            for symbol, rank in zip(symbols, swallowed_at[place : place + len(symbols)], strict=True):
                if rank < step:
                    tokens[-1] = trainer.join(tokens[-1], symbol)
                else:
                    tokens.append(symbol)
            place += len(symbols) + 1
            yield [self.ids[token] for token in tokens], frequency

    def advance(self) -> None:
        """Make the next merge of the record."""
        event = self.training.events[self.step]
        self.changed = self._words_with(event.pair)
        pair = (self.ids[event.pair.left], self.ids[event.pair.right])
        self.pairs.merge(pair, event.token_id, event.rank)
        _apply(event, self.vocabulary)
        self.tokens_in_corpus -= event.replacements
        self.step += 1

    def picture(self, view: View) -> WordPieceState:
        """The state as it is now."""
        training = self.training
        next_event = training.events[self.step] if self.step < len(training.events) else None
        places = self._words_with(next_event.pair) if next_event else []
        return WordPieceState(
            step=self.step,
            words=self._words(range(len(self.words)) if view.words is None else view.words),
            changed=self._words(self._most_frequent(self.changed, view.changes)),
            places=self._words(self._most_frequent(places, view.changes)),
            vocabulary=dict(self.vocabulary),
            leaderboard=tuple(self._pair_score(record, view.changes) for record in self.pairs.first(view.pairs)),
            number_of_pairs=len(self.pairs.state.pairs),
            tokens_in_corpus=self.tokens_in_corpus,
            next_event=next_event,
        )

    def _words_with(self, pair: Pair) -> list[int]:
        ids = (self.ids[pair.left], self.ids[pair.right])
        return [number for number, _ in self.pairs.state.words_with(ids)]

    def _words(self, numbers: Iterable[int]) -> tuple[WordState, ...]:
        ids_of_word = self.pairs.state.ids_of_word
        return tuple(
            WordState(*self.words[number], tuple(self.tokens[token] for token in ids_of_word(number)))
            for number in numbers
        )

    def _most_frequent(self, numbers: list[int], limit: int | None) -> list[int]:
        return largest(limit, numbers, lambda number: self.words[number][1])

    def _pair_score(self, record: PairRecord, limit: int | None) -> PairScore:
        left, right = record.pair
        count, left_count, right_count = record.count, self.pairs.counts[left], self.pairs.counts[right]
        tokens = self.tokens_in_corpus
        found = [
            Contribution(*self.words[number], occurrences)
            for number, occurrences in self.pairs.state.words_with(record.pair)
        ]
        return PairScore(
            Pair(self.tokens[left], self.tokens[right]),
            count,
            left_count,
            right_count,
            pair_score(
                self.training.trainer.form, count, left_count, right_count, tokens, pairs=tokens - self.number_of_words
            ),
            tuple(largest(limit, found, lambda word: word.count)),
            len(found),
        )
