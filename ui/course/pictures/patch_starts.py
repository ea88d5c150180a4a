"""The entropy of each next byte as a bar, and the patches that start where it is above a threshold."""

from collections import Counter
from itertools import pairwise

from bpe_engine.byte_alphabet import utf8
from bpe_engine.inspection.byte_patches import PatchedByte, patches
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, ngettext
from ui.base.visible_text import display_name, join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    ONE_LINE,
    PADDING,
    TYPE,
    Frame,
    Mark,
    Tile,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.patches import patch_label, patched
from ui.course.values.value_registry import picture

MOST_DRAWN = 23  # bytes
CELL = 19.4  # least width of a byte
HIGH = 246
TOP = 44
AXIS = 50.0  # width of the axis at the left
COUNTED = 4  # bytes with a count of their successors before the answer
ONE_BY_ONE = 2  # patches that have a step each; the others come together in the next one
LEAST_APART = 20  # between the threshold and another value on the axis
THRESHOLDS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)  # bits
USUAL = 2.0
HUE = token_hue(7)  # one for all patches, because they have no ids


@picture
def patches_by_entropy(text: str, threshold: float) -> Picture:
    """The entropy of each next byte at the text's start: above a threshold, a patch starts."""
    return _Bars(text, threshold).picture()


@picture
def patches_by_threshold(text: str) -> Picture:
    """The patches at the text's start for the threshold that readers set, of those that cut the text differently."""
    bars = _Bars(text, max(THRESHOLDS))
    # Of thresholds that cut the text in the same way, the first.
    cuts: dict[tuple[int, ...], float] = {}
    for threshold in reversed(THRESHOLDS):
        cuts[tuple(_starts(patched(text, threshold)))] = threshold
    kept = sorted(cuts.values())
    frames = [bars.threshold_frame(threshold) for threshold in kept]
    drawn = drawing(_("Set the threshold"), _description(), (bars.width, bars.foot + 96), frames)
    values = [_("{bits} bits").format(bits=localized_decimal(threshold, 2)) for threshold in kept]
    return dialled(drawn, _("Threshold"), values, max(at for at, threshold in enumerate(kept) if threshold <= USUAL))


