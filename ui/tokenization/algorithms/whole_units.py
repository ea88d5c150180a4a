"""Whole words, and characters: the most frequent ones become the vocabulary."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_engine.tokenizers.whole_units import (
    CharacterTrainer,
    UnitCount,
    UnitEvent,
    UnitState,
    UnitTraining,
    WordLevelTrainer,
)
from bpe_engine.training.base import WordState
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number, percent
from ui.base.notation import name
from ui.base.visible_text import sentences
from ui.lessons.contract import BoardRow, Labels, Past, WordRow
from ui.lessons.frames import TokenTable, Unknown, row_json
from ui.tokenization.algorithms.base import Algorithm, Look, Said, SettingsT
from ui.tokenization.algorithms.frame_parts import board_row, full, step_labels, times
from ui.tokenization.algorithms.options import Option, cut_into_words, vocabulary_size
from ui.tokenization.tasks.task import Settings


@dataclass(frozen=True)
class WordSettings(Settings):
    """What a vocabulary of whole words is made with."""

    algorithm = "words"
    trained_by = WordLevelTrainer


@dataclass(frozen=True)
class CharacterSettings(Settings):
    """What a vocabulary of characters is made with."""

    algorithm = "characters"
    trained_by = CharacterTrainer


class _Units(Algorithm[SettingsT, UnitTraining]):
    """What both have in common."""

    short = 20_000
    functions = (WordLevelTrainer._events,)

    @property
    @abstractmethod
    def opening(self) -> str:
        """What is to become a token, as it is told at the start."""

    @property
    @abstractmethod
    def lesson(self) -> str:
        """What such a vocabulary is good for, or bad for, as it is told at the end."""

    def options(self) -> Sequence[Option]:
        return vocabulary_size(), cut_into_words()

    def what_happened(self, training: UnitTraining, state: UnitState) -> str:
        if state.step == 0:
            return sentences(self.opening, _unknown(training, state))
        event = training.events[state.step - 1]
        happened = _("Step {number}: “{token}” joined the vocabulary; it occurs {times}.").format(
            number=number(event.rank + 1), token=name(event.token), times=times(event.count)
        )
        return sentences(happened, _unknown(training, state))

    def what_comes_next(self, training: UnitTraining, state: UnitState) -> str:
        event = state.next_event
        if event is not None:
            return sentences(
                _("Next: “{token}”, the most frequent that is not yet in the vocabulary: it occurs {times}.").format(
                    token=name(event.token), times=times(event.count)
                ),
                ngettext(
                    "{count} other occurs just as often; the first in the corpus is taken.",
                    "{count} others occur just as often; the first in the corpus is taken.",
                    event.tied,
                ).format(count=number(event.tied))
                if event.tied
                else "",
            )
        all_in = _("Done: everything in the corpus is in the vocabulary.")
        return sentences(full(state) if training.stop_reason == "vocab_size" else all_in, self.lesson)

    def board(self, training: UnitTraining, state: UnitState, tokens: TokenTable) -> list[BoardRow]:
        event = state.next_event
        most = training.events[0].count if training.events else 1  # one scale for all bars
        return [
            board_row(
                Unknown(row.token, ""),
                tokens,
                value=number(row.count),
                said=times(row.count),
                share=row.count / most,
                winner=event is not None and row.token == event.token,
                tied=event is not None and event.tied > 0 and row.count == event.count,
                verdict=_verdict(row, event) if event else "",
            )
            for row in state.leaderboard
        ]

    def row(self, training: UnitTraining, state: UnitState, word: WordState, tokens: TokenTable) -> WordRow:
        """What is unknown shows its own text too: else no one could tell what is most frequent."""
        unk = training.trainer.unk_token
        units = training.trainer.units_of(word.word)
        symbols = [
            Unknown(unit, unk) if symbol == unk else symbol for unit, symbol in zip(units, word.symbols, strict=True)
        ]
        fresh = self.fresh(training, state)
        new = [index for index, symbol in enumerate(word.symbols) if symbol == fresh]
        return row_json(f"{number(word.frequency)} ×", symbols, [], tokens, new)

    def past(self, event: UnitEvent, tokens: TokenTable) -> Past:
        return {"parts": [tokens[event.token]], "made": None, "value": number(event.count), "sum": ""}

    about_functions = Said("This function made the steps above; nothing is simplified.")

    def labels(self) -> Labels:
        return {
            "winner": _("joins next"),
            "merges": _("Tokens so far, with how often each occurs"),
            "changed": _("Words changed by the last step"),
            **step_labels(),
        }


class WholeWords(_Units[WordSettings]):
    """Whole words."""

    settings = WordSettings
    look = Look("#874bb4", "triangle-down", "▼")
    name = Said("Whole words")
    blurb = Said("Every word is a token: the most frequent ones make up the vocabulary, and all others are unknown.")
    opening = Said("Start: every word is to become a token. None is in the vocabulary yet.")
    lesson = Said(
        "A word that isn’t in the vocabulary is lost whole, and new texts always have new words. The way out is tokens "
        "that are parts of words."
    )

    def labels(self) -> Labels:
        return {
            **super().labels(),
            "question": _("Which word joins the vocabulary next? Click the most frequent one."),
            "guess": _("Click the word you think is most frequent"),
            "pairs": _("Words not in the vocabulary, most frequent first"),
            "noPairs": _("No words left"),
        }

    reason = Said("Only where the words are known in advance. New texts always bring words it doesn’t know.")


class Characters(_Units[CharacterSettings]):
    """Single characters."""

    settings = CharacterSettings
    look = Look("#8796a5", "triangle-right", "▶")
    name = Said("Characters")
    blurb = Said("Every character is a token: a tiny vocabulary, and long texts.")
    opening = Said("Start: every character is to become a token. None is in the vocabulary yet.")
    lesson = Said(
        "A few characters can write every word, so hardly anything is unknown. The price: a text takes very many "
        "tokens."
    )

    def labels(self) -> Labels:
        return {
            **super().labels(),
            "question": _("Which character joins the vocabulary next? Click the most frequent one."),
            "guess": _("Click the character you think is most frequent"),
            "pairs": _("Characters not in the vocabulary, most frequent first"),
            "noPairs": _("No characters left"),
        }

    reason = Said(
        "A tiny vocabulary that knows nearly everything, at the price of very long sequences: slow, and hard to learn "
        "from. Useful where spelling is the point."
    )


def _verdict(row: UnitCount, event: UnitEvent) -> str:
    stands = _("“{token}” occurs {times}.").format(token=name(row.token), times=times(row.count))
    if row.token == event.token:
        return sentences(_("Right!"), stands)
    if row.count == event.count:
        first = _("“{token}” is as frequent, and comes first.").format(token=name(event.token))
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
