"""Parity-aware BPE: at each step, the language with the most tokens chooses the pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from bpe_engine import BPEState, ParityBPETrainer, ParityEvent, ParityTraining
from bpe_engine.bpe.training import PairCount
from bpe_engine.parity.trainer import ParityRun
from bpe_engine.parity.turns import Turns
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, language_name, list_separator, localized_number, ngettext
from ui.base.notation import name_pair
from ui.base.parameter_types import WholeNumber
from ui.base.visible_text import join_sentences, visible_line
from ui.lessons.contract import CandidateRow, Frame, Labels, LanguageRow
from ui.lessons.frames import FrameTokens
from ui.tokenization.algorithms import bpe_explanations
from ui.tokenization.algorithms.base import ChartStyle, LocalizedText
from ui.tokenization.algorithms.frame_parts import times_phrase
from ui.tokenization.algorithms.most_frequent_pair import MostFrequentPair, smallest_units_option
from ui.tokenization.algorithms.options import (
    TrainingOption,
    choice_option,
    min_frequency_option,
    pre_tokenizer_option,
    vocabulary_size_option,
)
from ui.tokenization.scenarios.article import article_texts
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import Settings

MAX_LANGUAGES_SHOWN = 5
"""Number of languages next to the pairs: those with the most tokens, and the one with the fewest last."""

ENGLISH = "en"


@dataclass(frozen=True)
class ParitySettings(Settings):
    """The settings of parity-aware BPE."""

    algorithm = "parity"
    trainer_class = ParityBPETrainer

    variant: Literal["base", "window"] = "base"
    window_size: int = 100
    alpha: int = 2
    min_frequency: int = 1
    units: Literal["characters", "bytes"] = "characters"

    @property
    def byte_level(self) -> bool:
        return self.units == "bytes"


class ParityBPE(MostFrequentPair[ParitySettings, ParityTraining]):
    """Parity-aware BPE."""

    settings = ParitySettings
    immediate_limit = 10_000
    is_variant = True
    functions = (ParityRun.best_pair, ParityRun.merge, Turns.next)
    chart_style = ChartStyle("--chart-12", "triangle", "◭", (5, 2))
    name = LocalizedText("Parity-aware BPE")
    most_candidates = 6  # the languages stand above them
    rule = LocalizedText("languages in turn")
    description = LocalizedText(
        "BPE that takes turns: the language whose text takes the most tokens chooses the next pair. Each text in the "
        "lesson is a language; in your own text, each paragraph is."
    )
    limit = LocalizedText(
        "Limit: {limit} characters, counting each different word of a language once.",
        limit=ParityBPETrainer.max_characters,
    )

    def options(self) -> Sequence[TrainingOption]:
        def is_window(settings: ParitySettings) -> bool:
            return settings.variant == "window"

        return (
            vocabulary_size_option(),
            choice_option(
                "turns",
                "variant",
                {"base": _("the worst off"), "window": _("the worst off, but not too often")},
                _("Whose turn it is"),
                _(
                    "The worst off is the language whose text takes the most tokens. The second choice skips a "
                    "language that has had its share of recent turns."
                ),
            ),
            TrainingOption(
                "window",
                "window_size",
                WholeNumber(1, 10_000),
                _("Turns remembered"),
                _("How many of the latest turns to look at."),
                is_relevant=is_window,
            ),
            TrainingOption(
                "alpha",
                "alpha",
                WholeNumber(1, 100),
                _("Turns allowed per language"),
                _("As a multiple of its equal share. With 2, one of four languages may have half."),
                is_relevant=is_window,
            ),
            min_frequency_option(),
            smallest_units_option(),
            pre_tokenizer_option(),
        )

    def scenario_description(self, scenario: Scenario) -> str:
        """Return what a scenario shows; counted words all count as one language."""
        if scenario.source.counts:
            return _("These words count as one language, which gets every turn. Choose a lesson with several texts.")
        return super().scenario_description(scenario)

    def frame(self, training: ParityTraining, state: BPEState, tokens: FrameTokens) -> Frame:
        """Return the frame of a state, with the languages if there are several."""
        frame = super().frame(training, state, tokens)
        if len(training.languages) < 2:
            return frame
        return {**frame, **_languages(training, state.step)}

    def last_step_text(self, training: ParityTraining, state: BPEState) -> str:
        several = len(training.languages)
        if state.step or several < 2:
            return super().last_step_text(training, state)
        return join_sentences(
            super().last_step_text(training, state),
            _("It is in {count} languages, and they take turns.").format(count=localized_number(several)),
        )

    def next_step_text(self, training: ParityTraining, state: BPEState) -> str:
        several = len(training.languages) > 1
        if state.step == len(training.events):
            end = super().next_step_text(training, state)
            return join_sentences(end, *_cost_text(training)) if several else end
        event = training.events[state.step]
        turn = _turn_text(training, event) if several else ()
        return join_sentences(
            *turn,
            _("Next: {pair}, its most frequent pair, which occurs there {times}.").format(
                pair=name_pair(event.pair), times=times_phrase(event.count)
            ),
            ngettext(
                "{count} other pair occurs just as often; the rule “largest pair” decides.",
                "{count} other pairs occur just as often; the rule “largest pair” decides.",
                event.tied,
            ).format(count=localized_number(event.tied))
            if event.tied
            else "",
        )

    def candidates(self, training: ParityTraining, state: BPEState, tokens: FrameTokens) -> list[CandidateRow]:
        rows = super().candidates(training, state, tokens)
        if state.step == len(training.events):
            return rows
        event = training.events[state.step]
        verdicts = (tokens.with_token_numbers(_verdict(row, event, state)) for row in state.leaderboard)
        return [{**row, "verdict": verdict} for row, verdict in zip(rows, verdicts, strict=True)]

    def tie_rules(self) -> Mapping[str, str]:
        return {}  # there is only one

    def labels(self) -> Labels:
        return {"guess": _("Click the pair you think merges next"), "noPairs": _("No turns left")}

    about_functions = LocalizedText(
        "These functions made the steps above; nothing is simplified. The first lets a language choose its most "
        "frequent pair, the second merges it in all of them, the third says whose turn it is."
    )
    when_to_use = LocalizedText(
        "New. Languages share the vocabulary more fairly: the most expensive become cheaper, the cheapest a little "
        "more expensive. It needs texts that say the same thing in each language. What it learns is a BPE tokenizer "
        "like any other."
    )


def shown_language(language: str) -> str:
    """Return a language's name in the reader's language; for a paragraph, its opening words."""
    return (language_name(language) if language in article_texts() else None) or visible_line(language)


class _Languages(TypedDict, total=False):
    """The part of a frame about languages."""

    languages: list[LanguageRow]
    moreLanguages: int
    allLanguages: list[float]
    turnAt: int | None


def _languages(training: ParityTraining, step: int) -> _Languages:
    """Return the languages to show at a step, from the most tokens to the fewest; if not all, also bars for all."""
    lengths = dict(zip(training.languages, training.lengths_at(step), strict=True))
    longest = max(training.lengths_at(0))
    turn = training.events[step].language if step < len(training.events) else None
    order = sorted(lengths, key=lambda language: -lengths[language])
    shown = order if len(order) <= MAX_LANGUAGES_SHOWN else [*order[: MAX_LANGUAGES_SHOWN - 1], order[-1]]
    if turn is not None and turn not in shown:
        shown = [*order[: MAX_LANGUAGES_SHOWN - 2], turn, order[-1]]
    plain = dict(zip(training.languages, training.plain_lengths, strict=True)) if step == len(training.events) else {}
    rows: list[LanguageRow] = []
    for language in shown:
        name, value = shown_language(language), localized_number(lengths[language])
        if plain:
            value = _("{here} ({plain})").format(here=value, plain=localized_number(plain[language]))
        spoken = f"{name}{list_separator()}{value}"
        share = lengths[language] / longest
        rows.append({"name": name, "value": value, "spoken": spoken, "share": share, "turn": language == turn})
    if len(order) == len(shown):
        return {"languages": rows, "moreLanguages": 0}
    bars = [round(lengths[language] / longest, 3) for language in order]
    more = len(order) - len(shown)
    return {
        "languages": rows,
        "moreLanguages": more,
        "allLanguages": bars,
        "turnAt": order.index(turn) if turn else None,
    }


def _turn_text(training: ParityTraining, event: ParityEvent) -> list[str]:
    """Return whose turn it is, and why."""
    length = event.lengths[training.languages.index(event.language)]
    before = training.events[event.rank - 1].used_up if event.rank else ()
    gone = [shown_language(language) for language in event.used_up if language not in before]
    values = {"language": shown_language(event.language), "count": localized_number(length)}
    if event.held_back:
        held = ngettext(
            "Turn: {language}, with {count} tokens. {others} takes more, but has had its share of recent turns.",
            "Turn: {language}, with {count} tokens. {others} take more, but have had their share of recent turns.",
            len(event.held_back),
        )
        why = held.format(others=join_list([shown_language(language) for language in event.held_back]), **values)
    elif event.used_up:
        why = _("Turn: {language}, with {count} tokens, the most of those with a pair left.").format(**values)
    else:
        why = _("Turn: {language}, whose text takes the most tokens: {count}.").format(**values)
    used_up = ngettext("No pairs are left in {languages}.", "No pairs are left in {languages}.", len(gone))
    return [used_up.format(languages=join_list(gone)) if gone else "", why]


def _verdict(row: PairCount, event: ParityEvent, state: BPEState) -> str:
    """Return the feedback to a learner who predicted this pair."""
    counted = _("{pair} occurs {times}.").format(pair=name_pair(row.pair), times=bpe_explanations.counted_phrase(row))
    if row.pair == event.pair:
        return join_sentences(_("Right!"), counted)
    winner = name_pair(event.pair)
    if row.count == event.count:
        return join_sentences(
            _("A fair choice!"), counted, _("It ties with {winner}, which merges next.").format(winner=winner)
        )
    more = _("{winner} is more frequent: {times}.").format(
        winner=winner, times=bpe_explanations.counted_phrase(state.leaderboard[0])
    )
    return join_sentences(_("Not this one."), counted, more)


def _cost_text(training: ParityTraining) -> list[str]:
    """Return what the language that plain BPE treats worst takes here, and which language pays for it."""
    names = training.languages
    plain = dict(zip(names, training.plain_lengths, strict=True))
    here = dict(zip(names, training.last_lengths, strict=True))

    def fill_in(sentence: str, language: str) -> str:
        return sentence.format(
            language=shown_language(language),
            here=localized_number(here[language]),
            plain=localized_number(plain[language]),
        )

    worst = max(names, key=lambda language: plain[language])
    payer = ENGLISH if ENGLISH in names else max(names, key=lambda language: here[language] / plain[language])
    sentences = [
        fill_in(
            _(
                "With the same number of plain BPE merges, {language} would take the most tokens: {plain}. Here it "
                "takes {here}."
            ),
            worst,
        )
    ]
    if payer != worst and here[payer] > plain[payer]:
        sentences.append(fill_in(_("{language} pays for it: {here} tokens, not {plain}."), payer))
    return [*sentences, _("In brackets: plain BPE.")]
