"""The way from the ids of a text to the next id: rows of numbers, a layer, scores, probabilities."""

from collections.abc import Sequence
from itertools import accumulate
from math import e, exp

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.number_rows import (
    HIGH,
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
)
from ui.course.values.tokenizer_values import encoded, vocabulary_size
from ui.course.values.value_registry import picture

ROWS = ((0, 2, 2), (1, 2, 2), (1, 0, 1))  # of the text: multiplied by the last one, the middle one matches best
AFTER = ((0, 3, 4), (1, 3, 4), (1, 2, 3))  # the same after a layer
OUTPUTS = ((3, 1, -1), (0, 2, -1), (2, -1, 0))  # rows of the ids that may come next
COMPARED, SHARED, SCORED, _CHANCES, DRAWN = range(1, 6)  # steps
WIDE, HEIGHT = 496, 412
COLUMNS = (61, 185, 309, 433)  # middles: the text's tokens, and the next one
WORDS, NARROW = 117, 88  # width of a token on the way, and of one that is drawn
TEXT, READ, STRIP, MIXED, TIMES, TABLE, REST = 24, 66, 178, 207, 237, 271, 400  # middles, from the tokens down
ENTERS, DEEP, THIN = 88, 76, 20  # top and height of the layer, and height of a strip of shares
OUTLETS = 26  # from one ribbon that leaves a row to the next
RIBBON, THREAD = 6, 3  # lines of a ribbon for a whole row, and from one to the next
BEADS = (30, 24)  # size of what tells how much a row matches
PITCH, LOW = 46, 43  # from a row of the table to the next, and height of its token
SCORES_AT, BARS = 376, 100  # left edge of scores and bars, and width of a bar for a probability of 1
UP = 470  # where a line leads from the scores up to the next id
LAYER_HUE = 300
SCORES = (2, 1, 0)  # of the ids that temperatures are set for
TEMPERATURES = (0.45, 0.6, 0.8, 1, 1.5, 2.5, 4)  # of which the rounded probabilities add up to 100%
DRAWS = [(0.5 + draw * (5**0.5 - 1) / 2) % 1 for draw in range(10)]  # spread evenly: multiples of the golden ratio
IN_LINE = 5  # draws
DIVIDED, SOFTENED, SET, USUAL, TEN, TWICE_FIVE = 58, 80, 144, 222, 276, 310  # middles, from the scores down


