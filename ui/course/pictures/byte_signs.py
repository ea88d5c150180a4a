"""A square of the 256 bytes, each with the character that GPT-2 writes for it: its own, or one from 256 on."""

from collections.abc import Collection

from bpe_engine.byte_alphabet import BYTE_ALPHABET, to_byte_symbols
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import Frame, Mark, Tile, drawing, shape, text_from, tiles_from, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture

SIDE = 16
CELL = (29, 22)
LEFT, TOP = 30, 22  # of the cells; the digits of rows and columns are in the margins
WIDTH = LEFT + SIDE * CELL[0] + 2
FOOT = TOP + SIDE * CELL[1] + 28  # vertical centre of the spelled text below
BLUE = 7  # an id whose hue marks bytes that are written as another character
SPACE, LINE = 0x20, 0x0A
MOVED = [byte for byte, sign in enumerate(BYTE_ALPHABET) if ord(sign) != byte]
FIRST = [byte for byte in MOVED if byte <= SPACE]


@picture
def bytes_as_signs(_text: str, of: str) -> Picture:
    """The 256 bytes, each with the character that GPT-2 writes for it: the space, then all that moved, then ids."""
    vocabulary = bpe_tokenizer(of).vocabulary

    def cells(known: Collection[int], marked: Collection[int]) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for place in range(SIDE):
            at = LEFT + (place + 0.5) * CELL[0], TOP + (place + 0.5) * CELL[1]
            shapes.append(shape(f"column{place}", "text", (at[0], 11), text=f"{place:X}", mark="dim"))
            shapes.append(shape(f"row{place}", "text", (13, at[1]), text=f"{place:X}", mark="dim"))
        for byte, sign in enumerate(BYTE_ALPHABET):
            row, column = divmod(byte, SIDE)
            is_moved, is_known = byte in MOVED, byte in known
            mark: Mark = "dim" if is_moved and not is_known else "now" if byte in marked else ""
            at = LEFT + (column + 0.5) * CELL[0], TOP + (row + 0.5) * CELL[1]
            if not is_moved and not mark:  # a frame would only say that the character has its own number
                shapes.append(shape(f"byte{byte}", "text", at, text=sign))
                continue
            shapes.append(
                shape(
                    f"byte{byte}",
                    "tile" if is_moved and is_known else "cell",
                    at,
                    (CELL[0] - 2, CELL[1] - 2),
                    text="" if is_moved and not is_known else sign,
                    hue=token_hue(BLUE) if is_moved and is_known else None,
                    mark=mark,
                )
            )
        return sorted(shapes, key=lambda each: each["mark"] == "now")  # so that thick edges are on top

    def below(title: str, signs: str, *, known: Collection[int] = MOVED, as_ids: bool = False) -> list[PictureShape]:
        """Return a text and the characters for its bytes, with their values or ids."""
        tiles, marks = list[Tile](), list[Mark]()
        for sign in signs:
            byte, one_id = BYTE_ALPHABET.index(sign), vocabulary[sign]
            is_known = byte in known or byte not in MOVED
            hue = token_hue(BLUE) if byte in known and byte in MOVED else None
            tiles.append((sign if is_known else "?", str(one_id) if as_ids else f"{byte:02X}", hue))
            marks.append("" if is_known else "later")
        left = LEFT + width_of(f"{title} → ")
        return [text_from("text", (LEFT, FOOT), f"{title} →"), *tiles_from("sign", (left, FOOT), tiles, marks, WIDTH)]

    def spelt(said: str, text: str, known: Collection[int]) -> Frame:
        signs = to_byte_symbols(text)
        marked = {BYTE_ALPHABET.index(sign) for sign in signs} if known else ()
        return said, [*cells(known, marked), *below(make_visible(text), signs, known=known)]

    by_id = sorted(BYTE_ALPHABET, key=lambda sign: vocabulary[sign])
    some = by_id[:3] + by_id[len(by_id) - len(MOVED) - 1 :][:3] + [BYTE_ALPHABET[SPACE], by_id[-1]]
    values = {
        "space": BYTE_ALPHABET[SPACE],
        "line": BYTE_ALPHABET[LINE],
        "kept": localized_number(len(BYTE_ALPHABET) - len(MOVED)),
        "moved": localized_number(len(MOVED)),
        "first": by_id[0],
        "last": by_id[-1],
        "space_id": vocabulary[BYTE_ALPHABET[SPACE]],
        "last_id": vocabulary[by_id[-1]],
        "highest": max(map(ord, BYTE_ALPHABET)),
    }
    frames = [
        spelt(
            _(
                "Each cell is a byte. {kept} are written as the character with their number. {moved} can’t be seen."
            ).format(**values),
            " the",
            (),
        ),
        spelt(
            _(
                "Bytes 0 to 32 (hex 00 to 20) are written as characters 256 to 288. A space, byte 32, is the "
                "last of them: {space}."
            ).format(**values),
            " the",
            FIRST,
        ),
        spelt(
            _("A line break, byte 0A, is number 256 + 10 = 266: {line}.").format(**values),
            "a\nb",
            FIRST,
        ),
        spelt(
            _("Then 7F to A0, and AD: characters 289 to {highest}. One of the bytes of “学” is AD.").format(**values),
            "学",
            MOVED,
        ),
        spelt(_("Both bytes of “é” keep their number. So it is written as two characters."), "é", MOVED),
        (
            _(
                "Ids follow the order of these characters: {first} has the id 0, {space} {space_id}, {last} {last_id}."
            ).format(**values),
            [
                *cells(MOVED, {BYTE_ALPHABET.index(sign) for sign in some}),
                *below(_("ids"), "".join(some), as_ids=True),
            ],
        ),
    ]
    return drawing(
        _("256 bytes as characters"),
        _(
            "A square of the 256 bytes: a row for each first hex digit, a column for each second. In each cell is the "
            "character for the byte, coloured if its number is not the byte’s. Below, a text with its bytes in hex."
        ),
        (WIDTH, FOOT + 24),
        frames,
    )
