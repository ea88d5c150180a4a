"""Picky BPE: byte-pair encoding that takes a token out again when a merge leaves next to none of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from bpe_engine import BPEState, PickyBPETrainer, PickyEvent, PickyTraining
from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.picky.events import Removal
from bpe_engine.picky.trainer import LARGEST_CORPUS, PickyRun
from ui.algorithms import bpe, bpe_sentences
from ui.algorithms.base import Algorithm, Look, Said
from ui.algorithms.options import Option, cut_into_words, least_frequency, vocabulary_size
from ui.algorithms.shared import gone, pair_frame, times
from ui.i18n import gettext as _
from ui.i18n import percent
from ui.notation import name
from ui.player.contract import Frame, Labels, Past
from ui.player.frames import TokenTable
from ui.readings import Number
from ui.show import sentences
from ui.tasks.scenarios import OWN_TEXT, Scenario
from ui.tasks.settings import Settings


@dataclass(frozen=True)
class PickySettings(Settings):
    """What Picky BPE is trained with."""

    algorithm = "picky"
    most_characters = LARGEST_CORPUS

    threshold: int = 90  # in percent
    tie_break: TieBreak = "first-seen"
    min_frequency: int = 1
    units: Literal["characters", "bytes"] = "characters"

    @property
    def byte_level(self) -> bool:
        """Whether words are written in bytes."""
        return self.units == "bytes"

    def trainer(self) -> PickyBPETrainer:
        """The trainer with these choices. Raises EngineError where they cannot work together."""
        return PickyBPETrainer(
            vocab_size=self.vocab_size,
            threshold=self.threshold / 100,
            special_tokens=self.special_tokens,
            tie_break=self.tie_break,
            min_frequency=self.min_frequency,
        )


class PickyBPE(Algorithm[PickySettings, PickyTraining]):
    """Picky BPE."""

    settings = PickySettings
    sizes: ClassVar[Mapping[str, int]] = {
        "hug": 20,
        "low": 20,
        "course": 50,
        "aaab": 20,
        "tones": 20,
        "marks": 20,
        "stems": 30,
        "words": 20,
        OWN_TEXT: 300,
    }
    short = 10_000
    merges = True
    variant = True
    functions = (PickyRun.merge_and_remove, MergeState.split)
    look = Look("#c8509b", "triangle-left", "◀", (8, 3))
    name = Said("Picky BPE")
    blurb = Said(
        "BPE that clears up: a token that is hardly left after a merge was only a step on the way, and goes out of the "
        "vocabulary. So there is room for tokens that are used."
    )
    limit = Said("Limit: {limit} characters, each different word counted once.", limit=LARGEST_CORPUS)

    def options(self) -> Sequence[Option]:
        """The settings to choose."""
        return (
            vocabulary_size(),
            Option(
                "threshold",
                "threshold",
                Number(0, 100),
                _("Threshold, in percent"),
                _(
                    "A token goes when a merge takes more than this share of its occurrences. With 100 none goes: that "
                    "is BPE as it is."
                ),
            ),
            bpe.tie_rule(),
            least_frequency(),
            bpe.smallest_units(),
            cut_into_words(),
        )

    def usual(self, scenario: Scenario) -> PickySettings:
        """The settings that a scenario starts from."""
        usual = PickySettings(self.sizes[scenario.key], scenario.pre_tokenizer)
        return replace(usual, units="bytes") if scenario.key in ("course", "aaab", OWN_TEXT) else usual

    def frame(self, training: PickyTraining, state: BPEState, tokens: TokenTable) -> Frame:
        """The picture of a state."""
        return pair_frame(
            training,
            state,
            tokens,
            done=_what_happened(training, state),
            next=_what_comes_next(training, state),
            board=bpe.board(training, state, tokens),
            tie=bpe.tie(training, state),
            dropped=gone(training, state.step),
        )

    def past(self, event: PickyEvent, tokens: TokenTable) -> Past:
        """A merge with the count of its pair."""
        return bpe.past_of(event, tokens)

    def labels(self) -> Labels:
        """The texts around the frames: those that the player comes with."""
        return {}

    def tie_rules(self) -> Mapping[str, str]:
        """The tie rules by their names."""
        return bpe_sentences.rule_names()

    about_functions = Said(
        "These functions made the steps above; nothing is simplified. The first merges a pair and looks at what is "
        "left of its two parts, the second lets a token that has gone fall apart in every word."
    )
    reason = Said(
        "New, and rarely used so far. No room is lost to tokens that hardly occur, which a model would learn badly. "
        "No common format of files holds it, as its removals must be made again."
    )


def _gone(event: PickyEvent, removal: Removal) -> str:
    """Why a token went, and what it becomes where it is left."""
    if not removal.left:
        return _("“{token}” leaves the vocabulary: “{made}” took all of it.").format(
            token=name(removal.token), made=name(event.token)
        )
    return _(
        "“{token}” leaves the vocabulary: “{made}” took {share} of it. It is left {times}, and falls apart there into "
        "{pieces}."
    ).format(
        token=name(removal.token),
        made=name(event.token),
        share=percent(removal.share),
        times=times(removal.left),
        pieces=" + ".join(_("“{token}”").format(token=name(piece)) for piece in removal.pieces),
    )


def _what_happened(training: PickyTraining, state: BPEState) -> str:
    if state.step == 0:
        return bpe_sentences.start(training, state)
    event = training.events[state.step - 1]
    return sentences(bpe_sentences.what_merged(training, state), *(_gone(event, removal) for removal in event.removed))


def _what_comes_next(training: PickyTraining, state: BPEState) -> str:
    following = bpe_sentences.what_comes_next(training, state)
    if state.step == len(training.events):
        return following
    event = training.events[state.step]
    return sentences(following, *_weighed(event, training))


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
