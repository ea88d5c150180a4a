"""The 256 bytes, each with the character that GPT-2 writes for it: its own, or one from 256 on."""

from collections.abc import Sequence

from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.visible_text import join_sentences, make_visible
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

COLUMNS = 16
CELL = 27.5, 22  # distance between cells
BOX = CELL[0] - 3, CELL[1] - 2
LEFT, TOP = 38, 30  # of the cells; their numbers are to the left
GAP = 6  # between the bytes that keep their character and the others
FOOT = 440  # vertical centre of the spelled text below the cells
BLUE = 7  # an id whose hue marks bytes that are written as another character
SPACE = 0x20

MOVED = [byte for byte in range(256) if ord(BYTE_ALPHABET[byte]) != byte]
KEPT = [byte for byte in range(256) if byte not in MOVED]


@picture
def bytes_as_signs(_text: str, of: str) -> Picture:
    """The 256 bytes as the characters that GPT-2 writes for them: in order, then sorted as their ids are."""
    return _Alphabet(of).picture()


class _Alphabet:
    """A byte-level vocabulary's symbols, one per cell: by byte, or first those that bytes with their number have."""

    def __init__(self, of: str) -> None:
        self.tokenizer = bpe_tokenizer(of)
        self.id_of = self.tokenizer.vocabulary

    def picture(self) -> Picture:
        """Return the drawing."""
        by_id = sorted(BYTE_ALPHABET, key=lambda sign: self.id_of[sign])
        space, rare = BYTE_ALPHABET[SPACE], "学"
        (other,) = set(rare.encode()).intersection(MOVED)
        values = {
            "kept": localized_number(len(KEPT)),
            "moved": localized_number(len(MOVED)),
            "space": space,
            "number": ord(space),
            "space_id": self.id_of[space],
            "first": by_id[0],
            "first_byte": BYTE_ALPHABET.index(by_id[0]),
            "first_id": self.id_of[by_id[0]],
            "rare": rare,
            "other": other,
            "sign": BYTE_ALPHABET[other],
        }
        says = [
            _(
                "The 256 bytes in order. Blue: the {moved} that have no character you can see. A space, byte 32, is "
                "one of them. How is it written?"
            ),
            _(
                "The {kept} others keep the character that they have, and move to the front. The {moved} line up "
                "behind them, in order."
            ),
            _(
                "The {moved} get the next free characters, from number 256 on. A space, byte 32, gets number "
                "256 + 32 = {number}: {space}."
            ),
            _("“{rare}” is three bytes. Two keep their character. Byte {other} has none, and is written {sign}."),
            _(
                "The ids are in this order, too. So {first}, byte {first_byte}, has the id {first_id}, and a space, "
                "byte 32, has the id {space_id}."
            ),
        ]
        if len(whole := self.tokenizer.tokenize(" the")) == 1:
            merged = _("Merges make {token} one token, with an id of its own: {token_id}.")
            says[4] = join_sentences(says[4], merged.format(token=whole[0], token_id=self.id_of[whole[0]]))
        frames: list[Frame] = [
            (says[0].format(**values), [*self._numbers(_("byte"), range(0, 256, COLUMNS)), *self._drawn(" the", 0)]),
            (says[1].format(**values), self._drawn(" the", 1)),
            (says[2].format(**values), [*self._numbers(_("number"), self._of_moved(256)), *self._drawn(" the", 2)]),
            (says[3].format(**values), self._drawn(rare, 3)),
            (
                says[4].format(**values),
                [
                    *self._numbers(
                        _("id"), [self.id_of[BYTE_ALPHABET[byte]] for byte in (*KEPT[::COLUMNS], *MOVED[::COLUMNS])]
                    ),
                    *self._drawn(" the", 4),
                ],
            ),
        ]
        return drawing(
            _("256 bytes as characters"),
            _(
                "A cell for each byte, 16 in a row, with the character that is written for it: first in the order of "
                "the bytes, then in the order of their ids. At the bottom, a text with its bytes."
            ),
            (WIDTH, FOOT + 25),
            frames,
        )

    @staticmethod
    def _of_moved(first: int) -> list[int]:
        """Return the numbers at the start of the rows of the bytes that moved, of which the first has this number."""
        return [*range(first, first + len(MOVED), COLUMNS)]

    @staticmethod
    def _numbers(name: str, numbers: Sequence[int]) -> list[PictureShape]:
        """Return the numbers of the first cells of rows, the last of which are at the bottom, below their name."""
        rows = range(-(-len(KEPT) // COLUMNS) + -(-len(MOVED) // COLUMNS))
        is_sorted = len(numbers) != 256 // COLUMNS
        shapes = [label("head", (2, 12), f"{name} ↓")]
        for row, number in zip(rows[-len(numbers) :] if is_sorted else rows, numbers, strict=False):
            y = TOP + (row + 0.5) * CELL[1] + (GAP if is_sorted and row >= -(-len(KEPT) // COLUMNS) else 0)
            shapes.append(label(f"number{row}", (LEFT - 6 - 8.6 * len(str(number)), y), str(number)))
        return shapes

    def _drawn(self, text: str, step: int) -> list[PictureShape]:
        """Return all cells, with signs for the moved bytes from the third step on, and below them a text."""
        spelt = text.encode()
        is_known, is_last = step > 1, step == 4
        spoken_of = {*spelt} if step == 3 else {SPACE} if not is_last else {SPACE, ord("!")}
        shapes = [self._cell(byte, is_sorted=step > 0, is_known=is_known) for byte in range(256)]
        frame = {"shape": "cell", "size": BOX, "mark": "now"}
        marked: list[PictureShape] = [{**shapes[byte], **frame} for byte in sorted(spoken_of)]  # type: ignore[typeddict-item]
        # The cells that are spoken of come last, so that their thick edges are on top.
        shapes = [each for byte, each in enumerate(shapes) if byte not in spoken_of] + marked
        title = f"{make_visible(text)} →"
        shapes.append(text_from("text", (LEFT - 12, FOOT), title))
        x = LEFT - 12 + width_of(f"{title} ")
        parts = [(BYTE_ALPHABET[byte] if is_known or byte in KEPT else "", byte, byte in MOVED) for byte in spelt]
        if is_last:
            parts = [(token, self.id_of[token], True) for token in self.tokenizer.tokenize(text)]
        for place, (sign, number, is_moved) in enumerate(parts):
            note = str(number)
            width = max(width_of(sign), width_of(note)) + PADDING
            hue = token_hue(BLUE) if is_moved else None
            mark: Mark = "now" if is_last or (is_moved and number in spoken_of) else ""
            at, size = (x + width / 2, FOOT), (width, TILE)
            shapes.append(shape(f"sign{place}", "tile", at, size, text=sign, note=note, hue=hue, mark=mark))
            x += width + 5
        return [*shapes, label("notes", (x + 5, FOOT + 10), _("id") if is_last else _("bytes"))]

    @staticmethod
    def _cell(byte: int, *, is_sorted: bool, is_known: bool) -> PictureShape:
        """Return the cell of a byte: at its value, or among those that moved or didn't."""
        is_moved = byte in MOVED
        place, down = byte, 0.0
        if is_sorted:
            place = (MOVED if is_moved else KEPT).index(byte)
            down = -(-len(KEPT) // COLUMNS) * CELL[1] + GAP if is_moved else 0.0
        row, column = divmod(place, COLUMNS)
        at = LEFT + (column + 0.5) * CELL[0], TOP + down + (row + 0.5) * CELL[1]
        text = BYTE_ALPHABET[byte] if is_known or not is_moved else ""
        if not is_moved:
            return shape(f"byte{byte}", "text", at, text=text)
        return shape(f"byte{byte}", "cell", at, BOX, text=text, hue=token_hue(BLUE))
