"""The way from the ids of a text to the next id: rows of numbers, a layer, scores, probabilities."""

from collections.abc import Sequence
from itertools import accumulate
from math import e, exp

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_percent, localized_significant
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.layer import LEFT, MIDDLES, PASSAGE, ROWS, THICK, WORDS
from ui.course.pictures.number_rows import (
    GAP,
    HIGH,
    SIDE,
    bar_of_shares,
    dot_product,
    fitting_name,
    multiplication,
    row_of,
    single_tokens,
    sum_of_products,
    with_minus,
)
from ui.course.pictures.shapes import (
    TILE,
    WIDTH,
    Frame,
    Mark,
    caption,
    dialled,
    drawing,
    label,
    shape,
    text_from,
)
from ui.course.values.tokenizer_values import encoded, vocabulary_size
from ui.course.values.value_registry import picture

OUTPUTS = ((3, 1, -1), (0, 2, -1), (2, -1, 0))  # rows of the ids that may come next
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
RESULT = [*map(round, PASSAGE.result)]  # whole numbers
TEXT, READ, TABLE, LAYERS, AFTER, ASKED = 25, 70, 108, 174, 252, 332  # middles, from the tokens down
DEEP = 92  # height of the layers
NARROW = 88  # width of a token beside numbers
ROW = 112  # left edge of the rows that are multiplied
SCORE, POWER = 250, 330  # left edges of the scores and of what softmax makes of them
AGAIN, HEADS, FIRST, PITCH = 80, 118, 156, 52  # middles: the last row once more, the columns' names, the ids
REST, ONLY, CHANCES = 302, 334, 366  # middles: what is left out, and the bar of probabilities with its name
HEIGHT = 388
LAYER_HUE = 300
SCORES = (2, 1, 0)  # of the ids that temperatures are set for
TEMPERATURES = (0.45, 0.6, 0.8, 1, 1.5, 2.5, 4)  # of which the rounded probabilities add up to 100%
DRAWS = [(0.5 + draw * (5**0.5 - 1) / 2) % 1 for draw in range(10)]  # spread evenly: multiples of the golden ratio
IN_LINE = 5  # draws
DIVIDED, SOFTENED, SET, USUAL, TEN, DRAWN = 58, 80, 144, 222, 276, 310  # middles, from the scores down


@picture
def from_ids_to_the_next(_text: str, of: str, prompt: str, *words: str) -> Picture:
    """Three ids on their way through a model with rows of three numbers, and how probable each of three next ids is."""
    ids = encoded(of, prompt)
    if len(ids) != len(ROWS):
        raise ValueError(f"“{prompt}” is {len(ids)} tokens, not {len(ROWS)}. Choose another text.")
    return _Way(of, ids, single_tokens(of, words, len(OUTPUTS), NARROW)).picture()


@picture
def temperatures(_text: str, of: str, *words: str) -> Picture:
    """How probable three next ids with the scores 2, 1 and 0 are with the temperature that readers set."""
    pitch = WIDTH / len(SCORES)
    tokens = single_tokens(of, words, len(SCORES), NARROW)
    hues = [token_hue(token) for token, _name in tokens]
    usual = _softmax(SCORES)

    def frame(temperature: float) -> Frame:
        scores = [score / temperature for score in SCORES]
        chances = _softmax(scores)
        shapes: list[PictureShape] = []
        for place, (hue, (_token, name)) in enumerate(zip(hues, tokens, strict=True)):
            x, mark = pitch * (place + 0.5), _mark_if(not place)
            shapes.append(shape(f"id{place}", "tile", (x, 22), (pitch - 12, 40), text=name, hue=hue))
            text = f"{with_minus(SCORES[place])} / {_short_decimal(temperature)} = {_short_decimal(scores[place])}"
            shapes.append(caption(f"score{place}", (x, DIVIDED), text))
            shapes.append(caption(f"chance{place}", (x, SOFTENED), localized_percent(chances[place]), mark))
        only = _("Probability, if only these three were there")
        for key, name, y, high, shares in (
            ("set", only, SET, 46, chances),
            ("usual", _("With a temperature of 1"), USUAL, 30, usual),
        ):
            shapes.append(label(f"{key}:name", (4, y - high / 2 - 14), name))
            parts = [*zip(shares, hues, strict=True)]
            shapes += bar_of_shares(key, (4, y), (WIDTH - 8, high), parts, mark=_mark_if(key == "set"))
        shapes.append(label("draws", (4, TEN), _("Ten draws")))
        wide = (WIDTH - 8) / IN_LINE
        for place, draw in enumerate(DRAWS):
            one = sum(draw > end for end in accumulate(chances[:-1]))
            line, column = divmod(place, IN_LINE)
            at = 4 + wide * (column + 0.5), DRAWN + 45 * line
            size = (wide - 6, 38)
            shapes.append(shape(f"draw{place}", "tile", at, size, text=tokens[one][1], hue=hues[one]))
        return _temperature_text(temperature, tokens[0][1], (chances[0], usual[0])), shapes

    drawn = drawing(
        _("Set the temperature"),
        _(
            "Three ids that may come next, each with its score divided by the temperature. A bar is divided by how "
            "probable each is, another by how probable it is with a temperature of 1. Below are ten draws."
        ),
        (WIDTH, DRAWN + 68),
        [frame(one) for one in TEMPERATURES],
    )
    return dialled(drawn, _("Temperature"), [_short_decimal(one) for one in TEMPERATURES], TEMPERATURES.index(0.6))


