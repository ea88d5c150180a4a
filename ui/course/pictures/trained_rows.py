"""The rows of a small model's tokens as points: those that it reads move, and the others stay where they started."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from textwrap import wrap
from unicodedata import east_asian_width

from bpe_engine.bpe.reachability import INVALID_UTF8_BYTES
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import id_label
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDE, WIDTH, Mark, drawing, label, shape, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.row_training import Row, rows_after
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

PASSES = (0, 1, 5, 12)  # how often the model has read the text at each step
LINE_LENGTH = 54  # characters of the text per line
LINE = 22
HIGH = 250  # of the plane
DOT = 14
TYPE_HIGH = 18
LABEL = 9.6  # width of a letter of a label, at most
KEY = 26  # height of a line of the legend
READ, UNREAD = token_hue(7), token_hue(6)  # a light and a dark hue

Box = tuple[float, float, float, float]
"""A rectangle: its left, top, right and bottom edges."""


@picture
def rows_that_move(_text: str, of: str, read: str, marked: str) -> Picture:
    """The input rows of a small model as points: those of a text move as it reads, those of other tokens do not."""
    return _Plane(of, read, marked).picture()


class _Plane:
    """The layout of the rows: two numbers each, drawn as a point around the middle."""

    def __init__(self, of: str, read: str, marked: str) -> None:
        tokenizer = bpe_tokenizer(of)
        ids = encoded(of, read)
        (self.marked,) = encoded(of, marked)
        never = [tokenizer.vocabulary[BYTE_ALPHABET[byte]] for byte in sorted(INVALID_UTF8_BYTES)]
        self.read = list(dict.fromkeys(ids))
        self.all = [*self.read, self.marked, *never]
        self.never = len(never)
        places = tuple(self.all.index(one) for one in ids)
        following: dict[int, set[int]] = {}
        for place, after in pairwise((*places, places[0])):
            following.setdefault(place, set()).add(after)
        alike = [pair for pair in combinations(following, 2) if following[pair[0]] == following[pair[1]]]
        self.alike = max(alike, key=lambda pair: len(following[pair[0]]))
        self.rows = [rows_after(places, len(self.all), passes)[0] for passes in PASSES]
        self.names = [id_label(tokenizer, one) for one in self.all]
        self.lines = wrap(read, LINE_LENGTH)
        self.top = len(self.lines) * LINE + 12
        wide, high = (max(abs(row[axis]) for rows in self.rows for row in rows) for axis in (0, 1))
        self.unit = (WIDTH / 2 - 70) / wide, (HIGH / 2 - 16) / high

    def picture(self) -> Picture:
        return drawing(
            _("Tokens that are read move"),
            _(
                "A point for each token’s row of two numbers. At the start all are near the middle. After each reading "
                "of the text, the points of its tokens are further out; those of the other tokens stay."
            ),
            (WIDTH, self.top + HIGH + 3 * KEY),
            [*((said, self._frame(step)) for step, said in enumerate(self._says()))],
        )

    def _says(self) -> list[str]:
        told = [
            _(
                "A small model knows a few of GPT-2’s tokens. Its row for each has two numbers, drawn as a point. All "
                "start at random, near the middle. Which ones will stay there?"
            ),
            _(
                "The model reads the text above. After each token it guesses the next one. Then the row of the token "
                "it has read moves a little, for a better guess."
            ),
            _("“{one}” and “{other}” are followed by the same tokens, so their points move the same way."),
            _(
                "The points of all tokens of the text have left the middle. The others haven’t moved: the model never "
                "read their tokens."
            ),
            _(
                "All but one of these are bytes that no text can contain. The last is “{token}”: a text can contain "
                "it, but this one doesn’t. Its row looks just like theirs."
            ),
        ]
        one, other, token = (display_name(self.names[place]) for place in (*self.alike, len(self.read)))
        return [said.format(one=one, other=other, token=token) for said in told]

    def _at(self, row: Row) -> tuple[float, float]:
        return WIDTH / 2 + row[0] * self.unit[0], self.top + HIGH / 2 - row[1] * self.unit[1]

    def _frame(self, step: int) -> list[PictureShape]:
        rows = self.rows[min(step, len(PASSES) - 1)]
        is_end = step == len(PASSES)
        shapes = [label(f"text{place}", (2, 14 + LINE * place), line) for place, line in enumerate(self.lines)]
        shapes += self._axes()
        spots = [self._at(row) for row in rows]
        for place, spot in reversed([*enumerate(spots)]):
            is_read = place < len(self.read)
            hue = READ if is_read and step else UNREAD if is_end and place == len(self.read) else None
            mark: Mark = "now" if is_end and not is_read else ""
            shapes.append(self._point(f"point{place}", spot, hue, mark))
        if step:
            shapes += self._named(spots)
        return [*shapes, *self._legend(step)]

    def _axes(self) -> list[PictureShape]:
        """Return a line for each of a row's two numbers, with its name at the end."""
        middle, bottom = self.top + HIGH / 2, self.top + HIGH
        second = _("second number")
        return [
            shape("across", "line", (0, middle), (WIDTH, 0), mark="dim"),
            shape("up", "line", (WIDTH / 2, bottom), (0, -HIGH), mark="dim"),
            label("first", (2, middle - 14), _("first number")),
            label("second", (WIDTH / 2 - 14 - _label_width(second), self.top + 10), second),
        ]

    def _point(self, key: str, at: tuple[float, float], hue: int | None, mark: Mark = "") -> PictureShape:
        """Return a point: larger if it has a hue and is marked, so that its colour shows inside its thick edge."""
        side = DOT + 5 if mark and hue is not None else DOT
        return shape(key, "disc", at, (side, side), hue=hue, mark=mark)

    def _named(self, spots: Sequence[tuple[float, float]]) -> list[PictureShape]:
        """Return the names of the tokens that are read, each beside its point if there is space."""
        taken: list[Box] = [(x - DOT / 2, y - DOT / 2, x + DOT / 2, y + DOT / 2) for x, y in spots]
        for axis in self._axes():
            (x, y), high = axis["at"], TYPE_HIGH / 2 if axis["text"] else 0
            right, foot = x + (axis["size"][0] or _label_width(axis["text"])), y + axis["size"][1]
            taken.append((x, min(y, foot) - high, right, max(y, foot) + high))
        shapes: list[PictureShape] = []
        for place, name in enumerate(self.names[: len(self.read)]):
            x, y = spots[place]
            wide, side = width_of(name), DOT / 2 + 4
            for at in (
                (x + side + wide / 2, y),
                (x - side - wide / 2, y),
                (x, y - side - TYPE_HIGH / 2),
                (x, y + side + TYPE_HIGH / 2),
            ):
                box = (at[0] - wide / 2, at[1] - TYPE_HIGH / 2, at[0] + wide / 2, at[1] + TYPE_HIGH / 2)
                if self._is_free(box, taken):
                    taken.append(box)
                    shapes.append(shape(f"name{place}", "text", at, text=name))
                    break
        return shapes

    def _is_free(self, box: Box, taken: Sequence[Box]) -> bool:
        left, top, right, bottom = box
        if left < 0 or right > WIDTH or top < self.top or bottom > self.top + HIGH:
            return False
        return not any(a < right and left < c and b < bottom and top < d for a, b, c, d in taken)

    def _legend(self, step: int) -> list[PictureShape]:
        """Return what the colours of the points mean, as far as it is told at a step."""
        times = _("Times read: {count}").format(count=localized_number(PASSES[min(step, len(PASSES) - 1)]))
        rows: tuple[tuple[str, int, int | None, Mark], ...] = (
            (_("Tokens of the text: {count}"), len(self.read), READ, ""),
            (_("Tokens that no text can contain: {count}"), self.never, None, "now"),
            (display_name(self.names[len(self.read)]), 1, UNREAD, "now"),
        )
        y = self.top + HIGH + KEY / 2
        shapes = [label("times", (300, y), times, "now")]
        for place, (name, count, hue, mark) in enumerate(rows[: len(rows) if step == len(PASSES) else min(step, 1)]):
            at = (12.0, y + KEY * place)
            shapes.append(self._point(f"key{place}", at, hue, mark))
            shapes.append(label(f"key{place}:name", (28, at[1]), name.format(count=localized_number(count))))
        return shapes


def _label_width(text: str) -> float:
    return sum(WIDE if east_asian_width(one) in "WF" else LABEL for one in text)
