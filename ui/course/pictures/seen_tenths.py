"""Bytes that occur in no text, and how many tokens in each tenth of a vocabulary occur in a few texts."""

from bpe_engine.bpe.reachability import INVALID_UTF8_BYTES
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import id_label
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    TILE,
    TYPE,
    WIDTH,
    Frame,
    Mark,
    caption,
    drawing,
    label,
    shape,
    text_from,
    width_of,
)
from ui.course.values.app_links import tokenizer_at
from ui.course.values.article_costs import articles
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

TENTHS = 10
SIDE = 16  # bytes in a row
WIDE, HIGH = 2 * TYPE, 22  # of a byte
LEFT, TOP = 40, 34  # left and top edge of the bytes
APART = 5  # between the characters and the parts of characters
LEGEND = TOP + SIDE * HIGH + APART + 24
FOOT = 392  # bottom edge of the bars
BAR = 300
SLOT = WIDTH / TENTHS
BLUE = 7  # an id whose hue is blue


@picture
def tokens_seen(_text: str, of: str, marked: str) -> Picture:
    """The bytes that occur in no text, and the tokens of each tenth that occur in Article 1 in all its languages."""
    tokenizer = tokenizer_at(of)
    texts = [entry["text"] for entry in articles().values()]
    seen = {token_id for text in texts for token_id in tokenizer.encode(text)}
    (odd,) = encoded(of, marked)
    width = -(-tokenizer.vocab_size // TENTHS)
    counts = [sum(start <= one < start + width for one in seen) for start in range(0, tokenizer.vocab_size, width)]
    own = odd // width
    values = {
        "never": localized_number(len(INVALID_UTF8_BYTES)),
        "parts": localized_number(128 - len(INVALID_UTF8_BYTES)),
        "whole": localized_number(128),
        "languages": localized_number(len(texts)),
        "first": localized_number(counts[0]),
        "width": localized_number(width),
        "least": localized_number(min(counts[1:])),
        "most": localized_number(max(counts[1:])),
        "token": id_label(tokenizer, odd),
        "id": odd,
        "count": localized_number(counts[own]),
        "all": localized_number(len(range(tokenizer.vocab_size)[own * width :][:width])),
    }

    def pointed(step: int) -> list[PictureShape]:
        """Return the odd token above its position among all ids; nothing before its step."""
        if step < len(marks) - 1:
            return []
        name = id_label(tokenizer, odd)
        x, wide = WIDTH * odd / tokenizer.vocab_size, width_of(name) + 2 * PADDING
        at = (min(x, WIDTH - wide / 2 - 2), FOOT - BAR / 2)
        height = BAR * counts[own] / max(counts)
        return [
            shape("odd:place", "line", (x, at[1] + 23), (0, FOOT - height - 22 - at[1] - 23), mark="now"),
            shape("odd", "tile", at, (wide, TILE), text=name, note=str(odd), hue=token_hue(odd), mark="now"),
        ]

    says = [
        _("The vocabulary starts with all 256 bytes, 00 to FF. Are there any among them that no text contains?"),
        _("UTF-8 doesn’t use {never} of the bytes: no text contains C0, C1, or F5 to FF, and so none of these tokens."),
        _("{parts} other bytes are just parts of characters. {whole} are characters: English letters, digits, signs."),
        _(
            "Merges made the other tokens. In Article 1 in {languages} languages, {first} of the first {width} occur, "
            "and {least} to {most} of each later tenth."
        ),
        _(
            "“{token}” has the id {id}. In its tenth, {count} of {all} tokens occur in these short texts. Most others "
            "occur elsewhere; which ones the model hardly ever read, only its rows show."
        ),
    ]
    marks: tuple[dict[int, Mark], ...] = ({}, {}, {}, {0: "now"}, {own: "now"})
    frames: list[Frame] = [
        (said.format(**values), [*_bars(counts, marks[step]), *pointed(step)] if step > 2 else _bytes(step))
        for step, said in enumerate(says)
    ]
    return drawing(
        _("Tokens that occur in texts, and tokens that can’t"),
        _(
            "First the 256 bytes in rows of 16, from 00 to FF, in which those that no text has are marked. Then a bar "
            "for each tenth of the vocabulary, by id: how many of its tokens occur in Article 1."
        ),
        (WIDTH, FOOT + 68),
        frames,
    )


def _area(key: str, start: int, end: int, hue: int | None, mark: Mark = "") -> PictureShape:
    """Return consecutive bytes as one area: part of a row, or whole rows."""
    rows = max(1, (end - start) // SIDE)
    columns = min(SIDE, end - start)
    left, top = LEFT + start % SIDE * WIDE, _top(start // SIDE)
    middle = (left + columns * WIDE / 2, top + rows * HIGH / 2)
    return shape(key, "cell", middle, (columns * WIDE, rows * HIGH), hue=hue, mark=mark)


def _top(row: int) -> int:
    """Return the top edge of a row. The bytes from 80 on stand a little apart."""
    return TOP + row * HIGH + (APART if row >= SIDE / 2 else 0)


def _row(start: int) -> str:
    """Return a row of bytes as characters, as wide as the row. Those without a sign of their own are left blank."""
    signs = (chr(byte) if 0x21 <= byte < 0x7F else "·" if byte == 0x20 else " " for byte in range(start, start + SIDE))
    return "\N{NO-BREAK SPACE}".join(signs).replace(" ", "\N{NO-BREAK SPACE}")


def _bytes(step: int) -> list[PictureShape]:
    """Return the bytes in rows of 16: all alike at first; later, those that occur in no text are marked."""
    whole, parts = (token_hue(BLUE), token_hue(BLUE + 3)) if step > 1 else (None, None)
    shapes = [_area("whole", 0x00, 0x80, whole), _area("parts", 0x80, 0x100, parts)]
    for line in range(1, SIDE):
        x = LEFT + line * WIDE
        for half in (0, SIDE // 2):
            size = (0, HIGH * SIDE / 2)
            shapes.append(shape(f"column{line}:{half}", "line", (x, _top(half)), size, mark="dim"))
        if line != SIDE // 2:
            shapes.append(shape(f"row{line}", "line", (LEFT, _top(line)), (SIDE * WIDE, 0), mark="dim"))
    for row in range(SIDE):
        y = _top(row) + HIGH / 2
        shapes.append(text_from(f"byte{row}", (8, y), f"{row:X}0"))
        if 2 <= row < SIDE / 2:
            shapes.append(text_from(f"signs{row}", (LEFT + TYPE / 2, y), _row(row * SIDE)))
    ends = "\N{NO-BREAK SPACE}".join(f"{byte:X}" for byte in range(SIDE))
    shapes.append(text_from("ends", (LEFT + TYPE / 2, TOP - 18), ends))
    if step:
        shapes += [_area("never0", 0xC0, 0xC2, None, "now"), _area("never1", 0xF5, 0x100, None, "now")]
    named = (
        (_("characters"), whole, 128, step > 1),
        (_("parts of characters"), parts, 128 - len(INVALID_UTF8_BYTES), step > 1),
        (_("in no text"), None, len(INVALID_UTF8_BYTES), step > 0),
    )
    x, y = 8.0, LEGEND
    for place, (name, hue, count, is_known) in enumerate(named):
        if not is_known:
            continue
        told = f"{localized_number(count)} {name}"
        if x + 24 + 8.6 * len(told) > WIDTH:
            x, y = 8.0, y + 28
        is_new = (place == 2) == (step == 1)
        shapes.append(shape(f"key{place}", "cell", (x + 9, y), (18, 16), hue=hue, mark="" if place < 2 else "now"))
        shapes.append(label(f"name{place}", (x + 26, y), told, "now" if is_new else ""))
        x += 26 + 8.6 * len(told) + 18
    return shapes


def _bars(counts: list[int], marks: dict[int, Mark]) -> list[PictureShape]:
    shapes = [
        label("bars", (2, 14), _("The vocabulary in tenths, by id:")),
        label("seen", (2, 38), _("how many of their tokens occur in Article 1")),
        shape("foot", "line", (0, FOOT), (WIDTH, 0)),
    ]
    for place in range(TENTHS):
        x, mark = SLOT * (place + 0.5), marks.get(place, "")
        height = BAR * counts[place] / max(counts)
        shapes.append(
            shape(f"bar{place}", "cell", (x, FOOT - height / 2), (SLOT - 10, height), hue=token_hue(BLUE), mark=mark)
        )
        at = (x, FOOT - height - 11) if height < BAR else (x, FOOT - height / 2)
        shapes.append(caption(f"value{place}", at, localized_number(counts[place]), mark))
    for place in range(TENTHS):
        shapes.append(caption(f"place{place}", (SLOT * (place + 0.5), FOOT + 15), str(place + 1)))
    return shapes
