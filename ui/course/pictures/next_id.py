"""The way from the ids of a text to the next id: rows of numbers, a layer, scores, probabilities."""

from collections.abc import Sequence
from math import e, exp

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_percent, localized_significant
from ui.base.token_labels import id_label
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    TILE,
    TYPE,
    WIDTH,
    Frame,
    Mark,
    caption,
    dialled,
    drawing,
    label,
    shape,
    text_from,
    width_of,
)
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import encoded, vocabulary_size
from ui.course.values.value_registry import picture

INPUTS = ((2, 2, 0), (-2, 2, 4), (1, 0, 1))  # rows of the text's ids; multiplied by the last, the others are equal
SHARES = ((1,), (1, 1), (0.5, 0.5, 1))  # of rows after the layer: all of its own, equal shares of those before
MIXED = tuple(
    tuple(round(sum(share * row[place] for share, row in zip(shares, INPUTS, strict=False))) for place in range(3))
    for shares in SHARES
)
LAST = MIXED[-1]  # what stands for the whole text
OUTPUTS = ((3, 1, -1), (0, 2, -1), (2, -1, 0))  # rows of the ids that may come next
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SIDE, HIGH = 40, 36  # of a number's box
MIDDLES = (78, 240, 402)  # of the text's tokens and of what is below them
TEXT, TABLE, LAYER, ASKED = 28, 116, 256, 352  # middles: tokens, their rows, the rows after a layer, the next id
WORDS = 88  # width of a token
ROW = 112  # left edge of the rows that are multiplied
SCORE, BAR, LONGEST = 250, 284, 120  # left edges of the scores and bars, and the longest bar
AGAIN, HEADS, FIRST, PITCH = 88, 130, 170, 70  # middles: the last row once more, the columns' names, the ids
HEIGHT = 388
SCORES = (2, 1, 0)  # of the ids that temperatures are set for
TEMPERATURES = (0.25, 0.5, 0.75, 1, 1.5, 2.5, 3.5, 5)  # of which the rounded probabilities add up to 100%
COLUMNS, HIGHEST = 304, 250  # foot of the columns, and how high a certain id’s is


@picture
def from_ids_to_the_next(_text: str, of: str, prompt: str, *words: str) -> Picture:
    """Three ids on their way through a model with rows of three numbers, and how probable each of three next ids is."""
    if len(words) != len(OUTPUTS) or len(encoded(of, prompt)) != len(INPUTS):
        raise ValueError(f"not {len(INPUTS)} tokens, or not {len(OUTPUTS)} next ones: {prompt}")
    return _Way(of, prompt, words).picture()


@picture
def temperatures(_text: str, of: str, *words: str) -> Picture:
    """How probable three next ids with the scores 2, 1 and 0 are with the temperature that readers set."""
    tokenizer, ids = tokenizer_at(of), [encoded(of, word) for word in words]
    if len(words) != len(SCORES) or any(len(one) > 1 for one in ids):
        raise ValueError(f"{', '.join(words)} are not {len(SCORES)} words of one token each. Choose others.")
    tokens = [one for (one,) in ids]
    names = [id_label(tokenizer, one) for one in tokens]
    pitch = WIDTH / len(SCORES)
    if widest := next((name for name in names if width_of(name) > pitch - 30), None):
        raise ValueError(
            f"“{widest}” is too wide: there is room for {int((pitch - 30) / TYPE)} letters. Choose a shorter one."
        )
    usual = _softmax(SCORES)

    def frame(temperature: float) -> Frame:
        scores = [score / temperature for score in SCORES]
        chances = _softmax(scores)
        shapes = [label("head", (2, 14), _("Probability (line: with a temperature of 1)"))]
        for place, (token, name) in enumerate(zip(tokens, names, strict=True)):
            x, high = pitch * (place + 0.5), HIGHEST * chances[place]
            hue = token_hue(token)
            mark: Mark = "" if place else "now"
            shapes.append(shape(f"bar{place}", "cell", (x, COLUMNS - high / 2), (pitch - 40, high), hue=hue))
            line = (pitch * place + 10, COLUMNS - HIGHEST * usual[place]), (pitch - 20, 0)
            shapes.append(shape(f"usual{place}", "line", *line))
            top = COLUMNS - max(high, HIGHEST * usual[place]) - 16
            shapes.append(caption(f"chance{place}", (x, top), localized_percent(chances[place], 1), mark))
            shapes.append(shape(f"id{place}", "tile", (x, COLUMNS + 30), (pitch - 20, 40), text=name, hue=hue))
            told = f"{_signed(SCORES[place])} / {_short(temperature)} = {_short(scores[place])}"
            shapes.append(caption(f"score{place}", (x, COLUMNS + 70), told))
        return _told(temperature, names[0], (chances[0], usual[0])), shapes

    drawn = drawing(
        _("Set the temperature"),
        _(
            "Three ids that may come next, each with its score divided by the temperature, and above it a column: its "
            "probability. A line shows how high it is with a temperature of 1."
        ),
        (WIDTH, COLUMNS + 88),
        [frame(one) for one in TEMPERATURES],
    )
    return dialled(drawn, _("Temperature"), [_short(one) for one in TEMPERATURES], TEMPERATURES.index(0.5))


