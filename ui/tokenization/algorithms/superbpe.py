"""SuperBPE: byte-pair encoding in two stages, of which the second merges across spaces."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bpe_engine import BPEState, SuperBPETrainer, SuperBPETraining
from bpe_engine.pre_tokenizers import pre_tokenizer_named
from bpe_engine.superbpe.second_stage import second_stage
from bpe_engine.superbpe.trainer import LARGEST_CORPUS, SuperBPERun
from ui.base.i18n import gettext as _
from ui.base.i18n import listed, ngettext, number
from ui.base.notation import quoted
from ui.base.parameter_types import Number
from ui.base.visible_text import sentences
from ui.lessons.contract import Labels
from ui.tokenization.algorithms.base import Look, Method, Said
from ui.tokenization.algorithms.most_frequent_pair import Counting, CountingSettings
from ui.tokenization.algorithms.options import Option
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import LARGEST_VOCABULARY, PreTokenizerName, Settings, Source


@dataclass(frozen=True)
class SuperBPESettings(CountingSettings):
    """What SuperBPE is trained with."""

    algorithm = "superbpe"
    trained_by = SuperBPETrainer
    most_characters = LARGEST_CORPUS

    transition: int = 150

    @property
    def corpus_split(self) -> PreTokenizerName:
        return "none"  # whole texts: what `pre_tokenizer` cuts holds for the first stage only

    def trainer_options(self) -> dict[str, Any]:
        return {**super().trainer_options(), "first_stage": pre_tokenizer_named(self.pre_tokenizer)}


class SuperBPE(Counting[SuperBPESettings, SuperBPETraining]):
    """SuperBPE."""

    settings = SuperBPESettings
    short = 10_000
    variant = True
    functions = (SuperBPERun.events, second_stage)
    look = Look("#b4641e", "stroke", "▬", (2, 3))
    name = Said("SuperBPE")
    blurb = Said(
        "BPE in two stages: first tokens inside words, as usual; then spaces stop being boundaries, and words that "
        "often occur together become one token."
    )
    limit = Said("Limit: {limit} characters.", limit=LARGEST_CORPUS)

    def own_options(self) -> Sequence[Option]:
        return (
            Option(
                "transition",
                "transition",
                Number(1, LARGEST_VOCABULARY),
                _("Second stage from"),
                _("The second stage begins at this many tokens, or earlier if the first finds no more pairs."),
            ),
        )

    def usual(self, scenario: Scenario) -> SuperBPESettings:
        usual = super().usual(scenario)
        return replace(usual, transition=usual.vocab_size * 2 // 3)

    def blurb_of(self, scenario: Scenario) -> str:
        """What a scenario is good for: of counted words no one knows what stood beside them."""
        if scenario.source.counts:
            return _(
                "These words are counted one by one, so there is no space to merge across. Choose a lesson with texts."
            )
        return super().blurb_of(scenario)

    def what_happened(self, training: SuperBPETraining, state: BPEState) -> str:
        return super().what_happened(training, _as_merged(training, state))

    def what_comes_next(self, training: SuperBPETraining, state: BPEState) -> str:
        return sentences(_stage(training, state), super().what_comes_next(training, state))

    def own_ends(self, training: SuperBPETraining) -> Mapping[str, str]:
        end = _(
            "Done: none of the pairs left may merge. A token can’t have more than {words} words, or continue after a "
            "colon and a space."
        )
        return {"max_token_length": end.format(words=number(training.trainer.max_words))}

    def gone(self, training: SuperBPETraining, state: BPEState) -> Sequence[str]:
        left = training.left if state.step >= training.lifted_at else ()
        return [token for token in left if token not in state.vocabulary]  # they may have come again

    def ids(self, training: SuperBPETraining) -> dict[str, int]:
        """The tokens that stay, with their ids: those of others are given anew where the second stage begins."""
        return training.vocabulary_at(len(training.events))

    def labels(self) -> Labels:
        """The text where the list of pairs is empty; the others are those that the player comes with."""
        return {"noPairs": _("No pairs left that may merge")}

    about_functions = Said(
        "These functions made the steps above; nothing is simplified. The first goes from one stage to the next, the "
        "second repeats the merges so far across the old boundaries."
    )
    reason = Said(
        "New. For the same vocabulary size, a text takes fewer tokens, once there is room for more than words. No "
        "token has more than four words, or continues after a colon and a space."
    )

    def methods(self) -> Sequence[Method]:
        return (_SuperBPE(self),)


class _SuperBPE(Method):
    """SuperBPE, with the first stage for two thirds of the vocabulary."""

    def settings(self, source: Source, size: int) -> Settings:
        """The settings of its training. GPT-2's pattern cuts the text for the first stage."""
        split: PreTokenizerName = "whitespace" if source.counts else "gpt2"
        return SuperBPESettings(size, split, (self.algorithm.unknown,), transition=max(1, size * 2 // 3))


def _as_merged(training: SuperBPETraining, state: BPEState) -> BPEState:
    """A state as the merge before it left the corpus, before anything was done across spaces."""
    if state.step != training.lifted_at:
        return state
    replaced = sum(event.replacements for event in training.events[: state.step])
    return state._replace(tokens_in_corpus=training.tokens_per_step[0] - replaced)


def _stage(training: SuperBPETraining, state: BPEState) -> str:
    """Which stage a state belongs to, where that is news."""
    if state.step == 0 and training.lifted_at and training.lifted_at < len(training.events):
        return _("First stage: tokens stay within words.")
    if state.step != training.lifted_at:
        return ""
    inherited = _what_is_inherited(training, state)
    if state.next_event is None:
        return inherited
    begins = _("The second stage begins, with {size} tokens: pairs now count across spaces too.").format(
        size=number(len(state.vocabulary))
    )
    return sentences(begins, inherited)


def _what_is_inherited(training: SuperBPETraining, state: BPEState) -> str:
    """What the merges so far do across the old boundaries; empty where they do nothing."""
    before = _as_merged(training, state).tokens_in_corpus
    return sentences(
        _(
            "The merges so far are repeated across spaces, in order: the corpus goes from {before} to {after} tokens."
        ).format(before=number(before), after=number(state.tokens_in_corpus))
        if before != state.tokens_in_corpus
        else "",
        ngettext(
            "{tokens} never arises that way, so it leaves the vocabulary.",
            "{tokens} never arise that way, so they leave the vocabulary.",
            len(training.left),
        ).format(tokens=listed(quoted(training.left)))
        if training.left
        else "",
    )
