"""A model that counts which token follows which: its probabilities as squares, and what each token of a text costs."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import log2
from typing import NamedTuple

from bpe_engine.byte_alphabet import utf8
from bpe_engine.inspection.next_token import NextTokenModel
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.bits_of_texts import bits_text
from ui.course.pictures.shapes import (
    BAR_HUE,
    TYPE,
    WIDTH,
    Frame,
    caption,
    drawing,
    label,
    label_width,
    shape,
    text_from,
    width_of,
)
from ui.course.values.app_links import tokenizer_at
from ui.course.values.next_token import read_text
from ui.course.values.value_registry import picture, token_count_text

LINES, LINE, HIGH = 6, 56, 26  # of the text: how many, from one to the next, height of a token
HIGHEST = 24  # of the bars above the tokens
NARROWEST = 18  # width of a token
LEGEND = LINES * LINE + 14  # middle of its first line
HEIGHT = LEGEND + 38
NEW_HUE = 40
MOST_SQUARES, SQUARE = 10, 112
TOP = 62  # of the squares
SLIVER = 3  # width
BARS = 262, 332  # middles of the labels above the bars of two tokens' bits
BAR = 24  # height


class _Example(NamedTuple):
    """A token that the model expected, and what had come after the token before it."""

    before: int
    token: int
    came: Counter[int]

    @property
    def squares(self) -> int:
        return self.came.total() + len(self.came)


@picture
def counted_next(text: str, of: str) -> Picture:
    """The text read by a model that counts which token follows which: its squares for one token, the bits of all."""
    if not text:
        raise ValueError("an empty text")
    return _Reading(text, of).picture()


class _Reading:
    """The bits of each token, whether it was new after the one before it, and the token that is shown in squares."""

    def __init__(self, text: str, of: str) -> None:
        self.tokenizer, self.size = tokenizer_at(of), len(utf8(text))
        self.ids, _model, bits = read_text(of, text)
        self.total, self.vocabulary = round(bits), self.tokenizer.vocab_size
        model, came = NextTokenModel(self.vocabulary), defaultdict[int, Counter[int]](Counter)
        self.bits, self.is_new = [], []
        examples = []
        for before, token in pairwise((model.START, *self.ids)):
            self.bits.append(-log2(model.probability(before, token)))
            self.is_new.append(not came[before][token])
            if came[before].total() > 1 and came[before][token]:
                examples.append(_Example(before, token, came[before].copy()))
            model.learn(before, token)
            came[before][token] += 1
        fitting = [one for one in examples if one.squares <= MOST_SQUARES]
        self.example = max(fitting, key=lambda one: one.came[one.token] / one.squares, default=None)

    def picture(self) -> Picture:
        frames: list[Frame] = [
            (
                _("A model reads this text and counts which token follows which. Which tokens cost it the most bits?"),
                self._text(with_bits=False),
            )
        ]
        if self.example:
            frames += zip(
                self._step_texts(self.example), [self._squares(self.example, step) for step in range(3)], strict=True
            )
        sentence = _(
            "A bar is what a token costs. In all, it’s {all}, or {count} / {bytes} = {result} per byte."
        ).format(
            all=bits_text(self.total),
            count=localized_number(self.total),
            bytes=localized_number(self.size),
            result=localized_decimal(self.total / self.size, 2),
        )
        return drawing(
            _("A model that counts"),
            _(
                "A text in tokens. For one of them, a square for each token that has come at its place so far, and "
                "squares in reserve that all tokens share; and the bits that it and a new token cost. At the end, a "
                "bar above each token of the text: its bits."
            ),
            (WIDTH, HEIGHT),
            [*frames, (sentence, self._text(with_bits=True))],
        )

    def _step_texts(self, example: _Example) -> list[str]:
        count, kinds = example.came.total(), len(example.came)
        values = {
            "before": display_name(self._name(example.before)),
            "token": display_name(self._name(example.token)),
            "count": localized_number(count),
            "reserve": localized_number(kinds),
            "all": localized_number(self.vocabulary),
            "part": localized_number(example.came[example.token]),
            "squares": localized_number(example.squares),
        }
        sentences = [
            ngettext(
                "“{before}” has come {count} time so far. What came next each time is a square.",
                "“{before}” has come {count} times so far. What came next each time is a square.",
                count,
            ),
            _(
                "For each different token that came, a square is in reserve: here {reserve}. All {all} tokens share "
                "this reserve, a sliver each."
            ),
            _("The share makes the bits: “{token}” has {part} of {squares} squares, a new token just a sliver."),
        ]
        return [sentence.format(**values) for sentence in sentences]

    def _name(self, token_id: int) -> str:
        return id_label(self.tokenizer, token_id)

    def _squares(self, example: _Example, step: int) -> list[PictureShape]:
        """Return the squares of what came, in step 1 those in reserve too, and in step 2 the bits."""
        side = min(SQUARE, (WIDTH - 4) / example.squares)
        foot = TOP + side + 18
        before = self._shorten(self._name(example.before), WIDTH / 2)
        at = (2 + (width_of(before) + 12) / 2, 28)
        size = (width_of(before) + 12, 36)
        shapes = [shape("before", "tile", at, size, text=before, hue=token_hue(example.before))]
        shapes.append(label("came", (size[0] + 14, 28), _("Next came:")))
        x = 2.0
        for place, (token, count) in enumerate(example.came.most_common()):
            for number in range(count):
                middle = (x + side * (number + 0.5), TOP + side / 2)
                hue = token_hue(token)
                shapes.append(shape(f"came{place}:{number}", "cell", middle, (side - 4, side - 4), hue=hue))
            name = self._shorten(self._name(token), side * count - 4)
            shapes.append(shape(f"name{place}", "text", (x + side * count / 2, foot), text=name))
            x += side * count
        if step:
            reserve, wide = _("reserve"), side * len(example.came)
            slivers = int((side - 4) / SLIVER)
            for number in range(len(example.came)):
                corner, sliver = (x + side * number + 2, TOP + 2), (SLIVER, side - 4)
                boxes = (slivers, slivers)
                shapes.append(
                    shape(f"reserve{number}", "boxes", corner, sliver, boxes=boxes, mark="now" if step == 1 else "")
                )
            center = min(x + wide / 2, WIDTH - label_width(reserve) / 2)
            shapes.append(caption("reserve", (center, foot + (24 if label_width(reserve) > wide else 0)), reserve))
        return [*shapes, *self._bars(example, is_known=step == 2)]

    def _bars(self, example: _Example, *, is_known: bool) -> list[PictureShape]:
        """Return a bar with the bits of the token that is expected, and one with those of a token that is new here."""
        if not is_known:
            top, foot = BARS[0] - 14, BARS[1] + 28 + BAR / 2
            at, size = (WIDTH / 2, (top + foot) / 2), (WIDTH - 4, foot - top)
            return [shape("bits", "cell", at, size, text="?", mark="later")]
        kinds = len(example.came)
        of_new = log2(self.vocabulary * example.squares / kinds)
        share = (example.came[example.token] + kinds / self.vocabulary) / example.squares
        fraction = f"{localized_number(kinds)} / {localized_number(self.vocabulary)}"
        rows = [
            (self._shorten(self._name(example.token), WIDTH / 2), example.came[example.token], -log2(share), False),
            (_("a new token"), fraction, of_new, True),
        ]
        shapes: list[PictureShape] = []
        for place, (name, part, bits, is_new) in enumerate(rows):
            y, wide = BARS[place], max(2, (WIDTH - 100) * bits / of_new)
            text = _("{part} of one square in {squares}") if is_new else _("{part} of {squares} squares")
            text = text.format(part=part, squares=localized_number(example.squares))
            if is_new:
                shapes.append(label(f"name:{place}", (2, y), name))
                start = 2 + label_width(name)
            else:
                shapes.append(text_from(f"name:{place}", (2, y), name))
                start = 2 + width_of(name)
            shapes.append(label(f"part{place}", (start + 14, y), text))
            hue = NEW_HUE if is_new else BAR_HUE
            shapes.append(shape(f"bits{place}", "cell", (2 + wide / 2, y + 28), (wide, BAR), hue=hue))
            value = _("{bits} bits").format(bits=localized_decimal(bits, 2 if bits < 10 else 1))
            shapes.append(label(f"value{place}", (wide + 12, y + 28), value, "now"))
        return shapes

    def _shorten(self, name: str, width: float) -> str:
        most = int(width / TYPE)
        return name if width_of(name) <= width else f"{name[: max(0, most - 1)]}…"

    def _text(self, *, with_bits: bool) -> list[PictureShape]:
        """Return the text's tokens, as many as there is room for, and a bar above each."""
        shapes: list[PictureShape] = []
        x, y = 2.0, LINE - HIGH / 2 - 2
        for place, (token_id, bits, is_new) in enumerate(zip(self.ids, self.bits, self.is_new, strict=True)):
            name = self._shorten(self._name(token_id), WIDTH - 20)
            width = max(width_of(name) + 5, NARROWEST)
            if x + width > WIDTH - 2:
                x, y = 2.0, y + LINE
                if y > LINES * LINE:
                    break
            hue = NEW_HUE if is_new else BAR_HUE
            middle = x + width / 2
            shapes.append(shape(f"t{place}", "tile", (middle, y), (width, HIGH), text=name))
            if with_bits:
                high = HIGHEST * bits / max(self.bits)
                at = (middle, y - HIGH / 2 - 2 - high / 2)
                shapes.append(shape(f"b{place}", "cell", at, (min(width - 4, 24), high), hue=hue))
            x += width + 3
        if not with_bits:
            return shapes
        new = round(sum(bits for bits, is_new in zip(self.bits, self.is_new, strict=True) if is_new))
        rows: Sequence[tuple[int, str, int, int]] = (
            (NEW_HUE, _("New after the token before: {tokens}, {bits}"), sum(self.is_new), new),
            (BAR_HUE, _("Had come there before: {tokens}, {bits}"), len(self.ids) - sum(self.is_new), self.total - new),
        )
        for place, (hue, title, tokens, bits) in enumerate(rows):
            y = LEGEND + 24 * place
            shapes.append(shape(f"sign{place}", "cell", (12, y), (20, 16), hue=hue))
            text = title.format(tokens=token_count_text(tokens), bits=bits_text(bits))
            shapes.append(label(f"legend{place}", (30, y), text))
        return shapes
