"""How many times tokens on the way to another one are made while a text is encoded, and how many are left."""

from textwrap import shorten

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import id_label
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, drawing, label, shape
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.fates import fates_in
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

TOP, FOOT = 62, 378
LETTERS = 200  # width of the goal token
MADE, END = 222, 400  # left edge and rightmost edge of a token's boxes
BOX = 15
LONGEST = 60  # characters of the text in the first step's caption


@picture
def left_at_the_end(text: str, of: str, marked: str, goal: str) -> Picture:
    """The tokens on the way to one, below its letters: how many times the text makes each, and how many are left."""
    tokenizer = bpe_tokenizer(of)
    counts = {fate.token: fate for fate in fates_in(of, text)}
    on_the_way = sorted((tokenizer.vocabulary[fate.token], fate.token) for fate in fates_in(of, goal))
    (asked,), (last,) = encoded(of, marked), encoded(of, goal)
    written = tokenizer.token(last)
    amounts = {
        token_id: (counts[token].made, counts[token].left) if token in counts else (0, 0)
        for token_id, token in on_the_way
    }
    most = max(1, *(made for made, _left in amounts.values()))
    box = min(BOX, (END - MADE) / most)
    pitch = (FOOT - TOP) / len(on_the_way)
    wide = LETTERS / len(written)

    def row(place: int, token_id: int, token: str, step: int) -> list[PictureShape]:
        y = TOP + pitch * (place + 0.5)
        mark: Mark = "now" if token_id == asked else ""
        start, hue = written.index(token), token_hue(token_id)
        middle = (2 + wide * (start + len(token) / 2), y)
        size = (wide * len(token) - 3, 30)
        shapes = [shape(f"{place}:tile", "tile", middle, size, text=id_label(tokenizer, token_id), hue=hue, mark=mark)]
        made, left = amounts[token_id]
        if not step:
            return [*shapes, label(f"{place}:made", (MADE, y), "?")]
        for at in range(made):
            is_left = step < 2 or at < left
            where, side = (MADE + box * (at + 0.5), y), (box - 2, box + 7)
            shapes.append(
                shape(f"{place}:{at}", "cell", where, side, hue=hue if is_left else None, mark="" if is_left else "dim")
            )
        x = MADE + box * made + 8
        shapes.append(label(f"{place}:made", (x, y), localized_number(made), mark if step == 1 else ""))
        if step > 1:
            x += 9.5 * len(localized_number(made)) + 4
            shapes.append(label(f"{place}:left", (x, y), f"→ {localized_number(left)}", "now"))
        return shapes

    def frame(step: int) -> list[PictureShape]:
        shapes = [
            label("made", (MADE + 22, 14), _("Made"), "now" if step == 1 else ""),
            shape(
                "made:key",
                "cell",
                (MADE + 8, 14),
                (BOX - 2, BOX + 5),
                hue=None if step > 1 else token_hue(asked),
                mark="dim" if step > 1 else "",
            ),
        ]
        if step > 1:
            key = shape("left:key", "cell", (MADE + 98, 14), (BOX - 2, BOX + 5), hue=token_hue(asked))
            shapes += [key, label("left", (MADE + 112, 14), _("Left at the end"), "now")]
        for place, letter in enumerate(make_visible(tokenizer.decode([last]))):
            at = (2 + wide * (place + 0.5), 42)
            shapes.append(shape(f"letter{place}", "cell", at, (wide - 3, 28), text=letter))
        for place, (token_id, token) in enumerate(on_the_way):
            shapes += row(place, token_id, token, step)
        return shapes

    values = {
        "token": id_label(tokenizer, last),
        "text": shorten(text, LONGEST, placeholder="…"),
        "all": localized_number(len(counts)),
        "never": localized_number(sum(not fate.left for fate in counts.values())),
    }
    says = [
        _(
            "Tokens that merges make on the way to “{token}”. In “{text}”, how many times is each made, and how many "
            "of those are left at the end?"
        ),
        _("This is how many times each is made. Which of them are still there after all merges?"),
        _(
            "What a longer token has absorbed isn’t left at the end. Of {all} tokens made in the whole text, {never} "
            "are never left."
        ),
    ]
    frames: list[Frame] = [(said.format(**values), frame(step)) for step, said in enumerate(says)]
    return drawing(
        _("Made, and left at the end"),
        _(
            "The letters of a token, and below them, each in a row, the tokens that merges make on the way to it. "
            "Beside each, how many times it is made in the text, and how many are left at the end."
        ),
        (WIDTH, FOOT),
        frames,
    )
