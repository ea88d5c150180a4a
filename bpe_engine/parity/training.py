"""The record of a training of parity-aware BPE, which can show any step."""

from dataclasses import dataclass
from typing import Any

from bpe_engine.bpe.training import BPEReplay, BPEState, BPETraining, PairCount
from bpe_engine.parity.corpus import as_language_corpus
from bpe_engine.parity.events import ParityEvent
from bpe_engine.parity.language_lengths import RankedLanguages
from bpe_engine.parity.options import ParityOptions
from bpe_engine.training.base import StateView, WordContribution, top_items


@dataclass(frozen=True, eq=False)
class ParityTraining(BPETraining):
    """The record of a parity-aware training. `plain_lengths` are the lengths after as many plain BPE merges."""

    trainer: ParityOptions
    events: tuple[ParityEvent, ...]  # type: ignore[assignment]  # like MergeEvent, with whose turn it was
    last_lengths: tuple[int, ...]
    plain_lengths: tuple[int, ...]

    @property
    def languages(self) -> tuple[str, ...]:
        """The names of the languages, in the order of all lengths."""
        return tuple(as_language_corpus(self.corpus).languages)

    def lengths_at(self, step: int) -> tuple[int, ...]:
        """Return the tokens of each language's measured text at a step. Raises the errors of `at`."""
        self._check_step(step)
        return self.events[step].lengths if step < len(self.events) else self.last_lengths

    def _replay(self, step: int) -> "ParityWalker":
        return ParityWalker(self, step)


class ParityWalker(BPEReplay):
    """Replays a record's events. The leaderboard is that of the language whose turn it is."""

    training: ParityTraining

    def __init__(self, training: ParityTraining, step: int) -> None:
        super().__init__(training, step)
        self.languages = [*as_language_corpus(training.corpus).languages.values()]
        number_of = {word: number for number, (word, _) in enumerate(self.words)}
        self.numbers = [[number_of[word] for word in words] for words in self.languages]
        ids_of_word = self.merge_state.ids_of_word
        self.choosing = RankedLanguages(
            [
                [(ids_of_word(number), count) for number, count in zip(numbers, words.values(), strict=True)]
                for numbers, words in zip(self.numbers, self.languages, strict=True)
            ],
            self.tokens,
            may_merge=self.may_merge,
        )

    def _merge(self, pair: tuple[int, int], event: Any) -> None:
        super()._merge(pair, event)
        self.choosing.merge(pair, self.ids[event.token], event.rank)

    def _state(self, view: StateView, **shared: Any) -> BPEState:
        event: ParityEvent | None = shared["next_event"]
        if event is None:
            return BPEState(**{**shared, "number_of_pairs": 0}, leaderboard=(), winner_by_rule={})
        language = self.training.languages.index(event.language)
        shared["number_of_pairs"] = len(self.choosing.states[language].pairs)
        rows = shared["number_of_pairs"] if view.pairs is None else view.pairs
        leaders = self.choosing.queues[language].top(rows)
        return BPEState(
            **shared,
            leaderboard=tuple(self._in_language(language, record, view.changed_words) for record in leaders),
            winner_by_rule={},
        )

    def _in_language(self, language: int, record: Any, limit: int | None) -> PairCount:
        counts, numbers = self.languages[language], self.numbers[language]
        pairs = []
        for place, occurrences in self.choosing.states[language].words_with(record.pair):
            word = self.words[numbers[place]][0]
            pairs.append(WordContribution(word, counts[word], occurrences))
        return PairCount(
            self._pair(record), record.count, tuple(top_items(limit, pairs, lambda word: word.count)), len(pairs)
        )
