"""Picky BPE's encoding as frames: the events of the training are repeated on a word, in the same order."""

from collections.abc import Sequence

from bpe_engine import Pair, PickyBPETokenizer, PickyStep
from bpe_engine.picky.tokenizer import PendingChange
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.notation import name_pair, name_token, quote_tokens
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, HistoryItem, Labels
from ui.lessons.frames import merge_positions
from ui.tokenization.algorithms.frame_parts import candidate_row
from ui.tokenization.encoding.bpe import unknown_text
from ui.tokenization.encoding.merge_encoding import MergeLesson


class PickyLesson(MergeLesson[PickyBPETokenizer, PickyStep]):
    """The merges and removals of the training, in order."""

    def history_item(self, step: PickyStep) -> HistoryItem:
        assert step.change is not None, "not the start of a word"
        assert step.number is not None, "not the start of a word"
        made = None if step.change.is_removal else self.tokens[step.change.becomes[0]]
        parts = [self.tokens[part] for part in step.change.parts]
        value = _("falls apart") if step.change.is_removal else localized_number(step.number + 1)
        spoken = self.tokens.with_token_numbers(self.last_step_text(step))
        return {"parts": parts, "made": made, "value": value, "sum": "", "spoken": spoken}

    def new_positions(self, step: PickyStep) -> Sequence[int]:
        return step.made

    def hits(self, word: PickyStep, coming: PickyStep) -> Sequence[int]:
        if coming.change is None or coming.change.is_removal or coming.word != word.word:
            return ()
        return merge_positions(word.symbols, Pair(*coming.change.parts))

    def possible_merges(self, word: PickyStep) -> Sequence[PendingChange]:
        by_number = {waiting.number: waiting for waiting in word.waiting}
        return [by_number[place] for place in sorted(by_number)]

    def last_step_text(self, last: PickyStep) -> str:
        assert last.change is not None, "not the start of a word"
        if last.change.is_removal:
            return _("“{token}” fell apart into {pieces}: event {number} of the training.").format(**_values(last))
        return _("{pair} became “{token}”: event {number} of the training.").format(**_values(last))

    def next_step_text(self, coming: PickyStep) -> str:
        first = self.possible_merges(self.word_before(coming))[0]
        if first.change.is_removal:
            return _(
                "Next: “{token}” falls apart into {pieces}. Event {number} of the training removed it from the "
                "vocabulary, and nothing else that fits here came earlier."
            ).format(**_values(first))
        return _(
            "Next: {pair} becomes “{token}”. Of what fits here, this came first in training: event {number}."
        ).format(**_values(first))

    def end_text(self) -> str:
        unknown = unknown_text(self.tokenizer.base, [*self.ends.values()])
        return join_sentences(_("Done: nothing that came later in training fits here."), *unknown)

    def board_row(self, offer: PendingChange, offers: Sequence[PendingChange]) -> CandidateRow:
        first = offers[0]
        place = localized_number(offer.number + 1)
        stands = _("That was event {number}.").format(number=place)
        if offer == first:
            verdict = join_sentences(_("Right!"), stands, _("Nothing that fits here came earlier."))
        else:
            earlier = _("Something else that fits here came earlier: event {number}.").format(
                number=localized_number(first.number + 1)
            )
            verdict = join_sentences(_("Not this one."), stands, earlier)
        parts = offer.change.parts
        return candidate_row(
            parts[0] if offer.change.is_removal else Pair(*parts),
            self.tokens,
            value=place,
            said=_("event {number}").format(number=place),
            winner=offer == first,
            verdict=verdict,
            tally=_("falls apart") if offer.change.is_removal else _("merges"),
        )

    @classmethod
    def labels(cls) -> Labels:
        return {
            **super().labels(),
            "question": _("What happens next? Whatever came first in training, a merge or a removal."),
            "guess": _("Click what you think came first in training"),
            "pairs": _("What fits here, in training order"),
            "noPairs": _("Nothing that fits is left"),
            "winner": _("comes next"),
            "merges": _("What was done, in training order"),
        }


def _values(step: PickyStep | PendingChange) -> dict[str, str]:
    """Return the values that sentences mention about a change."""
    assert step.change is not None, "not the start of a word"
    assert step.number is not None, "not the start of a word"
    change = step.change
    return {
        "token": name_token(change.parts[0] if change.is_removal else change.becomes[0]),
        "pair": "" if change.is_removal else name_pair(Pair(*change.parts)),
        "pieces": " + ".join(quote_tokens(change.becomes)),
        "number": localized_number(step.number + 1),
    }
