"""Tokens and the parts that they are built from as a family tree, in which readers choose the token to remove."""

from collections.abc import Sequence

from bpe_engine.bpe.encoding import LEFT_FACTOR
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.token_labels import id_label
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, TILE, TYPE, WIDTH, Frame, Mark, dialled, drawing, shape, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture

PITCH = 82
GAP = 26  # least distance between columns
MOST_DRAWN = 12
MOST_NAMED = 3


@picture
def family_of_tokens(_text: str, of: str, chosen: str, *goals: str) -> Picture:
    """The tokens on the way to some tokens, each with its parts, and those that go with the one that readers remove."""
    return _Family(of, goals).picture(chosen)


class _Family:
    """Tokens in columns: on the left those built from single symbols, then those built from them, and so on."""

    def __init__(self, of: str, goals: Sequence[str]) -> None:
        self.tokenizer = bpe_tokenizer(of)
        table = self.tokenizer.table
        self.parts: dict[int, tuple[int, int]] = {}
        for pair, product in zip(table.pairs, table.products, strict=True):
            left, right = divmod(pair, LEFT_FACTOR)
            self.parts[table.ids[product]] = table.ids[left], table.ids[right]
        self.tokens: list[int] = []
        for goal in goals:
            ids = self.tokenizer.encode(goal, "none")
            if len(ids) != 1 or ids[0] not in self.parts:
                raise ValueError(f"{goal} is not a token that a merge makes. Choose one.")
            self._visit(ids[0])
        if len(self.tokens) > MOST_DRAWN:
            raise ValueError(f"{', '.join(goals)} have {len(self.tokens)} tokens on the way, over {MOST_DRAWN}.")
        self.places = self._positions()

    def _visit(self, token_id: int) -> None:
        """Add a token after those on the way to it."""
        for part in self.parts[token_id]:
            if part in self.parts and part not in self.tokens:
                self._visit(part)
        if token_id not in self.tokens:
            self.tokens.append(token_id)

    def label(self, token_id: int) -> str:
        return id_label(self.tokenizer, token_id)

    def _note(self, token_id: int) -> str:
        return " + ".join(map(self.label, self.parts[token_id]))

    def _drawn_parts(self, token_id: int) -> list[int]:
        return [part for part in dict.fromkeys(self.parts[token_id]) if part in self.tokens]

    def _width(self, token_id: int) -> float:
        return max(width_of(self.label(token_id)), len(self._note(token_id)) * TYPE) + PADDING

    def _positions(self) -> dict[int, tuple[float, float]]:
        """Return the left edge and the middle of each token: as high as its parts are on average, without overlaps."""
        level: dict[int, int] = {}
        for one in self.tokens:  # parts come first
            level[one] = 1 + max((level[part] for part in self._drawn_parts(one)), default=-1)
        columns = [[one for one in self.tokens if level[one] == at] for at in range(max(level.values()) + 1)]
        widths = [max(map(self._width, column)) for column in columns]
        gap = (WIDTH - 4 - sum(widths)) / max(1, len(columns) - 1)
        if gap < GAP:
            raise ValueError(f"too wide to draw: {', '.join(map(self.label, self.tokens))}")
        found: dict[int, tuple[float, float]] = {}
        for at, column in enumerate(columns):
            x, lowest = 2 + sum(widths[:at]) + gap * at, TILE / 2 + 2.0
            for one in column:
                heights = [found[part][1] for part in self._drawn_parts(one)]
                y = max(lowest, sum(heights) / len(heights) if heights else 0)
                found[one] = x, y
                lowest = y + PITCH
        return found

    def picture(self, chosen: str) -> Picture:
        labels = [*map(self.label, self.tokens)]
        values = {one: self.tokenizer.decode([token_id]) for one, token_id in zip(labels, self.tokens, strict=True)}
        if chosen not in values.values():
            raise ValueError(
                f"{chosen} is not one of the tokens to choose from: {', '.join(labels)}. Name one of these."
            )
        foot = max(y for _x, y in self.places.values()) + TILE / 2 + 4
        drawn = drawing(
            _("Remove a token"),
            _(
                "Tokens, each with its two parts below it, and lines from those parts that are drawn themselves. "
                "The one that is removed is dashed, and those that go with it are dotted."
            ),
            (WIDTH, foot),
            [*map(self._frame_without, self.tokens)],
        )
        hint = _("Click a token to remove it.")
        return dialled(drawn, _("Without"), labels, [*values.values()].index(chosen), hint=hint)

    def _frame_without(self, gone: int) -> Frame:
        lost = {gone}
        for made, parts in self.parts.items():  # in the order of the merges
            if lost.intersection(parts):
                lost.add(made)
        count, drawn = len(lost) - 1, [one for one in self.tokens if one in lost and one != gone]
        named = drawn[-MOST_NAMED:] or [one for one in self.parts if one in lost and one != gone][:MOST_NAMED]
        sentence = ngettext(
            "Without “{token}”, {count} other token can’t be made.",
            "Without “{token}”, {count} other tokens can’t be made.",
            count,
        )
        if not count:
            sentence = _("No token is built from “{token}”, so no other has to go.")
        elif len(drawn) < count:
            sentence = (
                ngettext(
                    "Without “{token}”, {count} other token can’t be made: {tokens}.",
                    "Without “{token}”, {count} other tokens can’t be made: {tokens}.",
                    count,
                )
                if len(named) == count
                else ngettext(
                    "Without “{token}”, {count} other token can’t be made, such as {tokens}.",
                    "Without “{token}”, {count} other tokens can’t be made, such as {tokens}.",
                    count,
                )
            )
        names = join_list(_("“{token}”").format(token=self.label(one)) for one in named)
        sentence = sentence.format(token=self.label(gone), count=localized_number(count), tokens=names)
        return sentence, [*self._lines(lost), *(self._tile(at, one, gone, lost) for at, one in enumerate(self.tokens))]

    def _tile(self, at: int, token_id: int, gone: int, lost: set[int]) -> PictureShape:
        (x, y), wide = self.places[token_id], self._width(token_id)
        is_lost = token_id in lost and token_id != gone
        mark: Mark = "next" if token_id == gone else "dim" if is_lost else ""
        hue = None if is_lost else token_hue(token_id)
        note, size = self._note(token_id), (wide, TILE)
        text = self.label(token_id)
        return shape(f"token{at}", "tile", (x + wide / 2, y), size, text=text, note=note, hue=hue, mark=mark, to=at)

    def _lines(self, lost: set[int]) -> list[PictureShape]:
        """Return a line from each part to the token built from it."""
        shapes: list[PictureShape] = []
        for at, one in enumerate(self.tokens):
            for part in self._drawn_parts(one):
                (x, y), (end, height) = self.places[part], self.places[one]
                start = x + self._width(part)
                mark: Mark = "dim" if part in lost else ""
                key = f"line{self.tokens.index(part)}:{at}"
                shapes.append(shape(key, "line", (start, y), (end - start, height - y), mark=mark))
        return shapes
