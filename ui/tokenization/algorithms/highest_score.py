"""Methods that merge the pair with the highest score, and explanations of scores."""

from fractions import Fraction

from bpe_engine import BPEState, Pair
from bpe_engine.bpe.pair_queue import Score
from bpe_engine.bpe.training import PairCount
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_significant, ngettext
from ui.base.notation import name_pair
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, Frames, Labels
from ui.lessons.frames import FrameTokens, with_minus_sign
from ui.lessons.running_text import TextOpening
from ui.tokenization.algorithms import bpe_explanations
from ui.tokenization.algorithms.base import SettingsT
from ui.tokenization.algorithms.frame_parts import candidate_row
from ui.tokenization.algorithms.most_frequent_pair import CountsT, MostFrequentPair

LONGEST_FRACTION = 5
"""The most characters of a score that is written as a fraction, such as 1/999; a longer one is a decimal number."""


def score_text(score: Score | float) -> str:
    """Format a score: whole, as a short fraction in lowest terms, or with four significant digits.

    >>> score_text(Fraction(20, 720)), score_text(-2.5), score_text(Fraction(1, 30_000)), score_text(123_456)
    ('1/36', '−2.5', '0.00003333', '123,456')
    """
    if score == int(score):
        shown = localized_number(int(score))
    elif isinstance(score, Fraction) and len(str(score)) <= LONGEST_FRACTION:
        shown = str(score)
    else:
        shown = localized_significant(float(score), 4)
    return with_minus_sign(shown)


def score_labels() -> Labels:
    """Return the labels around frames in which the pair with the highest score wins."""
    return {
        "guess": _("Click the pair you think has the highest score"),
        "pairs": _("Pairs, highest score first"),
    }


def next_pair_text(pair: Pair, formula: str) -> str:
    """Return which pair merges next, with its score."""
    return _("Next: {pair}, with the highest score: {sum}.").format(pair=name_pair(pair), sum=formula)


def score_feedback(pair: Pair, formula: str, winner: Pair, best: str, tie: str = "") -> str:
    """Return the feedback to a learner who predicted a pair. `tie` explains why the winner precedes an equal score."""
    scored = _("{pair} has a score of {sum}.").format(pair=name_pair(pair), sum=formula)
    if pair == winner:
        return join_sentences(_("Right!"), scored, _("No other pair scores higher."))
    merges = _("{pair} merges next: {sum}.").format(pair=name_pair(winner), sum=best)
    if tie:
        return join_sentences(_("A fair choice!"), scored, tie, merges)
    return join_sentences(_("Not this one."), scored, merges)


class HighestScore(MostFrequentPair[SettingsT, CountsT]):
    """A method that scores pairs by more than their counts (`BPEOptions.score`), and explains each score."""

    def score_formula(self, training: CountsT, pair: Pair, count: int) -> str:
        """Return how a score is computed, ending with the score: “20 × 2 = 40”."""
        return score_text(training.trainer.score(pair, count))

    def next_step_text(self, training: CountsT, state: BPEState) -> str:
        event = state.next_event
        if event is None:
            return super().next_step_text(training, state)
        tied = ngettext(
            "A tie: {count} other pair has the same score.",
            "A tie: {count} other pairs have the same score.",
            event.tied,
        ).format(count=localized_number(event.tied))
        return join_sentences(
            next_pair_text(event.pair, self.score_formula(training, event.pair, event.count)),
            _("{pair} occurs {times}.").format(
                pair=name_pair(event.pair), times=bpe_explanations.counted_phrase(state.leaderboard[0])
            ),
            tied if event.tied else "",
        )

    def candidates(self, training: CountsT, state: BPEState, tokens: FrameTokens) -> list[CandidateRow]:
        score = training.trainer.score
        event = state.next_event
        best = max((score(past.pair, past.count) for past in training.events), default=0)
        winning = None if event is None else score(event.pair, event.count)
        rows = []
        for row in state.leaderboard:
            scored = score(row.pair, row.count)
            rows.append(
                candidate_row(
                    row.pair,
                    tokens,
                    value=score_text(scored),
                    share=float(min(max(scored / best, 0), 1)) if best > 0 else None,
                    tally=self.score_formula(training, row.pair, row.count),
                    winner=event is not None and row.pair == event.pair,
                    tied=event is not None and event.tied > 0 and scored == winning,
                    verdict=self._feedback(training, state, row) if event else "",
                )
            )
        return rows

    def _feedback(self, training: CountsT, state: BPEState, row: PairCount) -> str:
        event = state.next_event
        assert event is not None, "a prediction is requested only if a merge follows"
        score = training.trainer.score
        is_tied = score(row.pair, row.count) == score(event.pair, event.count)
        return score_feedback(
            row.pair,
            self.score_formula(training, row.pair, row.count),
            event.pair,
            self.score_formula(training, event.pair, event.count),
            bpe_explanations.rule_reason(training) if is_tied else "",
        )

    def frames(self, training: CountsT, first: int, last: int, begins: TextOpening | None = None) -> Frames:
        """Return the frames, with the score of each merge."""
        frames = super().frames(training, first, last, begins)
        for rank, merge in enumerate(frames["merges"], frames["firstMerge"]):
            event = training.events[rank]
            merge["value"] = score_text(training.trainer.score(event.pair, event.count))
            merge["sum"] = self.score_formula(training, event.pair, event.count)
        return frames

    def labels(self) -> Labels:
        return {"question": _("Which pair merges next? The one with the highest score."), **score_labels()}
