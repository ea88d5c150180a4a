"""The bits of a text as areas, tokens times bits per token: by hand in squares, and after more and more merges."""

from collections.abc import Sequence
from urllib.parse import quote

from bpe_engine.byte_alphabet import utf8
from bpe_engine.inspection.next_token import NextTokenModel
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_significant, ngettext
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import BAR_HUE, WIDTH, Frame, Mark, caption, dialled, drawing, label, label_width, shape
from ui.course.values.app_links import bpe_training_at
from ui.course.values.value_registry import picture, token_count_text

TITLE = 28  # from the middle of a title to its area
GAP = 24  # from an area to the next title
TOP = 14
FOOT = 196  # of the area
HIGHEST = 168  # of an area
COLUMNS = 366  # foot of the columns
COLUMN = 78  # height of the highest
VALUES = 8  # numbers of merges to choose from
MOST_TOKENS = 500  # of a vocabulary
SQUARE = 52  # side of a bit's square, and width of a byte
HIGH = 40  # of a token and a byte below the squares
MOST_BITS, MOST_BYTES, MOST_IN_TOKEN = 3, 9, 4  # what there is room for


@picture
def bits_over_bytes(_text: str, short: str, bits: int, size: int, other_bits: int, other_size: int) -> Picture:
    """A short text in two models' tokens: a square per bit; these as an area; and spread over the text's bytes."""
    if not (short.isascii() and short.isprintable() and 0 < len(short) <= MOST_BYTES):
        raise ValueError(f"“{short}” is not 1 to {MOST_BYTES} characters of ASCII. Choose another text.")
    models = [("A", bits, size), ("B", other_bits, other_size)]
    for _name, cost, length in models:
        if cost not in range(1, MOST_BITS + 1):
            raise ValueError(f"{cost} bits per token are not 1 to {MOST_BITS}. Choose another number.")
        if length not in range(1, MOST_IN_TOKEN + 1) or len(short) % length or length == len(short):
            raise ValueError(
                f"“{short}” is not several tokens of {length} bytes, or {length} is not 1 to {MOST_IN_TOKEN}. Choose "
                "another length."
            )
    return _Squares(short, models).picture()


@picture
def bits_by_merges(text: str) -> Picture:
    """The bits of the text after the merges that readers set, learned from it: in all, per token, and per byte."""
    if not text:
        raise ValueError("an empty text")
    training = bpe_training_at(f"scenario=text&text={quote(text)}&vocab={MOST_TOKENS}")
    last = len(training.events)
    steps = min(VALUES - 1, last)
    merges = [round(last * step / max(1, steps)) for step in range(steps + 1)]
    return _Merges(text, merges, [training.tokenizer(count).encode(text, "none") for count in merges]).picture()


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
        sentences = [
            _("A square is a bit that a token costs. Which model needs fewer bits for the whole text?"),
            _(
                "Pushed together, the squares form an area of tokens × bits per token: {first} for A, {second} for B."
            ).format(first=factors[0], second=factors[1]),
            _(
                "The same areas, spread over the bytes of the text, which are the same for both. Now the height is the "
                "bits per byte: the lower, the better."
            ),
        ]
        frames: list[Frame] = [(sentence, self._frame(step)) for step, sentence in enumerate(sentences)]
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
        text = f"{token_count_text(len(self.short) // size)} × {bits_text(bits)}"
        text = f"{text} = {bits_text(total)}" if step else text
        return _("{vocabulary}: {tokens}").format(vocabulary=name, tokens=text)


def bits_text(count: int) -> str:
    """Return how many bits there are, in words."""
    return ngettext("{count} bit", "{count} bits", count).format(count=localized_number(count))


class _Merges:
    """An area of the bits after some merges, and below it a column for each number of merges: its bits per byte."""

    def __init__(self, text: str, merges: Sequence[int], ids: Sequence[Sequence[int]]) -> None:
        self.size = len(utf8(text))
        self.merges = merges
        self.counts = [len(each) for each in ids]
        # Rounded at once, so that what is shown can be divided again.
        self.bits = [round(NextTokenModel(256 + count).read(each)) for count, each in zip(merges, ids, strict=True)]
        self.each = [bits / count for bits, count in zip(self.bits, self.counts, strict=True)]
        self.per_byte = [bits / self.size for bits in self.bits]
        self.pitch = (WIDTH - 4) / len(merges)

    def picture(self) -> Picture:
        frames: list[Frame] = [(self._step_text(step), self._frame(step)) for step in range(len(self.merges))]
        drawn = drawing(
            _("Set the merges"),
            _(
                "An area: as wide as the text is long, in tokens, and as high as the bits that one costs on average. "
                "Below it, a column for each number of merges: the bits per byte."
            ),
            (WIDTH, COLUMNS + 26),
            frames,
        )
        return dialled(drawn, _("Merges"), [localized_number(count) for count in self.merges], len(self.merges) // 2)

    def _step_text(self, step: int) -> str:
        values = {
            "count": localized_number(self.merges[step]),
            "tokens": token_count_text(self.counts[step]),
            "each": localized_decimal(self.each[step], 2),
            "all": localized_number(self.bits[step]),
            "bytes": localized_number(self.size),
            "result": localized_decimal(self.per_byte[step], 2),
        }
        if not step:
            sentence = _("No merges: each byte is a token, and costs {each} bits on average. That’s {all} bits in all.")
            return sentence.format(**values)
        sentence = ngettext(
            "After {count} merge: {tokens} of {each} bits each, {all} in all. That’s {result} for each of the {bytes} "
            "bytes.",
            "After {count} merges: {tokens} of {each} bits each, {all} in all. That’s {result} for each of the {bytes} "
            "bytes.",
            self.merges[step],
        )
        if step == len(self.merges) - 1:
            sentence = join_sentences(sentence, _("But these merges know the text: they were learned from it."))
        return sentence.format(**values)

    def _frame(self, step: int) -> list[PictureShape]:
        width, height = (WIDTH - 4) * self.counts[step] / self.counts[0], HIGHEST * self.each[step] / max(self.each)
        text = _("{bits} bits each").format(bits=localized_decimal(self.each[step], 2))
        shapes = [
            label("each", (2, FOOT - height - 16), text),
            shape("area", "cell", (2 + width / 2, FOOT - height / 2), (width, height), hue=BAR_HUE),
            label("tokens", (2, FOOT + 16), token_count_text(self.counts[step])),
            label("columns", (2, FOOT + 50), _("Bits per byte, by merges")),
        ]
        if label_width(total := bits_text(self.bits[step])) < width - 8:
            shapes.append(caption("total", (2 + width / 2, FOOT - height / 2), total, "now"))
        for place, (merges, bits) in enumerate(zip(self.merges, self.per_byte, strict=True)):
            x, high = 2 + self.pitch * (place + 0.5), COLUMN * bits / max(self.per_byte)
            is_set = place == step
            mark: Mark = "best" if is_set else ""
            hue = None if is_set else BAR_HUE
            at, size = (x, COLUMNS - high / 2), (self.pitch - 8, high)
            column = shape(f"column{place}", "cell", at, size, hue=hue, mark=mark)
            value = caption(f"value{place}", (x, COLUMNS - high - 14), localized_decimal(bits, 2), mark)
            number = caption(f"merges{place}", (x, COLUMNS + 15), localized_number(merges), mark)
            shapes += [one | {"to": place} for one in (column, value, number)]
        return shapes
