"""Byte-pair encoding and its variants: all merge the pair that occurs most often."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from bpe_engine import BPEState, BPETraining, MergeEvent, PickyEvent
from bpe_engine.bpe.events import TieBreak
from bpe_engine.training.base import WordState
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number
from ui.base.notation import name, name_pair
from ui.lessons.contract import BoardRow, Labels, Past, Tie, WordRow
from ui.lessons.frames import TokenTable
from ui.tokenization.algorithms import bpe_explanations
from ui.tokenization.algorithms.base import SettingsT
from ui.tokenization.algorithms.frame_parts import board_row, past_merge, times
from ui.tokenization.algorithms.merge_algorithm import Merging
from ui.tokenization.algorithms.options import Option, choice, cut_into_words, least_frequency, vocabulary_size
from ui.tokenization.tasks.task import Settings

CountsT = TypeVar("CountsT", bound=BPETraining)


@dataclass(frozen=True)
class CountingSettings(Settings):
    """What all of them are trained with."""

    tie_break: TieBreak = "first-seen"
    min_frequency: int = 1
    units: Literal["characters", "bytes"] = "characters"

    @property
    def byte_level(self) -> bool:
        return self.units == "bytes"


class Counting(Merging[SettingsT, CountsT]):
    """An algorithm that merges the most frequent pair, and tells of it as byte-pair encoding does."""

    of_bytes = True

    def options(self) -> Sequence[Option]:
        return (
            vocabulary_size(),
            *self.own_options(),
            tie_rule(),
            least_frequency(),
            smallest_units(),
            cut_into_words(),
        )

    def own_options(self) -> Sequence[Option]:
        """The settings that it alone has."""
        return ()

    def what_happened(self, training: CountsT, state: BPEState) -> str:
        return bpe_explanations.what_happened(training, state)

    def what_comes_next(self, training: CountsT, state: BPEState) -> str:
        ends = {} if state.next_event else self.own_ends(training)
        return ends.get(training.stop_reason) or bpe_explanations.what_comes_next(training, state)

    def own_ends(self, training: CountsT) -> Mapping[str, str]:
        """Why a training ended, by those of the engine's reasons that byte-pair encoding has not."""
        return {}

    def board(self, training: CountsT, state: BPEState, tokens: TokenTable) -> list[BoardRow]:
        event = state.next_event
        most = training.events[0].count if training.events else max((row.count for row in state.leaderboard), default=1)
        return [
            board_row(
                row.pair,
                tokens,
                value=number(row.count),
                said=times(row.count),
                share=row.count / most,
                tally=bpe_explanations.tally(row),
                winner=event is not None and row.pair == event.pair,
                tied=event is not None and event.tied > 0 and row.count == event.count,
                verdict=bpe_explanations.verdict(row, training, state) if event else "",
            )
            for row in state.leaderboard
        ]

    def row(self, training: CountsT, state: BPEState, word: WordState, tokens: TokenTable) -> WordRow:
        row = super().row(training, state, word, tokens)
        counted = state.leaderboard[0].words if row["hits"] and state.leaderboard else ()
        adds = next((one for one in counted if one.word == word.word), None)
        return {**row, "adds": bpe_explanations.term(adds)} if adds else row

    def tie(self, training: CountsT, state: BPEState) -> Tie | None:
        if not state.tie_choices:
            return None
        assert state.next_event is not None, "only pairs that can merge next tie"
        equal = state.next_event.tied + 1
        badge = ngettext("tie of {count} pairs", "tie of {count} pairs", equal).format(count=number(equal))
        return {
            "badge": badge,
            "rule": training.trainer.tie_break,
            "reason": bpe_explanations.tie_reason(training, state),
        }

    def past(self, event: MergeEvent | PickyEvent, tokens: TokenTable) -> Past:
        spoken = ngettext(
            "Merge {number}: {pair} becomes “{token}”, {count} time",
            "Merge {number}: {pair} becomes “{token}”, {count} times",
            event.count,
        ).format(
            number=number(event.rank + 1),
            pair=name_pair(event.pair),
            token=name(event.token),
            count=number(event.count),
        )
        return past_merge(event.pair, event.token, number(event.count), tokens, spoken)

    def labels(self) -> Labels:
        return {}  # those that the player comes with

    def tie_rules(self) -> Mapping[str, str]:
        return bpe_explanations.rule_names()


def tie_rule() -> Option:
    """Which of several equally frequent pairs is merged."""
    return choice(
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


def smallest_units() -> Option:
    """What words are cut into first."""
    return choice(
        "units",
        "units",
        {"characters": _("characters"), "bytes": _("bytes")},
        _("Smallest units"),
        _("Words are first cut into these. Any character can be written as one to four bytes."),
    )
