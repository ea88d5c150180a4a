"""Whole words, or single characters, as tokens: the most frequent ones become the vocabulary.

These are the two extremes between which byte-pair encoding and its siblings lie. Nothing is merged or cut: a unit
outside the vocabulary is unknown.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal, NamedTuple

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.tokenizer import NO_ID, DecodeErrors, Span, Tokenizer
from bpe_engine.training.base import Run, StateView, Trainer, Training, WordContribution, WordState, top_items
from bpe_engine.training.options import TrainerOptions

UnitStopReason = Literal["vocab_size", "no_unit"]
"""Why a training ended: the vocabulary is full, or no unit is left in the corpus to add."""


class UnitEvent(NamedTuple):
    """One step: the unit (a word or a character) that was added to the vocabulary."""

    rank: int  # 0 for the first step
    token: str
    token_id: int
    count: int  # type: ignore[assignment]  # hides tuple.count; frequency of the unit in the corpus
    tied: int  # number of other remaining units with the same count
    covered: int  # occurrences of known units in the corpus after this step
    total: int  # occurrences of all units in the corpus


class UnitCount(NamedTuple):
    """A row of the leaderboard: a unit that is not in the vocabulary yet, its count, and the words that contain it."""

    token: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one needs here
    words: tuple[WordContribution, ...]  # in corpus order; only the most frequent if a limit was given
    number_of_words: int


class UnitState(NamedTuple):
    """The state between two steps, with `step` units in the vocabulary."""

    step: int
    words: tuple[WordState, ...]  # cut into units, unknown ones as the unknown token
    changed: tuple[WordState, ...]  # the words in which the last step made a unit known
    vocabulary: dict[str, int]
    leaderboard: tuple[UnitCount, ...]  # the most frequent first, ties in corpus order
    number_of_units: int  # units that are not in the vocabulary
    tokens_in_corpus: int
    unknown_in_corpus: int  # unknown tokens in the corpus
    next_event: UnitEvent | None  # None at the end


class UnitRun(Run):
    """A training of whole words or characters in progress."""

    stop_reason: UnitStopReason
    progress_interval = 1024

    def __init__(self, trainer: Any, corpus: Corpus, *, rare_pairs: bool = True) -> None:
        super().__init__(trainer, corpus)
        self.base_vocabulary: dict[str, int] = trainer.base_vocabulary()
        self.vocabulary = dict(self.base_vocabulary)

    def events(self) -> Iterator[UnitEvent]:
        """Add the most frequent units and yield an event for each."""
        counts: Counter[str] = Counter()  # in order of first appearance, which `most_common` keeps for ties
        for word, frequency in self.corpus.words.items():
            for unit in self.trainer.units_of(word):
                counts[unit] += frequency
        total = counts.total()
        covered = 0
        left = [(unit, count) for unit, count in counts.most_common() if unit not in self.base_vocabulary]
        room = self.trainer.vocab_size - len(self.base_vocabulary)
        self.stop_reason = "vocab_size" if len(left) > room else "no_unit"
        of_count = Counter(count for _, count in left)
        for rank, (unit, count) in enumerate(left[:room]):
            of_count[count] -= 1
            covered += count
            token_id = self.vocabulary[unit] = len(self.vocabulary)
            yield UnitEvent(rank, unit, token_id, count, of_count[count], covered, total)

    @property
    def share_done(self) -> float:
        """The share of steps made so far."""
        size: int = self.trainer.vocab_size
        return min(1.0, (len(self.vocabulary) - len(self.base_vocabulary)) / size)

    def training(self, events: tuple[UnitEvent, ...]) -> "UnitTraining":
        """Return the record of all steps."""
        return UnitTraining(self.trainer, self.corpus, self.base_vocabulary, events, self.stop_reason)

    def tokenizer(self, events: Iterable[UnitEvent]) -> "UnitTokenizer":
        """Return the tokenizer with the resulting vocabulary."""
        for _ in events:
            pass
        tokenizer: UnitTokenizer = self.trainer.tokenizer(self.corpus, self.vocabulary)
        return tokenizer


@dataclass(frozen=True, kw_only=True)
class WordLevelTrainer(TrainerOptions, Trainer[UnitEvent, "UnitTraining", "UnitTokenizer"]):
    """Collects the most frequent words, one at a time; if counts tie, the word that occurs first.

    `vocab_size` is the number of tokens to stop at, `special_tokens` among them, which come first. A unit of the corpus
    that is spelled like a special token is never added to the vocabulary, and stays unknown. Raises EngineError if the
    options are invalid. `steps`, `train` and `record` raise it immediately if the corpus is empty or byte-level, or
    `vocab_size` leaves no room for a unit.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12})
    >>> [(event.token, event.count) for event in WordLevelTrainer(vocab_size=2).steps(corpus)]
    [('pun', 12), ('hug', 10)]
    """

    run_class = UnitRun
    summary = "whole words: the most frequent ones"
    needs_characters = True

    def units_of(self, word: str) -> Sequence[str]:
        """Return the units of a word of the corpus: here the word itself."""
        return (word,)

    def base_vocabulary(self) -> dict[str, int]:
        """Return token -> id before the first step: the special tokens.

        Raises EngineError if `vocab_size` leaves no room for a unit.
        """
        vocabulary = {token: token_id for token_id, token in enumerate(self.special_tokens)}
        if self.vocab_size <= len(vocabulary):
            raise EngineError(
                "A vocabulary of {vocab_size:,} leaves no room: the special tokens already take {base:,}. "
                "Choose {enough:,} or more.",
                vocab_size=self.vocab_size,
                base=len(vocabulary),
                enough=len(vocabulary) + 1,
            )
        return vocabulary

    def tokenizer(self, corpus: Corpus, vocabulary: Mapping[str, int]) -> "UnitTokenizer":
        """Return the tokenizer with this vocabulary and the corpus's pre-tokenizer."""
        return WordLevelTokenizer(
            vocabulary=vocabulary,
            pre_tokenizer=corpus.pre_tokenizer,
            special_tokens=self.special_tokens,
            unk_token=self.unk_token,
        )