def _told(temperature: float, token: str, chances: tuple[float, float]) -> str:
    if temperature == 1:
        said = _("With a temperature of 1, the scores stay as they are: “{token}” is drawn in {chance} of all cases.")
    elif temperature < 1:
        said = _(
            "Divided by {temperature}, the scores lie further apart: “{token}” is drawn in {chance} of all cases, not "
            "in {usual}."
        )
    else:
        said = _(
            "Divided by {temperature}, the scores lie closer together: “{token}” is drawn in just {chance} of all "
            "cases, and the others more often."
        )
    chance, usual = (localized_percent(one, 1) for one in chances)
    return said.format(temperature=_short(temperature), token=display_name(token), chance=chance, usual=usual)


def _short(number: float) -> str:
    """Return a number with as many decimals as it needs, at most two."""
    return localized_decimal(number, 0 if number == round(number) else 1 if number * 10 == round(number * 10) else 2)


def _softmax(scores: Sequence[float]) -> list[float]:
    powers = [exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


class _Way:
    """The layout of the way: first the text's tokens and their rows, then the last row with those of the next ids."""

    def __init__(self, of: str, prompt: str, words: Sequence[str]) -> None:
        tokenizer = tokenizer_at(of)
        size = vocabulary_size(of)
        self.size, self.others = localized_number(size), localized_number(size - len(OUTPUTS))
        self.ids, self.candidates = encoded(of, prompt), [one for word in words for one in encoded(of, word)]
        self.names = {one: id_label(tokenizer, one) for one in (*self.ids, *self.candidates)}
        if len(self.candidates) != len(words) or max(map(width_of, self.names.values())) > WORDS:
            raise ValueError(f"not one token each, or too wide: {', '.join(words)}")
        self.scores = [_multiplied(LAST, row) for row in OUTPUTS]
        self.powers = [exp(score) for score in self.scores]
        self.chances = _softmax(self.scores)

    def picture(self) -> Picture:
        before = [self._before(step) for step in range(1, 5)]
        frames: list[Frame] = [*zip(self._says(), [*before, *map(self._after, range(3))], strict=True)]
        return drawing(
            _("From ids to the next id"),
            _(
                "Three tokens of a text, and below each the row of three numbers that its id picks from a table. A "
                "layer adds half of each row before to the last one. Then this row is above those of three ids that "
                "may come next, number by number, with their scores and probabilities. The numbers are made up."
            ),
            (WIDTH, HEIGHT),
            frames,
        )

    def _says(self) -> list[str]:
        first, second = (display_name(self.names[one]) for one in self.candidates[:2])
        one, two, last = (display_name(self.names[each]) for each in self.ids)
        halves = [f"{_signed(row[0] // 2)}" if row[0] >= 0 else f"({_signed(row[0] // 2)})" for row in INPUTS[:2]]
        values = {
            "token": first,
            "first": one,
            "second": two,
            "last": last,
            "match": _signed(_multiplied(INPUTS[0], INPUTS[2])),
            "product": _product(INPUTS[0], INPUTS[2]),
            "mixed": f"{_signed(INPUTS[2][0])} + {halves[0]} + {halves[1]} = {_signed(LAST[0])}",
            "sum": _product(LAST, OUTPUTS[0]),
            "chance": localized_percent(self.chances[0]),
            "power": localized_significant(self.powers[0], 3),
            "all": localized_significant(sum(self.powers), 3),
            "other": second,
            "times": localized_number(round(100 * self.chances[1])),
            "e": localized_decimal(e, 2),
        }
        says = [
            _(
                "Each id picks its row, here of 3 numbers, which are made up; in the smallest GPT-2, of 768. How does "
                "a model find the next id with them?"
            ),
            _(
                "Which rows match that of “{last}”? Multiply each by it, number by number, and add up. For “{first}”: "
                "{product}."
            ),
            _(
                "Both make {match}, so “{last}” looks half at each, and adds these halves to its row. First number: "
                "{mixed}."
            ),
            _(
                "“{second}” could look only at “{first}”. After 12 layers (smallest GPT-2), the last row stands for "
                "the whole text."
            ),
            _("Multiply it by the row of an id, number by number: {sum} is the score of “{token}”."),
            _(
                "Softmax: an id with one point more is {e} times as probable. This number is e. Of these three, "
                "“{token}” gets {power} of {all}: {chance}."
            ),
            _(
                "Next comes the most probable id, or one drawn at random: “{other}” in {times} of 100 cases. Here, "
                "“{token}” joins the text, and all starts again."
            ),
        ]
        return [said.format(**values) for said in says]

    def _token(self, key: str, token_id: int, at: tuple[float, float], width: float, mark: Mark = "") -> PictureShape:
        name, hue = self.names[token_id], token_hue(token_id)
        return shape(key, "tile", at, (width, TILE), text=name, note=str(token_id), hue=hue, mark=mark)

    def _before(self, step: int) -> list[PictureShape]:
        """Return the text's tokens with their rows: in step 1 as picked, in step 2 compared, then after a layer."""
        rows = join_list([str(one) for one in self.ids])
        table = _("Rows {rows} of a table with {count} rows").format(rows=rows, count=self.size)
        compared = _("Compared with “{token}”").format(token=display_name(self.names[self.ids[-1]]))
        shapes = [label("table", (2, TABLE - 34), table, "now" if step == 1 else "")]
        if step > 1:
            head = compared if step == 2 else _("After a layer")
            shapes.append(label("layer", (2, LAYER - 34), head, "now" if step < 4 else ""))
        for place, (token_id, middle) in enumerate(zip(self.ids, MIDDLES, strict=True)):
            shapes.append(self._token(f"id{place}", token_id, (middle, TEXT), 128))
            shapes += _row(f"input{place}:", (middle, TABLE), INPUTS[place], step < 3)
            if step == 2 and place < len(self.ids) - 1:
                shapes.append(caption(f"match{place}", (middle, LAYER), _added(INPUTS[place], INPUTS[-1]), "now"))
            if step > 2:
                shapes += _row(f"mixed{place}:", (middle, LAYER), MIXED[place], place == len(self.ids) - 1)
                # The last one's lines only: with those of the others, they would cross.
                x, y, end = middle, TABLE + HIGH / 2 + 3, MIDDLES[-1] + 18 * (place - len(self.ids) + 1)
                told = "× ½" if SHARES[-1][place] < 1 else "× 1"
                size = (end - x, LAYER - HIGH / 2 - 5 - y)
                mark: Mark = "now" if step == 3 else ""
                shapes.append(shape(f"to{place}", "line", (x, y), size, mark=mark))
                shapes.append(label(f"share{place}", (x + size[0] / 2 + 10, y + size[1] / 2 - 6), told, mark))
        x, y = MIDDLES[-1], LAYER + HIGH / 2 + 4
        layers = _("Many layers later: the next id")
        shapes.append(label("layers", (2, ASKED), layers, "now" if step == 4 else ""))
        if step == 4:
            shapes.append(shape("on", "line", (x, y), (0, ASKED - TILE / 2 - y - 3), mark="now"))
        asked: Mark = "later" if step < 4 else "next"
        return [*shapes, shape("asked", "tile", (x, ASKED), (128, TILE), text="?", mark=asked)]

    def _after(self, step: int) -> list[PictureShape]:
        """Return the last row, and the ids that may come next, each with what is known of it."""
        left, pitch = WORDS / 2 + 2, WORDS + 10
        shapes = [
            self._token(f"id{place}", one, (left + place * pitch, TEXT), WORDS) for place, one in enumerate(self.ids)
        ]
        at = (left + len(self.ids) * pitch, TEXT)
        joined: PictureShape = shape("asked", "tile", at, (WORDS, TILE), text="?", mark="later")
        if step == 2:
            joined = self._token("asked", self.candidates[0], at, WORDS, "now")
        heads = [(2, _("Next id")), (ROW, _("Its row")), (SCORE, _("Score")), (BAR + 92, _("Probability"))]
        shapes += [joined, label("again", (2, AGAIN), _("Last row"))]
        middle = ROW + 1.5 * SIDE - 1.5
        shapes += _row(f"mixed{len(self.ids) - 1}:", (middle, AGAIN), LAST, step == 0)
        shapes.append(shape("times", "text", (ROW + len(LAST) * SIDE + 12, AGAIN), text="×"))
        shapes.append(shape("rule", "line", (2, HEADS + 14), (WIDTH - 4, 0), mark="dim"))
        shapes += [label(f"head{x}", (x, HEADS), head) for x, head in heads[: 3 + step]]
        for place, token_id in enumerate(self.candidates):
            y = FIRST + place * PITCH
            mark: Mark = "now" if step == 2 and not place else ""
            shapes.append(self._token(f"next{place}", token_id, (left, y), WORDS, mark))
            shapes += _row(f"output{place}:", (middle, y), OUTPUTS[place], step == 0)
            shapes += self._chance(place, y, step, mark)
        rest = _("Left out: the other {count} ids, which have scores too").format(count=self.others)
        return [*shapes, label("rest", (2, HEIGHT - 14), rest)]

    def _chance(self, place: int, y: float, step: int, mark: Mark) -> list[PictureShape]:
        """Return the score of an id, as a sum of products first, and its probability."""
        score = _signed(self.scores[place])
        if not step:
            return [label(f"score{place}", (SCORE, y), _added(LAST, OUTPUTS[place]), "now")]
        now: Mark = "now" if step == 1 else ""
        power = "".join(SUPERSCRIPTS[int(digit)] for digit in str(self.scores[place]))
        told = f"e{power} = {localized_decimal(self.powers[place], 2)}"
        width, hue = LONGEST * self.chances[place] / max(self.chances), token_hue(self.candidates[place])
        return [
            text_from(f"score{place}", (SCORE, y), score),
            shape(f"bar{place}", "cell", (BAR + width / 2, y), (width, HIGH), hue=hue, mark=mark),
            label(f"chance{place}", (BAR + width + 10, y), localized_percent(self.chances[place]), now),
            label(f"power{place}", (BAR, y + HIGH / 2 + 12), told),
        ]


def _row(key: str, at: tuple[float, float], row: Sequence[int], is_new: bool) -> list[PictureShape]:
    """Return a row of numbers in boxes around a point."""
    mark: Mark = "now" if is_new else ""
    left = at[0] - (len(row) - 1) * SIDE / 2
    return [
        shape(f"{key}{place}", "cell", (left + place * SIDE, at[1]), (SIDE - 3, HIGH), text=_signed(one), mark=mark)
        for place, one in enumerate(row)
    ]


def _product(row: Sequence[int], other: Sequence[int]) -> str:
    """Return how two rows are multiplied: 1 × 3 + 2 × (−1) = 1."""
    parts = (f"{_signed(a)} × {_signed(b) if b >= 0 else f'({_signed(b)})'}" for a, b in zip(row, other, strict=True))
    return f"{' + '.join(parts)} = {_signed(_multiplied(row, other))}"


def _added(row: Sequence[int], other: Sequence[int]) -> str:
    """Return the products of two rows' numbers, and their sum: 3 − 2 = 1."""
    first, *more = (a * b for a, b in zip(row, other, strict=True))
    parts = "".join(f" {'−' if one < 0 else '+'} {abs(one)}" for one in more)
    return f"{_signed(first)}{parts} = {_signed(_multiplied(row, other))}"


def _multiplied(row: Sequence[int], other: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(row, other, strict=True))


def _signed(number: int) -> str:
    return str(number).replace("-", "−")
