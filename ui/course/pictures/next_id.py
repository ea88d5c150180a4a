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
    label_width,
    shape,
)
from ui.course.values.tokenizer_values import encoded, vocabulary_size
from ui.course.values.value_registry import picture

ROWS = ((0, 2, 2), (1, 2, 2), (1, 0, 1))  # of the text: multiplied by the last one, the middle one matches best
LEARNED = (-0.8, 0.4, 0.2)  # what a small network adds to the last row, so that its numbers are whole
OUTPUTS = ((3, 1, -1), (0, 2, -1), (2, -1, 0))  # rows of the ids that may come next
LAYER_HUE = 300

MATCHED, SHARED, MIXED, ADDED, MULTIPLIED, _SOFTMAX, DRAWN = range(1, 8)  # steps after the rows are looked up
STACK, STACKED = 66, (96, 160, 224, 322)  # middles of the text's tokens there, and of the next one
FOUND, NUMBER = 418, 346  # middle of the rows there, and right edge of their numbers
WIDE, HEIGHT = 496, 412
COLUMNS = (61, 185, 309, 433)  # middles: the text's tokens, and the next one
WORDS, NARROW = 117, 88  # width of a token of the text, and of one that is drawn
TEXT, LOOKED_UP, LAYERS, LAST, TIMES, TABLE, REST = 24, 69, 116, 166, 195, 230, 390  # middles, from the tokens down
DEEP = 32  # height of the layers
PITCH, LOW = 52, 46  # from a row of the table to the next, and height of its token
SCORES_AT, BARS = 376, 100  # left edge of scores and bars, and width of a bar for a probability of 1
BACK = 88, TABLE - 26  # top and foot of the arrow from the scores up to the next id
BARB = 6, 9  # width and height of each half of its head

FAR, FAR_PITCH = 92, 120  # middle of the first token's line before there is a sum below, and from one to the next
FAR_TOKENS, FAR_NUMBERS, FAR_MATCHES = 54, 176, 280  # middles of columns there
UNDER = 21  # from a token's middle up to its row, and down to the one that it is multiplied by
PRODUCTS, MULTIPLIED_MATCHES = 264, 404  # left edge of the products of these rows, and middle of their sums
FAR_PARTS, FAR_BARS = 320, 200  # left edge of shares there, and width of a bar for a share of 1
FIRST, ROW_PITCH = 50, 54  # middle of the first token's line above the sum, and from one to the next
TOKENS, NUMBERS, MATCHES, PARTS = 45, 153, 244, 289  # middles of columns; of the fourth, the left edge
SPACIOUS = 52  # from one number with a decimal to the next
TAKEN = WIDE - 3 * SPACIOUS / 2 - 1  # middle of their column
SHARE_BARS = 60  # width of a bar for a share of 1
BEADS = (30, 28)  # size of what tells how much a row matches
SUM, SUM_PITCH, RESULT = 222, 44, 382  # middles: of the first row of the sum, from it to the next, and of the new row
SCORES = (2, 1, 0)  # of the ids that temperatures are set for
TEMPERATURES = (0.45, 0.6, 0.8, 1, 1.5, 2.5, 4)  # their rounded probabilities add up to 100%
DRAWS = [(0.5 + draw * (5**0.5 - 1) / 2) % 1 for draw in range(10)]  # spread evenly: multiples of the golden ratio
IN_LINE = 5  # draws
DIVIDED, SOFTENED, SET, USUAL, TEN, TWICE_FIVE = 58, 80, 144, 222, 276, 310  # middles, from the scores down


@picture
def from_ids_to_the_next(_text: str, of: str, prompt: str, *words: str) -> Picture:
    """The way from three ids to the next: their rows, what a layer makes of them, and scores of three other ids."""
    tokens = _three_tokens(of, prompt)
    way = _Way(of, tokens, single_tokens(of, words, len(OUTPUTS), NARROW))
    return drawing(
        _("To the next id"),
        _(
            "Three tokens of a text, each with a line from its id to its row of a table. Then each with its row, how "
            "well it matches the last row, and the share that the last row takes of it. These are added up, then the "
            "last row itself and what a small network adds: the new row. At the end, it is multiplied by the rows of "
            "three ids that may come next, which gives their scores and probabilities. The numbers are made up."
        ),
        (WIDE, HEIGHT),
        [way.lookup(), *_Layer(tokens).frames(), *way.frames()],
    )