@dataclass(frozen=True, kw_only=True)
class CharacterTrainer(WordLevelTrainer):
    """Collects the most frequent characters, one at a time, with the options and errors of WordLevelTrainer.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12})
    >>> [(event.token, event.count) for event in CharacterTrainer(vocab_size=2).steps(corpus)]
    [('u', 27), ('p', 17)]
    """

    summary = "characters: the most frequent ones"

    def units_of(self, word: str) -> Sequence[str]:
        """Return the units of a word of the corpus: its characters."""
        return word

    def tokenizer(self, corpus: Corpus, vocabulary: Mapping[str, int]) -> "UnitTokenizer":
        """Return the tokenizer with this vocabulary and the corpus's pre-tokenizer."""
        return CharacterTokenizer(
            vocabulary=vocabulary,
            pre_tokenizer=corpus.pre_tokenizer,
            special_tokens=self.special_tokens,
            unk_token=self.unk_token,
        )


@dataclass(frozen=True, eq=False)
class UnitTraining(Training[UnitState]):
    """The record of a training of whole words or characters."""

    trainer: WordLevelTrainer
    events: tuple[UnitEvent, ...]
    stop_reason: UnitStopReason

    @cached_property
    def _units(self) -> tuple[str, ...]:
        """All units of the corpus, in order of first appearance."""
        return tuple(dict.fromkeys(unit for word in self.corpus.words for unit in self.trainer.units_of(word)))

    @cached_property
    def _rank_of(self) -> dict[str, int]:
        """Unit -> the step that adds it."""
        return {event.token: event.rank + 1 for event in self.events}

    @cached_property
    def _never_added(self) -> list[str]:
        """The units that could be added but never are, in order of first appearance."""
        return [unit for unit in self._units if unit not in self._rank_of and unit not in self.base_vocabulary]

    @cached_property
    def _total(self) -> int:
        words = self.corpus.words.items()
        return sum(len(self.trainer.units_of(word)) * frequency for word, frequency in words)

    @cached_property
    def tokens_per_step(self) -> tuple[int, ...]:
        """The number of tokens in the corpus at each step: always the same, since nothing is merged."""
        return (self._total,) * (len(self.events) + 1)

    @cached_property
    def vocabulary_per_step(self) -> tuple[int, ...]:
        """The size of the vocabulary at each step, from 0 to the last."""
        return tuple(range(len(self.base_vocabulary), len(self.base_vocabulary) + len(self.events) + 1))

    @cached_property
    def unknown_per_step(self) -> tuple[int, ...]:
        """The number of unknown tokens in the corpus at each step, from 0 to the last."""
        return tuple(accumulate((-event.count for event in self.events), initial=self._total))

    def vocabulary_at(self, step: int) -> dict[str, int]:
        """Token -> id after `step` steps. Raises the errors of `at`."""
        self._check_step(step)
        return {**self.base_vocabulary, **{event.token: event.token_id for event in self.events[:step]}}

    def tokenizer(self, step: int | None = None) -> "UnitTokenizer":
        """Return the tokenizer with the vocabulary after `step` steps, by default all. Raises the errors of `at`."""
        return self.trainer.tokenizer(self.corpus, self.vocabulary_at(len(self.events) if step is None else step))

    def _iter_states(self, first: int, last: int, view: StateView) -> Iterator[UnitState]:
        words = list(self.corpus.words.items())
        counts = Counter({event.token: event.count for event in self.events})
        numbers_with: dict[str, list[int]] = {}
        for number, (word, frequency) in enumerate(words):
            for unit in self.trainer.units_of(word):
                if unit not in self._rank_of:
                    counts[unit] += frequency
                numbers = numbers_with.setdefault(unit, [])
                if not numbers or numbers[-1] != number:
                    numbers.append(number)
        never = sorted(self._never_added, key=lambda unit: -counts[unit])
        visible = range(len(words)) if view.words is None else view.words
        for step in range(first, last + 1):
            waiting = [event.token for event in self.events[step:]] + never
            added = self.events[step - 1].token if step else None
            yield UnitState(
                step=step,
                words=tuple(self._word(words[number], step) for number in visible),
                changed=tuple(
                    self._word(words[number], step)
                    for number in top_items(
                        view.changed_words, numbers_with.get(added or "", ()), lambda number: words[number][1]
                    )
                ),
                vocabulary=self.vocabulary_at(step),
                leaderboard=tuple(
                    self._leaderboard_row(unit, counts[unit], [words[number] for number in numbers_with[unit]], view)
                    for unit in waiting[: view.pairs]
                ),
                number_of_units=len(waiting),
                tokens_in_corpus=self._total,
                unknown_in_corpus=self.unknown_per_step[step],
                next_event=self.events[step] if step < len(self.events) else None,
            )

    def _word(self, word: tuple[str, int], step: int) -> WordState:
        never = len(self.events) + 1
        units = self.trainer.units_of(word[0])
        known = (unit if self._rank_of.get(unit, never) <= step else self.trainer.unk_token for unit in units)
        return WordState(*word, tuple(known))

    def _leaderboard_row(self, unit: str, count: int, words: Sequence[tuple[str, int]], view: StateView) -> UnitCount:
        contributions = [WordContribution(*word, self.trainer.units_of(word[0]).count(unit)) for word in words]
        return UnitCount(
            unit, count, tuple(top_items(view.changed_words, contributions, lambda word: word.count)), len(words)
        )


