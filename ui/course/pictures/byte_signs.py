"""The 256 bytes, each with the character that GPT-2 writes for it: its own, or one from 256 on."""

from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    TILE,
    WIDTH,
    Frame,
    Mark,
    drawing,
    label,
    shape,
    text_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture

COLUMNS, ROWS = 16, 8
CELL = 27.5, 31  # distance between cells
BOX = CELL[0] - 3, CELL[1] - 4
LEFT, TOP = 38, 30  # of the cells; the bytes of the rows' first ones are to the left
FOOT = TOP + ROWS * CELL[1] + 36  # vertical centre of the spelled text below the cells
NUMBERS = FOOT + 46  # and of a byte's numbers
BLUE = 7  # an id whose hue marks bytes that are written as another character
SPACE = 0x20

MOVED = [byte for byte in range(256) if ord(BYTE_ALPHABET[byte]) != byte]


@picture
def bytes_as_signs(_text: str, of: str) -> Picture:
    """The bytes, half of them per step, as the characters that GPT-2 writes for them; then a token so written."""
    tokenizer = bpe_tokenizer(of)
    if not tokenizer.vocabulary.keys() >= {*BYTE_ALPHABET}:
        raise ValueError(f"not all 256 bytes are tokens: {of}")
    space, rare = BYTE_ALPHABET[SPACE], "学"
    (other,) = set(rare.encode()).intersection(MOVED)
    values = {"space": space, "number": ord(space), "rare": rare, "other": other, "sign": BYTE_ALPHABET[other]}
    sentences = [
        _(
            "The first 128 of the 256 bytes. The empty ones have no character that you can see, such as byte 32, a "
            "space. How is it written?"
        ),
        _(
            "Each of these gets the next free character, from number 256 on. For a space, byte 32, that is {number}: "
            "{space}."
        ),
        _(
            "The other 128 bytes. “{rare}” is three of them: two keep their character. Byte {other} has none that you "
            "can see, and is written {sign}."
        ),
    ]

    def numbers_of(byte: int) -> PictureShape:
        """Return a byte's value, the number of its character, and its id in a line."""
        sign = BYTE_ALPHABET[byte]
        numbers = {"byte": byte, "number": ord(sign), "sign": sign, "token_id": tokenizer.vocabulary[sign]}
        text = _("byte {byte} → character {number}: {sign} → id {token_id}").format(**numbers)
        return label("chain", (LEFT - 12, NUMBERS), text)

    frames: list[Frame] = [
        (sentences[0].format(**values), _table_and_text(" the", is_known=False)),
        (sentences[1].format(**values), [*_table_and_text(" the"), numbers_of(SPACE)]),
        (sentences[2].format(**values), [*_table_and_text(rare), numbers_of(other)]),
    ]
    if len(whole := tokenizer.tokenize(" the")) == 1:
        (token,) = whole
        number = tokenizer.vocabulary[token]
        merged = _("Merges make {token} one token, with an id of its own: {token_id}.")
        shapes = [*_table_and_text(" the", token=(token, number)), numbers_of(SPACE)]
        frames.append((merged.format(token=token, token_id=number), shapes))
    return drawing(
        _("256 bytes as characters"),
        _(
            "A cell for each byte, 16 in a row, with the character that is written for it: first bytes 0 to 127, then "
            "128 to 255. At the bottom, a text with its bytes, and the numbers of one of them."
        ),
        (WIDTH, NUMBERS + 14),
        frames,
    )


def _table_and_text(text: str, *, is_known: bool = True, token: tuple[str, int] | None = None) -> list[PictureShape]:
    """Return the half of the bytes to which those of a text belong, and below them the text in bytes or as a token."""
    spelt = text.encode()
    spoken_of = {SPACE} if SPACE in spelt else {*spelt}
    half = range(128, 256) if min(spoken_of) >= 128 else range(128)
    shapes = [label("head", (2, 12), _("byte") + " ↓")]
    for byte in half[::COLUMNS]:
        y = TOP + ((byte - half[0]) / COLUMNS + 0.5) * CELL[1]
        shapes.append(label(f"number{byte}", (LEFT - 6 - 8.6 * len(str(byte)), y), str(byte)))
    # The cells that are spoken of come last, so that their thick edges are on top.
    for byte in sorted(half, key=spoken_of.__contains__):
        row, column = divmod(byte - half[0], COLUMNS)
        at = LEFT + (column + 0.5) * CELL[0], TOP + (row + 0.5) * CELL[1]
        hue = token_hue(BLUE) if byte in MOVED and is_known else None
        mark: Mark = "now" if is_known and byte in spoken_of else ""
        kind = "cell" if byte in MOVED or mark else "text"
        size = BOX if kind == "cell" else (0, 0)
        sign = BYTE_ALPHABET[byte] if is_known or byte not in MOVED else ""
        shapes.append(shape(f"byte{byte}", kind, at, size, text=sign, hue=hue, mark=mark))
    title = f"{make_visible(text)} →"
    shapes.append(text_from("text", (LEFT - 12, FOOT), title))
    x = LEFT - 12 + width_of(f"{title} ")
    parts = [(BYTE_ALPHABET[byte] if is_known or byte not in MOVED else "?", byte, byte in MOVED) for byte in spelt]
    for place, (sign, number, is_moved) in enumerate([(*token, True)] if token else parts):
        width = max(width_of(sign), width_of(str(number))) + PADDING
        at, size, hue = (x + width / 2, FOOT), (width, TILE), token_hue(BLUE) if is_moved and is_known else None
        mark = ("now" if is_known else "later") if is_moved else ""
        shapes.append(shape(f"sign{place}", "tile", at, size, text=sign, note=str(number), hue=hue, mark=mark))
        x += width + 5
    return [*shapes, label("notes", (x + 5, FOOT + 10), _("id") if token else _("bytes"))]
