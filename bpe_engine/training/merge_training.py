"""The record of a training that merges pairs, however it chooses the pair."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import add
from typing import Any, Generic

from bpe_engine.bpe.events import MergeStopReason
from bpe_engine.bpe.merge_state import MergeState, PairIds, PairRecord
from bpe_engine.symbols import Pair
from bpe_engine.training.base import State, StateView, Training, WordContribution, WordState, top_items


@dataclass(frozen=True, eq=False)
class MergeTraining(Training[State]):
    """A record of merges.

    For each position of the corpus, `merged_at_rank` is the rank of the merge that removed the boundary before it. So a
    word at step n is its symbols, joined wherever this rank is below n.
    """

    trainer: Any  # the options of a trainer that starts from the symbols of words
    stop_reason: MergeStopReason
    merged_at_rank: "array[int]"

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
            apply_event(event, vocabulary)
            sizes.append(len(vocabulary))
        return tuple(sizes)

    def _iter_states(self, first: int, last: int, view: StateView) -> Iterator[State]:
        """Yield the states: the first one is built from the record, the others by making the merges."""
        # Begin one step early, to know what the last merge before the first state changed.
        walker = self._replay(max(first - 1, 0))
        while walker.step < first:
            walker.apply_next_merge()
        yield walker.current_state(view)
        while walker.step < last:
            walker.apply_next_merge()
            yield walker.current_state(view)

    def vocabulary_at(self, step: int) -> dict[str, int]:
        """Token -> id after `step` merges. Raises the errors of `at`."""
        self._check_step(step)
        vocabulary = dict(self.base_vocabulary)
        for event in self.events[:step]:
            apply_event(event, vocabulary)
        return vocabulary

    @abstractmethod
    def _replay(self, step: int) -> "MergeReplay[State]":
        """Return the replay that starts at a step."""


class MergeReplay(ABC, Generic[State]):
    """Replays a record's events from any step on, repeating the merges."""

    merge_state: MergeState

    def __init__(self, training: Any, step: int) -> None:
        self.training = training
        self.step = step
        self.vocabulary = training.vocabulary_at(step)
        self.tokens = list(dict.fromkeys((*training.base_vocabulary, *(event.token for event in training.events))))
        self.ids = {token: number for number, token in enumerate(self.tokens)}
        self.words: list[tuple[str, int]] = list(training.corpus.words.items())
        self.tokens_in_corpus = training.tokens_per_step[step]
        self.changed: list[int] = []

    @abstractmethod
    def _merge(self, pair: PairIds, event: Any) -> None:
        """Make the merge of an event wherever its pair occurs."""

    @abstractmethod
    def _state(self, view: StateView, **shared: Any) -> State:
        """Return the current state, from the fields common to all such trainings and the leaderboard."""

    def _words_at_step(self, step: int, join: Callable[[str, str], str] = add) -> Iterator[tuple[list[int], int]]:
        merged_at_rank, ids = self.training.merged_at_rank, self.ids
        symbols_of = self.training.trainer.symbols_of
        place = 1  # place 0 is the gap before the first word
        for word, frequency in self.words:
            symbols = symbols_of(word)
            tokens: list[str] = []
            for symbol, rank in zip(symbols, merged_at_rank[place : place + len(symbols)], strict=True):
                if rank < step:
                    tokens[-1] = join(tokens[-1], symbol)
                else:
                    tokens.append(symbol)
            place += len(symbols) + 1
            yield [ids[token] for token in tokens], frequency

    def apply_next_merge(self) -> None:
        """Make the next merge of the record."""
        event = self.training.events[self.step]
        self.changed = self._words_with(event.pair)
        self._merge(self._ids_of(event.pair), event)
        apply_event(event, self.vocabulary)
        self.tokens_in_corpus -= event.replacements
        self.step += 1

    def current_state(self, view: StateView) -> State:
        """Return the current state."""
        events = self.training.events
        next_event = events[self.step] if self.step < len(events) else None
        places = self._words_with(next_event.pair) if next_event else []
        return self._state(
            view,
            step=self.step,
            words=self._words(range(len(self.words)) if view.words is None else view.words),
            changed=self._words(self._most_frequent(self.changed, view.changed_words)),
            words_with_pair=self._words(self._most_frequent(places, view.changed_words)),
            vocabulary=dict(self.vocabulary),
            number_of_pairs=len(self.merge_state.pairs),
            tokens_in_corpus=self.tokens_in_corpus,
            next_event=next_event,
        )

    def _ids_of(self, pair: Pair) -> PairIds:
        return self.ids[pair.left], self.ids[pair.right]

    def _pair(self, record: PairRecord) -> Pair:
        left, right = record.pair
        return Pair(self.tokens[left], self.tokens[right])

    def _words_with(self, pair: Pair) -> list[int]:
        return [number for number, _ in self.merge_state.words_with(self._ids_of(pair))]

    def _words(self, numbers: Iterable[int]) -> tuple[WordState, ...]:
        ids_of_word = self.merge_state.ids_of_word
        return tuple(
            WordState(*self.words[number], tuple(self.tokens[token] for token in ids_of_word(number)))
            for number in numbers
        )

    def _most_frequent(self, numbers: list[int], limit: int | None) -> list[int]:
        return top_items(limit, numbers, lambda number: self.words[number][1])

    def _contributing_words(self, record: PairRecord, limit: int | None) -> tuple[tuple[WordContribution, ...], int]:
        """Return the words with a pair, only the most frequent if there is a limit, and the number of all."""
        contributions = [
            WordContribution(*self.words[number], occurrences)
            for number, occurrences in self.merge_state.words_with(record.pair)
        ]
        return tuple(top_items(limit, contributions, lambda word: word.count)), len(contributions)


def apply_event(event: Any, vocabulary: dict[str, int]) -> None:
    """Add the token of a merge to a vocabulary, and remove the tokens that the merge dropped."""
    vocabulary[event.token] = event.token_id
    for token in event.dropped:
        del vocabulary[token]