def _mark_if(is_told: bool) -> Mark:
    return "now" if is_told else ""


def _temperature_text(temperature: float, token: str, chances: tuple[float, float]) -> str:
    if temperature == 1:
        sentence = _(
            "With a temperature of 1, the scores stay as they are: “{token}” is drawn in {chance} of all cases."
        )
    elif temperature < 1:
        sentence = _(
            "Divided by {temperature}, the scores lie further apart: “{token}” is drawn in {chance} of all cases, not "
            "in {usual}."
        )
    else:
        sentence = _(
            "Divided by {temperature}, the scores lie closer together: “{token}” is drawn in just {chance} of all "
            "cases, and the others more often."
        )
    chance, usual = map(localized_percent, chances)
    return sentence.format(
        temperature=_short_decimal(temperature), token=display_name(token), chance=chance, usual=usual
    )


def _short_decimal(number: float) -> str:
    """Return a number with as many decimals as it needs, at most two."""
    return localized_decimal(number, 0 if number == round(number) else 1 if number * 10 == round(number * 10) else 2)


def _softmax(scores: Sequence[float]) -> list[float]:
    powers = [exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


class _Way:
    """The layout of the way: first the text's tokens and their rows, then the last row with those of the next ids."""

    def __init__(self, of: str, ids: Sequence[int], candidates: Sequence[tuple[int, str]]) -> None:
        size = vocabulary_size(of)
        self.size, self.others = localized_number(size), localized_number(size - len(OUTPUTS))
        self.ids, self.candidates = ids, [one for one, _name in candidates]
        self.names = {one: fitting_name(of, one, NARROW) for one in ids} | dict(candidates)
        self.scores = [dot_product(RESULT, row) for row in OUTPUTS]
        self.powers = [exp(score) for score in self.scores]
        self.chances = _softmax(self.scores)

    def picture(self) -> Picture:
        shapes = [*map(self._input_shapes, range(2)), *map(self._output_shapes, range(3))]
        frames: list[Frame] = [*zip(self._step_texts(), shapes, strict=True)]
        return drawing(
            _("To the next id"),
            _(
                "Three tokens of a text, and below each the row of three numbers that its id picks from a table. "
                "Layers turn them into a row for the whole text. Multiplied by the rows of three ids that may come "
                "next, number by number, it makes their scores and so their probabilities. The numbers are made up."
            ),
            (WIDTH, HEIGHT),
            frames,
        )

    def _step_texts(self) -> list[str]:
        first, second = (display_name(self.names[one]) for one in self.candidates[:2])
        values = {
            "token": first,
            "sum": multiplication(RESULT, OUTPUTS[0]),
            "chance": localized_percent(self.chances[0]),
            "power": localized_significant(self.powers[0], 3),
            "all": localized_significant(sum(self.powers), 3),
            "other": second,
            "times": localized_number(round(100 * self.chances[1])),
            "e": localized_decimal(e, 2),
        }
        sentences = [
            _(
                "Each id picks its row, here of 3 numbers, which are made up; in the smallest GPT-2, of 768. How does "
                "a model find the next id with them?"
            ),
            _(
                "Layers add to each row something of those before it: here one layer, but 12 in the smallest GPT-2. "
                "Then the last row stands for the whole text."
            ),
            _("Multiply it by the row of an id, number by number: {sum} is the score of “{token}”."),
            _(
                "Softmax: an id with one point more is {e} times as probable. This number is e. If only these three "
                "were there, “{token}” would get {power} of {all}: {chance}."
            ),
            _(
                "One of them is drawn: “{other}” in {times} of 100 cases. Here it’s “{token}”, which joins the text. "
                "Then all starts again."
            ),
        ]
        return [sentence.format(**values) for sentence in sentences]

    def _tile(self, key: str, token_id: int, at: tuple[float, float], width: float, mark: Mark = "") -> PictureShape:
        name, hue = self.names[token_id], token_hue(token_id)
        return shape(key, "tile", at, (width, TILE), text=name, note=str(token_id), hue=hue, mark=mark)

    def _input_shapes(self, step: int) -> list[PictureShape]:
        """Return the text's tokens with their rows, and the layers: in step 1 with the row that comes out of them."""
        rows = join_list([str(one) for one in self.ids])
        table = _("Rows {rows} of a table with {count} rows").format(rows=rows, count=self.size)
        mark, started = _mark_if(step == 1), _mark_if(not step)
        shapes = [label("table", (2, TABLE), table, started)]
        top, high = LAYERS - DEEP / 2, DEEP
        shapes.append(shape("layers", "node", (WIDTH / 2, LAYERS), (WIDTH - 4, high), hue=LAYER_HUE, mark=mark))
        for place, (token_id, x) in enumerate(zip(self.ids, MIDDLES, strict=True)):
            shapes.append(self._tile(f"id{place}", token_id, (x, TEXT), WORDS))
            shapes += row_of(f"input{place}:", (x, READ), ROWS[place], started, hue=token_hue(token_id))
            shapes.append(shape(f"into{place}", "line", (x, top), (MIDDLES[-1] - x, high), mark=mark))
        shapes.append(label("layers:name", (LEFT, LAYERS + 24), _("Layers"), mark))
        x = MIDDLES[-1]
        if step:
            shapes += row_of(f"mixed{len(ROWS) - 1}:", (x, AFTER), RESULT, mark)
        else:
            shapes.append(shape("mixed?", "cell", (x, AFTER), (3 * SIDE - GAP, HIGH), text="?", mark="later"))
        shapes += [label("last", (LEFT, AFTER), _("Last row"), mark), label("next", (LEFT, ASKED), _("Next id"))]
        return [*shapes, shape("asked", "tile", (x, ASKED), (WORDS, TILE), text="?", mark="later")]

    def _output_shapes(self, step: int) -> list[PictureShape]:
        """Return the last row, and the ids that may come next, each with what is known of it."""
        left, pitch = NARROW / 2 + 2, NARROW + 10
        shapes = [
            self._tile(f"id{place}", one, (left + place * pitch, TEXT), NARROW) for place, one in enumerate(self.ids)
        ]
        at = (left + len(self.ids) * pitch, TEXT)
        joined: PictureShape = shape("asked", "tile", at, (NARROW, TILE), text="?", mark="later")
        if step == 2:
            joined = self._tile("asked", self.candidates[0], at, NARROW, "now")
        heads = [(2, _("Next id")), (ROW, _("Its row")), (SCORE, _("Score"))]
        shapes += [joined, label("again", (2, AGAIN), _("Last row"))]
        middle = ROW + 1.5 * SIDE - 1.5
        shapes += row_of(f"mixed{len(ROWS) - 1}:", (middle, AGAIN), RESULT, _mark_if(not step))
        shapes.append(shape("times", "text", (ROW + len(RESULT) * SIDE + 12, AGAIN), text="×"))
        shapes += [label(f"head{x}", (x, HEADS), head) for x, head in heads]
        for place, token_id in enumerate(self.candidates):
            y = FIRST + place * PITCH
            mark = _mark_if(step == 2 and not place)
            shapes.append(self._tile(f"next{place}", token_id, (left, y), NARROW, mark))
            shapes += row_of(f"output{place}:", (middle, y), OUTPUTS[place], _mark_if(not step))
            shapes += self._score(place, y, step)
        rest = _("Left out: the other {count} ids, which have scores too").format(count=self.others)
        shapes += [label("rest", (2, REST), rest)]
        shapes.append(label("only", (2, ONLY), _("Probability, if only these three were there"), _mark_if(step == 1)))
        parts = [*zip(self.chances, map(token_hue, self.candidates), strict=True)] if step else []
        return [*shapes, *bar_of_shares("chance", (2, CHANCES), (WIDTH - 4, THICK), parts, mark=_mark_if(step > 0))]

    def _score(self, place: int, y: float, step: int) -> list[PictureShape]:
        """Return the score of an id, as a sum of products first, and then what softmax makes of it."""
        if not step:
            return [label(f"score{place}", (SCORE, y), sum_of_products(RESULT, OUTPUTS[place]), "now")]
        power = "".join(SUPERSCRIPTS[int(digit)] for digit in str(self.scores[place]))
        text = f"e{power} = {localized_decimal(self.powers[place], 2)}"
        return [
            text_from(f"score{place}", (SCORE, y), with_minus(self.scores[place])),
            label(f"power{place}", (POWER, y), text, _mark_if(step == 1)),
        ]
