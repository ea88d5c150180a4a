"""The bits of a text as areas, tokens times bits per token: by hand in squares, and of real vocabularies."""

from collections.abc import Sequence

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_significant, ngettext
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import BAR_HUE, WIDTH, Frame, Mark, drawing, label, shape
from ui.course.values.next_token import BYTES, read_text
from ui.course.values.value_registry import picture, token_count_text

TITLE = 28  # from the middle of a title to its area
GAP = 24  # from an area to the next title
TOP = 14
AREAS = 198  # height of all areas together
SQUARE = 52  # side of a bit's square, and width of a byte
HIGH = 40  # of a token and a byte below the squares
MOST_BITS, MOST_BYTES, MOST_IN_TOKEN = 3, 9, 4  # what there is room for


@picture
def bits_over_bytes(_text: str, short: str, bits: int, size: int, other_bits: int, other_size: int) -> Picture:
    """A short text in two models' tokens: a square per bit; these as an area; and spread over the text's bytes."""
    if not (short.isascii() and short.isprintable() and 0 < len(short) <= MOST_BYTES):
        raise ValueError(f"not {MOST_BYTES} characters at most, all of them ASCII: {short}")
    models = [("A", bits, size), ("B", other_bits, other_size)]
    for _name, cost, length in models:
        if cost not in range(1, MOST_BITS + 1):
            raise ValueError(f"more bits per token than {MOST_BITS}, or none: {cost}")
        if length not in range(1, MOST_IN_TOKEN + 1) or len(short) % length or length == len(short):
            raise ValueError(f"not several tokens of at most {MOST_IN_TOKEN} bytes each: {length}")
    return _Squares(short, models).picture()


@picture
def bits_of_texts(text: str, *vocabularies: str) -> Picture:
    """The bits of the text in bytes and in vocabularies, each an area: as wide as its tokens, as high as their bits."""
    if not text:
        raise ValueError("an empty text")
    return _Areas(text, vocabularies).picture()


