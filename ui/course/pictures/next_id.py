"""The way from the ids of a text to the next id: rows of numbers, scores, probabilities."""

from collections.abc import Sequence
from math import exp

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent, localized_significant
from ui.base.token_labels import id_label
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TILE, WIDTH, Frame, Mark, caption, drawing, label, shape
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

INPUTS = ((2, 0, 1), (-1, 3, 1), (1, 1, 2))  # rows of the text's ids
MADE = (1, 2, 3)  # the row that the model makes of them
OUTPUTS = ((3, 1, -1), (0, 2, -1), (2, -1, 0))  # rows of the ids that may come next
SIDE, HIGH = 34, 30  # of a number's box
TOP = 74  # vertical centre of the first numbers
MODEL = 372  # middle of the row that the model makes
HEADS, FIRST, PITCH = 214, 258, 62
ROW, SCORE, POWER, BAR = 114, 222, 308, 354  # left edges of the columns
LONGEST = 74


@picture
def from_ids_to_the_next(_text: str, of: str, prompt: str, *words: str) -> Picture:
    """Three ids on their way through a model with rows of three numbers, and how probable each of three next ids is."""
    if len(words) != len(OUTPUTS) or len(encoded(of, prompt)) != len(INPUTS):
        raise ValueError(prompt)
    tokenizer = tokenizer_at(of)
    ids, candidates = encoded(of, prompt), [one for word in words for one in encoded(of, word)]
    scores = [sum(a * b for a, b in zip(MADE, row, strict=True)) for row in OUTPUTS]
    powers = [exp(score) for score in scores]
    chances = [power / sum(powers) for power in powers]
    first = id_label(tokenizer, candidates[0])

    def numbers(key: str, at: tuple[float, float], row: Sequence[int], *, down: bool, mark: Mark) -> list[PictureShape]:
        """Return a row of numbers in boxes, from its first one on."""
        return [
            shape(
                f"{key}{place}",
                "cell",
                (at[0], at[1] + place * HIGH) if down else (at[0] + place * SIDE, at[1]),
                (SIDE - 3, HIGH - 3),
                text=_signed(number),
                mark=mark,
            )
            for place, number in enumerate(row)
        ]

    def frame(step: int) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for place, token_id in enumerate(ids):
            x = 50 + 102 * place
            name = id_label(tokenizer, token_id)
            middle, size = (x, TILE / 2 + 2), (96, TILE)
            hue = token_hue(token_id)
            shapes.append(shape(f"id{place}", "tile", middle, size, text=name, note=str(token_id), hue=hue))
            if step:
                mark: Mark = "now" if step == 1 else ""
                shapes += numbers(f"input{place}:", (x, TOP), INPUTS[place], down=True, mark=mark)
            else:
                at, size = (x, TOP + HIGH), (SIDE - 3, 3 * HIGH - 3)
                shapes.append(shape(f"input{place}?", "cell", at, size, text="?", mark="later"))
        shapes.append(shape("model", "arrow", (304, TOP + HIGH), (40, 0), mark="now" if step == 2 else ""))
        shapes.append(caption("made", (MODEL - 12, TOP + 2 * HIGH + 34), _("One row for the text so far")))
        if step > 1:
            shapes += numbers("made", (MODEL, TOP), MADE, down=True, mark="now" if step == 2 else "")
        else:
            at, size = (MODEL, TOP + HIGH), (SIDE - 3, 3 * HIGH - 3)
            shapes.append(shape("made?", "cell", at, size, text="?", mark="later"))
        heads = (_("Next id"), _("Its row"), _("Score s"), "e", _("Probability"))
        for x, head in zip((2, ROW, SCORE, POWER, BAR), heads, strict=True):
            shapes.append(label(f"head{x}", (x, HEADS), head))
        shapes.append(label("exponent", (POWER + 9, HEADS - 7), "s"))
        shapes.append(shape("rule", "line", (2, HEADS + 17), (WIDTH - 4, 0), mark="dim"))
        for place, token_id in enumerate(candidates):
            shapes += line(place, token_id, step)
        return shapes

    def line(place: int, token_id: int, step: int) -> list[PictureShape]:
        """Return one of the ids that may come next, with what is known of it."""
        y, hue = FIRST + 8 + place * PITCH, token_hue(token_id)
        mark: Mark = "best" if step == 5 and not place else ""
        name = id_label(tokenizer, token_id)
        at, size = (50, y), (96, TILE)
        shapes = [shape(f"next{place}", "tile", at, size, text=name, note=str(token_id), hue=hue, mark=mark)]
        shapes += numbers(
            f"output{place}:", (ROW + SIDE / 2, y), OUTPUTS[place], down=False, mark="now" if step == 3 else ""
        )
        now: Mark = "now" if step == 3 else ""
        shapes.append(label(f"score{place}", (SCORE + 14, y), _signed(scores[place]) if step > 2 else "?", now))
        now = "now" if step == 4 else ""
        if step < 4:
            return [*shapes, label(f"power{place}", (POWER + 6, y), "?"), label(f"chance{place}", (BAR + 6, y), "?")]
        width = LONGEST * chances[place] / max(chances)
        shapes.append(label(f"power{place}", (POWER + 6, y), localized_significant(powers[place], 3), now))
        shapes.append(shape(f"bar{place}", "cell", (BAR + width / 2, y), (width, 26), hue=hue, mark=mark))
        return [*shapes, label(f"chance{place}", (BAR + width + 8, y), localized_percent(chances[place]), now)]

    products = " + ".join(
        f"{a} × {_signed(b) if b >= 0 else f'({_signed(b)})'}" for a, b in zip(MADE, OUTPUTS[0], strict=True)
    )
    values = {
        "token": display_name(first),
        "sum": f"{products} = {_signed(scores[0])}",
        "chance": localized_percent(chances[0]),
        "power": localized_significant(powers[0], 3),
        "all": localized_significant(sum(powers), 3),
        "second": display_name(id_label(tokenizer, candidates[1])),
        "times": localized_number(round(100 * chances[1])),
    }
    says = [
        _("The ids of a text, and three ids that may come next. What does a model do in between?"),
        _(
            "Each id is the number of a row in a table, the embedding. Here a row has 3 numbers, in the smallest GPT-2 "
            "768."
        ),
        _("The model’s layers work these rows into one. It stands for the text so far."),
        _("Each id has a row at the output too. Number by number: {sum} is the score of “{token}”."),
        _("Softmax: e to the power of each score, divided by their sum. For “{token}”, {power} / {all} is {chance}."),
        _(
            "Next comes the most probable id, or one drawn at random: then “{second}” comes {times} times in 100. It "
            "joins the text, and all starts again."
        ),
    ]
    frames: list[Frame] = [(said.format(**values), frame(step)) for step, said in enumerate(says)]
    return drawing(
        _("From ids to the next id"),
        _(
            "Three tokens with their ids, below each a row of three numbers, and the one row that a model makes of "
            "them. Under these, three ids that may come next: their rows, scores and probabilities. The numbers are "
            "made up."
        ),
        (WIDTH, FIRST + 2 * PITCH + 44),
        frames,
    )


def _signed(number: int) -> str:
    return str(number).replace("-", "−")
