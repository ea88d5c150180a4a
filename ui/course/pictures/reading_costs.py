"""The cost in bits for a counting model to read a text: first each occurrence of a pair of tokens, then all of it."""

from collections import Counter
from math import log2

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent
from ui.base.token_labels import id_label
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    TILE,
    WIDTH,
    Frame,
    Mark,
    caption,
    drawing,
    label,
    label_width,
    shape,
    tiles_from,
)
from ui.course.values.app_links import tokenizer_at
from ui.course.values.next_token import BYTES, read_text, surest_pair, token_chances
from ui.course.values.value_registry import picture, token_count_text

MOST_TIMES = 4  # occurrences of the pair drawn
MOST_PARTS = 240  # longest text, in tokens or bytes, whose tokens are drawn one by one
LONGEST = 10  # characters of a token
ROW = 74
HEADS = 92  # vertical centre of the columns' names
FIRST = HEADS + 52  # vertical centre of the first occurrence
CHANCE, BITS = 214, 322  # left edges of these columns
BAR = WIDTH - BITS - 54
TEXT = 122  # from one vocabulary to the next
STRIP = 56  # height of a text
TITLE = 16  # vertical centre of the first vocabulary's name
SCALE = 400  # vertical centre of the scale's values
STEPS = (1, 2, 5)  # of the scale, times a power of ten
MOST_TICKS = 8
HEIGHT = 420


@picture
def costs_of_reading(text: str, of: str, other: str) -> Picture:
    """A counting model's expectation after each occurrence of a token, and the bits of the whole text by token."""
    return _Costs(text, of, other).picture()


