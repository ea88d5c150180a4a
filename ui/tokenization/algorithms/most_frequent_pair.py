"""Byte-pair encoding and its variants: all merge the most frequent pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from bpe_engine import BPEState, BPETraining, MergeEvent, PickyEvent
from bpe_engine.bpe.events import TieBreak
from bpe_engine.training.base import WordState
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import name_pair, name_token
from ui.lessons.contract import CandidateRow, HistoryItem, Labels, TieInfo, WordRow
from ui.lessons.frames import FrameTokens
from ui.tokenization.algorithms import bpe_explanations
from ui.tokenization.algorithms.base import SettingsT
from ui.tokenization.algorithms.frame_parts import candidate_row, merge_history_item, times_phrase
from ui.tokenization.algorithms.merge_algorithm import MergeAlgorithm
from ui.tokenization.algorithms.options import (
    TrainingOption,
    choice_option,
    min_frequency_option,
    pre_tokenizer_option,
    vocabulary_size_option,
)
from ui.tokenization.tasks.task import Settings

CountsT = TypeVar("CountsT", bound=BPETraining)


@dataclass(frozen=True)
class PairCountSettings(Settings):
    """The settings that these algorithms share."""

    tie_break: TieBreak = "first-seen"
    min_frequency: int = 1
    units: Literal["characters", "bytes"] = "characters"

    @property
    def byte_level(self) -> bool:
        return self.units == "bytes"


class MostFrequentPair(MergeAlgorithm[SettingsT, CountsT]):
    """An algorithm that merges the most frequent pair, and explains it like byte-pair encoding."""

    is_byte_level = True

    def options(self) -> Sequence[TrainingOption]:
        return (
            vocabulary_size_option(),
            *self.extra_options(),
            tie_rule_option(),
            min_frequency_option(),
            smallest_units_option(),
            pre_tokenizer_option(),
        )

    def extra_options(self) -> Sequence[TrainingOption]:
        """Return the options that only this algorithm has."""
        return ()

    def last_step_text(self, training: CountsT, state: BPEState) -> str:
        return bpe_explanations.last_step_text(training, state)

    def next_step_text(self, training: CountsT, state: BPEState) -> str:
        ends = {} if state.next_event else self.extra_stop_reasons(training)
        return ends.get(training.stop_reason) or bpe_explanations.next_step_text(training, state)

    def extra_stop_reasons(self, training: CountsT) -> Mapping[str, str]:
        """Return texts for the engine's stop reasons that byte-pair encoding does not have."""
        return {}

    def candidates(self, training: CountsT, state: BPEState, tokens: FrameTokens) -> list[CandidateRow]:
        event = state.next_event
        most = training.events[0].count if training.events else max((row.count for row in state.leaderboard), default=1)
        return [
            candidate_row(
                row.pair,
                tokens,
                value=localized_number(row.count),
                said=times_phrase(row.count),
                share=row.count / most,
                tally=bpe_explanations.count_sum(row),
                terms=bpe_explanations.count_terms(row),
                winner=event is not None and row.pair == event.pair,
                tied=event is not None and event.tied > 0 and row.count == event.count,
                verdict=bpe_explanations.prediction_feedback(row, training, state) if event else "",
            )
            for row in state.leaderboard
        ]

    def word_row(self, training: CountsT, state: BPEState, word: WordState, tokens: FrameTokens) -> WordRow:
        row = super().word_row(training, state, word, tokens)
        counted = state.leaderboard[0].words if row["hits"] and state.leaderboard else ()
        adds = next((one for one in counted if one.word == word.word), None)
        return {**row, "adds": bpe_explanations.count_term(adds)} if adds else row

    def tie(self, training: CountsT, state: BPEState) -> TieInfo | None:
        if not state.winner_by_rule:
            return None
        assert state.next_event is not None, "only pairs that can merge next tie"
        equal = state.next_event.tied + 1
        badge = ngettext("tie of {count} pairs", "tie of {count} pairs", equal).format(count=localized_number(equal))
        return {
            "badge": badge,
            "rule": training.trainer.tie_break,
            "reason": bpe_explanations.tie_explanation(training, state),
        }

    def history_item(self, event: MergeEvent | PickyEvent, tokens: FrameTokens) -> HistoryItem:
        spoken = ngettext(
            "Merge {number}: {pair} becomes “{token}”, {count} time",
            "Merge {number}: {pair} becomes “{token}”, {count} times",
            event.count,
        ).format(
            number=localized_number(event.rank + 1),
            pair=name_pair(event.pair),
            token=name_token(event.token),
            count=localized_number(event.count),
        )
        return merge_history_item(event.pair, event.token, localized_number(event.count), tokens, spoken)

    def labels(self) -> Labels:
        return {}  # the player's own labels

    def tie_rules(self) -> Mapping[str, str]:
        return bpe_explanations.rule_names()


def tie_rule_option() -> TrainingOption:
    """Return the option for the tie rule."""
    return choice_option(
        "tie",
        "tie_break",
        {
            rule: _("{rule}: {explanation}").format(rule=name, explanation=explanation)
            for (rule, name), explanation in zip(
                bpe_explanations.rule_names().items(),
                (
                    _("the pair that comes first in the corpus"),
                    _("the pair with the smallest ids"),
                    _("the pair that comes last by character code, or in byte order"),
                ),
                strict=True,
            )
        },
        _("When pairs tie"),
        _(
            "Which of several equally frequent pairs to merge. The Hugging Face course and minbpe take the first seen, "
            "the tokenizers library the one with the smallest ids, subword-nmt the largest."
        ),
    )


def smallest_units_option() -> TrainingOption:
    """Return the option for the smallest units."""
    return choice_option(
        "units",
        "units",
        {"characters": _("characters"), "bytes": _("bytes")},
        _("Smallest units"),
        _("Words are first cut into these. Any character can be written as one to four bytes."),
    )