def _three_tokens(of: str, prompt: str) -> list[tuple[int, str]]:
    """Return the ids and names of a text, which must be as many tokens as there are rows."""
    ids = encoded(of, prompt)
    if len(ids) != len(ROWS):
        raise ValueError(f"“{prompt}” is {len(ids)} tokens, not {len(ROWS)}. Choose another text.")
    return [(one, fitting_name(of, one, NARROW)) for one in ids]


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
        only = _("Probability, if these three were the only ones")
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


def _weights_text(scores: Sequence[float], place: int) -> dict[str, str]:
    """Return how much scores count, the lowest as 1; one of them; and their sum."""
    weights = [exp(score - min(scores)) for score in scores]
    return {
        "weights": " : ".join(map(_short_decimal, weights)),
        "own": _short_decimal(weights[place]),
        "total": _short_decimal(sum(weights)),
    }


MATCHING = [dot_product(row, ROWS[-1]) for row in ROWS]
SHARES = _softmax(MATCHING)
"""What the last row takes from each."""


def _rounded(row: Sequence[float]) -> list[float]:
    return [round(number, 1) + 0.0 for number in row]  # not −0


PARTS_TAKEN = [_rounded([share * number for number in row]) for row, share in zip(ROWS, SHARES, strict=True)]
MIX = _rounded([*map(sum, zip(*PARTS_TAKEN, strict=True))])
NEW_ROW = [round(sum(numbers)) for numbers in zip(MIX, ROWS[-1], LEARNED, strict=True)]


def _token(
    key: str, token: tuple[int, str], at: tuple[float, float], size: tuple[float, float], mark: Mark = ""
) -> PictureShape:
    token_id, name = token
    return shape(key, "tile", at, size, text=name, note=str(token_id), hue=token_hue(token_id), mark=mark)


