"""The encoding of Picky BPE as frames: what happened in the training happens to a word again, in the same order."""

from collections.abc import Sequence

from bpe_engine import Pair, PickyBPETokenizer, PickyStep
from bpe_engine.picky.tokenizer import Waiting
from ui.base.i18n import gettext as _
from ui.base.i18n import number
from ui.base.notation import name, name_pair, quoted
from ui.base.visible_text import sentences
from ui.lessons.contract import BoardRow, Labels, Past
from ui.lessons.frames import places_of
from ui.tokenization.algorithms.frame_parts import board_row
from ui.tokenization.encoding.bpe import what_is_unknown
from ui.tokenization.encoding.merge_encoding import Rewriting


class ByEvents(Rewriting[PickyBPETokenizer, PickyStep]):
    """The merges and removals of the training, in their order."""

    def past(self, step: PickyStep) -> Past:
        assert step.change is not None, "not the start of a word"
        assert step.number is not None, "not the start of a word"
        made = None if step.change.is_removal else self.tokens[step.change.becomes[0]]
        parts = [self.tokens[part] for part in step.change.parts]
        value = _("falls apart") if step.change.is_removal else number(step.number + 1)
        spoken = self.tokens.numbered(self.what_happened(step))
        return {"parts": parts, "made": made, "value": value, "sum": "", "spoken": spoken}

    def made(self, step: PickyStep) -> Sequence[int]:
        return step.made

    def hits(self, word: PickyStep, coming: PickyStep) -> Sequence[int]:
        if coming.change is None or coming.change.is_removal or coming.word != word.word:
            return ()
        return places_of(word.symbols, Pair(*coming.change.parts))

    def offers(self, word: PickyStep) -> Sequence[Waiting]:
        by_number = {waiting.number: waiting for waiting in word.waiting}
        return [by_number[place] for place in sorted(by_number)]

    def what_happened(self, last: PickyStep) -> str:
        assert last.change is not None, "not the start of a word"
        if last.change.is_removal:
            return _("“{token}” fell apart into {pieces}: event {number} of the training.").format(**_values(last))
        return _("{pair} became “{token}”: event {number} of the training.").format(**_values(last))

    def what_comes_next(self, coming: PickyStep) -> str:
        first = self.offers(self.before(coming))[0]
        if first.change.is_removal:
            return _(
                "Next: “{token}” falls apart into {pieces}. Event {number} of the training removed it from the "
                "vocabulary, and nothing else that fits here came earlier."
            ).format(**_values(first))
        return _(
            "Next: {pair} becomes “{token}”. Of what fits here, this came first in training: event {number}."
        ).format(**_values(first))

    def end(self) -> str:
        unknown = what_is_unknown(self.tokenizer.base, [*self.ends.values()])
        return sentences(_("Done: nothing that came later in training fits here."), *unknown)

    def board_row(self, offer: Waiting, offers: Sequence[Waiting]) -> BoardRow:
        first = offers[0]
        place = number(offer.number + 1)
        stands = _("That was event {number}.").format(number=place)
        if offer == first:
            verdict = sentences(_("Right!"), stands, _("Nothing that fits here came earlier."))
        else:
            earlier = _("Something else that fits here came earlier: event {number}.").format(
                number=number(first.number + 1)
            )
            verdict = sentences(_("Not this one."), stands, earlier)
        parts = offer.change.parts
        return board_row(
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


def _values(step: PickyStep | Waiting) -> dict[str, str]:
    """What sentences about a change name."""
    assert step.change is not None, "not the start of a word"
    assert step.number is not None, "not the start of a word"
    change = step.change
    return {
        "token": name(change.parts[0] if change.is_removal else change.becomes[0]),
        "pair": "" if change.is_removal else name_pair(Pair(*change.parts)),
        "pieces": " + ".join(quoted(change.becomes)),
        "number": number(step.number + 1),
    }
