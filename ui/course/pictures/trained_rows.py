"""The rows of a small model's tokens as points: those that it reads move, and the others stay where they started."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import hypot
from textwrap import wrap

from bpe_engine.bpe.reachability import INVALID_UTF8_BYTES
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import id_label
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Mark, caption, drawing, label, shape, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.row_training import START, Row, rows_after
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

PASSES = (0, 1, 4, 10)  # how often the model has read the text at each step
LINE_LENGTH = 54  # characters of the text per line
LINE = 22
AXIS = 24  # height of the name of an axis
HIGH = 345  # of the plane
MARGIN = 22  # from the points that are furthest out to the edge of the plane, at least
DOT = 14
BYTE = (28, 21)  # of a token of one byte, written in hex
TYPE_HIGH = 18
READ = token_hue(7)
ALIKE, LEFT, UNREAD, ANSWER = range(2, 6)  # steps, after the first two

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""A rectangle: its left, top, right and bottom edges."""


@picture
def rows_that_move(_text: str, of: str, read: str, marked: str) -> Picture:
    """The input rows of a small model as points: those of a text move as it reads, those of other tokens do not."""
    return _Plane(of, read, marked).picture()


class _Plane:
    """The layout of the rows: two numbers each, drawn as a point."""

    def __init__(self, of: str, read: str, marked: str) -> None:
        tokenizer = bpe_tokenizer(of)
        ids = encoded(of, read)
        (self.marked,) = encoded(of, marked)
        self.never = sorted(INVALID_UTF8_BYTES)
        self.read = list(dict.fromkeys(ids))
        self.all = [*self.read, self.marked, *(tokenizer.vocabulary[BYTE_ALPHABET[byte]] for byte in self.never)]
        places = tuple(self.all.index(one) for one in ids)
        self.rows = [rows_after(places, len(self.all), passes)[0] for passes in PASSES]
        following: dict[int, set[int]] = {}
        for place, after in pairwise((*places, places[0])):
            following.setdefault(place, set()).add(after)
        alike = [pair for pair in combinations(following, 2) if following[pair[0]] == following[pair[1]]]
        self.alike = min(alike, key=self._apart)
        self.names = [id_label(tokenizer, one) for one in self.all]
        self.lines = wrap(read, LINE_LENGTH)
        self.top = len(self.lines) * LINE + AXIS
        (left, right), (low, high) = (
            (min(numbers), max(numbers))
            for numbers in ([row[axis] for rows in self.rows for row in rows] for axis in (0, 1))
        )
        self.origin = left, high
        self.unit = (WIDTH - 2 * MARGIN) / (right - left), (HIGH - 2 * MARGIN) / (high - low)

    def _apart(self, pair: tuple[int, int]) -> float:
        """Return how far apart two tokens are at the end."""
        (a, b), (c, d) = (self.rows[-1][place] for place in pair)
        return hypot(a - c, b - d)

    def picture(self) -> Picture:
        return drawing(
            _("Tokens that are read move"),
            _(
                "A point for each token’s row of two numbers, and the area in which all of them start. With each "
                "reading of the text, the points of its tokens move out of it; lines show from where. Those of the "
                "other tokens stay: bytes that no text can contain, and one token that other texts can contain."
            ),
            (WIDTH, self.top + HIGH + AXIS),
            [(said, self._frame(step)) for step, said in enumerate(self._says())],
        )

    def _says(self) -> list[str]:
        told = [
            _(
                "A small model knows {count} of GPT-2’s tokens. Its input row for each has two numbers, drawn as a "
                "point. All start at random, in the grey area. Which ones will stay there?"
            ),
            _(
                "The model reads the text above. After each token it guesses the next one. Then the row of the token "
                "it has read moves a little, for a better guess."
            ),
            _("“{one}” and “{other}” are followed by the same tokens, so their points come together."),
            _(
                "Every token of the text has left the grey area. The thick points haven’t moved: the model never read "
                "their tokens."
            ),
            _("One of them is “{token}”. Other texts can contain it, but this one doesn’t."),
            _("The others, in blue, are bytes that no text can contain. The row of “{token}” looks just like theirs."),
        ]
        one, other, token = (display_name(self.names[place]) for place in (*self.alike, len(self.read)))
        count = localized_number(len(self.all))
        return [said.format(one=one, other=other, token=token, count=count) for said in told]

    def _at(self, row: Row) -> tuple[float, float]:
        return (
            MARGIN + (row[0] - self.origin[0]) * self.unit[0],
            self.top + MARGIN + (self.origin[1] - row[1]) * self.unit[1],
        )

    def _frame(self, step: int) -> list[PictureShape]:
        spots = [self._at(row) for row in self.rows[min(step, LEFT)]]
        shapes = [label(f"text{place}", (2, 12 + LINE * place), line) for place, line in enumerate(self.lines)]
        if step:
            times = PASSES[min(step, LEFT)]
            told = _("Times read: {count}").format(count=localized_number(times))
            shapes.append(label("times", (WIDTH - 180, self.top - AXIS / 2), told, "now"))
        shapes += [*self._axes(), self._start()]
        if 0 < step <= LEFT:
            shapes += [
                shape(f"way{place}", "line", (x, y), (right - x, foot - y), mark="dim")
                for place, ((x, y), (right, foot)) in enumerate(self._ways(spots))
            ]
        shapes += [self._point(place, spots[place], step) for place in reversed(range(len(self.all)))]
        return shapes + self._named(spots, step)

    def _point(self, place: int, at: tuple[float, float], step: int) -> PictureShape:
        """Return a token's point. At the end, the bytes that no text can contain are written in it."""
        last_read = len(self.read) - 1
        if step == ANSWER and place > last_read + 1:
            name = f"{self.never[place - last_read - 2]:02X}"
            return shape(f"point{place}", "tile", at, BYTE, text=name, mark="best")
        is_now = {ALIKE: place in self.alike, LEFT: place > last_read, UNREAD: place == last_read + 1}.get(step)
        hue = READ if step and place <= last_read else None
        return shape(f"point{place}", "disc", at, (DOT, DOT), hue=hue, mark="now" if is_now else "")

    def _ways(self, spots: Sequence[Spot]) -> list[tuple[Spot, Spot]]:
        """Return where each token that is read was at the start, and where it is now."""
        return [(self._at(self.rows[0][place]), spots[place]) for place in range(len(self.read))]

    def _start(self) -> PictureShape:
        """Return the area in which all rows start."""
        (left, top), (right, foot) = self._at((-START, START)), self._at((START, -START))
        wider = DOT  # half of a point at its edge, and a little more
        size = (right - left + wider, foot - top + wider)
        return shape("start", "prefix", ((left + right) / 2, (top + foot) / 2), size)

    def _axes(self) -> list[PictureShape]:
        """Return a line for each of a row's two numbers, with its name at the end."""
        bottom = self.top + HIGH
        first, second = _("first number"), _("second number")
        return [
            shape("across", "line", (2, bottom), (WIDTH - 4, 0), mark="dim"),
            shape("up", "line", (2, bottom), (0, -HIGH), mark="dim"),
            caption("first", (WIDTH - 18 - width_of(first) * 0.4, bottom + AXIS / 2), f"{first} →"),
            label("second", (2, self.top - AXIS / 2), f"↑ {second}"),
        ]

    def _named(self, spots: Sequence[Spot], step: int) -> list[PictureShape]:
        """Return names of tokens beside their points: of two at first, then of all that are read, and of one more."""
        if step < ALIKE:
            return []
        taken: list[Box] = [_around(at, (DOT, DOT)) for at in spots]
        for (x, y), (right, foot) in self._ways(spots):
            along = [number / 12 for number in range(13)]
            taken += [_around((x + (right - x) * part, y + (foot - y) * part), (1, 1)) for part in along]
        shapes: list[PictureShape] = []
        shown = self.alike if step == ALIKE else range(len(self.read))
        for place in shown:
            shapes += self._name(place, spots[place], taken, "now" if step == ALIKE else "")
        if step >= UNREAD:  # the ways are not drawn any more, but the bytes are
            place = len(self.read)
            taken = [_around(at, BYTE if other > place else (DOT, DOT)) for other, at in enumerate(spots)]
            taken += [_around(each["at"], (len(each["text"]) * TYPE, TYPE_HIGH)) for each in shapes]
            shapes += self._name(place, spots[place], taken, "now" if step == UNREAD else "")
        return shapes

    def _name(self, place: int, at: Spot, taken: list[Box], mark: Mark) -> list[PictureShape]:
        """Return the name of a token beside its point, if there is space, and note the space that it takes."""
        (x, y), text = at, self.names[place]
        size = (len(text) * TYPE, TYPE_HIGH)
        side, up = size[0] / 2 + DOT / 2 + 3, DOT / 2 + 3 + TYPE_HIGH / 2
        beside = [(x + across * side, y + down) for down in (0, 9, -9) for across in (1, -1)]
        above = [
            (x + across * part * size[0], y + down * up)
            for part in (0, 0.25, 0.5)
            for across in (1, -1)
            for down in (1, -1)
        ]
        for middle in (*beside, *above):
            box = _around(middle, size)
            if self._is_free(box, taken):
                taken.append(box)
                return [shape(f"name{place}", "text", middle, text=text, mark=mark)]
        return []

    def _is_free(self, box: Box, taken: Sequence[Box]) -> bool:
        left, top, right, bottom = box
        if left < 4 or right > WIDTH or top < self.top or bottom > self.top + HIGH:
            return False
        return not any(a < right and left < c and b < bottom and top < d for a, b, c, d in taken)


def _around(at: Spot, size: tuple[float, float]) -> Box:
    (x, y), (wide, high) = at, (side / 2 for side in size)
    return x - wide, y - high, x + wide, y + high