class _Layer:
    """A line for each token with what a layer does with its row, and at the end a sum from the top down."""

    def __init__(self, tokens: Sequence[tuple[int, str]]) -> None:
        self.tokens = tokens
        self.hues = [token_hue(token_id) for token_id, _name in tokens]

    def frames(self) -> list[Frame]:
        return [*zip(self._step_texts(), map(self._shapes, range(MATCHED, ADDED + 1)), strict=True)]

    def _step_texts(self) -> list[str]:
        best = MATCHING.index(max(MATCHING))
        names = [display_name(name) for _id, name in self.tokens]
        values = {
            "last": names[-1],
            "best": names[best],
            "match": multiplication(ROWS[best], ROWS[-1]),
            "share": localized_percent(SHARES[best]),
            **_weights_text(MATCHING, best),
            "first": with_minus(ROWS[best][1]),
            "part": with_minus(PARTS_TAKEN[best][1]),
            "e": localized_decimal(e, 2),
        }
        sentences = [
            _(
                "The row of “{last}” is compared with each so far: multiplied number by number, and added up. "
                "“{best}” matches best: {match}. (Real layers first multiply rows by learned tables.)"
            ),
            _(
                "Softmax: one point more counts {e} times as much, so these count {weights}. “{best}” gets {own} of "
                "{total}: {share}."
            ),
            _("It takes its share of each row, rounded here: {share} of {first} is {part}. Added up, that’s the mix."),
            _(
                "Its own row is added, and what a small network has learned to add. Here, one layer is enough for the "
                "last row; in the smallest GPT-2, it’s 12."
            ),
        ]
        return [sentence.format(**values) for sentence in sentences]

    def _shapes(self, step: int) -> list[PictureShape]:
        if step < MIXED:
            return self._far_lines(step)
        shapes = [
            caption("row", (NUMBERS, 13), _("Row")),
            caption("match", (MATCHES, 13), _("Match")),
            label("share", (PARTS, 13), _("Share")),
        ]
        for place in range(len(ROWS)):
            shapes += self._line(place, step)
        return shapes + self._sum(step)

    def _far_lines(self, step: int) -> list[PictureShape]:
        """Return tokens, their rows, and how well these match the last one: first the products, then the shares."""
        is_multiplied = step == MATCHED
        match_at = MULTIPLIED_MATCHES if is_multiplied else FAR_MATCHES
        shapes = [caption("match", (match_at, 18), _("Match"))]
        if not is_multiplied:
            shapes.append(label("share", (FAR_PARTS, 18), _("Share")))
        for place, (token, row, hue) in enumerate(zip(self.tokens, ROWS, self.hues, strict=True)):
            y, mark = FAR + FAR_PITCH * place, _mark_if(MATCHING[place] == max(MATCHING))
            text, found = with_minus(MATCHING[place]), (match_at, y)
            shapes += [
                _token(f"id{place}", token, (FAR_TOKENS, y), (NARROW, TILE)),
                *row_of(f"input{place}:", (FAR_NUMBERS, y - UNDER * is_multiplied), row, hue=hue),
                shape(f"match{place}", "tile", found, BEADS, text=text, hue=hue, mark=mark if is_multiplied else ""),
            ]
            if is_multiplied:
                products, _equals, _sum = sum_of_products(row, ROWS[-1]).rpartition(" = ")
                shapes += row_of(f"times{place}:", (FAR_NUMBERS, y + UNDER), ROWS[-1], hue=self.hues[-1])
                shapes.append(label(f"products{place}", (PRODUCTS, y), f"{products} ="))
            else:
                wide, share = FAR_BARS * SHARES[place], localized_percent(SHARES[place])
                shapes.append(shape(f"bar{place}", "cell", (FAR_PARTS + wide / 2, y), (wide, HIGH), hue=hue))
                shapes.append(label(f"share{place}", (FAR_PARTS + wide + 8, y), share, mark))
        return shapes

    def _line(self, place: int, step: int) -> list[PictureShape]:
        """Return a token, its row, and what the last row has found and taken of it."""
        y, hue = FIRST + ROW_PITCH * place, self.hues[place]
        wide, mark = SHARE_BARS * SHARES[place], _mark_if(step == MIXED)
        return [
            _token(f"id{place}", self.tokens[place], (TOKENS, y), (NARROW, LOW)),
            *row_of(f"input{place}:", (NUMBERS, y), ROWS[place], hue=hue),
            shape(f"match{place}", "tile", (MATCHES, y), BEADS, text=with_minus(MATCHING[place]), hue=hue),
            label(f"share{place}", (PARTS, y - 9), localized_percent(SHARES[place]), mark),
            shape(f"bar{place}", "cell", (PARTS + wide / 2, y + 12), (wide, 12), hue=hue),
            *self._numbers(f"taken{place}:", y, PARTS_TAKEN[place], hue, mark),
        ]

    def _sum(self, step: int) -> list[PictureShape]:
        """Return the rows that are added up, as far as they are known, and the new row or its cover."""
        left, wide = TAKEN - 1.5 * SPACIOUS, 3 * SPACIOUS
        shapes = [shape(key, "line", (left, y - 28), (wide, 0)) for key, y in (("above", SUM), ("below", RESULT))]
        rows: list[tuple[str, float, str, Sequence[float], int | None, int]] = [
            ("mix", SUM, _("The mix"), MIX, None, MIXED),
            ("own", SUM + SUM_PITCH, _("+ its own row"), ROWS[-1], self.hues[-1], ADDED),
            ("learned", SUM + 2 * SUM_PITCH, _("+ what a small network adds"), LEARNED, LAYER_HUE, ADDED),
            ("last", RESULT, _("= the new row"), NEW_ROW, None, ADDED),
        ]
        names = left - 10 - max(label_width(name) for _key, _y, name, *_more in rows)
        for key, y, name, row, hue, known in rows:
            mark: Mark = "" if step != known else "best" if key == "last" else "now"
            shapes.append(label(f"{key}:name", (names, y), name, mark))
            if step >= known:
                shapes += self._numbers(f"{key}:", y, row, hue, mark)
        if step < ADDED:
            shapes.append(shape("last?", "cell", (TAKEN, RESULT), (wide - GAP, HIGH), text="?", mark="later"))
        return shapes

    def _numbers(self, key: str, y: float, row: Sequence[float], hue: int | None, mark: Mark) -> list[PictureShape]:
        return row_of(key, (TAKEN, y), row, mark, SPACIOUS, hue)


