"""BPE-dropout as frames: which learned pairs are dropped at random before each merge, and which one merges."""

from collections.abc import Sequence
from typing import NamedTuple

from bpe_engine import BPEDropoutTokenizer, EncodeStep, Pair
from bpe_engine.bpe.encoding import MergeCandidate
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent, ngettext
from ui.base.visible_text import join_quoted, join_sentences
from ui.lessons.contract import CandidateRow, Frame, HistoryItem, Labels
from ui.tokenization.algorithms.frame_parts import candidate_row
from ui.tokenization.encoding.bpe import unknown_text
from ui.tokenization.encoding.merge_encoding import MergeLesson, merge_history_item, merge_names

LARGEST_SEED = 999_999


class _DropoutChoice(NamedTuple):
    """The result of a draw: a merge, or the end of a word if all its pairs were dropped."""

    before: EncodeStep  # with its pairs, some of them dropped
    after: EncodeStep | None  # None if nothing merges


class _DroppablePair(NamedTuple):
    """A learned pair, with all its occurrences in a word."""

    pair: Pair
    rank: int
    places: int
    dropped: int  # dropped occurrences

    @property
    def is_dropped(self) -> bool:
        """Whether all its occurrences are dropped."""
        return self.dropped == self.places


class DropoutLesson(MergeLesson[BPEDropoutTokenizer, _DropoutChoice]):
    """Before each merge, some of the learned pairs are dropped at random."""

    def visible_steps(self) -> Sequence[_DropoutChoice]:
        """Return the draws that had something to drop."""
        draws = []
        for step, following in zip(self.steps, [*self.steps[1:], None], strict=True):
            if following is not None and following.word == step.word:
                draws.append(_DropoutChoice(step, following))
            elif step.candidates:
                draws.append(_DropoutChoice(step, None))
        return draws

    def word_after(self, step: _DropoutChoice) -> EncodeStep:
        return step.after or step.before

    def word_before(self, step: _DropoutChoice) -> EncodeStep:
        return step.before

    def new_positions(self, step: _DropoutChoice) -> Sequence[int]:
        return step.after.merged if step.after else ()

    def hits(self, word: EncodeStep, coming: _DropoutChoice) -> Sequence[int]:
        hits: list[int] = []
        if coming.before is word and coming.after:
            for place, pair, _rank in word.candidates:
                is_free = not hits or place > hits[-1] + 1  # "aaa" merges once
                if pair == coming.after.pair and place not in word.dropped and is_free:
                    hits.append(place)
        return hits

    def history_item(self, step: _DropoutChoice) -> HistoryItem:
        if step.after is None:
            parts = [self.tokens[symbol] for symbol in step.before.symbols]
            spoken = _("All pairs were dropped, so the word is done")
            return {"parts": parts, "made": None, "value": _("all dropped"), "sum": "", "spoken": spoken}
        return merge_history_item(step.after, self.tokens)

    def possible_merges(self, word: EncodeStep) -> Sequence[_DroppablePair]:
        by_pair: dict[Pair, list[MergeCandidate]] = {}
        for candidate in word.candidates:
            by_pair.setdefault(candidate.pair, []).append(candidate)
        offers = [
            _DroppablePair(pair, places[0].rank, len(places), sum(place.position in word.dropped for place in places))
            for pair, places in by_pair.items()
        ]
        return sorted(offers, key=lambda offer: offer.rank)

    def frame(self, done: Sequence[_DropoutChoice], coming: _DropoutChoice | None) -> Frame:
        frame = super().frame(done, coming)
        # A random draw cannot be guessed: only the pairs that remain are offered.
        offers = self.possible_merges(coming.before) if coming else []
        return {**frame, "pairOrder": [row for row in frame["pairOrder"] if not offers[row].is_dropped]}

    def start_text(self) -> str:
        chance = _("Before each merge, every learned pair is dropped at random, with probability {share}.")
        return join_sentences(super().start_text(), chance.format(share=localized_percent(self.tokenizer.dropout)))

    def last_step_text(self, last: _DropoutChoice) -> str:
        if last.after is None:
            return _("Nothing merged: this draw dropped every pair, so the word is finished.")
        return _("{pair} became “{token}”: the merge with rank {rank}.").format(**merge_names(last.after))

    def next_step_text(self, coming: _DropoutChoice) -> str:
        offers = self.possible_merges(coming.before)
        places = len(coming.before.candidates)
        dropped = len(coming.before.dropped)
        winner = _winner(offers)
        if winner is None:
            return ngettext(
                "Next: nothing merges. One learned pair is left in this word, and the draw drops it.",
                "Next: nothing merges. {count} learned pairs are left in this word, and the draw drops them all.",
                places,
            ).format(count=localized_number(places))
        drawn = ngettext(
            "There is one learned pair here, and the draw drops {dropped}.",
            "There are {count} learned pairs here, and the draw drops {dropped}.",
            places,
        ).format(count=localized_number(places), dropped=localized_number(dropped))
        chosen = _("Next: {pair}. Of those left, it has the lowest rank, {rank}.").format(**merge_names(winner))
        lowest = offers[0]
        otherwise = _("Without the draw it would be {pair}, with rank {rank}.").format(**merge_names(lowest))
        return join_sentences(drawn, chosen, "" if lowest is winner else otherwise)

    def end_text(self) -> str:
        return join_sentences(
            _("Done: every word is finished."), *unknown_text(self.tokenizer.base, [*self.ends.values()])
        )

    def board_row(self, offer: _DroppablePair, offers: Sequence[_DroppablePair]) -> CandidateRow:
        winner = _winner(offers)
        stands = _("{pair} has rank {rank}.").format(**merge_names(offer))
        if winner is None or offer.is_dropped:
            verdict = join_sentences(_("Not this one."), _("The draw dropped it."))
        elif offer is winner:
            verdict = join_sentences(_("Right!"), stands, _("None of the other pairs left was learned earlier."))
        else:
            earlier = _("{pair} was learned earlier: rank {rank}.").format(**merge_names(winner))
            verdict = join_sentences(_("Not this one."), stands, earlier)
        if offer.is_dropped:
            tally = _("dropped by this draw")
        elif offer.dropped:
            tally = _("dropped in {dropped} of {places} places").format(
                dropped=localized_number(offer.dropped), places=localized_number(offer.places)
            )
        else:
            tally = ""
        return candidate_row(
            offer.pair,
            self.tokens,
            value=localized_number(offer.rank),
            said=_("rank {rank}").format(rank=localized_number(offer.rank)),
            winner=offer is winner,
            verdict=verdict,
            tally=tally,
        )

    @classmethod
    def labels(cls) -> Labels:
        return {
            **super().labels(),
            "question": _("Which pair merges next? Of those not dropped, the one with the lowest rank."),
            "guess": _("Pairs not dropped: click the one you think was learned first"),
            "pairs": _("Learned pairs, with their ranks"),
            "noPairs": _("Nothing more is drawn"),
            "merges": _("Merges made, with their ranks"),
        }


def _winner(offers: Sequence[_DroppablePair]) -> _DroppablePair | None:
    return next((offer for offer in offers if not offer.is_dropped), None)


def comparison_text(tokens: Sequence[str], usual: Sequence[str]) -> str:
    """Return what this draw gives, and what the merges give without dropout, in one or two sentences."""
    if list(tokens) == list(usual):
        return _("This draw gives the same tokens as dropping nothing: {tokens}.").format(tokens=join_quoted(usual))
    return join_sentences(
        _("This draw gives: {tokens}.").format(tokens=join_quoted(tokens)),
        _("Dropping nothing gives: {tokens}.").format(tokens=join_quoted(usual)),
    )