class _Squares:
    """The layout of two models, one below the other: a title, the squares of each token, and below them the tokens."""

    def __init__(self, short: str, models: Sequence[tuple[str, int, int]]) -> None:
        self.short = short
        self.left = (WIDTH - SQUARE * len(short)) / 2
        self.models = models
        self.totals = [bits * len(short) // size for _name, bits, size in self.models]
        highest = [SQUARE * bits for _name, bits, _size in models]
        self.tops = [TOP, TOP + TITLE + highest[0] + HIGH + GAP]
        self.height = self.tops[1] + TITLE + highest[1] + HIGH

    def picture(self) -> Picture:
        factors = [
            f"{localized_number(len(self.short) // size)} × {localized_number(bits)} = {localized_number(total)}"
            for (_name, bits, size), total in zip(self.models, self.totals, strict=True)
        ]
        says = [
            _("A square is a bit that a token costs. Which model needs fewer bits for the whole text?"),
            _(
                "Pushed together, they are as many squares wide as there are tokens, and as many high as one costs "
                "bits. The area is all bits: {first} for A, {second} for B."
            ).format(first=factors[0], second=factors[1]),
            _(
                "The same areas, spread over the bytes of the text, which are the same for both. Now the height is the "
                "bits per byte: the lower, the better."
            ),
        ]
        frames: list[Frame] = [(said, self._frame(step)) for step, said in enumerate(says)]
        return drawing(
            _("A square per bit"),
            _(
                "A short text in the tokens of two models, one below the other. Above each token is a square for each "
                "bit that it costs. The squares are pushed together, and then spread over the bytes of the text."
            ),
            (WIDTH, self.height),
            frames,
        )

    def _frame(self, step: int) -> list[PictureShape]:
        return [one for place in range(len(self.models)) for one in self._model(place, step)]

    def _model(self, place: int, step: int) -> list[PictureShape]:
        """Return a model's title, its squares, and below them its tokens or, in the end, the bytes."""
        _name, bits, size = self.models[place]
        is_end = step == 2
        pitch = SQUARE if step == 1 else SQUARE * size
        wide, high = (SQUARE * size, SQUARE / size) if is_end else (SQUARE, SQUARE)
        foot = self.tops[place] + TITLE - 10 + SQUARE * bits
        mark: Mark = "best" if is_end and self.totals[place] == min(self.totals) else ""
        title = self.left, foot - high * bits - TITLE + 10
        shapes = [label(f"title{place}", title, self._title(place, step), mark)]
        for number in range(len(self.short) // size):
            x = self.left + pitch * (number + 0.5)
            for bit in range(bits):
                at = (x, foot - high * (bit + 0.5))
                shapes.append(shape(f"bit{place}:{number}:{bit}", "cell", at, (wide - 3, high - 3), hue=BAR_HUE))
            token = make_visible(self.short[number * size : (number + 1) * size])
            if not is_end:
                at = (x, foot + HIGH / 2)
                shapes.append(shape(f"token{place}:{number}", "tile", at, (pitch - 3, HIGH - 6), text=token))
        for number, byte in enumerate(self.short if is_end else ""):
            at = (self.left + SQUARE * (number + 0.5), foot + HIGH / 2)
            shapes.append(shape(f"byte{place}:{number}", "cell", at, (SQUARE - 3, HIGH - 6), text=make_visible(byte)))
        return shapes

    def _title(self, place: int, step: int) -> str:
        name, bits, size = self.models[place]
        total = self.totals[place]
        if step == 2:
            each = localized_significant(total / len(self.short), 3)
            return _("{vocabulary}: {all} bits, {result} per byte").format(
                vocabulary=name, all=localized_number(total), result=each
            )
        told = f"{token_count_text(len(self.short) // size)} × {_bits_text(bits)}"
        told = f"{told} = {_bits_text(total)}" if step else told
        return _("{vocabulary}: {tokens}").format(vocabulary=name, tokens=told)


def _bits_text(count: int) -> str:
    return ngettext("{count} bit", "{count} bits", count).format(count=localized_number(count))


class _Areas:
    """The layout of the areas, one below the other on the same scale; in the end, they have one height."""

    def __init__(self, text: str, vocabularies: Sequence[str]) -> None:
        self.size = len(text.encode())
        names = (BYTES, *vocabularies)
        self.titles = [_("Bytes") if name == BYTES else TokenizerName(name).short_title for name in names]
        read = [read_text(name, text) for name in names]
        self.bits = [bits for _ids, _model, bits in read]
        self.counts = [len(ids) for ids, _model, _bits in read]
        self.each = [bits / max(1, count) for bits, count in zip(self.bits, self.counts, strict=True)]
        self.token = (WIDTH - 4) / max(1, *self.counts)
        self.bit = AREAS / max(1, sum(self.each))
        self.last = self.token * self.bit * max(self.bits) / (WIDTH - 4)  # height of each at the end: no area changes
        self.tops: list[float] = []
        top = float(TOP)
        for each in self.each:
            self.tops.append(top)
            top += TITLE + each * self.bit + GAP
        self.height = top

    def picture(self) -> Picture:
        says = [
            _(
                "Each area is as wide as the text is long, in tokens, and as high as the bits of one. Which is "
                "smallest?"
            ),
            self._compared(),
        ]
        frames: list[Frame] = [(said, self._frame(step)) for step, said in enumerate(says)]
        return drawing(
            _("The bits of the text, as areas"),
            _(
                "An area for each vocabulary: as wide as the text is long, in tokens, and as high as the bits that one "
                "costs on average. In the end, all areas have the same height, and so the one of the fewest bits is "
                "the shortest."
            ),
            (WIDTH, self.height),
            frames,
        )

    def _compared(self) -> str:
        least = self.bits.index(min(self.bits))
        told = ngettext(
            "Now all areas have the same height, so the shortest is the smallest: {vocabulary}. All are the same "
            "byte: {all} / {bytes} = {result} bits per byte.",
            "Now all areas have the same height, so the shortest is the smallest: {vocabulary}. All are the same "
            "{bytes} bytes: {all} / {bytes} = {result} bits per byte.",
            self.size,
        )
        return told.format(
            vocabulary=self.titles[least],
            bytes=localized_number(self.size),
            all=localized_significant(self.bits[least], 4),
            result=localized_decimal(self.bits[least] / max(1, self.size), 2),
        )

    def _frame(self, step: int) -> list[PictureShape]:
        return [one for place in range(len(self.counts)) for one in self._area(place, step)]

    def _area(self, place: int, step: int) -> list[PictureShape]:
        """Return a vocabulary's area with its title."""
        is_least = step and self.bits[place] == min(self.bits)
        mark: Mark = "best" if is_least else ""
        top = TOP + place * self.height / len(self.counts) if step else self.tops[place]
        shapes = [label(f"title{place}", (2, top), self._title(place, step), mark)]
        width, height = self.counts[place] * self.token, self.each[place] * self.bit
        if step:
            width, height = self.bits[place] * (WIDTH - 4) / max(self.bits), self.last
        at = (2 + width / 2, top + TITLE - 10 + height / 2)
        shapes.append(shape(f"area{place}", "cell", at, (width, height), hue=None if is_least else BAR_HUE, mark=mark))
        return shapes

    def _title(self, place: int, step: int) -> str:
        values = {
            "vocabulary": self.titles[place],
            "tokens": token_count_text(self.counts[place]),
            "count": localized_number(self.counts[place]),
            "each": localized_significant(self.each[place], 4),
            "all": localized_number(round(self.bits[place])),
            "result": localized_decimal(self.bits[place] / self.size, 2),
        }
        if not step:
            return _("{vocabulary}: {tokens} × {each} bits").format(**values)
        return _("{vocabulary}: {count} × {each} = {all} bits, {result} per byte").format(**values)