class _Way:
    """The layout of the way, from the top down: tokens, the layers, the last row after them, and the table of rows.

    To the right of the tokens is the place of the next one.
    """

    def __init__(self, of: str, tokens: Sequence[tuple[int, str]], candidates: Sequence[tuple[int, str]]) -> None:
        size = vocabulary_size(of)
        self.last = size - 1
        self.size, self.others = localized_number(size), localized_number(size - len(OUTPUTS))
        self.tokens, self.candidates = tokens, candidates
        self.chances = _softmax([dot_product(NEW_ROW, row) for row in OUTPUTS])

    def frames(self) -> list[Frame]:
        return [*zip(self._step_texts(), map(self._shapes, range(MULTIPLIED, DRAWN + 1)), strict=True)]

    def _step_texts(self) -> list[str]:
        (_id, first), (_other, second), *_rest = self.candidates
        values = {
            "token": display_name(first),
            "sum": multiplication(NEW_ROW, OUTPUTS[0]),
            "chance": localized_percent(self.chances[0]),
            **_weights_text([dot_product(NEW_ROW, row) for row in OUTPUTS], 0),
            "other": display_name(second),
            "rarer": localized_percent(self.chances[1]),
            "e": localized_decimal(e, 2),
        }
        sentences = [
            _(
                "After the layers, the last row stands for the whole text. It’s multiplied by the row of every id: "
                "{sum} is the score of “{token}”."
            ),
            _(
                "Softmax: one point more counts {e} times as much, so these count {weights}. If these three were the "
                "only ones, “{token}” would get {own} of {total}: {chance}."
            ),
            _(
                "One of the three is drawn: “{token}” in {chance} of all cases, “{other}” in {rarer}. This time it’s "
                "“{token}”, which joins the text. Then all starts again."
            ),
        ]
        return [sentence.format(**values) for sentence in sentences]

    def lookup(self) -> Frame:
        """Return the text's tokens below each other, and the table, in which each has its row."""
        told = _(
            "Each id is the number of a row: here 3 made-up numbers, in the smallest GPT-2, 768. Which of these rows "
            "does “{last}” take most of?"
        ).format(last=display_name(self.tokens[-1][1]))
        x = STACK
        shapes = [
            caption("table", (FOUND, 16), _("{count} rows").format(count=self.size)),
            shape("asked", "tile", (x, STACKED[-1]), (WORDS, TILE), text="?", mark="later"),
            caption("next", (x, STACKED[-1] + 42), _("Next id")),
        ]
        ids = [token_id for token_id, _name in self.tokens]
        listed = sorted({0, *ids, self.last})
        middles = {one: 56 + (HEIGHT - 84) * place / (len(listed) - 1) for place, one in enumerate(listed)}
        for one, y in middles.items():
            number, mark = str(one), _mark_if(one in ids)
            shapes.append(label(f"row{one}", (NUMBER - label_width(number), y), number, mark))
            if one not in ids:
                shapes.append(shape(f"row{one}:", "cell", (FOUND, y), (3 * SIDE - GAP, HIGH)))
            if one != self.last:
                between = y + (middles[listed[listed.index(one) + 1]] - y) / 2
                shapes.append(shape(f"more{one}", "text", (FOUND, between - 4), text="…"))
        for place, (token, y) in enumerate(zip(self.tokens, STACKED, strict=False)):
            start, end = (x + WORDS / 2 + 4, y), (NUMBER - label_width(str(token[0])) - 8, middles[token[0]])
            line = shape(f"to{place}", "line", start, (end[0] - start[0], end[1] - start[1]), mark="now")
            shapes += [line, _token(f"id{place}", token, (x, y), (WORDS, TILE))]
            shapes += row_of(f"input{place}:", (FOUND, end[1]), ROWS[place], "now", hue=token_hue(token[0]))
        return told, shapes

    def _shapes(self, step: int) -> list[PictureShape]:
        tall = LAYERS - LOOKED_UP - (HIGH + DEEP) / 2
        shapes = list[PictureShape]()
        for place, (token, x) in enumerate(zip(self.tokens, COLUMNS, strict=False)):
            shapes.append(_token(f"id{place}", token, (x, TEXT), (WORDS, TILE)))
            shapes += row_of(f"input{place}:", (x, LOOKED_UP), ROWS[place], hue=token_hue(token[0]))
            shapes.append(shape(f"enters{place}", "line", (x, LOOKED_UP + HIGH / 2), (0, tall)))
        right = COLUMNS[2] + WORDS / 2
        size, name = (right - 2, DEEP), _("The last row")
        shapes += [
            shape("layers", "node", (right / 2 + 1, LAYERS), size, hue=LAYER_HUE),
            caption("layers:name", (right / 2, LAYERS), _("The layers")),
            *_pointer("leaves", COLUMNS[2], LAYERS + DEEP / 2, LAST - HIGH / 2 - 3, ""),
            label("last", (COLUMNS[2] - WORDS / 2 - 10 - label_width(name), LAST), name, _mark_if(step == MULTIPLIED)),
            *row_of("last:", (COLUMNS[2], LAST), NEW_ROW, _mark_if(step == MULTIPLIED)),
        ]
        return [*shapes, *self._next(step), *self._table(step)]

    def _next(self, step: int) -> list[PictureShape]:
        """Return the place of the next id, and at the end the id, with an arrow from the scores up to it."""
        x = COLUMNS[-1]
        name = caption("next", (x, TEXT + 42), _("Next id"), _mark_if(step == DRAWN))
        if step < DRAWN:
            return [name, shape("asked", "tile", (x, TEXT), (WORDS, TILE), text="?", mark="later")]
        top, foot = BACK
        token = _token("asked", self.candidates[0], (x, TEXT), (WORDS, TILE), "now")
        return [name, token, *_pointer("back", x, foot, top, "now")]

    def _table(self, step: int) -> list[PictureShape]:
        """Return the rows of the ids that may come next, below the last row, and what is known of each."""
        shapes = [
            label("table", (2, TABLE - 10), _("The table:")),
            label("size", (2, TABLE + 12), _("{count} rows").format(count=self.size)),
            shape("times", "text", (COLUMNS[2], TIMES), text="×"),
            label(
                "rest", (2, REST), _("Left out: the other {count} ids, which have scores too").format(count=self.others)
            ),
        ]
        for place, token in enumerate(self.candidates):
            y, hue = TABLE + PITCH * place, token_hue(token[0])
            mark = _mark_if(step == DRAWN and not place)
            shapes.append(_token(f"next{place}", token, (COLUMNS[1], y), (WORDS, LOW), mark))
            shapes += row_of(f"output{place}:", (COLUMNS[2], y), OUTPUTS[place], _mark_if(step == MULTIPLIED), hue=hue)
            shapes += self._score(place, y, step)
        return shapes

    def _score(self, place: int, y: float, step: int) -> list[PictureShape]:
        """Return the score of an id, and then below it a bar for its probability."""
        text, is_new = sum_of_products(NEW_ROW, OUTPUTS[place]), _mark_if(step == MULTIPLIED)
        score = label(f"score{place}", (SCORES_AT, y if is_new else y - 11), text, is_new)
        if is_new:
            return [score]
        wide, y, hue = BARS * self.chances[place], y + 11, token_hue(self.candidates[place][0])
        bar = shape(f"bar{place}", "cell", (SCORES_AT + wide / 2, y), (wide, 16), hue=hue)
        text, is_told = localized_percent(self.chances[place]), step < DRAWN or not place
        return [score, bar, label(f"chance{place}", (SCORES_AT + wide + 6, y), text, _mark_if(is_told))]


def _pointer(key: str, x: float, start: float, end: float, mark: Mark) -> list[PictureShape]:
    """Return an arrow straight up or down."""
    across, back = BARB[0], BARB[1] if end < start else -BARB[1]
    heads = ((f"{key}:left", -across), (f"{key}:right", across))
    shaft = shape(key, "line", (x, start), (0, end - start), mark=mark)
    return [shaft, *(shape(part, "line", (x, end), (aside, back), mark=mark) for part, aside in heads)]
