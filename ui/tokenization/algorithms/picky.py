"""Picky BPE: byte-pair encoding that removes a token once a merge has used up nearly all of its occurrences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bpe_engine import BPEState, PickyBPETrainer, PickyEvent, PickyTraining
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.picky.events import Removal
from bpe_engine.picky.trainer import PickyRun
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_percent
from ui.base.notation import name_token, quote_tokens
from ui.base.parameter_types import WholeNumber
from ui.base.visible_text import join_sentences
from ui.tokenization.algorithms import bpe_explanations
from ui.tokenization.algorithms.base import ChartStyle, LocalizedText
from ui.tokenization.algorithms.frame_parts import times_phrase
from ui.tokenization.algorithms.most_frequent_pair import MostFrequentPair, PairCountSettings
from ui.tokenization.algorithms.options import TrainingOption


@dataclass(frozen=True)
class PickySettings(PairCountSettings):
    """The settings of Picky BPE."""

    algorithm = "picky"
    trainer_class = PickyBPETrainer

    threshold: int = 90  # in percent

    def trainer_options(self) -> dict[str, Any]:
        return {**super().trainer_options(), "threshold": self.threshold / 100}


class PickyBPE(MostFrequentPair[PickySettings, PickyTraining]):
    """Picky BPE."""

    settings = PickySettings
    immediate_limit = 10_000
    is_variant = True
    functions = (PickyRun.merge, MergeState.split)
    chart_style = ChartStyle("--chart-11", "triangle-left", "◀", (8, 3))
    name = LocalizedText("Picky BPE")
    rule = LocalizedText("frequent pairs; drops what is hardly used")
    description = LocalizedText(
        "BPE that tidies up: a token that hardly occurs after a merge was only a step on the way, and leaves the "
        "vocabulary. That makes room for tokens that are used."
    )

    def extra_options(self) -> Sequence[TrainingOption]:
        return (
            TrainingOption(
                "threshold",
                "threshold",
                WholeNumber(0, 100),
                _("Threshold, in percent"),
                _(
                    "A token is removed when a merge takes more than this share of its occurrences. With 100, none is: "
                    "that is plain BPE."
                ),
            ),
        )

    def last_step_text(self, training: PickyTraining, state: BPEState) -> str:
        if state.step == 0:
            return bpe_explanations.start_text(training, state)
        event = training.events[state.step - 1]
        removed = (_removal_text(event, removal) for removal in event.removed)
        return join_sentences(bpe_explanations.merge_details(training, state), *removed)

    def extra_stop_reasons(self, training: PickyTraining) -> Mapping[str, str]:
        return {
            "no_growth": _("Done: tokens leave the vocabulary as fast as they come. A higher threshold lets it grow.")
        }

    def next_step_text(self, training: PickyTraining, state: BPEState) -> str:
        coming = training.events[state.step :][:1]
        weighed = (sentence for event in coming for sentence in _share_text(event, training))
        return join_sentences(super().next_step_text(training, state), *weighed)

    about_functions = LocalizedText(
        "These functions made the steps above; nothing is simplified. The first merges a pair and looks at what is "
        "left of its two parts, the second makes a removed token fall apart in every word."
    )
    when_to_use = LocalizedText(
        "New, and rarely used so far. No room is lost to tokens that hardly occur, which a model would learn badly. No "
        "common file format can store it, because its removals must be repeated."
    )


def _removal_text(event: PickyEvent, removal: Removal) -> str:
    """Explain why a token was removed, and what its remaining occurrences become."""
    if not removal.left:
        return _("“{token}” leaves the vocabulary: “{made}” used it up.").format(
            token=name_token(removal.token), made=name_token(event.token)
        )
    return _(
        "“{token}” leaves the vocabulary: “{made}” took {share} of it. Where it is left ({times}), it falls apart into "
        "{pieces}."
    ).format(
        token=name_token(removal.token),
        made=name_token(event.token),
        share=localized_percent(removal.share),
        times=times_phrase(removal.left),
        pieces=" + ".join(quote_tokens(removal.pieces)),
    )


def _share_text(event: PickyEvent, training: PickyTraining) -> list[str]:
    """Return, for each part that could be removed, how much of it the merge takes, and what follows."""
    threshold = localized_percent(training.trainer.threshold)
    removed = {removal.token for removal in event.removed}
    found = []
    for part, share in zip(dict.fromkeys(event.pair), event.shares, strict=True):
        if part in training.base_vocabulary:
            continue  # single symbols always stay
        values = {"token": name_token(part), "share": localized_percent(share), "threshold": threshold}
        if part in removed:
            found.append(
                _("That takes {share} of “{token}”, more than {threshold}: “{token}” is removed.").format(**values)
            )
        else:
            found.append(
                _("That takes {share} of “{token}”, not more than {threshold}: “{token}” stays.").format(**values)
            )
    return found
