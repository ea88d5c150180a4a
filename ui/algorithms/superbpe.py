"""SuperBPE: byte-pair encoding in two stages, of which the second merges across spaces."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from bpe_engine import BPEState, MergeEvent, SuperBPETrainer, SuperBPETraining
from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.pre_tokenizers import pre_tokenizer_named
from bpe_engine.superbpe.trainer import LARGEST_CORPUS, SuperBPERun
from ui.algorithms import bpe, bpe_sentences
from ui.algorithms.base import Algorithm, Look, Method, Said
from ui.algorithms.options import Option, cut_into_words, least_frequency, vocabulary_size
from ui.algorithms.shared import pair_frame
from ui.i18n import gettext as _
from ui.i18n import number
from ui.player.contract import Frame, Labels, Past
from ui.player.frames import TokenTable
from ui.readings import Number
from ui.show import sentences
from ui.tasks.scenarios import OWN_TEXT, Scenario
from ui.tasks.settings import LARGEST_VOCABULARY, PreTokenizerName, Settings, Source


@dataclass(frozen=True)
class SuperBPESettings(Settings):
    """What SuperBPE is trained with."""

    algorithm = "superbpe"
    most_characters = LARGEST_CORPUS

    transition: int = 150
    tie_break: TieBreak = "first-seen"
    min_frequency: int = 1
    units: Literal["characters", "bytes"] = "characters"

    @property
    def byte_level(self) -> bool:
        """Whether words are written in bytes."""
        return self.units == "bytes"

    @property
    def corpus_split(self) -> PreTokenizerName:
        """Whole texts: what `pre_tokenizer` cuts holds for the first stage only."""
        return "none"

    def trainer(self) -> SuperBPETrainer:
        """The trainer with these choices. Raises EngineError where they cannot work together."""
        return SuperBPETrainer(
            vocab_size=self.vocab_size,
            transition=self.transition,
            first_stage=pre_tokenizer_named(self.pre_tokenizer),
            special_tokens=self.special_tokens,
            tie_break=self.tie_break,
            min_frequency=self.min_frequency,
        )


class SuperBPE(Algorithm[SuperBPESettings, SuperBPETraining]):
    """SuperBPE."""

    settings = SuperBPESettings
    sizes: ClassVar[Mapping[str, int]] = {
        "hug": 20,
        "low": 20,
        "course": 60,
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
    functions = (SuperBPERun.events, MergeState.lift_boundaries)
    look = Look("#b4641e", "stroke", "▬", (2, 3))
    name = Said("SuperBPE")
    blurb = Said(
        "BPE in two stages: first tokens inside of words, as usual; then the spaces are no boundary any more, and "
        "words that often stand together become one token."
    )
    limit = Said("Limit: {limit} characters.", limit=LARGEST_CORPUS)

    def options(self) -> Sequence[Option]:
        """The settings to choose."""
        return (
            vocabulary_size(),
            Option(
                "transition",
                "transition",
                Number(1, LARGEST_VOCABULARY),
                _("Second stage from"),
                _(
                    "With so many tokens in the vocabulary the second stage begins, or before, where the first one "
                    "finds no more pairs."
                ),
            ),
            bpe.tie_rule(),
            least_frequency(),
            bpe.smallest_units(),
            cut_into_words(),
        )

    def usual(self, scenario: Scenario) -> SuperBPESettings:
        """The settings that a scenario starts from."""
        size = self.sizes[scenario.key]
        usual = SuperBPESettings(size, scenario.pre_tokenizer, transition=size * 2 // 3)
        return replace(usual, units="bytes") if scenario.key in ("course", "aaab", OWN_TEXT) else usual

    def blurb_of(self, scenario: Scenario) -> str:
        """What a scenario is good for: of counted words no one knows what stood beside them."""
        if scenario.source.counts:
            return _(
                "These words are counted one by one, so there is no space to merge across. Take a lesson of texts."
            )
        return super().blurb_of(scenario)

    def frame(self, training: SuperBPETraining, state: BPEState, tokens: TokenTable) -> Frame:
        """The picture of a state."""
        return pair_frame(
            training,
            state,
            tokens,
            done=bpe_sentences.what_happened(training, state),
            next=sentences(_stage(training, state), _what_comes_next(training, state)),
            board=bpe.board(training, state, tokens),
            tie=bpe.tie(training, state),
        )

    def past(self, event: MergeEvent, tokens: TokenTable) -> Past:
        """A merge with the count of its pair."""
        return bpe.past_of(event, tokens)

    def labels(self) -> Labels:
        """The text where the list of pairs is empty; the others are those that the player comes with."""
        return {"noPairs": _("No pair is left that may merge")}

    def tie_rules(self) -> Mapping[str, str]:
        """The tie rules by their names."""
        return bpe_sentences.rule_names()

    about_functions = Said(
        "These functions made the steps above; nothing is simplified. The first goes from one stage to the other, the "
        "second takes the boundaries between words away."
    )
    reason = Said(
        "New. A text takes fewer tokens for the same size of vocabulary, once there is room for more than words. No "
        "token has more than four words, or goes on after a colon and a space."
    )

    def methods(self) -> Sequence[Method]:
        """What is set side by side."""
        return (_SuperBPE(self),)


class _SuperBPE(Method):
    """SuperBPE, with the first stage for two thirds of the vocabulary."""

    def settings(self, source: Source, size: int) -> Settings:
        """The settings of its training. GPT-2's pattern cuts the text for the first stage."""
        split: PreTokenizerName = "whitespace" if source.counts else "gpt2"
        return SuperBPESettings(size, split, (self.algorithm.unknown,), transition=max(1, size * 2 // 3))


def _what_comes_next(training: SuperBPETraining, state: BPEState) -> str:
    """As in byte-pair encoding, but for an end that the bound on tokens brings."""
    if state.next_event is None and training.stop_reason == "max_token_length":
        return _(
            "The end: no pair that is left may merge. No token may have more than {words} words, or go on after a "
            "colon and a space."
        ).format(words=number(training.trainer.max_words))
    return bpe_sentences.what_comes_next(training, state)


def _stage(training: SuperBPETraining, state: BPEState) -> str:
    """Which stage a state belongs to, where that is news."""
    if state.next_event is None or training.lifted_at == len(training.events):
        return ""
    if state.step == 0 and training.lifted_at:
        return _("First stage: no token goes beyond a word.")
    if state.step == training.lifted_at:
        return _("The second stage begins, with {size} tokens: now pairs count across spaces too.").format(
            size=number(len(state.vocabulary))
        )
    return ""
