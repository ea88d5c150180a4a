"""The bits of a corpus during BPE training: each token's bits as its height, and their sum as an area."""

from collections import Counter
from collections.abc import Mapping, Set
from itertools import accumulate, islice
from math import ceil, log2

from bpe_engine import BPETraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, ngettext
from ui.base.visible_text import display_name, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Frame, Mark, drawing, label, label_width, shape, text_from
from ui.course.values.app_links import bpe_training_at
from ui.course.values.value_registry import picture, token_count_text
from ui.tokenization.algorithms.frame_parts import times_phrase

HIGH = 280  # height of the highest column
TOP = 62
AXIS = 28  # width of the axis at the left
MOST_TICKS = 5
LABEL = 30  # height of the part of a column with the token's name
THIRDS = 3
NEW = 46  # from the foot of the columns to the middle of the names of new tokens
NAME = 32  # height of such a name
GAP = 4
MORE = 48  # width of the number of names that have no room
THICK = 6  # least width of a column that still shows its colour inside a thick edge


@picture
def bits_of_merges(_text: str, of: str) -> Picture:
    """Each token of a corpus as a column, as wide as its frequency and as high as its bits, as merges are made."""
    return _Columns(bpe_training_at(of)).picture()


class _Columns:
    """The layout of the columns: side by side on one line, with the same scale at all steps."""

    def __init__(self, training: BPETraining) -> None:
        self.training = training
        last = len(training.events)
        self.steps = [0, *sorted({ceil(last * third / THIRDS) for third in range(1, THIRDS + 1)} - {0})]
        self.counts = {step: self._counted(step) for step in self.steps}
        self.ids = {**training.base_vocabulary, **{event.token: event.token_id for event in training.events}}
        self.unit = (WIDTH - AXIS - 2) / self.counts[0].total()
        self.bit = HIGH / max(max(self._bits(step).values()) for step in self.steps)
        self.foot = TOP + HIGH

    def _counted(self, step: int) -> Counter[str]:
        found: Counter[str] = Counter()
        for word in self.training.at(step).words:
            for symbol in word.symbols:
                found[symbol] += word.frequency
        return found

    def _bits(self, step: int) -> dict[str, float]:
        counts = self.counts[step]
        return {token: log2(counts.total() / count) for token, count in counts.items()}

    def _mean(self, step: int) -> float:
        """Return the entropy of the tokens at a step, in bits per token."""
        counts = self.counts[step]
        return sum(bits * counts[token] for token, bits in self._bits(step).items()) / counts.total()

    def picture(self) -> Picture:
        counts, bits = self.counts[0], self._bits(0)
        frequent, rare = counts.most_common()[0][0], counts.most_common()[-1][0]
        start = _("{tokens}, the most frequent first: each is as wide as it is frequent. How many bits does one carry?")
        heights = _(
            "“{frequent}” occurs {times}: it’s one in {share} tokens, so {few} bits. “{rare}” is one of the "
            "rarest: {many} bits."
        )
        frames: list[Frame] = [
            (start.format(tokens=token_count_text(counts.total())), self._columns(0, is_known=False)),
            (
                heights.format(
                    frequent=display_name(token_as_text(frequent)),
                    times=times_phrase(counts[frequent]),
                    share=localized_decimal(counts.total() / counts[frequent], 1),
                    few=localized_decimal(bits[frequent], 2),
                    rare=display_name(token_as_text(rare)),
                    many=localized_decimal(bits[rare], 2),
                ),
                self._columns(0, named={frequent, rare}),
            ),
        ]
        frames += [(self._told(step), self._all(step)) for step in self.steps]
        return drawing(
            _("Bits of tokens, as heights"),
            _(
                "A column for each token of the corpus: as wide as it is frequent, as high as the bits that it "
                "carries. So the area of all columns is the bits of the corpus. A line shows the average height. The "
                "names of new tokens are below their columns."
            ),
            (WIDTH, self.foot + NEW + NAME / 2 + 6),
            frames,
        )

    def _told(self, step: int) -> str:
        total = self.counts[step].total()
        values = {
            "mean": localized_decimal(self._mean(step), 2),
            "tokens": token_count_text(total),
            "all": localized_number(round(self._mean(step) * total)),
            "step": localized_number(step),
        }
        if not step:
            return _(
                "On average, a token carries about {mean} bits: the line. {tokens} make an area of {all} bits."
            ).format(**values)
        return _(
            "After merge {step}: about {mean} bits each on average, but only {tokens}, so {all} bits in all. Grey: the "
            "area at the start. Thick: new tokens."
        ).format(**values)

    def _columns(self, step: int, *, is_known: bool = True, named: Set[str] = frozenset()) -> list[PictureShape]:
        """Return the columns of a step. Those of new tokens, and of others to be named, have the tokens' colours."""
        counts, bits, new = self.counts[step], self._bits(step), self._new(step) | named
        shapes, left, middles = list[PictureShape](), AXIS + 1.0, dict[str, float]()
        for token, count in counts.most_common():
            width, height = count * self.unit, bits[token] * self.bit if is_known else LABEL
            name = token_as_text(token)
            at = (left + width / 2, self.foot - height / 2)
            mark: Mark = "now" if token in new and width >= THICK else ""
            hue = token_hue(self.ids[token]) if token in new else None
            shapes.append(shape(token, "tile", at, (width, height), hue=hue, mark=mark))
            middles[token] = at[0]
            if len(name) * TYPE + 5 <= width and token not in new:
                shapes.append(shape(f"{token}:name", "text", (left + width / 2, self.foot - LABEL / 2), text=name))
            left += width
        if not is_known:
            high, middle = HIGH - LABEL, (AXIS + WIDTH) / 2
            size = (WIDTH - AXIS - 2, high)
            return [*shapes, shape("unknown", "cell", (middle, TOP + high / 2), size, text="?", mark="later")]
        shapes.sort(key=lambda each: each["mark"] == "now")  # a thick edge is in front of its neighbours
        names = self._named({token: middles[token] for token in middles if token in new})
        return [*self._axis(), *shapes, *names, *self._rarest(step, left)]

    def _new(self, step: int) -> set[str]:
        """Return the tokens made since the step drawn before this one, as far as they are in the corpus."""
        before = max((each for each in self.steps if each < step), default=0)
        return {event.token for event in self.training.events[before:step]} & self.counts[step].keys()

    def _named(self, middles: Mapping[str, float]) -> list[PictureShape]:
        """Return the names of new tokens below their columns, as near to them as there is room.

        Of more than have room, the most frequent ones, and how many are left out.
        """
        widths = [len(token_as_text(token)) * TYPE + 12 for token in middles]
        room = WIDTH - 1.0 - (MORE if sum(widths) + GAP * (len(widths) - 1) > WIDTH - 1 else 0)
        fit = sum(end + GAP * place <= room for place, end in enumerate(accumulate(widths)))
        left_out = len(widths) - fit
        middles, widths = dict(islice(middles.items(), fit)), widths[:fit]
        ends, right = list[float](), 0.0
        for middle, width in zip(middles.values(), widths, strict=True):
            right = max(middle + width / 2, right + width + GAP)
            ends.append(right)
        most = room
        for place in reversed(range(len(ends))):
            ends[place] = min(ends[place], most)
            most = ends[place] - widths[place] - GAP
        shapes: list[PictureShape] = []
        for (token, middle), end, width in zip(middles.items(), ends, widths, strict=True):
            at, top = (end - width / 2, self.foot + NEW), self.foot + NEW - NAME / 2
            name, hue = token_as_text(token), token_hue(self.ids[token])
            shapes.append(shape(f"{token}:way", "line", (middle, self.foot), (at[0] - middle, top - self.foot)))
            shapes.append(shape(f"{token}:new", "tile", at, (width, NAME), text=name, hue=hue, mark="now"))
        if left_out:
            shapes.append(label("more", (WIDTH - MORE + 4, self.foot + NEW), f"+ {localized_number(left_out)}"))
        return shapes

    def _axis(self) -> list[PictureShape]:
        """Return a line across the picture for each of a few whole numbers of bits."""
        most = int(HIGH / self.bit)
        shapes: list[PictureShape] = []
        for bits in range(0, most + 1, ceil(most / MOST_TICKS)):
            y = self.foot - bits * self.bit
            shapes.append(shape(f"tick{bits}", "line", (AXIS, y), (WIDTH - AXIS, 0), mark="dim"))
            shapes.append(label(f"tick{bits}:name", (2, y), localized_number(bits)))
        return [*shapes, label("axis", (2, self.foot - HIGH - 14), _("Bits"))]

    def _rarest(self, step: int, right: float) -> list[PictureShape]:
        """Say above the last columns, which end at `right`, what they are: the rarest tokens."""
        counts = self.counts[step]
        least = min(counts.values())
        rarest = [token for token, count in counts.items() if count == least]
        wide, top = len(rarest) * least * self.unit, self.foot - self._bits(step)[rarest[0]] * self.bit - 7
        told = ngettext(
            "{count} token that occurs {times}: {bits} bits",
            "{count} tokens that occur {times}: {bits} bits each",
            len(rarest),
        ).format(
            count=localized_number(len(rarest)),
            times=times_phrase(least),
            bits=localized_decimal(self._bits(step)[rarest[0]], 2),
        )
        return [
            shape("rarest", "line", (right - wide, top), (wide, 0)),
            shape("rarest:up", "line", (right - wide / 2, 44), (0, top - 44)),
            label("rarest:name", (WIDTH - label_width(told), 32), told),
        ]

    def _areas(self, step: int) -> list[PictureShape]:
        """Return the average of a step as a line with its value, and the area of all columns as a product."""
        mean, total = self._mean(step), self.counts[step].total()
        y, value = self.foot - mean * self.bit, localized_decimal(mean, 2)
        told = _("{tokens} × {mean} bits ≈ {all} bits").format(
            tokens=token_count_text(total), mean=value, all=localized_number(round(mean * total))
        )
        return [
            shape("mean", "line", (AXIS, y), (total * self.unit, 0), mark="now"),
            text_from("mean:value", (AXIS + 2, y - 14), value, "now"),
            label("area", (2, 10), told, "now"),
        ]

    def _all(self, step: int) -> list[PictureShape]:
        """Return the columns of a step, in front of the area of the start, with their average."""
        before = self._mean(0) * self.bit
        at, size = ((AXIS + WIDTH) / 2, self.foot - before / 2), (WIDTH - AXIS - 2, before)
        start = [shape("before", "prefix", at, size)] if step else []
        return [*start, *self._columns(step), *self._areas(step)]
