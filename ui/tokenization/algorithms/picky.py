"""Picky BPE: byte-pair encoding that takes a token out again when a merge leaves next to none of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bpe_engine import BPEState, PickyBPETrainer, PickyEvent, PickyTraining
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.picky.events import Removal
from bpe_engine.picky.trainer import LARGEST_CORPUS, PickyRun
from ui.base.i18n import gettext as _
from ui.base.i18n import percent
from ui.base.notation import name, quoted
from ui.base.parameter_types import Number
from ui.base.visible_text import sentences
from ui.tokenization.algorithms import bpe_explanations
from ui.tokenization.algorithms.base import Look, Said
from ui.tokenization.algorithms.frame_parts import times
from ui.tokenization.algorithms.most_frequent_pair import Counting, CountingSettings
from ui.tokenization.algorithms.options import Option


@dataclass(frozen=True)
class PickySettings(CountingSettings):
    """What Picky BPE is trained with."""

    algorithm = "picky"
    trained_by = PickyBPETrainer
    most_characters = LARGEST_CORPUS

    threshold: int = 90  # in percent

    def trainer_options(self) -> dict[str, Any]:
        return {**super().trainer_options(), "threshold": self.threshold / 100}


class PickyBPE(Counting[PickySettings, PickyTraining]):
    """Picky BPE."""

    settings = PickySettings
    short = 10_000
    variant = True
    functions = (PickyRun.merge_and_remove, MergeState.split)
    look = Look("#c8509b", "triangle-left", "◀", (8, 3))
    name = Said("Picky BPE")
    blurb = Said(
        "BPE that tidies up: a token that hardly occurs after a merge was only a step on the way, and leaves the "
        "vocabulary. That makes room for tokens that are used."
    )
    limit = Said("Limit: {limit} characters, counting each different word once.", limit=LARGEST_CORPUS)

    def own_options(self) -> Sequence[Option]:
        return (
            Option(
                "threshold",
                "threshold",
                Number(0, 100),
                _("Threshold, in percent"),
                _(
                    "A token is removed when a merge takes more than this share of its occurrences. With 100, none is: "
                    "that is plain BPE."
                ),
            ),
        )

    def what_happened(self, training: PickyTraining, state: BPEState) -> str:
        if state.step == 0:
            return bpe_explanations.start(training, state)
        event = training.events[state.step - 1]
        removed = (_gone(event, removal) for removal in event.removed)
        return sentences(bpe_explanations.what_merged(training, state), *removed)

    def own_ends(self, training: PickyTraining) -> Mapping[str, str]:
        return {
            "no_growth": _("Done: tokens leave the vocabulary as fast as they come. A higher threshold lets it grow.")
        }

    def what_comes_next(self, training: PickyTraining, state: BPEState) -> str:
        coming = training.events[state.step :][:1]
        weighed = (sentence for event in coming for sentence in _weighed(event, training))
        return sentences(super().what_comes_next(training, state), *weighed)

    about_functions = Said(
        "These functions made the steps above; nothing is simplified. The first merges a pair and looks at what is "
        "left of its two parts, the second makes a removed token fall apart in every word."
    )
    reason = Said(
        "New, and rarely used so far. No room is lost to tokens that hardly occur, which a model would learn badly. No "
        "common file format holds it, as its removals must be repeated."
    )


def _gone(event: PickyEvent, removal: Removal) -> str:
    """Why a token went, and what it becomes where it is left."""
    if not removal.left:
        return _("“{token}” leaves the vocabulary: “{made}” used it up.").format(
            token=name(removal.token), made=name(event.token)
        )
    return _(
        "“{token}” leaves the vocabulary: “{made}” took {share} of it. Where it is left ({times}), it falls apart into "
        "{pieces}."
    ).format(
        token=name(removal.token),
        made=name(event.token),
        share=percent(removal.share),
        times=times(removal.left),
        pieces=" + ".join(quoted(removal.pieces)),
    )


def _weighed(event: PickyEvent, training: PickyTraining) -> list[str]:
    """Of each part that could go: how much of it the merge takes, and what follows from that."""
    threshold = percent(training.trainer.threshold)
    removed = {removal.token for removal in event.removed}
    found = []
    for part, share in zip(dict.fromkeys(event.pair), event.shares, strict=True):
        if part in training.base_vocabulary:
            continue  # single symbols always stay
        values = {"token": name(part), "share": percent(share), "threshold": threshold}
        if part in removed:
            found.append(_("That takes {share} of “{token}”, more than {threshold}: “{token}” goes.").format(**values))
        else:
            found.append(
                _("That takes {share} of “{token}”, not more than {threshold}: “{token}” stays.").format(**values)
            )
    return found