class _Costs:
    """A pair of tokens with the counts before each occurrence, then the text in each vocabulary by its tokens' bits."""

    def __init__(self, text: str, of: str, other: str) -> None:
        self.text, self.of = text, of
        self.size = len(text.encode())
        self.tokenizer = tokenizer_at(of)
        self.texts = [(name, read_text(name, text)) for name in (BYTES, of, other)]
        self.most = max(bits for _name, (_ids, _model, bits) in self.texts)
        ids = read_text(of, text)[0]
        surest = surest_pair(of, text)
        self.pair = surest[:2] if surest else (*ids[-2:],)
        times = [place for place in range(1, len(ids)) if (ids[place - 1], ids[place]) == self.pair]
        self.times = [*times[: MOST_TIMES - 1], *times[MOST_TIMES - 1 :][-1:]]
        chances = token_chances(of, text)
        self.chances = [chances[place] for place in self.times]
        self.counts = [
            Counter(after for before, after in zip(ids[:place], ids[1:place], strict=False) if before == self.pair[0])
            for place in self.times
        ]

    def picture(self) -> Picture:
        frames: list[Frame] = [(self._asked(), self._table(0) if self.times else self._texts(0))]
        frames += [(self._told(time), self._table(time + 1)) for time in range(len(self.times))]
        frames += [(self._cost(known), self._texts(known + 1)) for known in range(len(self.texts))]
        frames.append((self._compared(), self._texts(len(self.texts), is_end=True)))
        return drawing(
            _("What it costs to read the text"),
            _(
                "First a token and the one that comes after it. Each time: a box for each token counted there so "
                "far, with dashed ones set aside; how probable the next token is, and its bits as a bar. Then, for "
                "each vocabulary, the whole text on one scale of bits, with a piece for each token."
            ),
            (WIDTH, HEIGHT),
            frames,
        )

    def _names(self) -> dict[str, str]:
        names = [display_name(id_label(self.tokenizer, one)) for one in self.pair]
        return dict(zip(("before", "after"), names, strict=True))

    def _asked(self) -> str:
        if not self.times:
            return _("How many bits does this text cost in each vocabulary?")
        return _(
            "Each time that “{after}” comes after “{before}” in the text: how probable is it, and how many bits does "
            "it cost?"
        ).format(**self._names())

    def _told(self, time: int) -> str:
        chance, counts = self.chances[time], self.counts[time]
        values = self._names() | {
            "chance": _chance(chance),
            "bits": localized_decimal(-log2(chance), 1),
            "size": localized_number(self.tokenizer.vocab_size),
            "count": localized_number(counts[self.pair[1]]),
            "all": localized_number(counts.total() + len(counts)),
        }
        if not counts:
            return _(
                "At first, nothing is counted there: each of {size} tokens is equally probable, and costs {bits} bits."
            ).format(**values)
        if time == 1:
            return _(
                "Each count is a box. One more is set aside for each different token. With {count} of {all} boxes, "
                "“{after}” costs {bits} bits."
            ).format(**values)
        return _("With {count} of {all} boxes, “{after}” has a probability of {chance}, and costs {bits} bits.").format(
            **values
        )

    def _cost(self, known: int) -> str:
        name, (ids, _model, bits) = self.texts[known]
        told = (
            _("{vocabulary}: {tokens}, each a piece as wide as its bits: {each} on average, {all} in all.")
            if len(ids) <= MOST_PARTS
            else _("{vocabulary}: {tokens} of {each} bits each on average, {all} in all.")
        )
        return told.format(
            vocabulary=_title(name),
            tokens=token_count_text(len(ids)),
            each=localized_decimal(bits / len(ids), 2),
            all=localized_number(round(bits)),
        )

    def _compared(self) -> str:
        name, (_ids, _model, bits) = min(self.texts, key=lambda each: each[1][2])
        told = _(
            "All three are the same {bytes} bytes. {vocabulary} needs the fewest bits per byte: {all} / {bytes} = "
            "{result}."
        )
        return told.format(
            vocabulary=_title(name),
            all=localized_decimal(bits, 0 if bits >= 100 else 1),
            bytes=localized_number(self.size),
            result=localized_decimal(bits / self.size, 2),
        )

    def _table(self, known: int) -> list[PictureShape]:
        """Return the pair, and a row for each of its occurrences, of which the first ones are known."""
        labels = [id_label(self.tokenizer, one) for one in self.pair]
        tiles = [
            (one if len(one) <= LONGEST else f"{one[: LONGEST - 1]}…", str(token_id), token_hue(token_id))
            for one, token_id in zip(labels, self.pair, strict=True)
        ]
        shapes = tiles_from("before", (2, TILE / 2 + 2), tiles[:1])
        end = shapes[-1]["at"][0] + shapes[-1]["size"][0] / 2 + 10
        shapes.append(shape("to", "arrow", (end, TILE / 2 + 2), (30, 0)))
        shapes += tiles_from("after", (end + 40, TILE / 2 + 2), tiles[1:])
        end = shapes[-1]["at"][0] + shapes[-1]["size"][0] / 2 + 14
        shapes.append(label("of", (end, TILE / 2 + 2), _title(self.of)))
        hue = token_hue(self.pair[1])
        counted, aside = _("Counted"), _("Set aside")
        shapes.append(shape("counted:key", "cell", (11, HEADS), (16, 20), hue=hue))
        shapes.append(label("counted", (25, HEADS), counted))
        left = 25 + 8.6 * len(counted) + 12
        shapes.append(shape("aside:key", "cell", (left + 8, HEADS), (16, 20), mark="dim"))
        shapes.append(label("aside", (left + 22, HEADS), aside))
        shapes += [label("chance", (CHANCE, HEADS), _("Probability")), label("bits", (BITS, HEADS), _("Bits"))]
        shapes.append(shape("rule", "line", (2, HEADS + 17), (WIDTH - 4, 0), mark="dim"))
        for time in range(len(self.times)):
            shapes += self._time(time, is_known=time < known, is_new=time == known - 1)
        return shapes

    def _texts(self, known: int, *, is_end: bool = False) -> list[PictureShape]:
        rows = (self._text(place, known, is_end=is_end) for place in range(len(self.texts)))
        return [*self._scale(), *(one for row in rows for one in row)]

    def _scale(self) -> list[PictureShape]:
        """Return a line down the rows for each of a few round numbers of bits."""
        steps = (step * 10**power for power in range(12) for step in STEPS)
        step = next(step for step in steps if self.most / step <= MOST_TICKS)
        shapes: list[PictureShape] = []
        for bits in range(0, int(self.most) + 1, step):
            x = 2 + bits * (WIDTH - 4) / self.most
            shapes.append(shape(f"tick{bits}", "line", (x, SCALE - 26), (0, 12), mark="dim"))
            for place in range(len(self.texts)):  # behind the texts, but not behind what is written between them
                top = TITLE + place * TEXT + 14
                shapes.append(shape(f"tick{bits}:{place}", "line", (x, top), (0, STRIP + 12), mark="dim"))
            if bits:
                shapes.append(caption(f"tick{bits}:value", (min(x, WIDTH - 18), SCALE), localized_number(bits)))
        return [*shapes, label("scale", (2, SCALE), _("Bits"))]

    def _time(self, time: int, *, is_known: bool, is_new: bool) -> list[PictureShape]:
        """Return the counts before an occurrence of the pair, and what its second token cost there."""
        y, counts = FIRST + time * ROW, self.counts[time]
        mark: Mark = "now" if is_new else ""
        shapes: list[PictureShape] = []
        boxes = [token_hue(one) for one in counts.elements()]
        room = min(42, (CHANCE - 14) / max(1, len(boxes) + len(counts)))
        for place, hue in enumerate([*boxes, *[None] * len(counts)]):
            at = (2 + (place + 0.5) * room, y)
            aside: Mark = "dim" if hue is None else ""
            shapes.append(shape(f"{time}:box{place}", "cell", at, (max(1, room - 4), 40), hue=hue, mark=aside))
        if not boxes:
            shapes.append(label(f"{time}:none", (2, y), _("nothing yet"), "dim"))
        if not is_known:
            return [*shapes, label(f"{time}:chance", (CHANCE, y), "?"), label(f"{time}:bits", (BITS, y), "?")]
        bits = -log2(self.chances[time])
        width = BAR * bits / log2(self.tokenizer.vocab_size)
        hue = token_hue(self.pair[1])
        return [
            *shapes,
            label(f"{time}:chance", (CHANCE, y), _chance(self.chances[time]), mark),
            shape(f"{time}:bar", "cell", (BITS + width / 2, y), (width, 36), hue=hue, mark=mark),
            label(f"{time}:bits", (BITS + width + 8, y), localized_decimal(bits, 1), mark),
        ]

    def _text(self, place: int, known: int, *, is_end: bool) -> list[PictureShape]:
        """Return the text's bits in one vocabulary as a strip that consists of its tokens."""
        name, (ids, _model, bits) = self.texts[place]
        top = TITLE + place * TEXT
        y = top + 20 + STRIP / 2
        title = _("{vocabulary}: {tokens}").format(vocabulary=_title(name), tokens=token_count_text(len(ids)))
        if place >= known:
            empty = shape(f"text{place}", "cell", (WIDTH / 2, y), (WIDTH - 4, STRIP), text="?", mark="later")
            return [label(f"{name}:title", (2, top), title), empty]
        is_least = is_end and bits == min(each[1][2] for each in self.texts)
        mark: Mark = "now" if is_least or (place == known - 1 and not is_end) else ""
        told = _("{bits} bits, {result} per byte") if is_end else _("{bits} bits")
        sums = told.format(bits=localized_number(round(bits)), result=localized_decimal(bits / self.size, 2))
        scale = (WIDTH - 4) / self.most
        shapes = [
            label(f"{name}:title", (2, top), title, mark),
            label(f"{name}:sums", (WIDTH - label_width(sums), top), sums, mark),
        ]
        if len(ids) > MOST_PARTS:
            width = bits * scale
            return [*shapes, shape(f"text{place}", "prefix", (2 + width / 2, y), (width, STRIP))]
        left = 2.0
        for at, (one, chance) in enumerate(zip(ids, token_chances(name, self.text), strict=True)):
            width = -log2(chance) * scale
            shapes.append(shape(f"{place}:{at}", "cell", (left + width / 2, y), (width, STRIP), hue=token_hue(one)))
            left += width
        return shapes


def _chance(chance: float) -> str:
    return localized_percent(chance, 0 if chance > 0.01 else 3)


def _title(name: str) -> str:
    return _("Bytes") if name == BYTES else TokenizerName(name).title
