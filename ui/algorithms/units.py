"""Whole words, and characters: the most frequent ones become the vocabulary."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from bpe_engine.training import WordState
from bpe_engine.whole_units import CharacterTrainer, UnitCount, UnitEvent, UnitState, UnitTraining, WordLevelTrainer
from ui.algorithms.base import Algorithm, Look, Said, SettingsT
from ui.algorithms.options import Option, cut_into_words, vocabulary_size
from ui.algorithms.shared import board_row, frame_of, full, last_token, step_labels, times, vocabulary_shown
from ui.i18n import gettext as _
from ui.i18n import ngettext, number, percent
from ui.notation import name
from ui.player.contract import BoardRow, Frame, Labels, Past, WordRow
from ui.player.frames import TokenTable, Unknown, row_json
from ui.show import sentences
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

    def frame(self, training: UnitTraining, state: UnitState, tokens: TokenTable) -> Frame:
        """The picture of a state."""
        fresh = last_token(training, state.step)
        shown, hidden = vocabulary_shown(training, state.step)
        most = training.events[0].count if training.events else 1  # one scale for all bars
        return frame_of(
            training,
            state,
            tokens,
            lambda word: _word_row(training, word, fresh, tokens),
            done=_what_happened(training, state),
            next=_what_comes_next(training, state),
            board=[_board_row(row, most, state, tokens) for row in state.leaderboard],
            shown=shown,
            hidden=hidden,
            fresh=fresh,
        )

    def past(self, event: UnitEvent, tokens: TokenTable) -> Past:
        """A token with how often it occurs."""
        return {"parts": [tokens[event.token]], "made": None, "value": number(event.count), "sum": ""}

    about_functions = Said("This function made the steps above; nothing is simplified.")

    def labels(self) -> Labels:
        """The texts around the frames."""
        return {
            "winner": _("goes in next"),
            "merges": _("Tokens so far, with how often each occurs"),
            "changed": _("Words that the last step changed"),
            **step_labels(),
        }


class WholeWords(_Units[WordSettings]):
    """Whole words."""

    settings = WordSettings
    sizes: ClassVar[Mapping[str, int]] = {
        "hug": 4,
        "low": 3,
        "course": 20,
        "aaab": 2,
        "tones": 3,
        "marks": 3,
        "stems": 3,
        "words": 3,
        OWN_TEXT: 300,
    }
    look = Look("#874bb4", "triangle-down", "▼")
    name = Said("Whole words")
    blurb = Said("Every word is a token: the most frequent ones make the vocabulary, and all others are unknown.")

    def labels(self) -> Labels:
        """The texts around the frames."""
        return {
            **super().labels(),
            "question": _("Which word goes into the vocabulary next? The most frequent one. Click it."),
            "guess": _("Click the word that you think is most frequent"),
            "pairs": _("Words that are not in the vocabulary, the most frequent first"),
            "noPairs": _("No words are left"),
        }

    reason = Said("Only where the words are known beforehand. New texts always bring words that it does not know.")


class Characters(_Units[CharacterSettings]):
    """Single characters."""

    settings = CharacterSettings
    sizes: ClassVar[Mapping[str, int]] = {
        "hug": 20,
        "low": 20,
        "course": 60,
        "aaab": 20,
        "tones": 20,
        "marks": 20,
        "stems": 20,
        "words": 20,
        OWN_TEXT: 300,
    }
    look = Look("#8796a5", "triangle-right", "▶")
    name = Said("Characters")
    blurb = Said("Every character is a token: a tiny vocabulary, and long texts.")

    def labels(self) -> Labels:
        """The texts around the frames."""
        return {
            **super().labels(),
            "question": _("Which character goes into the vocabulary next? The most frequent one. Click it."),
            "guess": _("Click the character that you think is most frequent"),
            "pairs": _("Characters that are not in the vocabulary, the most frequent first"),
            "noPairs": _("No characters are left"),
        }

    reason = Said(
        "A tiny vocabulary that knows nearly everything, at the price of very long sequences: slow, and "
        "hard to learn from. Of use where spelling is the point."
    )


def _word_row(training: UnitTraining, word: WordState, fresh: str | None, tokens: TokenTable) -> WordRow:
    """A word of the corpus. What is unknown shows its own text too: else no one could tell what is most frequent."""
    unk = training.trainer.unk_token
    units = training.trainer.units_of(word.word)
    symbols = [
        Unknown(unit, unk) if symbol == unk else symbol for unit, symbol in zip(units, word.symbols, strict=True)
    ]
    new = [index for index, symbol in enumerate(word.symbols) if symbol == fresh]
    return row_json(f"{number(word.frequency)} ×", symbols, [], tokens, new)


def _board_row(row: UnitCount, most: int, state: UnitState, tokens: TokenTable) -> BoardRow:
    event = state.next_event
    return board_row(
        Unknown(row.token, ""),
        tokens,
        value=number(row.count),
        said=times(row.count),
        share=row.count / most,
        winner=event is not None and row.token == event.token,
        tied=event is not None and event.tied > 0 and row.count == event.count,
        verdict=_verdict(row, state) if event else "",
    )


def _verdict(row: UnitCount, state: UnitState) -> str:
    event = state.next_event
    assert event is not None, "a prediction is asked for only where a step follows"
    stands = _("“{token}” occurs {times}.").format(token=name(row.token), times=times(row.count))
    if row.token == event.token:
        return sentences(_("Right!"), stands)
    if row.count == event.count:
        first = _("“{token}” occurs as often, and comes first.").format(token=name(event.token))
        return sentences(_("A fair choice!"), stands, first)
    more = _("“{token}” is more frequent: {times}.").format(token=name(event.token), times=times(event.count))
    return sentences(_("Not this one."), stands, more)


def _unknown(training: UnitTraining, state: UnitState) -> str:
    share = state.unknown_in_corpus / state.tokens_in_corpus if state.tokens_in_corpus else 0.0
    return _("{unknown} of {all} tokens in the corpus are unknown ({unk}): {share}.").format(
        unknown=number(state.unknown_in_corpus),
        all=number(state.tokens_in_corpus),
        unk=training.trainer.unk_token,
        share=percent(share, 1),
    )


def _what_happened(training: UnitTraining, state: UnitState) -> str:
    if state.step == 0:
        if isinstance(training.trainer, CharacterTrainer):
            opening = _("The start: every character is to be a token. None is in the vocabulary yet.")
        else:
            opening = _("The start: every word is to be a token. None is in the vocabulary yet.")
        return sentences(opening, _unknown(training, state))
    event = training.events[state.step - 1]
    happened = _("Step {number}: “{token}” went into the vocabulary; it occurs {times}.").format(
        number=number(event.rank + 1), token=name(event.token), times=times(event.count)
    )
    return sentences(happened, _unknown(training, state))


def _what_comes_next(training: UnitTraining, state: UnitState) -> str:
    event = state.next_event
    if event is not None:
        return sentences(
            _("Next: “{token}”, the most frequent that is not in the vocabulary yet: it occurs {times}.").format(
                token=name(event.token), times=times(event.count)
            ),
            ngettext(
                "{count} other occurs as often; the one that comes first in the corpus is taken.",
                "{count} others occur as often; the one that comes first in the corpus is taken.",
                event.tied,
            ).format(count=number(event.tied))
            if event.tied
            else "",
        )
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
    all_in = _("The end: everything in the corpus is in the vocabulary.")
    return sentences(full(state) if training.stop_reason == "vocab_size" else all_in, lesson)
