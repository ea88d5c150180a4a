"""Whole words, and characters: the most frequent ones become the vocabulary."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_engine.tokenizers.whole_units import (
    CharacterTrainer,
    UnitCount,
    UnitEvent,
    UnitRun,
    UnitState,
    UnitTraining,
    WordLevelTrainer,
)
from bpe_engine.training.base import WordState
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent, ngettext
from ui.base.notation import name_token
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, HistoryItem, Labels, WordRow
from ui.lessons.frames import FrameTokens, UnknownText, row_json
from ui.tokenization.algorithms.base import Algorithm, ChartStyle, LocalizedText, SettingsT
from ui.tokenization.algorithms.frame_parts import candidate_row, step_labels, times_phrase, vocabulary_full_text
from ui.tokenization.algorithms.options import TrainingOption, pre_tokenizer_option, vocabulary_size_option
from ui.tokenization.tasks.task import Settings


@dataclass(frozen=True)
class WordSettings(Settings):
    """The settings of a whole-word vocabulary."""

    algorithm = "words"
    trainer_class = WordLevelTrainer


@dataclass(frozen=True)
class CharacterSettings(Settings):
    """The settings of a character vocabulary."""

    algorithm = "characters"
    trainer_class = CharacterTrainer


class _WholeUnits(Algorithm[SettingsT, UnitTraining]):
    """The basis of both: a vocabulary of the most frequent units."""

    immediate_limit = 20_000
    functions = (UnitRun.events,)

    @property
    @abstractmethod
    def start_text(self) -> str:
        """What will become a token, for the sentence at the start."""

    @property
    @abstractmethod
    def conclusion(self) -> str:
        """What such a vocabulary is good or bad for, for the sentence at the end."""

    def options(self) -> Sequence[TrainingOption]:
        return vocabulary_size_option(), pre_tokenizer_option()

    def last_step_text(self, training: UnitTraining, state: UnitState) -> str:
        if state.step == 0:
            return join_sentences(self.start_text, _unknown_text(training, state))
        event = training.events[state.step - 1]
        happened = _("Step {number}: “{token}” joined the vocabulary; it occurs {times}.").format(
            number=localized_number(event.rank + 1), token=name_token(event.token), times=times_phrase(event.count)
        )
        return join_sentences(happened, _unknown_text(training, state))

    def next_step_text(self, training: UnitTraining, state: UnitState) -> str:
        event = state.next_event
        if event is not None:
            return join_sentences(
                _("Next: “{token}”, the most frequent one not yet in the vocabulary: it occurs {times}.").format(
                    token=name_token(event.token), times=times_phrase(event.count)
                ),
                ngettext(
                    "{count} other occurs just as often; the first in the corpus is taken.",
                    "{count} others occur just as often; the first in the corpus is taken.",
                    event.tied,
                ).format(count=localized_number(event.tied))
                if event.tied
                else "",
            )
        all_in = _("Done: everything in the corpus is in the vocabulary.")
        return join_sentences(
            vocabulary_full_text(state) if training.stop_reason == "vocab_size" else all_in, self.conclusion
        )

    def candidates(self, training: UnitTraining, state: UnitState, tokens: FrameTokens) -> list[CandidateRow]:
        event = state.next_event
        most = training.events[0].count if training.events else 1  # a common scale for all bars
        return [
            candidate_row(
                UnknownText(row.token, ""),
                tokens,
                value=localized_number(row.count),
                said=times_phrase(row.count),
                share=row.count / most,
                winner=event is not None and row.token == event.token,
                tied=event is not None and event.tied > 0 and row.count == event.count,
                verdict=_verdict(row, event) if event else "",
            )
            for row in state.leaderboard
        ]

    def word_row(self, training: UnitTraining, state: UnitState, word: WordState, tokens: FrameTokens) -> WordRow:
        """Show unknown units with their own text: otherwise nobody could see what is most frequent."""
        unk = training.trainer.unk_token
        units = training.trainer.units_of(word.word)
        symbols = [
            UnknownText(unit, unk) if symbol == unk else symbol
            for unit, symbol in zip(units, word.symbols, strict=True)
        ]
        fresh = self.new_token(training, state)
        new = [index for index, symbol in enumerate(word.symbols) if symbol == fresh]
        return row_json(f"{localized_number(word.frequency)} ×", symbols, [], tokens, new)

    def history_item(self, event: UnitEvent, tokens: FrameTokens) -> HistoryItem:
        return {"parts": [tokens[event.token]], "made": None, "value": localized_number(event.count), "sum": ""}

    about_functions = LocalizedText("This function made the steps above; nothing is simplified.")

    def labels(self) -> Labels:
        return {
            "winner": _("joins next"),
            "merges": _("Tokens so far, with how often each occurs"),
            "changed": _("Words changed by the last step"),
            **step_labels(),
        }


class WholeWords(_WholeUnits[WordSettings]):
    """Whole words."""

    settings = WordSettings
    chart_style = ChartStyle("--chart-8", "triangle-down", "▼")
    name = LocalizedText("Whole words")
    rule = LocalizedText("no smaller parts")
    description = LocalizedText(
        "Every word is a token: the most frequent ones make up the vocabulary, and all others are unknown."
    )
    start_text = LocalizedText("Start: every word will become a token. None is in the vocabulary yet.")
    conclusion = LocalizedText(
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

    when_to_use = LocalizedText("Only if the words are known in advance. New texts always bring words it doesn’t know.")


class Characters(_WholeUnits[CharacterSettings]):
    """Single characters."""

    settings = CharacterSettings
    chart_style = ChartStyle("--chart-9", "triangle-right", "▶")
    name = LocalizedText("Characters")
    rule = LocalizedText("nothing longer")
    description = LocalizedText("Every character is a token: a tiny vocabulary, and long texts.")
    start_text = LocalizedText("Start: every character will become a token. None is in the vocabulary yet.")
    conclusion = LocalizedText(
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

    when_to_use = LocalizedText(
        "A tiny vocabulary that knows nearly everything, at the price of very long sequences: slow, and hard to learn "
        "from. Useful when spelling is the point."
    )


def _verdict(row: UnitCount, event: UnitEvent) -> str:
    stands = _("“{token}” occurs {times}.").format(token=name_token(row.token), times=times_phrase(row.count))
    if row.token == event.token:
        return join_sentences(_("Right!"), stands)
    if row.count == event.count:
        first = _("“{token}” is as frequent, and comes first.").format(token=name_token(event.token))
        return join_sentences(_("A fair choice!"), stands, first)
    more = _("“{token}” is more frequent: {times}.").format(
        token=name_token(event.token), times=times_phrase(event.count)
    )
    return join_sentences(_("Not this one."), stands, more)


def _unknown_text(training: UnitTraining, state: UnitState) -> str:
    share = state.unknown_in_corpus / state.tokens_in_corpus if state.tokens_in_corpus else 0.0
    return _("{unknown} of {all} tokens in the corpus are unknown ({unk}): {share}.").format(
        unknown=localized_number(state.unknown_in_corpus),
        all=localized_number(state.tokens_in_corpus),
        unk=training.trainer.unk_token,
        share=localized_percent(share, 1),
    )