class _Bars:
    """The layout of the first bytes of a text: side by side, with bars above them and the patches below."""

    def __init__(self, text: str, threshold: float) -> None:
        self.text, self.threshold = text, threshold
        self.all = patched(text, threshold)
        self.drawn = self.all[:MOST_DRAWN]
        self.labels = [patch_label(bytes([each.byte])) for each in self.drawn]
        self.x: list[float] = []
        left = AXIS
        for name in self.labels:
            self.x.append(left)
            left += max(CELL, len(name) * TYPE + 8)
        self.x.append(left)
        self.width = max(left, 2 + label_width(_title()), AXIS + label_width(_followers_title()))
        most = max([self.threshold, *(each.entropy for each in self.drawn[1:])]) or 1
        self.bit = HIGH / most
        self.foot = TOP + HIGH

    def middle(self, place: int) -> float:
        return (self.x[place] + self.x[place + 1]) / 2

    def y(self, bits: float) -> float:
        return self.foot - bits * self.bit

    def picture(self) -> Picture:
        starts = _starts(self.drawn)
        begin = _("After which of these bytes is the next one hard to guess, with an entropy above {bits} bits?")
        frames: list[Frame] = [(begin.format(bits=_decimal(self.threshold)), [*self._followers(), *self._bytes([])])]
        before = 0
        for number, start in enumerate(starts[:ONE_BY_ONE], 1):
            shapes = self._frame(self.threshold, start + 1, starts[:number])
            frames.append((self._patch_text(before, start, number), shapes))
            before = start
        end = (
            _("The whole text: {bytes} bytes in {count} patches, {mean} bytes each on average.")
            if any(each.starts for each in self.all[1:])
            else _("The whole text is one patch: nowhere is the next byte that hard to guess.")
        )
        end = end.format(**self._count_values(self.all))
        if len(self.all) > len(self.drawn):
            rest = _("Only its first {count} bytes are drawn.").format(count=localized_number(len(self.drawn)))
            end = join_sentences(end, rest)
        frames.append((end, self._frame(self.threshold, len(self.drawn), starts, is_end=True)))
        return drawing(
            _("Where patches start"),
            _description(),
            (self.width, self.foot + 96),
            frames,
        )

    def threshold_frame(self, threshold: float) -> Frame:
        """Return the patches with a threshold."""
        places = patched(self.text, threshold)
        sentence = (
            ngettext(
                "A threshold of {bits} bits cuts the text into {count} patch of {mean} bytes on average: the large "
                "network makes {count} step.",
                "A threshold of {bits} bits cuts the text into {count} patches of {mean} bytes on average: the large "
                "network makes {count} steps.",
                len(patches(places)),
            )
            if any(each.starts for each in places[1:])
            else _("With a threshold of {bits} bits, the whole text is one patch: the large network makes one step.")
        )
        sentence = sentence.format(bits=localized_decimal(threshold, 2), **self._count_values(places))
        starts = _starts(places[:MOST_DRAWN])
        return sentence, self._frame(threshold, len(self.drawn), starts, is_end=True)

    def _count_values(self, places: list[PatchedByte]) -> dict[str, str]:
        count = len(patches(places))
        return {
            "bytes": localized_number(len(places)),
            "count": localized_number(count),
            "mean": localized_decimal(len(places) / max(1, count), 2),
        }

    def _patch_text(self, before: int, start: int, number: int) -> str:
        inside = [each.entropy for each in self.drawn[max(1, before + 1) : start]]
        values = {
            "next": display_name(self.labels[start]),
            "bits": localized_decimal(self.drawn[start].entropy, 2),
            "patch": "".join(self.labels[before:start]),
            "most": localized_decimal(max(inside, default=0), 2),
        }
        if number > 1:
            sentence = _("The bar of “{next}” is above the line again, {bits} bits: “{patch}” is a patch.")
        elif not inside:
            sentence = _("The bar of “{next}” is {bits} bits, above the line: “{patch}” is a patch of one byte.")
        else:
            sentence = _(
                "Inside “{patch}”, each bar is {most} bits at most. The bar of “{next}” is {bits}, above the line: the "
                "next patch starts with it."
            )
        return sentence.format(**values)

    def _frame(self, threshold: float, known: int, starts: list[int], *, is_end: bool = False) -> list[PictureShape]:
        """Return the shapes once the entropies of the first `known` bytes are shown and patches begin at `starts`."""
        shapes = self._axis(threshold)
        for start in starts:
            # Through the bars only while a sentence is about its patch: many lines would hide them.
            is_told = start == starts[-1] and not is_end
            top = TOP - 8 if is_told else self.foot + 6
            mark: Mark = "now" if is_told else ""
            shapes.append(shape(f"cut{start}", "line", (self.x[start], top), (0, self.foot + 90 - top), mark=mark))
        for place in range(1, known):
            shapes += self._bar(place, threshold)
        line = self.y(threshold)
        shapes.append(shape("threshold", "line", (AXIS - 4, line), (self.x[-1] - AXIS + 4, 0), mark="now"))
        shapes += self._bytes(starts, is_end=is_end)
        ends = [*starts, len(self.drawn)] if is_end else starts
        for start, end in pairwise([0, *ends]):
            width = self.x[end] - self.x[start] - 4
            at = ((self.x[start] + self.x[end]) / 2, self.foot + 68)
            text = "".join(self.labels[start:end])
            mark = "now" if end == ends[-1] and not is_end else ""
            shapes.append(shape(f"patch{start}", "tile", at, (width, 36), text=text, hue=HUE, mark=mark))
        return shapes

    def _bytes(self, starts: list[int], *, is_end: bool = False) -> list[PictureShape]:
        """Return the bytes of the text, in the colour of patches as far as these are known."""
        shapes: list[PictureShape] = []
        for place, name in enumerate(self.labels):
            at = (self.middle(place), self.foot + 26)
            size = (self.x[place + 1] - self.x[place] - 2, 30)
            patch = sum(start <= place for start in starts)
            hue = HUE if patch < len(starts) or is_end else None
            shapes.append(shape(f"byte{place}", "cell", at, size, text=name, hue=hue))
        return shapes

    def _followers(self) -> list[PictureShape]:
        """Return the first different bytes of the text, each with those that follow it anywhere, and their counts."""
        shapes = [label("axis", (AXIS, 12), _followers_title())]
        pairs = Counter(pairwise(utf8(self.text)))
        asked = [*dict.fromkeys(each.byte for each in self.drawn)][:COUNTED]
        left = AXIS + max((width_of(patch_label(bytes([one]))) for one in asked), default=0) + PADDING + 6
        for row, one in enumerate(asked):
            y = TOP + HIGH * (row + 0.5) / COUNTED
            shapes += tiles_from(f"before{row}:", (AXIS, y), [(patch_label(bytes([one])), "", None)])
            shapes.append(shape(f"to{row}", "arrow", (left, y), (30, 0)))
            tiles: list[Tile] = [
                (patch_label(bytes([after])), localized_number(count), None)
                for (before, after), count in pairs.most_common()
                if before == one
            ]
            in_line = tiles_from(f"after{row}:", (left + 40, y), tiles, right=ONE_LINE)
            shown = [each for each in in_line if each["at"][0] + each["size"][0] / 2 <= self.width - TYPE]
            shapes += shown
            if len(shown) < len(in_line):
                shapes.append(text_from(f"more{row}", (self.width - TYPE, y), "…"))
        return shapes

    def _axis(self, threshold: float) -> list[PictureShape]:
        """Return a line across for each whole number of bits, and the value of the threshold."""
        value = localized_decimal(threshold, 0) if threshold == int(threshold) else _decimal(threshold)
        shapes = [
            label("axis", (2, 12), _title()),
            label("threshold:value", (2, self.y(threshold)), value, "now"),
        ]
        for whole in range(int(HIGH / self.bit) + 1):
            if whole != threshold and abs(threshold - whole) * self.bit >= LEAST_APART:
                y = self.y(whole)
                shapes.append(label(f"bits{whole}", (2, y), localized_number(whole)))
                shapes.append(shape(f"tick{whole}", "line", (AXIS - 4, y), (self.x[-1] - AXIS + 4, 0), mark="dim"))
        return shapes

    def _bar(self, place: int, threshold: float) -> list[PictureShape]:
        """Return a byte's entropy as a bar; the part above the threshold is in the accent colour."""
        bits = self.drawn[place].entropy
        width = self.x[place + 1] - self.x[place] - 6

        def part(key: str, low: float, high: float, mark: Mark = "") -> PictureShape:
            at = (self.middle(place), (self.y(low) + self.y(high)) / 2)
            kind = "cell" if mark else "prefix"
            return shape(f"{key}{place}", kind, at, (width, self.y(low) - self.y(high)), mark=mark)

        above = [part("above", threshold, bits, "best")] if bits > threshold else []
        return [part("bar", 0, min(bits, threshold)), *above] if bits else []


def _starts(places: list[PatchedByte]) -> list[int]:
    """Return where patches start, without the first."""
    return [place for place, each in enumerate(places) if each.starts and place]


def _description() -> str:
    return _(
        "The bytes of the text side by side. Above them, first those that follow some bytes, with their "
        "counts; then a bar for each: the higher, the harder it is to guess after the byte before it. Where a "
        "bar crosses the thick line, a patch starts, which is drawn below the bytes. Neither the "
        "first byte nor one that is certain to follow has a bar."
    )


def _followers_title() -> str:
    return _("What follows in the whole text, and how often")


def _title() -> str:
    return _("How hard each byte is to guess: entropy in bits")


def _decimal(bits: float) -> str:
    return localized_decimal(bits, max(1, len(str(float(bits)).partition(".")[2])))
