"""Huffman's tree, built up from the rarest characters of a text."""

from collections import Counter
from collections.abc import Sequence, Set
from itertools import accumulate

from bpe_engine.inspection.huffman import Join
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import display_name, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.code_tree import GAP, LEAF, LEAST_BIT, CodeTree
from ui.course.pictures.shapes import Frame, bricks, drawing, shape
from ui.course.values.value_registry import picture

MOST_LEAVES = 8
HIGH = 40  # a letter of the text at the start
BRICK, WIDE_BRICK = 28, 52  # widths of a brick, beside the tree and before it
LEAST_BRICK = 6  # height below which bricks are drawn as one
ENCODED = 128  # height of the encoded text below the leaves
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


class _Tree(CodeTree):
    """The tree of a text's characters, in steps."""

    def __init__(self, text: str, *, is_whole: bool) -> None:
        self.text = text
        self.is_whole = is_whole
        counts = Counter(text)
        ids = {character: place for place, character in enumerate(sorted(counts))}  # in a training on the same text
        self.hues = [token_hue(ids[character]) for character in counts]
        super().__init__(counts, [(make_visible(one), hue) for one, hue in zip(counts, self.hues, strict=True)])

    def picture(self) -> Picture:
        frames = [self._frame(self._counts_text(), 0)]
        frames += [self._frame(self._join_text(number), number) for number in range(1, len(self.joins) + 1)]
        frames.append(self._frame(self._codes_text(), len(self.joins), is_written=True))
        return drawing(
            _("The Huffman tree"),
            _(
                "Each character of the text is a tile, with its count, as wide as its code is so far. Until it is "
                "joined, there is a stack above it, of a brick for each time it occurs. A circle joins two that were "
                "the rarest; its number is their count together. The line to one has a 0, to the other a 1."
            ),
            (self.width, self.foot + ENCODED),
            frames,
        )

    def _frame(self, sentence: str, done: int, *, is_written: bool = False) -> Frame:
        """Return the frame after `done` joins."""
        if not done:
            return sentence, self._start()
        shapes = self.shapes(done, is_new=not is_written)
        joined = {place for join in self.joins[:done] for place in (join.zero, join.one)}
        stacks = self._stacks(self.x, self.foot, BRICK, joined)
        return sentence, [*shapes, *stacks, *(self._text() if is_written else ())]

    def _start(self) -> list[PictureShape]:
        """Return the text and the stacks of its characters at even distances: no code has a width yet."""
        foot = self.foot + ENCODED - LEAF / 2 - 2
        order = self.below[-1]
        pitch = self.width / len(order)
        x = [round(pitch * (order.index(leaf) + 0.5), 1) for leaf in range(len(order))]
        width = min(WIDE_BRICK, pitch - GAP)
        leaves = [
            {**each, "at": (x[leaf], foot), "size": (width, LEAF)}
            for leaf, each in enumerate(self.shapes(0, is_new=False))
        ]
        return [*self._letters(), *leaves, *self._stacks(x, foot, width, set())]  # type: ignore[list-item]

    def _letters(self) -> list[PictureShape]:
        """Return the start of the text, as letters of the same width."""
        width = min(34.0, max(LEAST_BIT, self.width / len(self.text)))
        shown = self.text[: int(self.width / width)]
        left = (self.width - width * len(shown)) / 2
        return [
            shape(
                f"text{number}",
                "tile",
                (left + width * (number + 0.5), HIGH / 2 + 2),
                (width - 4, HIGH),
                text=make_visible(character),
                hue=self.hues[self.symbols.index(character)],
            )
            for number, character in enumerate(shown)
        ]

    def _stacks(self, x: Sequence[float], foot: float, width: float, joined: Set[int]) -> list[PictureShape]:
        """Return a brick for each time that a character occurs, above the leaves that aren't part of the tree yet."""
        bottom = foot - LEAF / 2 - 4
        one = min(WIDE_BRICK, (bottom - HIGH - 28) / max(self.counts.values()))
        if one * max(self.counts.values()) < width:
            return []  # a tree of one or two characters has no room for stacks
        stacks = []
        for place, count in enumerate(self.counts.values()):
            number, height = (count, one) if one >= LEAST_BRICK else (1, one * count)
            left = x[place] - width / 2
            boxes = [(left, bottom - height * level, width, height) for level in range(1, number + 1)]
            if place not in joined:
                stacks.append(bricks(f"stack{place}", boxes, hue=self.hues[place]))
        return stacks

    def _text(self) -> list[PictureShape]:
        """Return the start of the text, each character as wide as its code."""
        bits = sum(len(self.codes[character]) for character in self.text)
        bit = max(LEAST_WRITTEN, min(self.bit, self.width / bits))
        left, shapes = 0.0, []
        for number, character in enumerate(self.text):
            code = self.codes[character]
            right = left + bit * len(code)
            if right > self.width + 0.5:
                shapes.append(shape("more", "text", (min(left + 10, self.width - 8), self.foot + 82), text="…"))
                break
            middle, place = (left + right) / 2, self.symbols.index(character)
            size = (bit * len(code) - 2, 32)
            hue, at = self.hues[place], (middle, self.foot + 82)
            shapes.append(shape(f"text{number}", "tile", at, size, text=make_visible(character), hue=hue))
            shapes += [
                shape(f"text{number}:{at_bit}", "text", (left + bit * (at_bit + 0.5), self.foot + 112), text=digit)
                for at_bit, digit in enumerate(code)
            ]
            left = right
        return shapes

    def _name(self, place: int) -> str:
        if place < len(self.symbols):
            return _("“{token}”").format(token=display_name(self.symbols[place]))
        return "+".join(display_name(self.symbols[leaf]) for leaf in self.below[place])

    def _count(self, place: int) -> int:
        joined = place - len(self.symbols)
        return self.joins[joined].frequency if joined >= 0 else self.counts[self.symbols[place]]

    def _counts_text(self) -> str:
        sentence = ngettext(
            "{count} different character, with the number of times it occurs. No character has a code yet.",
            "{count} different characters, with the number of times each occurs. No character has a code yet.",
            len(self.symbols),
        ).format(count=localized_number(len(self.symbols)))
        if self.is_whole:
            return sentence
        rest = _("Only the first {count} characters of the text are drawn.").format(
            count=localized_number(len(self.text))
        )
        return join_sentences(sentence, rest)

    def _join_text(self, number: int) -> str:
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

    def _codes_text(self) -> str:
        bits = sum(len(self.codes[character]) for character in self.text)
        codes = ", ".join(f"{self._name(place)} {self.codes[self.symbols[place]]}" for place in self.below[-1])
        sentence = _("Read along the lines from the top: {codes}. Each box is as wide as its code.").format(codes=codes)
        total = ngettext("The text takes {count} bit.", "The text takes {count} bits.", bits)
        return join_sentences(sentence, total.format(count=localized_number(bits)))
