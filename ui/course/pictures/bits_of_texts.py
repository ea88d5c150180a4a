"""The bits of a short text in two models' tokens, in squares: as areas side by side, and spread over its bytes."""

from collections.abc import Sequence

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_significant, ngettext
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, dialled, drawing, label, shape, width_of
from ui.course.values.value_registry import picture, token_count_text

HEIGHT = 388
TITLE = 30  # room for a title above an area
GAP = 12  # from a model's foot to the next one's title
SQUARE = 52  # width of a byte
LARGEST = 56  # width of a byte if there is room
BESIDE = 40  # room between two areas side by side
HIGH = 40  # of a token and a byte below the squares
MOST_BITS, MOST_BYTES, MOST_IN_TOKEN = 3, 9, 4  # what there is room for
MOST_SET = 6  # bits that readers can give a token
AREA = 120  # height of the highest area then
ROW = 34  # height of a token or byte below it
SECOND = 172  # middle of the second model's title, unless the first one's area is higher


@picture
def bits_over_bytes(_text: str, short: str, bits: int, size: int, other_bits: int, other_size: int) -> Picture:
    """A short text in two models' tokens: a square per bit; these as an area; and spread over the text's bytes."""
    models = [("A", bits, size), ("B", other_bits, other_size)]
    _check(short, models)
    return _Squares(short, models).picture()


@picture
def bits_to_set(_text: str, short: str, bits: int, size: int, other_bits: int, other_size: int) -> Picture:
    """The bits of two models, spread over the bytes of a short text: those of the second model as readers set them."""
    models = [("A", bits, size), ("B", other_bits, other_size)]
    _check(short, models)
    drawn = drawing(
        _("Set the bits"),
        _(
            "A short text in the tokens of two models. Above, the bits of each are spread over the bytes of the text; "
            "a slab is a bit of a token. Readers set the bits of a token of B. A line is the height of A’s area."
        ),
        (WIDTH, _feet(models[0], other_size)[1] + 2 * ROW + 10),
        [_slabs(short, models[0], ("B", one, other_size)) for one in range(1, MOST_SET + 1)],
    )
    values = [localized_number(one) for one in range(1, MOST_SET + 1)]
    return dialled(drawn, _("B’s bits per token"), values, other_bits - 1)


def _check(short: str, models: Sequence[tuple[str, int, int]]) -> None:
    """Raise ValueError for what can't be drawn."""
    if not (short.isascii() and short.isprintable() and 0 < len(short) <= MOST_BYTES):
        raise ValueError(f"“{short}” is not 1 to {MOST_BYTES} characters of ASCII. Choose another text.")
    for _name, cost, length in models:
        if cost not in range(1, MOST_BITS + 1):
            raise ValueError(f"{cost} bits per token are not 1 to {MOST_BITS}. Choose another number.")
        if length not in range(1, MOST_IN_TOKEN + 1) or len(short) % length or length == len(short):
            raise ValueError(
                f"“{short}” is not several tokens of {length} bytes, or {length} is not 1 to {MOST_IN_TOKEN}. Choose "
                "another length."
            )


def _feet(first: tuple[str, int, int], other_size: int) -> tuple[float, float, float]:
    """Return the feet of both models' areas, and the height of a bit per byte."""
    each = first[1] / first[2]
    unit = AREA / max(each, MOST_SET / other_size)
    foot = 28 + unit * each
    return foot, max(SECOND, foot + ROW + 20) + 16 + AREA, unit


