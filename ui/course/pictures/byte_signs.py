"""The 256 bytes in runs, each with the character that GPT-2 writes for it: its own, or one from 256 on."""

from collections.abc import Collection
from itertools import pairwise

from bpe_engine.byte_alphabet import BYTE_ALPHABET, to_byte_symbols
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    TILE,
    TYPE,
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

TOP = 26  # of the rows; the heads of the columns are above
ROW = TILE + 8
NUMBERS, IDS = 300, 400  # left edges of the two columns beside the characters
BLUE = 7  # an id whose hue marks bytes that are written as another character
SPACE, LINE = 0x20, 0x0A


def _is_moved(byte: int) -> bool:
    return ord(BYTE_ALPHABET[byte]) != byte


STARTS = [0, *(byte for before, byte in pairwise(range(256)) if _is_moved(before) != _is_moved(byte))]
RUNS = [range(first, end) for first, end in pairwise([*STARTS, 256])]
FOOT = TOP + len(RUNS) * ROW + 36  # vertical centre of the spelled text below the rows


@picture
def bytes_as_signs(_text: str, of: str) -> Picture:
    """The 256 bytes in runs, as the characters that GPT-2 writes for them: the space, then all that moved, then ids."""
    return _Alphabet(of).picture()


class _Alphabet:
    """A byte-level vocabulary's symbols and their ids, drawn in runs of bytes that moved and of bytes that didn't."""

    def __init__(self, of: str) -> None:
        self.id_of = bpe_tokenizer(of).vocabulary
        examples = {LINE, *"学é".encode()}
        self.shown = [sorted({run[0], *(examples.intersection(run) or run[1:2]), run[-1]}) for run in RUNS]

    def picture(self) -> Picture:
        """Return the drawing."""
        by_id = sorted(BYTE_ALPHABET, key=lambda sign: self.id_of[sign])
        moved = [byte for byte in range(256) if _is_moved(byte)]
        space, line = BYTE_ALPHABET[SPACE], BYTE_ALPHABET[LINE]
        values = {
            "space": space,
            "line": line,
            "kept": localized_number(256 - len(moved)),
            "moved": localized_number(len(moved)),
            "first": by_id[0],
            "last": by_id[-1],
            "space_id": self.id_of[space],
            "last_id": self.id_of[by_id[-1]],
            "highest": max(map(ord, BYTE_ALPHABET)),
        }
        first = [byte for byte in moved if byte <= SPACE]
        frames: list[Frame] = [
            (
                _(
                    "{kept} bytes are written as the character with their number. The other {moved} have no character "
                    "that you can see."
                ).format(**values),
                self._drawn(" the", ()),
            ),
            (
                _(
                    "Bytes 0 to 32 are written as characters 256 to 288. A space, byte 32, is the last of them: "
                    "{space}."
                ).format(**values),
                self._drawn(" the", first),
            ),
            (
                _("A line break, byte 10, is number 256 + 10 = 266: {line}.").format(**values),
                self._drawn("a\nb", first),
            ),
            (
                _("Then 127 to 160, and 173: characters 289 to {highest}. One of the bytes of “学” is 173.").format(
                    **values
                ),
                self._drawn("学", moved),
            ),
            (
                _("Both bytes of “é” keep their number. So it is written as two characters.").format(**values),
                self._drawn("é", moved),
            ),
            (
                _(
                    "Ids follow the order of these characters: {first} has the id 0, {space} {space_id}, "
                    "{last} {last_id}."
                ).format(**values),
                self._drawn(" the", moved, as_ids=True),
            ),
        ]
        return drawing(
            _("256 bytes as characters"),
            _(
                "A row for each run of bytes: the characters for them, with the bytes below, coloured if their numbers "
                "differ; and the numbers and ids of these characters. At the bottom, a text with its bytes."
            ),
            (WIDTH, FOOT + 28),
            frames,
        )

    def _drawn(self, text: str, known: Collection[int], *, as_ids: bool = False) -> list[PictureShape]:
        """Return all rows with the moved bytes in `known`, and below them a text, with its bytes or their ids."""
        spelt = to_byte_symbols(text)
        spoken_of = {BYTE_ALPHABET.index(sign) for sign in spelt} if known else set[int]()
        shapes = [
            label("head:byte", (0, 12), _("byte, written as")),
            label("head:number", (NUMBERS, 12), _("character")),
            label("head:id", (IDS, 12), _("ids"), "" if as_ids else "dim"),
        ]
        for place, run in enumerate(RUNS):
            y = TOP + (place + 0.5) * ROW
            shapes += self._run(place, y, known, spoken_of)
            is_known = not _is_moved(run[0]) or run[0] in known
            shapes += self._span(f"number{place}", (NUMBERS, y), [ord(BYTE_ALPHABET[b]) for b in run], known=is_known)
            ids = [self.id_of[BYTE_ALPHABET[byte]] for byte in run]
            shapes += self._span(f"id{place}", (IDS, y), ids, known=as_ids)
        title = f"{make_visible(text)} →"
        shapes.append(text_from("text", (0, FOOT), title))
        x = width_of(f"{title} ")
        for place, sign in enumerate(spelt):
            byte = BYTE_ALPHABET.index(sign)
            tile = self._tile(f"sign{place}", (x, FOOT), byte, known, note=str(self.id_of[sign]) if as_ids else "")
            shapes.append(tile)
            x += tile["size"][0] + 5
        if as_ids:
            shapes.append(label("ids", (x + 5, FOOT), _("ids")))
        return sorted(shapes, key=lambda each: each["mark"] == "now")  # so that thick edges are on top

    def _run(self, place: int, y: float, known: Collection[int], spoken_of: Collection[int]) -> list[PictureShape]:
        """Return a row's characters, with dots where others are left out."""
        shapes: list[PictureShape] = []
        x, before = 0.0, RUNS[place][0] - 1
        for byte in self.shown[place]:
            if byte != before + 1:
                shapes.append(text_from(f"gap{byte}", (x, y), "…", "dim"))
                x += TYPE + 6
            tile = self._tile(f"byte{byte}", (x, y), byte, known, "now" if byte in spoken_of else "")
            shapes.append(tile)
            x += tile["size"][0] + 5
            before = byte
        return shapes

    def _tile(
        self, key: str, at: tuple[float, float], byte: int, known: Collection[int], mark: Mark = "", note: str = ""
    ) -> PictureShape:
        """Return a byte as it is written, above its value or another note. `at` is the middle of its left edge."""
        is_moved = _is_moved(byte)
        is_known = not is_moved or byte in known
        note = note or str(byte)
        width = width_of(note) + PADDING
        return shape(
            key,
            "tile",
            (at[0] + width / 2, at[1]),
            (width, TILE),
            text=BYTE_ALPHABET[byte] if is_known else "?",
            note=note,
            hue=token_hue(BLUE) if is_moved and is_known else None,
            mark=mark if is_known else "later",
        )

    @staticmethod
    def _span(key: str, at: tuple[float, float], numbers: list[int], *, known: bool) -> list[PictureShape]:
        """Return the first and last of consecutive numbers, or a blank if they are not known yet."""
        if not known:
            return [shape(key, "cell", (at[0] + 32, at[1]), (64, TILE - 16), text="?", mark="later")]
        first, last = numbers[0], numbers[-1]
        said = str(first) if first == last else f"{first}–{last}"
        return [label(key, at, said)]