class LookupStep(NamedTuple):
    """One step of encoding: a word or a character is looked up."""

    word: int  # number of the pre-token in the text
    text: str
    token: str  # the unit itself, or the unknown token
    id: int | None  # None if the unknown token has no id


class UnitTokenizer(Tokenizer):
    """The base class of the two tokenizers of whole units: each unit of a text is looked up.

    `vocabulary` is token -> id. Made by the trainers above. Threads may share an instance.
    """

    def __init__(
        self,
        *,
        vocabulary: Mapping[str, int],
        pre_tokenizer: PreTokenizer,
        special_tokens: Sequence[str] = (),
        unk_token: str = "[UNK]",
    ) -> None:
        self._vocabulary = dict(vocabulary)
        self.pre_tokenizer = pre_tokenizer
        self.special_tokens = {token: self._vocabulary[token] for token in special_tokens}
        self.unk_token = unk_token
        self.unk_id = self._vocabulary.get(unk_token, NO_ID)

    @property
    def vocabulary(self) -> dict[str, int]:
        """Token -> id, special tokens included."""
        return self._vocabulary

    def units(self, text: str) -> Iterator[tuple[int, str, int]]:
        """Return the units of a text: number of the pre-token, unit, and start in the text."""
        raise NotImplementedError

    def _id_of(self, unit: str) -> int:
        # Text is never a special token, even if it is spelled like one.
        return self.unk_id if unit in self.special_tokens else self._vocabulary.get(unit, self.unk_id)

    def _ids(self, text: str) -> list[int]:
        return [self._id_of(unit) for _, unit, _ in self.units(text)]

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position."""
        spans = []
        for _, unit, start in self.units(text):
            token_id = self._id_of(unit)
            known = token_id != self.unk_id
            spans.append(Span(unit if known else self.unk_token, token_id, start, start + len(unit)))
        return spans

    def encode_steps(self, text: str) -> Iterator[LookupStep]:
        """Yield the steps that `tokenize` takes, lazily: one for each unit that is looked up."""
        for number, unit, _ in self.units(text):
            token_id = self._id_of(unit)
            known = token_id != self.unk_id
            yield LookupStep(number, unit, unit if known else self.unk_token, None if token_id == NO_ID else token_id)


class WordLevelTokenizer(UnitTokenizer):
    """A token for each word that is in the vocabulary; every other word is `unk_token`.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12})
    >>> WordLevelTrainer(vocab_size=2).train(corpus).tokenize("hug pug")
    ['hug', '[UNK]']
    """

    def units(self, text: str) -> Iterator[tuple[int, str, int]]:
        """Yield the words of a text: number, word, and start in the text."""
        for number, (word, start, _) in enumerate(self.pre_tokenizer.pre_tokens(text)):
            yield number, word, start

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the words of these ids, separated by spaces.

        Raises EngineError if an id is not in the vocabulary.
        """
        tokens = [*map(self.token, ids)]
        return " ".join(tokens) if self.decoder is None else self.decoder(tokens)


class CharacterTokenizer(UnitTokenizer):
    """A token for each character that is in the vocabulary; every other character is `unk_token`.

    Text that the pre-tokenizer skips, such as white space, is skipped.
    """

    def units(self, text: str) -> Iterator[tuple[int, str, int]]:
        """Yield the characters of a text: number of the word, character, and position in the text."""
        for number, (word, start, _) in enumerate(self.pre_tokenizer.pre_tokens(text)):
            for place, character in enumerate(word, start):
                yield number, character, place

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the characters of these ids. Raises EngineError if an id is not in the vocabulary."""
        return "".join(map(self.token, ids))
