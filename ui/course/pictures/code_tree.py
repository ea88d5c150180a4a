"""The tree of a Huffman code: leaves side by side as wide as their codes, each join above what it joins."""

from collections.abc import Mapping, Sequence

from bpe_engine.inspection.huffman import huffman_codes, huffman_joins
from ui.base.i18n import localized_number
from ui.components.contract import PictureShape
from ui.course.pictures.shapes import LETTER, WIDTH, shape, width_of

LEVEL, MOST_LEVEL = 58, 130
LEAF = 46
LEAST_BIT = 18  # width of a bit below a leaf
GAP = 8


class CodeTree:
    """The layout of the tree: leaves in the order of their codes, each join above its two children."""

    def __init__(
        self,
        counts: Mapping[str, int],
        tokens: Sequence[tuple[str, int | None]],
        *,
        fills: tuple[float, float] | None = None,
    ) -> None:
        """Lay out the tree of these counts. `tokens` has the text and the hue of each leaf.

        `fills` is a size that it fills: its texts have room then, and a larger tree has the same proportions.
        """
        self.tokens = tokens
        self.counts = counts
        self.symbols = list(counts)
        self.joins = huffman_joins(counts)
        self.codes = huffman_codes(counts)
        self.below = [[place] for place in range(len(self.symbols))]  # leaves below each symbol and join
        self.levels = [0] * len(self.symbols)
        for join in self.joins:
            self.below.append(self.below[join.zero] + self.below[join.one])
            self.levels.append(max(self.levels[join.zero], self.levels[join.one]) + 1)
        least_width = fills[0] if fills else WIDTH
        bits = [len(code) for code in self.codes.values()]
        self.bit = max(LEAST_BIT, (least_width - GAP * len(bits)) / sum(bits))
        self.widths = [self.bit * each for each in bits]
        if fills:
            shown = [max(width_of(text), width_of(localized_number(count))) + 8 for (text, _hue), count in self._leaves]
            self.widths = [max(width) for width in zip(self.widths, shown, strict=True)]
        self.width = max(least_width, sum(self.widths) + GAP * len(bits))
        self.x: list[float] = [0.0] * len(self.below)
        left = 0.0
        for place in self.below[-1]:
            self.x[place] = left + (self.widths[place] + GAP) / 2
            left += self.widths[place] + GAP
        for place, join in enumerate(self.joins, len(self.symbols)):
            self.x[place] = (self.x[join.zero] + self.x[join.one]) / 2
        deepest = max(self.levels)
        self.level: float = LEVEL
        if fills and deepest:
            self.level = min(MOST_LEVEL, max(LEVEL, (self.width * fills[1] / fills[0] - 24 - LEAF) / deepest))
        self.foot = 24 + self.level * max(1, deepest)  # vertical centre of the leaves
        self.height = self.foot + LEAF + 4

    @property
    def _leaves(self) -> list[tuple[tuple[str, int | None], int]]:
        return list(zip(self.tokens, self.counts.values(), strict=True))

    def y(self, place: int) -> float:
        """Return the vertical centre of a leaf or a join."""
        return self.foot - self.level * self.levels[place]

    def top(self, place: int) -> float:
        """Return where the line to a leaf or a join ends."""
        return self.y(place) - (LEAF / 2 if place < len(self.symbols) else 0)

    def shapes(self, done: int, *, is_new: bool) -> list[PictureShape]:
        """Return the tree after `done` joins. `is_new` marks the last of them."""
        newest = done - 1 if is_new else -1
        shown = self.joins[:done]
        code = dict.fromkeys(range(len(self.symbols)), "")
        shapes: list[PictureShape] = []
        for number, join in enumerate(shown):
            place = len(self.symbols) + number
            for digit, child in (("0", join.zero), ("1", join.one)):
                for leaf in self.below[child]:
                    code[leaf] = digit + code[leaf]
                at, to = (self.x[place], self.y(place)), (self.x[child], self.top(child))
                size = (to[0] - at[0], to[1] - at[1])
                mark = "now" if number == newest else ""
                shapes.append(shape(f"{place}:{digit}", "line", at, size, text=digit, mark=mark))
        for number, join in enumerate(shown):
            place = len(self.symbols) + number
            text = localized_number(join.frequency)
            size = (max(34, LETTER * len(text) + 14), 34)
            at = (self.x[place], self.y(place))
            shapes.append(shape(str(place), "disc", at, size, text=text, mark="now" if number == newest else ""))
        changed = set(self.below[len(self.symbols) + newest]) if newest >= 0 else set()
        for place in range(len(self.symbols)):
            shapes += self._leaf(place, code[place], place in changed)
        return shapes

    def _leaf(self, place: int, code: str, is_new: bool) -> list[PictureShape]:
        (text, hue), count = self._leaves[place]
        is_narrow = not code or len(self.codes[self.symbols[place]]) == 1
        width = self.widths[place] if len(code) == len(self.codes[self.symbols[place]]) else self.bit * len(code)
        width = max(30.0, width) if is_narrow else width
        at = (self.x[place], self.foot)
        mark = "now" if is_new else "dim" if hue is None else ""
        note = localized_number(count)
        tile = shape(f"leaf{place}", "tile", at, (width, LEAF), text=text, note=note, hue=hue, mark=mark)
        digits = [
            shape(
                f"leaf{place}:{len(code) - at_bit}",  # the newest digit comes first
                "text",
                (at[0] + self.bit * (at_bit - (len(code) - 1) / 2), self.foot + LEAF / 2 + 16),
                text=digit,
                mark="now" if is_new and not at_bit else "",
            )
            for at_bit, digit in enumerate(code)
        ]
        return [tile, *digits]
