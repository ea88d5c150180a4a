"""Huffman's tree, built up from the rarest characters of a text."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from bpe_engine.inspection.huffman import Join, huffman_codes, huffman_joins
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import display_name, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import LETTER, WIDTH, Frame, drawing, shape
from ui.course.values.value_registry import picture

MOST_LEAVES = 8
LEVEL = 64
LEAF = 46
LEAST_BIT = 18  # width of a bit below a leaf
LEAST_WRITTEN = 13  # width of a bit in the encoded text


@picture
def huffman_tree(text: str) -> Picture:
    """The text's characters joined into a tree, the two rarest first; at the end, the text in its code."""
    drawn = _opening(text)
    return _Tree(drawn, is_whole=drawn == text).picture()


def _opening(text: str) -> str:
    """Return the longest prefix of a text with at most `MOST_LEAVES` different characters."""
    seen = accumulate(text, lambda seen, character: seen | {character}, initial=frozenset[str]())
    return text[: sum(len(found) <= MOST_LEAVES for found in seen) - 1]


class _Tree:
    """The layout of the tree: leaves side by side in the order of their codes, each join above its two children."""

    def __init__(self, text: str, *, is_whole: bool) -> None:
        self.text = text
        self.is_whole = is_whole
        self.counts = Counter(text)
        self.symbols = list(self.counts)
        self.joins = huffman_joins(self.counts)
        self.codes = huffman_codes(self.counts)
        self.below = [[place] for place in range(len(self.symbols))]  # leaves below each symbol and join
        self.levels = [0] * len(self.symbols)
        for join in self.joins:
            self.below.append(self.below[join.zero] + self.below[join.one])
            self.levels.append(max(self.levels[join.zero], self.levels[join.one]) + 1)
        widths = [len(code) for code in self.codes.values()]
        self.bit = max(LEAST_BIT, (WIDTH - 8 * len(widths)) / sum(widths))
        self.width = max(WIDTH, self.bit * sum(widths) + 8 * len(widths))
        self.x: list[float] = [0.0] * len(self.below)
        left = 0.0
        for place in self.below[-1]:
            self.x[place] = left + (self.bit * widths[place] + 8) / 2
            left += self.bit * widths[place] + 8
        for place, join in enumerate(self.joins, len(self.symbols)):
            self.x[place] = (self.x[join.zero] + self.x[join.one]) / 2
        self.foot = 24 + LEVEL * max(self.levels)  # vertical centre of the leaves

    def y(self, place: int) -> float:
        return self.foot - LEVEL * self.levels[place]

    def top(self, place: int) -> float:
        return self.y(place) - (LEAF / 2 if place < len(self.symbols) else 0)

    def picture(self) -> Picture:
        frames = [self._frame(self._counted(), 0)]
        frames += [self._frame(self._joined(number), number) for number in range(1, len(self.joins) + 1)]
        frames.append(self._frame(self._written(), len(self.joins), is_written=True))
        return drawing(
            _("Huffman’s tree"),
            _(
                "Each character of the text is a tile, with its count, as wide as its code is so far. A circle "
                "joins two that were the rarest; its number is their count together. The line to one has a 0, to the "
                "other a 1."
            ),
            (self.width, self.foot + 142),
            frames,
        )

    def _frame(self, said: str, done: int, *, is_written: bool = False) -> Frame:
        """Return the frame after `done` joins."""
        shown = self.joins[:done]
        code = dict.fromkeys(range(len(self.symbols)), "")
        shapes: list[PictureShape] = []
        for number, join in enumerate(shown):
            place = len(self.symbols) + number
            is_new = number == done - 1 and not is_written
            for digit, child in (("0", join.zero), ("1", join.one)):
                for leaf in self.below[child]:
                    code[leaf] = digit + code[leaf]
                at, to = (self.x[place], self.y(place)), (self.x[child], self.top(child))
                size = (to[0] - at[0], to[1] - at[1])
                mark = "now" if is_new else ""
                shapes.append(shape(f"{place}:{digit}", "line", at, size, text=digit, mark=mark))
        for number, join in enumerate(shown):
            place = len(self.symbols) + number
            is_new = number == done - 1 and not is_written
            text = localized_number(join.frequency)
            size = (max(34, LETTER * len(text) + 14), 34)
            at = (self.x[place], self.y(place))
            shapes.append(shape(str(place), "disc", at, size, text=text, mark="now" if is_new else ""))
        changed = set(self.below[len(self.symbols) + done - 1]) if done and not is_written else set()
        for place, symbol in enumerate(self.symbols):
            shapes += self._leaf(place, symbol, code[place], place in changed)
        return said, [*shapes, *(self._text() if is_written else self._letters() if not done else ())]

    def _leaf(self, place: int, symbol: str, code: str, is_new: bool) -> list[PictureShape]:
        width = max(30.0, self.bit * len(code)) if not code or len(self.codes[symbol]) == 1 else self.bit * len(code)
        at = (self.x[place], self.foot)
        tile = shape(
            f"leaf{place}",
            "tile",
            at,
            (width, LEAF),
            text=make_visible(symbol),
            note=localized_number(self.counts[symbol]),
            hue=token_hue(place),
            mark="now" if is_new else "",
        )
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

    def _letters(self) -> list[PictureShape]:
        """Return the start of the text, as letters of the same width, where the tree will be."""
        width = min(34.0, max(LEAST_BIT, self.width / len(self.text)))
        shown = self.text[: int(self.width / width)]
        left = (self.width - width * len(shown)) / 2
        return [
            shape(
                f"text{number}",
                "tile",
                (left + width * (number + 0.5), self.foot / 2),
                (width - 4, 40),
                text=make_visible(character),
                hue=token_hue(self.symbols.index(character)),
            )
            for number, character in enumerate(shown)
        ]

    def _text(self) -> list[PictureShape]:
        """Return the start of the text, each character as wide as its code."""
        bits = sum(len(self.codes[character]) for character in self.text)
        bit = max(LEAST_WRITTEN, min(self.bit, self.width / bits))
        left, shapes = 0.0, []
        for number, character in enumerate(self.text):
            code = self.codes[character]
            right = left + bit * len(code)
            if right > self.width + 0.5:
                shapes.append(shape("more", "text", (min(left + 10, self.width - 8), self.foot + 90), text="…"))
                break
            middle, place = (left + right) / 2, self.symbols.index(character)
            size = (bit * len(code) - 2, 32)
            hue, at = token_hue(place), (middle, self.foot + 90)
            shapes.append(shape(f"text{number}", "tile", at, size, text=make_visible(character), hue=hue))
            shapes += [
                shape(f"text{number}:{at_bit}", "text", (left + bit * (at_bit + 0.5), self.foot + 122), text=digit)
                for at_bit, digit in enumerate(code)
            ]
            left = right
        return shapes

    def _name(self, place: int) -> str:
        if place < len(self.symbols):
            return _("“{token}”").format(token=display_name(self.symbols[place]))
        return "+".join(display_name(self.symbols[leaf]) for leaf in self.below[place])

    def _count(self, place: int) -> int:
        return self.joins[place - len(self.symbols)].frequency if place >= len(self.symbols) else self._counts[place]

    @property
    def _counts(self) -> Sequence[int]:
        return list(self.counts.values())

    def _counted(self) -> str:
        told = ngettext(
            "{count} different character, with how often it occurs. No character has a code yet.",
            "{count} different characters, with how often each occurs. No character has a code yet.",
            len(self.symbols),
        ).format(count=localized_number(len(self.symbols)))
        if self.is_whole:
            return told
        rest = _("Only the first {count} characters of the text are drawn.").format(
            count=localized_number(len(self.text))
        )
        return join_sentences(told, rest)

    def _joined(self, number: int) -> str:
        join: Join = self.joins[number - 1]
        return _(
            "The two rarest are joined: {zero} ({zero_count}) and {one} ({one_count}), {count} together. Everything "
            "below gets one more bit in front."
        ).format(
            zero=self._name(join.zero),
            one=self._name(join.one),
            zero_count=localized_number(self._count(join.zero)),
            one_count=localized_number(self._count(join.one)),
            count=localized_number(join.frequency),
        )

    def _written(self) -> str:
        bits = sum(len(self.codes[character]) for character in self.text)
        codes = ", ".join(f"{self._name(place)} {self.codes[self.symbols[place]]}" for place in self.below[-1])
        told = _("Read along the lines from the top: {codes}.").format(codes=codes)
        total = ngettext("The text takes {count} bit.", "The text takes {count} bits.", bits)
        return join_sentences(told, total.format(count=localized_number(bits)))