@picture
def from_ids_to_the_next(_text: str, of: str, prompt: str, *words: str) -> Picture:
    """Three ids on their way through a layer of a model, and how probable each of three next ids is."""
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
            at = 4 + wide * (column + 0.5), TWICE_FIVE + 45 * line
            size = (wide - 6, 38)
            shapes.append(shape(f"draw{place}", "tile", at, size, text=tokens[one][1], hue=hues[one]))
        return _temperature_text(temperature, tokens[0][1], (chances[0], usual[0])), shapes

    drawn = drawing(
        _("Set the temperature"),
        _(
            "Three ids that may come next, each with its score divided by the temperature. A bar is divided by how "
            "probable each is, another by how probable it is with a temperature of 1. Below are ten draws."
        ),
        (WIDTH, TWICE_FIVE + 68),
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


SHARES = [_softmax([dot_product(row, ROWS[place]) for row in ROWS[: place + 1]]) for place in range(len(ROWS))]
"""What each row takes from itself and from those before it."""


class _Way:
    """The layout of the way, from the top down: tokens, their rows, a layer, the rows after it, and the table of rows.

    To the right of the tokens is the place of the next one.
    """

    def __init__(self, of: str, ids: Sequence[int], candidates: Sequence[tuple[int, str]]) -> None:
        size = vocabulary_size(of)
        self.size, self.others = localized_number(size), localized_number(size - len(OUTPUTS))
        self.ids, self.candidates = ids, [one for one, _name in candidates]
        self.names = {one: fitting_name(of, one, WORDS) for one in ids} | dict(candidates)
        self.chances = _softmax([dot_product(AFTER[-1], row) for row in OUTPUTS])

    def picture(self) -> Picture:
        frames: list[Frame] = [*zip(self._step_texts(), map(self._shapes, range(DRAWN + 1)), strict=True)]
        return drawing(
            _("To the next id"),
            _(
                "Three tokens of a text, and below each the row of three numbers that its id picks from a table. In a "
                "layer, ribbons lead from each row to itself and to those after it, as wide as the share that is "
                "taken. Below the last row are the rows of three ids that may come next, and their scores and "
                "probabilities. Beside the text is the place for the next id. The numbers are made up."
            ),
            (WIDE, HEIGHT),
            frames,
        )

    def _step_texts(self) -> list[str]:
        first, second = (display_name(self.names[one]) for one in self.candidates[:2])
        matches = [dot_product(row, ROWS[-1]) for row in ROWS]
        best = matches.index(max(matches))
        values = {
            "token": first,
            "last": display_name(self.names[self.ids[-1]]),
            "best": display_name(self.names[self.ids[best]]),
            "match": multiplication(ROWS[best], ROWS[-1]),
            "share": localized_percent(SHARES[-1][best]),
            "sum": multiplication(AFTER[-1], OUTPUTS[0]),
            "chance": localized_percent(self.chances[0]),
            "other": second,
            "times": localized_number(round(100 * self.chances[1])),
            "e": localized_decimal(e, 2),
        }
        sentences = [
            _(
                "Each id picks its row, and a row for its place is added. Here they have 3 numbers, which are made up; "
                "in the smallest GPT-2, 768. How does a model find the next id?"
            ),
            _(
                "In a layer, “{last}” compares its row with each so far: multiplied number by number, and added up. "
                "“{best}” matches best: {match}."
            ),
            _(
                "So it takes {share} of that row, and less of the others. Its own row is added, and what a small "
                "network has learned. After 12 layers in the smallest GPT-2, the last row stands for the whole text."
            ),
            _("The last row is multiplied by the row of every id: {sum} is the score of “{token}”."),
            _(
                "Softmax: an id with one point more is {e} times as probable. If only these three were there, "
                "“{token}” would get {chance}."
            ),
            _(
                "One of them is drawn: “{other}” in {times} of 100 cases. Here it’s “{token}”, which joins the text. "
                "Then all starts again."
            ),
        ]
        return [sentence.format(**values) for sentence in sentences]

    def _tile(
        self, key: str, token_id: int, at: tuple[float, float], high: float = TILE, mark: Mark = ""
    ) -> PictureShape:
        name, hue = self.names[token_id], token_hue(token_id)
        return shape(key, "tile", at, (WORDS, high), text=name, note=str(token_id), hue=hue, mark=mark)

    def _shapes(self, step: int) -> list[PictureShape]:
        width = COLUMNS[2] + WORDS / 2
        size = width, DEEP + 6
        shapes = [
            shape("layer", "node", (width / 2, ENTERS + DEEP / 2), size, hue=LAYER_HUE),
            label("layer:name", (SCORES_AT, ENTERS + DEEP / 2), _("A layer"), _mark_if(step in (COMPARED, SHARED))),
        ]
        shapes.append(label("last", (SCORES_AT, MIXED), _("Last row"), _mark_if(step in (SHARED, SCORED))))
        for to in range(len(ROWS)):
            shapes += self._ribbons(to)
        for place, (token_id, x) in enumerate(zip(self.ids, COLUMNS, strict=False)):
            hue, is_last = token_hue(token_id), place == len(ROWS) - 1
            shapes.append(self._tile(f"id{place}", token_id, (x, TEXT)))
            compared = _mark_if(step == COMPARED or (step == SHARED and is_last))
            shapes += row_of(f"input{place}:", (x, READ), ROWS[place], compared, hue=hue)
            if step < SHARED:
                hidden = (STRIP - THIN / 2 + MIXED + HIGH / 2) / 2
                high = MIXED - STRIP + (THIN + HIGH) / 2
                shapes.append(shape(f"after{place}?", "cell", (x, hidden), (WORDS, high), text="?", mark="later"))
                continue
            parts = [*zip(SHARES[place], map(token_hue, self.ids), strict=False)]
            shapes += bar_of_shares(f"share{place}:", (x - WORDS / 2, STRIP), (WORDS, THIN), parts)
            shapes += row_of(f"after{place}:", (x, MIXED), AFTER[place], _mark_if(is_last and step <= SCORED))
        if step == COMPARED:
            shapes += self._matches()
        return [*shapes, *self._next(step), *self._table(step)]

    def _ribbon(self, start: int, to: int) -> tuple[float, float]:
        """Return where a ribbon leaves a row, and where it comes to its share of another."""
        leaves = COLUMNS[start] + OUTLETS * (to - (start + len(ROWS) - 1) / 2)
        before = sum(SHARES[to][:start]) + SHARES[to][start] / 2
        return leaves, COLUMNS[to] + WORDS * (before - 0.5)

    def _ribbons(self, to: int) -> list[PictureShape]:
        """Return what a row takes from itself and from those before it: lines side by side, more for a larger share."""
        shapes: list[PictureShape] = []
        for start, share in enumerate(SHARES[to]):
            count = round(share * RIBBON)
            leaves, enters = self._ribbon(start, to)
            for line in range(count):
                at = leaves + THREAD * (line - (count - 1) / 2), ENTERS
                key, size = f"thread{start}:{to}:{line}", (enters - leaves, DEEP)
                shapes.append(shape(key, "line", at, size, hue=token_hue(self.ids[start])))
        return shapes

    def _matches(self) -> list[PictureShape]:
        """Return on each ribbon to the last row how much it matches."""
        shapes: list[PictureShape] = []
        most = max(SHARES[-1])
        for place, (row, share, token_id) in enumerate(zip(ROWS, SHARES[-1], self.ids, strict=True)):
            x = sum(self._ribbon(place, len(ROWS) - 1)) / 2
            text, mark = with_minus(dot_product(row, ROWS[-1])), _mark_if(share == most)
            at = x, ENTERS + DEEP / 2
            shapes.append(shape(f"match{place}", "tile", at, BEADS, text=text, hue=token_hue(token_id), mark=mark))
        return shapes

    def _next(self, step: int) -> list[PictureShape]:
        """Return the place of the next id, and at the end the id, with a line from the scores up to it."""
        at = COLUMNS[-1], TEXT
        name = caption("next", (COLUMNS[-1], READ), _("Next id"), _mark_if(step == DRAWN))
        if step < DRAWN:
            return [name, shape("asked", "tile", at, (WORDS, TILE), text="?", mark="later")]
        top = READ + 20
        line = shape("back", "line", (UP, top), (0, TABLE - 30 - top), mark="now")
        return [name, self._tile("asked", self.candidates[0], at, mark="now"), line]

    def _table(self, step: int) -> list[PictureShape]:
        """Return the rows of the ids that may come next, below the last row, and what is known of each."""
        shapes = [
            label("table", (2, TABLE - 10), _("The table:")),
            label("size", (2, TABLE + 12), _("{count} rows").format(count=self.size)),
        ]
        if step < SCORED:
            shapes += [shape(f"more{x}", "text", (x, REST - 2), text="…") for x in COLUMNS[1:3]]
        else:
            shapes.append(shape("times", "text", (COLUMNS[2], TIMES), text="×"))
            rest = _("Left out: the other {count} ids, which have scores too").format(count=self.others)
            shapes.append(label("rest", (2, REST), rest))
        for place, token_id in enumerate(self.candidates):
            y, hue = TABLE + PITCH * place, token_hue(token_id)
            mark = _mark_if(step == DRAWN and not place)
            shapes.append(self._tile(f"next{place}", token_id, (COLUMNS[1], y), LOW, mark))
            shapes += row_of(f"output{place}:", (COLUMNS[2], y), OUTPUTS[place], _mark_if(step == SCORED), hue=hue)
            if step >= SCORED:
                shapes += self._score(place, y, step)
        return shapes

    def _score(self, place: int, y: float, step: int) -> list[PictureShape]:
        """Return the score of an id, and then below it a bar for its probability."""
        text, is_new = sum_of_products(AFTER[-1], OUTPUTS[place]), _mark_if(step == SCORED)
        score = label(f"score{place}", (SCORES_AT, y if is_new else y - 11), text, is_new)
        if is_new:
            return [score]
        wide, y, hue = BARS * self.chances[place], y + 11, token_hue(self.candidates[place])
        bar = shape(f"bar{place}", "cell", (SCORES_AT + wide / 2, y), (wide, 16), hue=hue)
        text, is_told = localized_percent(self.chances[place]), step < DRAWN or not place
        return [score, bar, label(f"chance{place}", (SCORES_AT + wide + 6, y), text, _mark_if(is_told))]
