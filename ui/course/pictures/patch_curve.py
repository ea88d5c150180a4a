"""The entropy of each next byte as a curve, and the patches that start where it crosses a threshold."""

from itertools import pairwise

from bpe_engine.inspection.byte_patches import patches
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number
from ui.base.visible_text import display_name, join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, Frame, Mark, drawing, label, shape
from ui.course.values.patches import patch_label, patched
from ui.course.values.value_registry import picture

MOST_DRAWN = 23  # bytes
CELL = 20  # least width of a byte
HIGH = 270
TOP = 44
DOT = 11
AXIS = 30.0  # width of the axis at the left
ONE_BY_ONE = 2  # patches that have a step each; the others come with the last
LEAST_APART = 0.4  # bits between the threshold and another value on the axis
HUES = [token_hue(one) for one in (7, 6)]  # alternating, one light and one dark


@picture
def patches_by_entropy(text: str, threshold: float) -> Picture:
    """The entropy of each next byte as a curve over the text's start, and a patch where it crosses the threshold."""
    return _Curve(text, threshold).picture()


class _Curve:
    """The layout of the first bytes of a text: side by side, with the curve above them and the patches below."""

    def __init__(self, text: str, threshold: float) -> None:
        self.all = patched(text, threshold)
        self.threshold = threshold
        self.drawn = self.all[:MOST_DRAWN]
        self.labels = [patch_label(bytes([each.byte])) for each in self.drawn]
        self.x: list[float] = []
        left = AXIS
        for name in self.labels:
            self.x.append(left)
            left += max(CELL, len(name) * TYPE + 8)
        self.x.append(left)
        self.width = max(left, 8 * TYPE)
        most = max([self.threshold, *(each.entropy for each in self.drawn[1:])])
        self.bit = HIGH / most
        self.foot = TOP + HIGH

    def middle(self, place: int) -> float:
        return (self.x[place] + self.x[place + 1]) / 2

    def y(self, bits: float) -> float:
        return self.foot - bits * self.bit

    def picture(self) -> Picture:
        starts = [place for place, each in enumerate(self.drawn) if each.starts and place]
        bits = localized_decimal(self.threshold, 1)
        begin = _("The dashed line is the threshold, {bits} bits. Where will the entropy of the next byte cross it?")
        frames: list[Frame] = [(begin.format(bits=bits), self._frame(0, []))]
        before = 0
        for number, start in enumerate(starts[:ONE_BY_ONE], 1):
            frames.append((self._told(before, start, number), self._frame(start + 1, starts[:number])))
            before = start
        count, found = len(patches(self.all)), localized_decimal(len(self.all) / max(1, len(patches(self.all))), 1)
        end = _("The whole text: {bytes} bytes in {count} patches, {mean} bytes each on average.").format(
            bytes=localized_number(len(self.all)), count=localized_number(count), mean=found
        )
        if len(self.all) > len(self.drawn):
            rest = _("Only its first {count} bytes are drawn.").format(count=localized_number(len(self.drawn)))
            end = join_sentences(end, rest)
        frames.append((end, self._frame(len(self.drawn), starts, is_end=True)))
        return drawing(
            _("Where patches start"),
            _(
                "The bytes of the text side by side. Above each is a point: the higher, the harder it was to guess. "
                "Where it is above the dashed line, a patch starts, which is drawn below the bytes."
            ),
            (self.width, self.foot + 96),
            frames,
        )

    def _told(self, before: int, start: int, number: int) -> str:
        inside = [each.entropy for each in self.drawn[max(1, before + 1) : start]]
        values = {
            "before": display_name(self.labels[start - 1]),
            "bits": localized_decimal(self.drawn[start].entropy, 2),
            "patch": "".join(self.labels[before:start]),
            "most": localized_decimal(max(inside, default=0), 2),
        }
        if number > 1:
            told = _("After “{before}” it is above the line again, {bits} bits: “{patch}” is the next patch.")
        elif not inside:
            told = _("After “{before}” it is {bits} bits, above the line: “{patch}” is a patch of one byte.")
        else:
            told = _(
                "Inside “{patch}” the entropy is {most} bits at most. After “{before}” it is {bits}, above the line: "
                "the next patch starts."
            )
        return told.format(**values)

    def _frame(self, known: int, starts: list[int], *, is_end: bool = False) -> list[PictureShape]:
        """Return the shapes once the entropies of the first `known` bytes are shown and patches begin at `starts`."""
        line = self.y(self.threshold)
        value = localized_decimal(self.threshold, 0 if self.threshold == int(self.threshold) else 1)
        shapes = [
            shape("threshold", "line", (AXIS - 4, line), (self.x[-1] - AXIS + 4, 0), mark="next"),
            label("threshold:value", (2, line), value),
            label("axis", (2, 12), _("Entropy before each byte, in bits")),
        ]
        for whole in range(int(self.threshold) + 1):
            if self.threshold - whole >= LEAST_APART:
                shapes.append(label(f"bits{whole}", (2, self.y(whole)), localized_number(whole)))
                shapes.append(shape(f"tick{whole}", "line", (AXIS - 4, self.y(whole)), (6, 0), mark="dim"))
        for start in starts:
            mark: Mark = "now" if start == starts[-1] and not is_end else ""
            shapes.append(shape(f"cut{start}", "line", (self.x[start], TOP - 8), (0, self.foot + 86 - TOP), mark=mark))
        points = [(self.middle(place), self.y(self.drawn[place].entropy)) for place in range(1, known)]
        for place, (one, other) in enumerate(pairwise(points), 1):
            if self.drawn[place].starts or self.drawn[place + 1].starts:  # the curve breaks off where a patch starts
                continue
            shapes.append(shape(f"curve{place}", "line", one, (other[0] - one[0], other[1] - one[1])))
        for place, at in enumerate(points, 1):
            mark = "now" if self.drawn[place].starts else ""
            shapes.append(shape(f"point{place}", "disc", at, (DOT, DOT), mark=mark))
        for place, name in enumerate(self.labels):
            at = (self.middle(place), self.foot + 26)
            size = (self.x[place + 1] - self.x[place] - 2, 30)
            patch = sum(start <= place for start in starts)
            hue = HUES[patch % 2] if patch < len(starts) or is_end else None
            shapes.append(shape(f"byte{place}", "cell", at, size, text=name, hue=hue))
        ends = [*starts, len(self.drawn)] if is_end else starts
        for number, (start, end) in enumerate(pairwise([0, *ends])):
            width = self.x[end] - self.x[start] - 4
            at = ((self.x[start] + self.x[end]) / 2, self.foot + 68)
            is_new = end == ends[-1] and not is_end
            text = "".join(self.labels[start:end])
            mark, hue = "now" if is_new else "", HUES[number % 2]
            shapes.append(shape(f"patch{start}", "tile", at, (width, 36), text=text, hue=hue, mark=mark))
        return shapes
