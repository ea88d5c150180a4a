"""A layer of a model, number by number: rows are compared, shares of them added, and the sum is reworked."""

from collections.abc import Sequence

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.number_rows import HIGH, fitting_name, row_of, sum_of_products, with_minus
from ui.course.pictures.shapes import TILE, WIDTH, Frame, Mark, caption, drawing, label, shape, text_from
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

ROWS = ((2, 2, 0), (0, 1, 2), (1, 0, 1))  # multiplied by the last one, all are equal, so each gets a third
THIRDS = tuple(sum(column) // len(ROWS) for column in zip(*ROWS, strict=True))
REWORKED = (-1, 1, 1)  # what the network adds
RESULT = tuple(map(sum, zip(THIRDS, ROWS[-1], REWORKED, strict=True)))
MIDDLES = (78, 240, 402)  # of the text's tokens and of what is below them
WORDS = 128  # width of a token
TOKENS, READ, MATCHES = 26, 82, 122  # middles: tokens, their rows, how they match the last one
SHARES = 138  # where the lines begin
SUMS = 220, 266, 312, 364  # middles: the shares, the last row as it was, what the network adds, the row after the layer
HEIGHT = 386
COMPARED, SHARED, KEPT, DONE = range(1, 5)  # steps


@picture
def inside_a_layer(_text: str, of: str, prompt: str) -> Picture:
    """A layer of a model at work on the last of three rows: matches, shares, the row itself, and a small network."""
    ids = encoded(of, prompt)
    if len(ids) != len(ROWS):
        raise ValueError(f"“{prompt}” is {len(ids)} tokens, not {len(ROWS)}. Choose another text.")
    tokens = [(one, fitting_name(of, one, WORDS)) for one in ids]
    last = display_name(tokens[-1][1])
    first = " + ".join(with_minus(row[0]) for row in ROWS)
    sentences = [
        _(
            "In the table, “{token}” has the same row in every text. How does it take in what came before? "
            "Simplified, with made-up numbers."
        ),
        _("Compare each row with that of “{token}”: multiply them number by number, and add up. Each makes {match}."),
        _(
            "Equal matches get equal shares, by softmax: a third each. The three thirds are added up. First number: "
            "({first}) / 3 = {third}."
        ),
        _("To that, its own row is added as it was, so nothing is lost. This is a residual connection."),
        _(
            "A small network reworks the row on its own: now it says something about all of the text. In GPT-2, more "
            "such layers follow; here, one is enough."
        ),
    ]
    values = {
        "token": last,
        "match": sum_of_products(ROWS[-1], ROWS[-1]).rpartition(" ")[2],
        "first": first,
        "third": THIRDS[0],
    }
    frames: list[Frame] = [(sentence.format(**values), _layer(tokens, step)) for step, sentence in enumerate(sentences)]
    return drawing(
        _("Inside a layer"),
        _(
            "Three tokens of a text with their rows of three numbers. Each row is multiplied by the last one; a third "
            "of each, the last row as it was, and what a small network adds make the row after the layer."
        ),
        (WIDTH, HEIGHT),
        frames,
    )


def _layer(tokens: list[tuple[int, str]], step: int) -> list[PictureShape]:
    shapes: list[PictureShape] = []
    right = MIDDLES[-1]
    for place, ((token_id, name), x, row) in enumerate(zip(tokens, MIDDLES, ROWS, strict=True)):
        hue, is_last = token_hue(token_id), place == len(ROWS) - 1
        shapes.append(shape(f"id{place}", "tile", (x, TOKENS), (WORDS, TILE), text=name, note=str(token_id), hue=hue))
        shapes += row_of(f"row{place}:", (x, READ), row, "now" if step < SHARED or (step == KEPT and is_last) else "")
        if step >= COMPARED:
            shapes.append(
                caption(f"match{place}", (x, MATCHES), sum_of_products(row, ROWS[-1]), _mark_at(step, COMPARED))
            )
        if step >= SHARED:
            across, down = right + 18 * (place - 1) - x, SUMS[0] - HIGH / 2 - 5 - SHARES
            mark = _mark_at(step, SHARED)
            shapes.append(shape(f"to{place}", "line", (x, SHARES), (across, down), mark=mark))
            at = (x + across * 0.4 + 12, SHARES + down * 0.4 - 8)
            shapes.append(label(f"share{place}", at, "× ⅓", mark))
    sums: list[tuple[int, str, str, Sequence[int]]] = [
        (SHARED, _("A third of each row"), "", THIRDS),
        (KEPT, _("Its own row, as it was"), "+", ROWS[-1]),
        (DONE, _("From the small network"), "+", REWORKED),
        (DONE, _("Row after the layer"), "=", RESULT),
    ]
    for place, (when, text, sign, total) in enumerate(sums):
        y, is_result = SUMS[place], place == len(sums) - 1
        mark = "best" if is_result and step == DONE else _mark_at(step, when)
        if is_result:
            shapes.append(shape("rule", "line", (2, y - 26), (WIDTH - 4, 0), mark="dim"))
        if step >= when or is_result:
            shapes.append(label(f"sum{place}", (2, y), text, mark))
        if step < when:
            if is_result:
                shapes.append(shape("result", "cell", (right, y), (117, HIGH), text="?", mark="later"))
            continue
        if sign:
            shapes.append(text_from(f"sign{place}", (right - 88, y), sign))
        shapes += row_of(f"sum{place}:", (right, y), total, mark)
    return shapes


def _mark_at(step: int, when: int) -> Mark:
    return "now" if step == when else ""
