"""The way from the ids of a text to the next id: rows of numbers, scores, probabilities."""

from collections.abc import Sequence
from math import exp

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, localized_significant
from ui.base.token_labels import id_label
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TILE, WIDTH, Frame, Mark, caption, drawing, label, shape, text_from, width_of
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import encoded, vocabulary_size
from ui.course.values.value_registry import picture

INPUTS = ((2, 0, 1), (-1, 3, 1), (1, 1, 2))  # rows of the text's ids
MADE = (1, 2, 3)  # the row that the model makes of them
OUTPUTS = ((3, 1, -1), (0, 2, -1), (2, -1, 0))  # rows of the ids that may come next
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SIDE, HIGH = 34, 30  # of a number's box
TOKENS, FIRST_TOKEN, TOKEN_PITCH = 44, 46, 43  # the text's tokens: their middle, the first one's height
TABLE, TABLE_TOP, TABLE_PITCH = 124, 30, 46  # the table: its left edge, its top, and from one row to the next
TABLE_SIZE = (190, 154)
MODEL = 388  # middle of the first number of the row that the model makes
RULE, ABOVE, FIRST, PITCH = 218, 244, 292, 48  # the output: its middles, from top to bottom
ROW = 112  # left edge of the rows at the output
SCORE = 232  # left edge of the products and the scores
POWER = 266  # left edge of the powers
BAR, LONGEST = 380, 56


@picture
def from_ids_to_the_next(_text: str, of: str, prompt: str, *words: str) -> Picture:
    """Three ids on their way through a model with rows of three numbers, and how probable each of three next ids is."""
    if len(words) != len(OUTPUTS) or len(encoded(of, prompt)) != len(INPUTS):
        raise ValueError(prompt)
    return _Way(of, prompt, words).picture()


