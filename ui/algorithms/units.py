"""Whole words, and characters: the most frequent ones become the vocabulary."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from bpe_engine import View
from bpe_engine.training import WordState
from bpe_engine.whole_units import CharacterTrainer, UnitCount, UnitState, UnitTraining, WordLevelTrainer
from ui.algorithms.base import Algorithm, Look, SettingsT
from ui.algorithms.options import Option, cut_into_words, vocabulary_size
from ui.algorithms.shared import times
from ui.i18n import gettext as _
from ui.i18n import ngettext
from ui.player.contract import BoardRow, Frame, Frames, Labels, Past, WordRow
from ui.player.frames import (
    CHANGES,
    PAIRS,
    TokenTable,
    Unknown,
    frame_json,
    more_tokens,
    newest,
    past_json,
    payload_json,
    row_json,
    titles,
    words_shown,
)
from ui.show import name
from ui.tasks.scenarios import OWN_TEXT
from ui.tasks.settings import Settings


@dataclass(frozen=True)
class WordSettings(Settings):
    """What a vocabulary of whole words is made with."""

    algorithm = "words"

    def trainer(self) -> WordLevelTrainer:
        """The trainer with these choices. Raises EngineError where they cannot work together."""
        return WordLevelTrainer(vocab_size=self.vocab_size, special_tokens=self.special_tokens)


@dataclass(frozen=True)
class CharacterSettings(Settings):
    """What a vocabulary of characters is made with."""

    algorithm = "characters"

    def trainer(self) -> CharacterTrainer:
        """The trainer with these choices. Raises EngineError where they cannot work together."""
        return CharacterTrainer(vocab_size=self.vocab_size, special_tokens=self.special_tokens)


class _Units(Algorithm[SettingsT, UnitTraining]):
    """What both have in common."""

    short = 20_000
    functions = (WordLevelTrainer._events,)

    def options(self) -> Sequence[Option]:
        """The settings to choose."""
        return vocabulary_size(), cut_into_words()

    def payload(self, training: UnitTraining, first: int, last: int) -> Frames:
        """The frames from step `first` to step `last`."""
        return payload(training, first, last)

    @property
    def about_functions(self) -> str:
        """What the function does."""
        return _("This function made the steps above; nothing is simplified.")

    def advice(self) -> list[tuple[str, str]]:
        """When to use it."""
        return [(self.name, self.reason)]

    @property
    @abstractmethod
    def reason(self) -> str:
        """Why one would use it."""


class WholeWords(_Units[WordSettings]):
    """Whole words."""

    settings = WordSettings
    sizes: ClassVar[Mapping[str, int]] = {"hug": 4, "low": 3, "course": 20, "aaab": 2, OWN_TEXT: 300}
    look = Look("#874bb4", "triangle-down", "▼")

    @property
    def name(self) -> str:
        """The name on a button."""
        return _("Whole words")

    @property
    def blurb(self) -> str:
        """What it does, in a sentence or two."""
        return _("Every word is a token: the most frequent ones make the vocabulary, and all others are unknown.")

    def labels(self) -> Labels:
        """The texts around the frames."""
        return word_labels()

    @property
    def reason(self) -> str:
        """Why one would use it."""
        return _("Only where the words are known beforehand. New texts always bring words that it does not know.")


class Characters(_Units[CharacterSettings]):
    """Single characters."""

    settings = CharacterSettings
    sizes: ClassVar[Mapping[str, int]] = {"hug": 20, "low": 20, "course": 60, "aaab": 20, OWN_TEXT: 300}
    look = Look("#8796a5", "triangle-right", "▶")

    @property
    def name(self) -> str:
        """The name on a button."""
        return _("Characters")

    @property
    def blurb(self) -> str:
        """What it does, in a sentence or two."""
        return _("Every character is a token: a tiny vocabulary, and long texts.")

    def labels(self) -> Labels:
        """The texts around the frames."""
        return character_labels()

    @property
    def reason(self) -> str:
        """Why one would use it."""
        return _(
            "A tiny vocabulary that knows nearly everything, at the price of very long sequences: slow, and "
            "hard to learn from. Of use where spelling is the point."
        )


def payload(training: UnitTraining, first: int, last: int) -> Frames:
    """The frames from step `first` to step `last`."""
    ids = {**training.base_vocabulary, **{event.token: event.token_id for event in training.events}}
    tokens = TokenTable(ids, byte_level=False)
    numbers = words_shown(training.corpus.words)
    view = View(pairs=PAIRS, words=numbers, changes=CHANGES)
    frames = [_frame(training, state, tokens) for state in training.walk(first, last, view)]

    def past(number: int) -> Past:
        event = training.events[number]
        return past_json([tokens[event.token]], None, f"{event.count:,}")

    whole = len(numbers) == len(training.corpus.words)
    return payload_json(len(training.events), first, last, frames, tokens=tokens, whole=whole, past=past)


def _frame(training: UnitTraining, state: UnitState, tokens: TokenTable) -> Frame:
    fresh = training.events[state.step - 1].token if state.step else None
    shown, hidden = newest(training.base_vocabulary, (event.token for event in training.events[: state.step]), set())
    whole = len(state.words) == len(training.corpus.words)
    return frame_json(
        done=_what_happened(training, state),
        next=_what_comes_next(training, state),
        words=[_word_row(training, word, fresh, tokens) for word in state.words],
        changed=[_word_row(training, word, fresh, tokens) for word in ([] if whole else state.changed)],
        board=[_board_row(row, state, tokens) for row in state.leaderboard],
        morePairs="",
        pairOrder=sorted(range(len(state.leaderboard)), key=lambda row: state.leaderboard[row].token),
        chips=[(tokens[token], "") for token in shown],
        hidden=more_tokens(hidden),
        fresh=tokens[fresh] if fresh is not None else None,
        titles=titles(len(state.vocabulary), state.tokens_in_corpus),
    )


def _word_row(training: UnitTraining, word: WordState, fresh: str | None, tokens: TokenTable) -> WordRow:
    """A word of the corpus. What is unknown shows its own text too: else no one could tell what is most frequent."""
    unk = training.trainer.unk_token
    units = training.trainer.units_of(word.word)
    symbols = [
        Unknown(unit, unk) if symbol == unk else symbol for unit, symbol in zip(units, word.symbols, strict=True)
    ]
    new = [index for index, symbol in enumerate(word.symbols) if symbol == fresh]
    return row_json(f"{word.frequency:,} ×", symbols, [], tokens, new)


def _board_row(row: UnitCount, state: UnitState, tokens: TokenTable) -> BoardRow:
    event = state.next_event
    return {
        "pair": [tokens[Unknown(row.token, "")]],
        "name": f"“{name(row.token)}”",
        "value": f"{row.count:,}",
        "share": row.count / state.leaderboard[0].count,
        "tally": "",
        "winner": event is not None and row.token == event.token,
        "tied": event is not None and event.tied > 0 and row.count == event.count,
        "verdict": _verdict(row, state) if event else "",
    }


def _verdict(row: UnitCount, state: UnitState) -> str:
    event = state.next_event
    assert event is not None, "a prediction is asked for only where a step follows"
    stands = _("“{token}” occurs {times}.").format(token=name(row.token), times=times(row.count))
    if row.token == event.token:
        return " ".join((_("Right!"), stands))
    if row.count == event.count:
        return " ".join(
            (
                _("A fair choice!"),
                stands,
                _("“{token}” occurs as often, and comes first.").format(token=name(event.token)),
            )
        )
    return " ".join(
        (
            _("Not this one."),
            stands,
            _("“{token}” is more frequent: {times}.").format(token=name(event.token), times=times(event.count)),
        )
    )


def _unknown(training: UnitTraining, state: UnitState) -> str:
    share = state.unknown_in_corpus / state.tokens_in_corpus if state.tokens_in_corpus else 0.0
    return _("{unknown:,} of {all:,} tokens in the corpus are unknown ({unk}): {share:.1%}.").format(
        unknown=state.unknown_in_corpus, all=state.tokens_in_corpus, unk=training.trainer.unk_token, share=share
    )


def _what_happened(training: UnitTraining, state: UnitState) -> str:
    if state.step == 0:
        if isinstance(training.trainer, CharacterTrainer):
            opening = _("The start: every character is to be a token. None is in the vocabulary yet.")
        else:
            opening = _("The start: every word is to be a token. None is in the vocabulary yet.")
        return " ".join((opening, _unknown(training, state)))
    event = training.events[state.step - 1]
    return " ".join(
        (
            _("Step {number:,}: “{token}” went into the vocabulary; it occurs {times}.").format(
                number=event.rank + 1, token=name(event.token), times=times(event.count)
            ),
            _unknown(training, state),
        )
    )


def _what_comes_next(training: UnitTraining, state: UnitState) -> str:
    event = state.next_event
    if event is not None:
        parts = [
            _("Next: “{token}”, the most frequent that is not in the vocabulary yet: it occurs {times}.").format(
                token=name(event.token), times=times(event.count)
            )
        ]
        if event.tied:
            parts.append(
                ngettext(
                    "{count:,} other occurs as often; the one that comes first in the corpus is taken.",
                    "{count:,} others occur as often; the one that comes first in the corpus is taken.",
                    event.tied,
                ).format(count=event.tied)
            )
        return " ".join(parts)
    if isinstance(training.trainer, CharacterTrainer):
        lesson = _(
            "Few characters write every word, so hardly anything is unknown. The price: a text becomes very many "
            "tokens."
        )
    else:
        lesson = _(
            "A word that is not in the vocabulary is lost whole, and new texts always have new words. "
            "Tokens that are parts of words are the way out."
        )
    if training.stop_reason == "vocab_size":
        ended = _("The end: the vocabulary has the {size:,} tokens that were asked for.").format(
            size=len(state.vocabulary)
        )
    else:
        ended = _("The end: everything in the corpus is in the vocabulary.")
    return " ".join((ended, lesson))


def word_labels() -> Labels:
    """The texts around the frames of the word level."""
    return {
        "question": _("Which word goes into the vocabulary next? The most frequent one. Click it."),
        "guess": _("Click the word that you think is most frequent"),
        "pairs": _("Words that are not in the vocabulary, the most frequent first"),
        "noPairs": _("No words are left"),
        **_both(),
    }


def character_labels() -> Labels:
    """The texts around the frames of the character level."""
    return {
        "question": _("Which character goes into the vocabulary next? The most frequent one. Click it."),
        "guess": _("Click the character that you think is most frequent"),
        "pairs": _("Characters that are not in the vocabulary, the most frequent first"),
        "noPairs": _("No characters are left"),
        **_both(),
    }


def _both() -> Labels:
    return {
        "winner": _("goes in next"),
        "merges": _("Tokens so far, with how often each occurs"),
        "noMerges": _("None yet. Press Next, or the → key."),
        "backKey": _("One step back (keys: ←, Page Up)"),
        "nextKey": _("One step on (keys: →, Page Down)"),
        "changed": _("Words that the last step changed"),
    }
