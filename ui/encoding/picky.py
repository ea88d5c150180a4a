"""The encoding of Picky BPE as frames: what happened in the training happens to a word again, in the same order."""

from collections.abc import Mapping, Sequence

from bpe_engine import Pair, PickyBPETokenizer, PickyStep
from bpe_engine.picky.tokenizer import Waiting
from ui.algorithms.shared import board_row, pair_text
from ui.encoding import bpe
from ui.encoding.shared import frames_of, id_caption, id_titles
from ui.i18n import gettext as _
from ui.i18n import ngettext, number
from ui.notation import name
from ui.player.contract import BoardRow, Frame, Frames, Labels, Past, WordRow
from ui.player.frames import TokenTable, frame_json, places_of, row_json
from ui.show import sentences


def payload(tokenizer: PickyBPETokenizer, steps: Sequence[PickyStep]) -> Frames:
    """All frames of a text: at frame n, n changes have been made, word after word."""
    tokens = TokenTable(tokenizer.vocabulary, byte_level=tokenizer.byte_level, special=tokenizer.special_tokens)
    starts = {step.word: step for step in steps if step.change is None}

    def frame(done: Sequence[PickyStep], coming: PickyStep | None) -> Frame:
        return _frame(tokenizer, starts | {step.word: step for step in done}, done, coming, tokens)

    def past(step: PickyStep) -> Past:
        assert step.change is not None, "not the start of a word"
        assert step.number is not None, "not the start of a word"
        made = None if step.change.is_removal else tokens[step.change.becomes[0]]
        parts = [tokens[part] for part in step.change.parts]
        value = _("falls apart") if step.change.is_removal else number(step.number + 1)
        return {"parts": parts, "made": made, "value": value, "sum": "", "spoken": _what_happened(step, 1)}

    changes = [step for step in steps if step.change is not None]
    words = ["".join(step.symbols) for step in starts.values()]
    return frames_of(changes, frame, past, tokens, words)


def _frame(
    tokenizer: PickyBPETokenizer,
    current: Mapping[int, PickyStep],  # the latest step of each word
    done: Sequence[PickyStep],
    coming: PickyStep | None,
    tokens: TokenTable,
) -> Frame:
    last = done[-1] if done else None
    offers = _offers(current[coming.word]) if coming else []
    words = [step.symbols for step in current.values()]
    symbols = [symbol for word in words for symbol in word]
    return frame_json(
        tokens,
        done=_what_happened(last, len(words)),
        next=_what_comes_next(tokenizer, offers, words),
        words=[_row(step, last, coming, tokens) for step in current.values()],
        board=[_board_row(offer, offers[0], tokens) for offer in offers],
        chips=[(tokens[symbol], id_caption(tokenizer, symbol)) for symbol in symbols],
        titles=id_titles(len(symbols)),
    )


def _row(step: PickyStep, last: PickyStep | None, coming: PickyStep | None, tokens: TokenTable) -> WordRow:
    """A word as it stands: where the coming pair is, and what the last change has made."""
    hits: list[int] = []
    if coming and coming.change and coming.word == step.word and not coming.change.is_removal:
        hits = places_of(step.symbols, Pair(*coming.change.parts))
    return row_json("", step.symbols, hits, tokens, step.made if step is last else ())


def _offers(step: PickyStep) -> list[Waiting]:
    """The different changes that can come next, the first in order first."""
    by_number = {waiting.number: waiting for waiting in step.waiting}
    return [by_number[place] for place in sorted(by_number)]


def _values(step: PickyStep | Waiting) -> dict[str, str]:
    """What sentences about a change name."""
    assert step.change is not None, "not the start of a word"
    assert step.number is not None, "not the start of a word"
    change = step.change
    return {
        "token": name(change.parts[0] if change.is_removal else change.becomes[0]),
        "pair": "" if change.is_removal else pair_text(Pair(*change.parts)),
        "pieces": " + ".join(_("“{token}”").format(token=name(piece)) for piece in change.becomes),
        "number": number(step.number + 1),
    }


def _what_happened(last: PickyStep | None, words: int) -> str:
    if last is None or last.change is None:
        return ngettext(
            "The start: one word, cut into its symbols.",
            "The start: {count} words, each cut into its symbols.",
            words,
        ).format(count=number(words))
    if last.change.is_removal:
        return _("“{token}” fell apart into {pieces}: event {number} of the training.").format(**_values(last))
    return _("{pair} became “{token}”: event {number} of the training.").format(**_values(last))


def _what_comes_next(tokenizer: PickyBPETokenizer, offers: Sequence[Waiting], words: Sequence[Sequence[str]]) -> str:
    if not offers:
        unknown = bpe.what_is_unknown(tokenizer.base, words)
        return sentences(_("The end: nothing of what came later in the training fits here."), *unknown)
    first = offers[0]
    if first.change.is_removal:
        return _(
            "Next: “{token}” falls apart into {pieces}. Event {number} of the training took it out of the vocabulary, "
            "and nothing else that fits here came earlier."
        ).format(**_values(first))
    return _(
        "Next: {pair} becomes “{token}”. Of what fits here this came first in the training: event {number}."
    ).format(**_values(first))


def _board_row(offer: Waiting, first: Waiting, tokens: TokenTable) -> BoardRow:
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
        tokens,
        value=place,
        said=_("event {number}").format(number=place),
        winner=offer == first,
        verdict=verdict,
        tally=_("falls apart") if offer.change.is_removal else _("merges"),
    )


def labels() -> Labels:
    """The texts around the frames where they differ from those of a training."""
    return {
        **bpe.labels(),
        "question": _("What happens next? What came first in the training, a merge or a removal."),
        "guess": _("Click what you think came first in the training"),
        "pairs": _("What fits here, in the order of the training"),
        "noPairs": _("Nothing that fits is left"),
        "winner": _("comes next"),
        "merges": _("What was done, in the order of the training"),
    }