def _slabs(short: str, first: tuple[str, int, int], second: tuple[str, int, int]) -> Frame:
    """Return both models' bits as areas over the text, and which is better with so many bits for the second."""
    each = [bits / size for _name, bits, size in (first, second)]
    *feet, unit = _feet(first, second[2])
    left = (WIDTH - SQUARE * len(short)) / 2
    shapes: list[PictureShape] = []
    for place, (name, bits, size) in enumerate((first, second)):
        total, count = bits * len(short) // size, len(short) // size
        title = _("{vocabulary}: {all} bits, {result} per byte").format(
            vocabulary=name,
            all=f"{localized_number(count)} × {localized_number(bits)} = {localized_number(total)}",
            result=localized_significant(each[place], 3),
        )
        mark: Mark = "best" if each[place] < each[1 - place] else ""
        shapes.append(label(f"title{place}", (left, (14, feet[1] - AREA - 16)[place]), title, mark))
        high = unit / size
        for number in range(count):
            x = left + SQUARE * size * (number + 0.5)
            for bit in range(MOST_SET if place else bits):
                is_there = bit < bits
                at, wide = (x, feet[place] - high * (bit + 0.5)), (SQUARE * size - 3, high - 3)
                hue, drawn = (token_hue(number + 7 * place), "") if is_there else (None, "dim")
                slab = shape(f"bit{place}:{number}:{bit}", "tile", at, wide, hue=hue, mark=drawn)
                shapes.append(slab | {"to": bit} if place else slab)  # a click sets so many bits
            token = make_visible(short[number * size : (number + 1) * size])
            at, wide = (x, feet[place] + ROW / 2 + 2), (SQUARE * size - 3, ROW - 4)
            hue = token_hue(number + 7 * place)
            shapes.append(shape(f"token{place}:{number}", "tile", at, wide, text=token, hue=hue))
    for number, byte in enumerate(short):
        at = (left + SQUARE * (number + 0.5), feet[1] + ROW * 1.5 + 4)
        shapes.append(shape(f"byte{number}", "cell", at, (SQUARE - 3, ROW - 4), text=make_visible(byte)))
    y, right = feet[1] - unit * each[0], min(left + SQUARE * len(short) + 14, WIDTH - 14)
    start = max(2, left - 14)
    shapes.append(shape("height", "line", (start, y), (right - start, 0), mark="now"))
    shapes.append(label("height:name", (right + 3, y), first[0], "now"))
    sentence = (
        _("With {bits} per token, B needs {all} for the text, fewer than A: B predicts it better.")
        if each[1] < each[0]
        else _("With {bits} per token, B needs {all} for the text, more than A: A predicts it better.")
        if each[1] > each[0]
        else _("With {bits} per token, B needs {all} for the text, as many as A: both predict it equally well.")
    )
    return sentence.format(bits=bits_text(second[1]), all=bits_text(second[1] * len(short) // second[2])), shapes


class _Squares:
    """The layout of two models: a title, the squares of each token, and below them the tokens or the bytes."""

    def __init__(self, short: str, models: Sequence[tuple[str, int, int]]) -> None:
        self.short = short
        self.byte = min(LARGEST, WIDTH // len(short))
        self.models = models
        self.counts = [len(short) // size for _name, _bits, size in models]
        self.totals = [bits * count for (_name, bits, _size), count in zip(models, self.counts, strict=True)]
        room = HEIGHT - 2 * (TITLE + HIGH) - GAP
        bits = [bits for _name, bits, _size in models]
        apart = min(room / sum(bits), *(self.byte * size for _name, _bits, size in models))
        together = min((WIDTH - 4 - BESIDE) / sum(self.counts), (HEIGHT - TITLE - HIGH) / max(bits))
        each = [bits / size for _name, bits, size in models]
        self.units = [apart, together, room / (each[0] + max(each))]  # height of a bit, and in the end, of one per byte

    def picture(self) -> Picture:
        factors = [
            f"{localized_number(len(self.short) // size)} × {localized_number(bits)} = {localized_number(total)}"
            for (_name, bits, size), total in zip(self.models, self.totals, strict=True)
        ]
        sentences = [
            _("A square is a bit that a token costs. Which model needs fewer bits for the whole text?"),
            _(
                "Pushed together, the squares form an area of tokens × bits per token: {first} for A, {second} for B."
            ).format(first=factors[0], second=factors[1]),
            _(
                "Spread over the bytes, each square is flat, and the height is the bits per byte: lower is better. The "
                "line is as high as A."
            ),
        ]
        frames: list[Frame] = [(sentence, self._frame(step)) for step, sentence in enumerate(sentences)]
        return drawing(
            _("Bits as areas"),
            _(
                "A short text in the tokens of two models, one below the other. Above each token is a square for each "
                "bit that it costs. The squares are pushed together, and then spread over the bytes of the text. "
                "There, a line over B is as high as A."
            ),
            (WIDTH, HEIGHT),
            frames,
        )

    def _frame(self, step: int) -> list[PictureShape]:
        return [one for place in range(len(self.models)) for one in self._model(place, step)]

    def _model(self, place: int, step: int) -> list[PictureShape]:
        """Return a model's title, its squares, and below them its tokens or, in the end, the bytes."""
        _name, bits, size = self.models[place]
        is_end = step == 2
        unit, count = self.units[step], self.counts[place]
        left = (WIDTH - self.byte * len(self.short)) / 2
        if step == 1:
            left = (WIDTH - unit * sum(self.counts) - BESIDE) / 2 + place * (unit * self.counts[0] + BESIDE)
        pitch = unit if step == 1 else self.byte * size
        wide, high = (pitch, unit / size) if is_end else (unit, unit)
        heights = [unit * bits / (size if is_end else 1) for _name, bits, size in self.models]
        foot = TITLE + heights[0]
        if step == 1:
            foot = TITLE + (HEIGHT - TITLE - HIGH + max(heights)) / 2
        if place and step != 1:
            foot += HIGH + GAP + TITLE + (max(heights) if is_end else heights[1])
        top = foot - (max(heights) if is_end and place else heights[place])  # or the line over them
        mark: Mark = "best" if is_end and self.totals[place] == min(self.totals) else ""
        shapes = [label(f"title{place}", (left, top - TITLE / 2), self._title(place, step), mark)]
        for number in range(count):
            x, hue = left + pitch * (number + 0.5), token_hue(number + 7 * place)
            for bit in range(bits):
                at = (x, foot - high * (bit + 0.5))
                shapes.append(shape(f"bit{place}:{number}:{bit}", "tile", at, (wide - 3, high - 3), hue=hue))
            token = make_visible(self.short[number * size : (number + 1) * size])
            if not is_end and width_of(token) + 2 <= pitch - 3:
                at = (x, foot + HIGH / 2)
                shapes.append(shape(f"token{place}:{number}", "tile", at, (pitch - 3, HIGH - 6), text=token, hue=hue))
        for number, byte in enumerate(self.short if is_end else ""):
            at = (left + self.byte * (number + 0.5), foot + HIGH / 2)
            shapes.append(
                shape(f"byte{place}:{number}", "cell", at, (self.byte - 3, HIGH - 6), text=make_visible(byte))
            )
        if is_end and place:
            start = max(2, left - 14), foot - heights[0]
            end = min(left + self.byte * len(self.short) + 10, WIDTH - 14)
            shapes.append(shape("height", "line", start, (end - start[0], 0), mark="now"))
            shapes.append(label("height:name", (end + 3, start[1]), self.models[0][0], "now"))
        return shapes

    def _title(self, place: int, step: int) -> str:
        name, bits, _size = self.models[place]
        total = self.totals[place]
        if step == 2:
            each = localized_significant(total / len(self.short), 3)
            return _("{vocabulary}: {all} bits, {result} per byte").format(
                vocabulary=name, all=localized_number(total), result=each
            )
        text = bits_text(total) if step else f"{token_count_text(self.counts[place])} × {bits_text(bits)}"
        return _("{vocabulary}: {tokens}").format(vocabulary=name, tokens=text)


def bits_text(count: int) -> str:
    """Return how many bits there are, in words."""
    return ngettext("{count} bit", "{count} bits", count).format(count=localized_number(count))
