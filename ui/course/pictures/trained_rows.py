"""The rows of a small model's tokens as points: those that it reads move, and the others stay where they started."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import hypot
from textwrap import wrap

from bpe_engine.bpe.reachability import INVALID_UTF8_BYTES
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import id_label
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Mark, caption, drawing, label, shape, text_from, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.row_training import START, Row, rows_after
from ui.course.values.tokenizer_values import encoded, single_id
from ui.course.values.value_registry import picture

PASSES = (0, 1, 8)  # how often the model has read the text at each step
LINE_LENGTH = 54  # characters of the text per line
LINE = 24
KEY = 42  # height of the legend
AXIS = 26  # height of the name of an axis
HIGH = 258  # of the plane
READ_HUE = 150  # of the points of tokens that are read
CLEAR = 5  # space around the area, and at the axes
MARGIN = 30  # from the points that are furthest out to the edge of the plane, at least
DOT = 14
ASKED = 22  # the point of the token that the question is about
CROSS = "×"
TYPE_HIGH = 18
READ, ANSWER = range(2, 4)  # steps, after the first two

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
        if not ids:
            raise ValueError(f"“{read}” is 0 tokens. Write a text that the model can read.")
        self.marked = single_id(of, marked)
        if self.marked in ids:
            raise ValueError(f"“{marked}” is in the text that is read. Choose a token that isn't.")
        self.read = list(dict.fromkeys(ids))
        never = [tokenizer.vocabulary[BYTE_ALPHABET[byte]] for byte in sorted(INVALID_UTF8_BYTES)]
        self.all = [*self.read, self.marked, *never]
        self.places = tuple(self.all.index(one) for one in ids)
        self.rows = [rows_after(self.places, len(self.all), passes)[0] for passes in PASSES]
        self.alike = self._closest_pair()
        self.names = [id_label(tokenizer, one) for one in self.all]
        self.lines = wrap(read, LINE_LENGTH)
        self.top = len(self.lines) * LINE + KEY + AXIS
        (left, right), (low, high) = (
            (min(numbers), max(numbers))
            for numbers in ([row[axis] for rows in self.rows for row in rows] for axis in (0, 1))
        )
        self.origin = left, high
        self.unit = (WIDTH - 2 * MARGIN) / (right - left), (HIGH - 2 * MARGIN) / (high - low)

    def _closest_pair(self) -> tuple[int, ...]:
        """Return two tokens that the same ones follow and whose rows have come together, the closest, if there are."""
        following: dict[int, set[int]] = {}
        for place, after in pairwise((*self.places, *self.places[:1])):
            following.setdefault(place, set()).add(after)
        alike = [pair for pair in combinations(following, 2) if following[pair[0]] == following[pair[1]]]
        closer = [pair for pair in alike if self._distance(-1, pair) < self._distance(0, pair)]
        return min(closer, key=lambda pair: self._distance(-1, pair), default=())

    def _distance(self, step: int, pair: tuple[int, int]) -> float:
        (a, b), (c, d) = (self.rows[step][place] for place in pair)
        return hypot(a - c, b - d)

    def picture(self) -> Picture:
        return drawing(
            _("A point for each token"),
            _(
                "A point for each token’s row of two numbers, and the area in which all of them start. With each "
                "reading of the text, the points of its tokens move out of it. Those of the "
                "other tokens stay: one token that other texts can contain, and bytes that no text can contain."
            ),
            (WIDTH, self.top + HIGH + AXIS),
            [(sentence, self._frame(step)) for step, sentence in enumerate(self._step_texts())],
        )

    def _step_texts(self) -> list[str]:
        sentences = [
            _(
                "A small, invented model knows {count} tokens. Each has a row of two numbers: a point. All start at "
                "random, in the grey area. Where will “{token}” be in the end?"
            ),
            _(
                "The model reads the text above. After each token it guesses the next one; then the row of the token "
                "it has read moves a little, for a better guess."
            ),
            (
                _(
                    "After {times} readings of the text: “{one}” and “{other}” are followed by the same tokens, so "
                    "their points have come together."
                )
                if self.alike
                else _("After {times} readings of the text: the points of its tokens have moved further.")
            ),
            _(
                "“{token}” isn’t in this text: like the bytes, it hasn’t moved. A token that is rarely read moves just "
                "a little."
            ),
        ]
        one, other = (display_name(self.names[place]) for place in self.alike or (0, 0))
        token = display_name(self.names[len(self.read)])
        count, times = localized_number(len(self.all)), localized_number(PASSES[-1])
        return [sentence.format(one=one, other=other, token=token, count=count, times=times) for sentence in sentences]

    def _spot(self, row: Row) -> Spot:
        return (
            MARGIN + (row[0] - self.origin[0]) * self.unit[0],
            self.top + MARGIN + (self.origin[1] - row[1]) * self.unit[1],
        )

    def _frame(self, step: int) -> list[PictureShape]:
        spots = [self._spot(row) for row in self.rows[min(step, READ)]]
        shapes = [*self._text(step), *self._key(step), *self._axes(), self._start()]
        shapes += [
            shape(f"way{place}", "line", (x, y), (right - x, foot - y), mark="dim")
            for place, ((x, y), (right, foot)) in enumerate(self._paths(spots))
            if step == 1 or (step == READ and place in self.alike)  # all of the long ones would cross
        ]
        shapes += [self._point(f"point{place}", spots[place], place, step) for place in reversed(range(len(self.all)))]
        return shapes + self._token_names(spots, step)

    def _text(self, step: int) -> list[PictureShape]:
        """Return the text, after the sign for its tokens, and how often it has been read."""
        y = LINE / 2
        shapes = [self._point("key0", (11, y), 0, -1)]
        shapes += [label(f"text{place}", (28, y + LINE * place), line) for place, line in enumerate(self.lines)]
        text = _("Readings of the text: {count}").format(count=localized_number(PASSES[min(step, READ)]))
        return [*shapes, label("times", (WIDTH - 210, self.top - AXIS / 2), text, "now" if 0 < step <= READ else "")]

    def _key(self, step: int) -> list[PictureShape]:
        """Return the signs for the other tokens."""
        y, unread = len(self.lines) * LINE + KEY / 2 - 3, len(self.read)
        name = self.names[unread]
        x = 28 + width_of(name) + 30
        return [
            self._point("key1", (11, y), unread, -1),
            text_from("key1:name", (28, y), name, _mark(unread, unread, step)),
            self._point("key2", (x, y), unread + 1, -1),
            label("key2:name", (x + 14, y), _("bytes that no text has"), _mark(unread + 1, unread, step)),
        ]

    def _point(self, key: str, at: Spot, place: int, step: int) -> PictureShape:
        """Return a token's point: filled if the text has it, else hollow, or a cross for a byte that no text has."""
        unread = len(self.read)
        mark: Mark = _mark(place, unread, step)
        if place < unread:
            mark = "now" if step == READ and place in self.alike else ""
            return shape(key, "dot", at, (DOT, DOT), hue=READ_HUE, mark=mark)
        if place == unread:
            return shape(key, "disc", at, (ASKED, ASKED), mark=mark)
        return shape(key, "text", at, text=CROSS, mark=mark)

    def _paths(self, spots: Sequence[Spot]) -> list[tuple[Spot, Spot]]:
        """Return where each token that is read was at the start, and where it is now."""
        return [(self._spot(self.rows[0][place]), spots[place]) for place in range(len(self.read))]

    def _start(self) -> PictureShape:
        """Return the area in which all rows start."""
        (left, top), (right, foot) = self._spot((-START, START)), self._spot((START, -START))
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

    def _token_names(self, spots: Sequence[Spot], step: int) -> list[PictureShape]:
        """Return names of the tokens that are read beside their points, if there is space."""
        if step < READ:
            return []
        taken: list[Box] = [_box_around(at, (DOT, DOT)) for at in spots]
        (x, y), (wide, high) = self._start()["at"], self._start()["size"]
        taken.append(_box_around((x, y), (wide + 2 * CLEAR, high + 2 * CLEAR)))
        for (x, y), (right, foot) in self._paths(spots):
            along = [number / 12 for number in range(13)]
            taken += [_box_around((x + (right - x) * part, y + (foot - y) * part), (1, 1)) for part in along]
        shapes: list[PictureShape] = []
        for place in range(len(self.read)):
            shapes += self._name(place, spots[place], taken, "now" if step == READ and place in self.alike else "")
        return shapes

    def _name(self, place: int, at: Spot, taken: list[Box], mark: Mark) -> list[PictureShape]:
        """Return the name of a token beside its point, if there is space, and note the space that it takes."""
        (x, y), text = at, self.names[place]
        if not any(map(str.isalnum, text)):  # a lone “.” looks like the sign for a space
            text = _("“{token}”").format(token=text)
        size = (len(text) * TYPE, TYPE_HIGH)
        side, up = size[0] / 2 + DOT / 2 + 3, DOT / 2 + 3 + TYPE_HIGH / 2
        beside = [(x + across * side, y + down) for down in (0, 5, -5, 9, -9, 13, -13) for across in (1, -1)]
        above = [
            (x + across * part * size[0], y + down * up)
            for part in (0, 0.25, 0.5)
            for across in (1, -1)
            for down in (1, -1)
        ]
        for middle in (*beside, *above):
            box = _box_around(middle, size)
            if self._is_free(box, taken):
                taken.append(box)
                return [shape(f"name{place}", "text", middle, text=text, mark=mark)]
        return []

    def _is_free(self, box: Box, taken: Sequence[Box]) -> bool:
        left, top, right, bottom = box
        if left < 2 + CLEAR or right > WIDTH or top < self.top or bottom > self.top + HIGH - CLEAR:
            return False
        return not any(a < right and left < c and b < bottom and top < d for a, b, c, d in taken)


def _box_around(at: Spot, size: tuple[float, float]) -> Box:
    (x, y), (wide, high) = at, (side / 2 for side in size)
    return x - wide, y - high, x + wide, y + high


def _mark(place: int, unread: int, step: int) -> Mark:
    """Return the mark of a token that is not read: the one that is asked about, and the bytes, in the end."""
    if place == unread:
        return "best"
    return "now" if place > unread and step == ANSWER else "dim"
