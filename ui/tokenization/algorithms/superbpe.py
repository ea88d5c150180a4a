"""SuperBPE: byte-pair encoding in two stages, of which the second merges across spaces."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from bpe_engine import BPEState, Pair, SuperBPETrainer, SuperBPETraining
from bpe_engine.pre_tokenizers import resolve_pre_tokenizer
from bpe_engine.superbpe.second_stage import replay_first_stage
from bpe_engine.superbpe.trainer import SuperBPERun
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.notation import name_pair, quote_tokens
from ui.base.parameter_types import WholeNumber
from ui.base.visible_text import join_sentences
from ui.lessons.contract import Labels
from ui.tokenization.algorithms.base import ChartStyle, ComparedMethod, LocalizedText
from ui.tokenization.algorithms.frame_parts import times_phrase
from ui.tokenization.algorithms.most_frequent_pair import MostFrequentPair, PairCountSettings
from ui.tokenization.algorithms.options import TrainingOption
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import MAX_VOCABULARY, PreTokenizerName, Settings, TextSource


@dataclass(frozen=True)
class SuperBPESettings(PairCountSettings):
    """The settings of SuperBPE."""

    algorithm = "superbpe"
    trainer_class = SuperBPETrainer

    transition: int = 150

    @property
    def corpus_pre_tokenizer(self) -> PreTokenizerName:
        return "none"  # whole texts: `pre_tokenizer` applies only to the first stage

    def trainer_options(self) -> dict[str, Any]:
        return {**super().trainer_options(), "first_stage": resolve_pre_tokenizer(self.pre_tokenizer)}


class SuperBPE(MostFrequentPair[SuperBPESettings, SuperBPETraining]):
    """SuperBPE."""

    settings = SuperBPESettings
    immediate_limit = 10_000
    is_variant = True
    functions = (SuperBPERun.events, replay_first_stage)
    chart_style = ChartStyle("--chart-10", "stroke", "▬", (2, 3))
    name = LocalizedText("SuperBPE")
    rule = LocalizedText("frequent pairs, then across spaces")
    description = LocalizedText(
        "BPE in two stages: first tokens inside words, as usual; then spaces stop being boundaries, and words that "
        "often occur together become one token."
    )
    limit = LocalizedText("Limit: {limit} characters.", limit=SuperBPETrainer.max_characters)

    def extra_options(self) -> Sequence[TrainingOption]:
        return (
            TrainingOption(
                "transition",
                "transition",
                WholeNumber(1, MAX_VOCABULARY),
                _("Second stage from"),
                _("The second stage begins at this many tokens, or earlier if the first finds no more pairs."),
            ),
        )

    def default_settings(self, scenario: Scenario) -> SuperBPESettings:
        usual = super().default_settings(scenario)
        return replace(usual, transition=usual.vocab_size * 2 // 3)

    def scenario_description(self, scenario: Scenario) -> str:
        """Return what a scenario shows; counted words have no neighbours to merge with."""
        if scenario.source.counts:
            return _(
                "These words are counted one by one, so there is no space to merge across. Choose a lesson with texts."
            )
        return super().scenario_description(scenario)

    def last_step_text(self, training: SuperBPETraining, state: BPEState) -> str:
        return super().last_step_text(training, _state_before_lifting(training, state))

    def next_step_text(self, training: SuperBPETraining, state: BPEState) -> str:
        return join_sentences(
            _stage_text(training, state), _refusal_text(training, state), super().next_step_text(training, state)
        )

    def extra_stop_reasons(self, training: SuperBPETraining) -> Mapping[str, str]:
        end = _(
            "Done: none of the pairs left may merge. A token can’t have more than {words} words, or continue after a "
            "colon and a space."
        )
        return {"max_token_length": end.format(words=localized_number(training.trainer.max_words))}

    def removed_tokens(self, training: SuperBPETraining, state: BPEState) -> Sequence[str]:
        left = training.dropped_at_transition if state.step >= training.lifted_at else ()
        return [token for token in left if token not in state.vocabulary]  # some may have been made again

    def ids(self, training: SuperBPETraining) -> dict[str, int]:
        """Return the tokens that stay, with their ids; the other tokens' ids are reassigned in the second stage."""
        return training.vocabulary_at(len(training.events))

    def labels(self) -> Labels:
        """Return the text for an empty list of pairs; other labels are the player's own."""
        return {"noPairs": _("No pairs left that may merge")}

    about_functions = LocalizedText(
        "These functions made the steps above; nothing is simplified. The first goes from one stage to the next, the "
        "second repeats the merges so far across the old boundaries."
    )
    when_to_use = LocalizedText(
        "New. For the same vocabulary size, a text takes fewer tokens, once there is room for more than words. No "
        "token has more than four words, or continues after a colon and a space."
    )

    def methods(self) -> Sequence[ComparedMethod]:
        return (_SuperBPE(self),)