class _Way:
    """The layout of the way: at the top the text's tokens, their rows and the one made of them, below the next ids."""

    def __init__(self, of: str, prompt: str, words: Sequence[str]) -> None:
        tokenizer = tokenizer_at(of)
        self.size = vocabulary_size(of)
        self.ids, self.candidates = encoded(of, prompt), [one for word in words for one in encoded(of, word)]
        self.names = {one: id_label(tokenizer, one) for one in (*self.ids, *self.candidates)}
        self.scores = [sum(a * b for a, b in zip(MADE, row, strict=True)) for row in OUTPUTS]
        self.powers = [exp(score) for score in self.scores]
        self.chances = [power / sum(self.powers) for power in self.powers]

    def picture(self) -> Picture:
        frames: list[Frame] = [(said, self._frame(step)) for step, said in enumerate(self._says())]
        return drawing(
            _("From ids to the next id"),
            _(
                "Three tokens of a text. Each id is the number of a row of three numbers in a table, and a model makes "
                "one row of them. Under these, three ids that may come next: their rows, number by number below that "
                "row, their scores and probabilities. The numbers are made up."
            ),
            (WIDTH, FIRST + 2 * PITCH + 28),
            frames,
        )

    def _says(self) -> list[str]:
        products = " + ".join(
            f"{a} × {_signed(b) if b >= 0 else f'({_signed(b)})'}" for a, b in zip(MADE, OUTPUTS[0], strict=True)
        )
        first, second = (display_name(self.names[one]) for one in self.candidates[:2])
        values = {
            "token": first,
            "sum": f"{products} = {_signed(self.scores[0])}",
            "chance": localized_percent(self.chances[0]),
            "power": localized_significant(self.powers[0], 3),
            "all": localized_significant(sum(self.powers), 3),
            "second": second,
            "times": localized_number(round(100 * self.chances[1])),
        }
        says = [
            _("The ids of a text, and three ids that may come next. What does a model do in between?"),
            _(
                "Each id is the number of a row in a table, the embedding. Here a row has 3 numbers; in the smallest "
                "GPT-2, it has 768."
            ),
            _("The model’s layers work these rows into one. It stands for the text so far."),
            _("Each id has a row at the output too. Number by number: {sum} is the score of “{token}”."),
            _(
                "Softmax: e to the power of each score, divided by their sum. For “{token}”, {power} / {all} is "
                "{chance}."
            ),
            _(
                "Next comes the most probable id, or one drawn at random: “{second}” in {times} of 100 cases. Here, "
                "“{token}” joins the text, and all starts again."
            ),
        ]
        return [said.format(**values) for said in says]

    def _frame(self, step: int) -> list[PictureShape]:
        return [*self._table(step), *self._made(step), *self._heads(step), *self._candidates(step)]

    def _table(self, step: int) -> list[PictureShape]:
        """Return the text's tokens, and the table with their rows in the order of the ids."""
        size = localized_number(self.size)
        at = (TABLE + TABLE_SIZE[0] / 2, TABLE_TOP + TABLE_SIZE[1] / 2)
        shapes = [
            label("table:name", (TABLE, 12), _("Table of {count} rows").format(count=size)),
            shape("table", "prefix", at, TABLE_SIZE),
        ]
        mark: Mark = "now" if step == 1 else ""
        in_order = sorted(self.ids)
        numbers_left = TABLE + TABLE_SIZE[0] - 8 - len(MADE) * SIDE
        for row in range(len(in_order) + 1):
            dots = (numbers_left + 1.5 * SIDE, TABLE_TOP + 4 + row * TABLE_PITCH)
            shapes.append(caption(f"dots{row}", dots, "…"))
        for place, token_id in enumerate(self.ids):
            y = FIRST_TOKEN + place * TOKEN_PITCH
            row = in_order.index(token_id)
            middle = TABLE_TOP + 31 + row * TABLE_PITCH
            name, note, hue = self.names[token_id], str(token_id), token_hue(token_id)
            shapes.append(shape(f"id{place}", "tile", (TOKENS, y), (84, TILE - 6), text=name, note=note, hue=hue))
            if not step:
                size_of_all = (TABLE_SIZE[0] - 16, HIGH - 3)
                shapes.append(shape(f"input{place}?", "cell", (at[0], middle), size_of_all, text="?", mark="later"))
                continue
            shapes.append(shape(f"look{place}", "line", (TOKENS + 44, y), (TABLE - TOKENS - 44, middle - y), mark=mark))
            shapes.append(shape(f"row{place}", "text", (numbers_left - 8 - width_of(note) / 2, middle), text=note))
            shapes += _numbers(f"input{place}:", (numbers_left, middle), INPUTS[place], mark)
        return [*shapes, self._joined(step)]

    def _joined(self, step: int) -> PictureShape:
        """Return the next token of the text: not known until it is chosen."""
        at, size = (TOKENS, FIRST_TOKEN + len(self.ids) * TOKEN_PITCH), (84, TILE - 6)
        if step < 5:
            return shape("joined", "tile", at, size, text="?", mark="later")
        token_id = self.candidates[0]
        name, hue = self.names[token_id], token_hue(token_id)
        return shape("joined", "tile", at, size, text=name, note=str(token_id), hue=hue, mark="now")

    def _made(self, step: int) -> list[PictureShape]:
        """Return the row that the model makes."""
        middle = TABLE_TOP + TABLE_SIZE[1] / 2
        mark: Mark = "now" if step == 2 else ""
        right = TABLE + TABLE_SIZE[0]
        left = WIDTH - len(MADE) * SIDE
        told = _("Layers")
        shapes = [
            caption("layers", ((right + left) / 2, middle - 22), told),
            shape("model", "arrow", (right + 8, middle), (left - right - 18, 0), mark=mark),
            caption("made", (left + 1.5 * SIDE - 3, middle + 32), _("Text so far")),
        ]
        return shapes + _known("made", (left, middle), MADE, mark, is_known=step > 1)

    def _heads(self, step: int) -> list[PictureShape]:
        """Return the names of the columns, and once more the row of the text, above the rows it is multiplied by."""
        heads = ((2, _("Next id")), (ROW, _("Its row")), (SCORE, _("Score")), (BAR, _("Probability")))
        shapes = [shape("rule", "line", (2, RULE - 14), (WIDTH - 4, 0), mark="dim")]
        shapes += [label(f"head{x}", (x, RULE + 2), head) for x, head in heads]
        shapes.append(label("again", (2, ABOVE + 4), _("Text so far")))
        mark: Mark = "now" if step == 3 else ""
        shapes += _known("again", (ROW, ABOVE + 4), MADE, mark, is_known=step > 1)
        return [*shapes, shape("times", "text", (ROW + len(MADE) * SIDE + 8, ABOVE + 4), text="×")]

    def _candidates(self, step: int) -> list[PictureShape]:
        """Return the ids that may come next, each with what is known of it."""
        shapes: list[PictureShape] = []
        for place, token_id in enumerate(self.candidates):
            y, hue = FIRST + place * PITCH, token_hue(token_id)
            mark: Mark = "best" if step == 5 and not place else ""
            now: Mark = "now" if step == 3 else ""
            name, note, size = self.names[token_id], str(token_id), (96, TILE - 2)
            shapes.append(shape(f"next{place}", "tile", (50, y), size, text=name, note=note, hue=hue, mark=mark))
            shapes += _numbers(f"output{place}:", (ROW, y), OUTPUTS[place], now)
            if step < 4:
                shapes += self._product(place, y, is_known=step == 3)
                at, size = ((BAR + WIDTH) / 2, y), (WIDTH - BAR, 28)
                shapes.append(shape(f"chance{place}?", "cell", at, size, text="?", mark="later"))
                continue
            now = "now" if step == 4 else ""
            shapes.append(text_from(f"score{place}", (SCORE, y), _signed(self.scores[place])))
            power = "".join(SUPERSCRIPTS[int(digit)] for digit in str(self.scores[place]))
            told = f"e{power} = {localized_decimal(self.powers[place], 2)}"
            shapes.append(text_from(f"power{place}", (POWER, y), told, now))
            width = LONGEST * self.chances[place] / max(self.chances)
            chance = localized_percent(self.chances[place])
            shapes.append(shape(f"bar{place}", "cell", (BAR + width / 2, y), (width, 26), hue=hue, mark=mark))
            shapes.append(label(f"chance{place}", (BAR + width + 10, y), chance, now))
        return shapes

    def _product(self, place: int, y: float, *, is_known: bool) -> list[PictureShape]:
        """Return the sum of the products of two rows."""
        if not is_known:
            at, size = ((SCORE + BAR - 10) / 2, y), (BAR - 10 - SCORE, 28)
            return [shape(f"score{place}?", "cell", at, size, text="?", mark="later")]
        products = [a * b for a, b in zip(MADE, OUTPUTS[place], strict=True)]
        told = _signed(products[0]) + "".join(f" {'−' if one < 0 else '+'} {abs(one)}" for one in products[1:])
        return [label(f"score{place}", (SCORE, y), f"{told} = {_signed(self.scores[place])}", "now")]


def _known(key: str, at: tuple[float, float], row: Sequence[int], mark: Mark, *, is_known: bool) -> list[PictureShape]:
    """Return a row, or what stands for it before it is known."""
    if is_known:
        return _numbers(key, at, row, mark)
    size = (len(row) * SIDE - 3, HIGH - 3)
    return [shape(f"{key}?", "cell", (at[0] + size[0] / 2, at[1]), size, text="?", mark="later")]


def _numbers(key: str, at: tuple[float, float], row: Sequence[int], mark: Mark) -> list[PictureShape]:
    """Return a row of numbers in boxes, side by side from this left edge."""
    size = (SIDE - 3, HIGH - 3)
    return [
        shape(f"{key}{place}", "cell", (at[0] + place * SIDE + size[0] / 2, at[1]), size, text=_signed(one), mark=mark)
        for place, one in enumerate(row)
    ]


def _signed(number: int) -> str:
    return str(number).replace("-", "−")