class _SuperBPE(ComparedMethod):
    """SuperBPE, with two thirds of the vocabulary for the first stage."""

    def settings(self, source: TextSource, size: int) -> Settings:
        """Return the settings of its training. GPT-2's pattern cuts the text for the first stage."""
        split: PreTokenizerName = "whitespace" if source.counts else "gpt2"
        return SuperBPESettings(size, split, (self.algorithm.unknown,), transition=max(1, size * 2 // 3))


def _state_before_lifting(training: SuperBPETraining, state: BPEState) -> BPEState:
    """Return a state as the merge before it left the corpus, before anything was merged across spaces."""
    if state.step != training.lifted_at:
        return state
    replaced = sum(event.replacements for event in training.events[: state.step])
    return state._replace(tokens_in_corpus=training.tokens_per_step[0] - replaced)


def _stage_text(training: SuperBPETraining, state: BPEState) -> str:
    """Return which stage a state belongs to, when it changes."""
    if state.step == 0 and training.lifted_at and training.lifted_at < len(training.events):
        return _("First stage: tokens stay within words.")
    if state.step != training.lifted_at:
        return ""
    inherited = _repeated_merges_text(training, state)
    if state.next_event is None:
        return inherited
    begins = _("The second stage begins, with {size} tokens: pairs now count across spaces too.").format(
        size=localized_number(len(state.vocabulary))
    )
    return join_sentences(begins, inherited)


MOST_COUNTED = 5_000
"""Largest corpus, in tokens, whose refused pairs are counted, which happens at every step."""


def _refusal_text(training: SuperBPETraining, state: BPEState) -> str:
    """Explain why the most frequent pair does not merge next, if it may not become a token."""
    event = state.next_event
    length = sum(word.frequency * len(word.symbols) for word in state.words)
    if event is None or state.step < training.lifted_at or not length == state.tokens_in_corpus <= MOST_COUNTED:
        return ""
    counts = Counter[Pair]()
    for word in state.words:
        for pair in pairwise(word.symbols):
            counts[Pair(*pair)] += word.frequency
    tokens = list(dict.fromkeys(token for pair in counts for token in pair))
    numbers = {token: number for number, token in enumerate(tokens)}
    may_merge = training.trainer.merge_filter(tokens, training.corpus.byte_level)
    frequent = [pair for pair, count in counts.most_common() if count > event.count]
    refused = next((pair for pair in frequent if not may_merge((numbers[pair.left], numbers[pair.right]))), None)
    if refused is None:
        return ""
    return _(
        "{pair} occurs {times} but doesn’t merge: a token can’t have more than {words} words, or continue after a "
        "colon and a space."
    ).format(
        pair=name_pair(refused),
        times=times_phrase(counts[refused]),
        words=localized_number(training.trainer.max_words),
    )


def _repeated_merges_text(training: SuperBPETraining, state: BPEState) -> str:
    """Return what the earlier merges do across the old boundaries; empty if nothing."""
    before = _state_before_lifting(training, state).tokens_in_corpus
    return join_sentences(
        _(
            "The merges so far are repeated across spaces, in order: the corpus goes from {before} to {after} tokens."
        ).format(before=localized_number(before), after=localized_number(state.tokens_in_corpus))
        if before != state.tokens_in_corpus
        else "",
        ngettext(
            "{tokens} never arises that way, so it leaves the vocabulary.",
            "{tokens} never arise that way, so they leave the vocabulary.",
            len(training.dropped_at_transition),
        ).format(tokens=join_list(quote_tokens(training.dropped_at_transition)))
        if training.dropped_at_transition
        else "",
    )
