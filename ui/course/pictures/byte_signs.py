"""A text as GPT-2's list writes it: a character for each of its bytes, its own or one from 256 on."""

from collections.abc import Sequence
from itertools import groupby

from bpe_engine import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, ngettext
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, TYPE, WIDTH, Frame, dialled, drawing, label, shape, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture

LEFT = 96  # of the columns; what a row shows is to the left
COLUMN = 63  # most from a byte to the next
GAP = 6  # between boxes
TEXT, BYTES, SYMBOLS = 22, 68, 126  # vertical centres of the rows
TITLE, TOP = 182, 200  # and below them, of all bytes
IN_ROW = 32  # bytes
SIDE = 40.0  # left edge of all bytes
SMALL = ((WIDTH - SIDE - 5) / IN_ROW, 23.0)  # from one of them to the next, and to the next row
BLUE = 7  # an id whose hue marks bytes that are written as another character

MOVED = [byte for byte in range(256) if ord(BYTE_ALPHABET[byte]) != byte]


@picture
def bytes_as_signs(_text: str, of: str, text: str) -> Picture:
    """A text, its bytes and their characters, those that readers choose among all 256; then its token."""
    tokenizer = bpe_tokenizer(of)
    if not tokenizer.vocabulary.keys() >= {*BYTE_ALPHABET}:
        raise ValueError(f"not all 256 bytes are tokens: {of}")
    return _Spelled(tokenizer, text).picture()


class _Spelled:
    """A text in columns, one for each byte, and below it all bytes, with those of the text among them."""

    def __init__(self, tokenizer: BPETokenizer, text: str) -> None:
        self.tokenizer, self.text = tokenizer, text
        self.spelled = text.encode()
        self.column = min(COLUMN, (WIDTH - LEFT) / max(1, len(self.spelled)))
        if not text or self.column < width_of("255") + PADDING + GAP:
            raise ValueError(f"not one to {int((WIDTH - LEFT) / (width_of('255') + PADDING + GAP))} bytes: {text!r}")
        self.stops = self._stops()
        is_merged = len(self.spelled) > 1 and len(tokenizer.tokenize(text)) == 1
        self.whole = tokenizer.tokenize(text) if is_merged else []

    def _stops(self) -> list[list[int]]:
        """Return the bytes that readers choose from: those that are English letters, and so written, are together."""
        stops: list[list[int]] = []
        plain: list[int] = []
        for byte in dict.fromkeys(self.spelled):
            if byte in MOVED or byte >= 128:
                stops.append([byte])
                continue
            if not plain:
                stops.append(plain)
            plain.append(byte)
        return stops

    def picture(self) -> Picture:
        start = _("“{text}” in bytes. GPT-2’s list writes a character for each of them. Which characters?")
        frames: list[Frame] = [(start.format(text=make_visible(self.text)), [*self._rows(), *self._all_bytes()])]
        frames += [(self._stop_text(stop), [*self._rows(stop), *self._all_bytes(stop)]) for stop in self.stops]
        values = ["–", *(", ".join(map(str, stop)) for stop in self.stops)]
        for token in self.whole:
            merged = _("Merges make {token} one token, with an id of its own: {token_id}.")
            sentence = merged.format(token=token, token_id=self.tokenizer.vocabulary[token])
            frames.append((sentence, [*self._rows(token=token), *self._all_bytes([])]))
            values.append(_("token"))
        drawn = drawing(
            _("A character for each byte"),
            _(
                "A text, below it its bytes, and the character that is written for each, with its number. At the "
                "bottom, the characters of all 256 bytes in rows: those that can’t be seen have a colour, and the "
                "bytes of the text have frames."
            ),
            (WIDTH, TOP + 256 / IN_ROW * SMALL[1] + 4),
            frames,
        )
        return dialled(drawn, _("Byte"), values, 1, waits=False, ordered=False)

    def _stop_text(self, stop: list[int]) -> str:
        byte = stop[0]
        signs = join_list(BYTE_ALPHABET[one] for one in stop)
        if byte not in MOVED:
            own = ngettext(
                "Byte {bytes} is the number of a character that you can see, so it is written as that one: {signs}.",
                "Bytes {bytes} are the numbers of characters that you can see, so they are written as these: {signs}.",
                len(stop),
            )
            return own.format(bytes=join_list(map(str, stop)), signs=signs)
        place = MOVED.index(byte)
        sentence = ngettext(
            "Byte {byte} has no character that you can see. Before it comes {place} other like it, so it is written "
            "as character 256 + {place} = {number}: {sign}.",
            "Byte {byte} has no character that you can see. Before it come {place} others like it, so it is written "
            "as character 256 + {place} = {number}: {sign}.",
            place,
        )
        return sentence.format(byte=byte, place=place, number=256 + place, sign=signs)

    def _to(self, byte: int) -> int:
        return 1 + next(number for number, stop in enumerate(self.stops) if byte in stop)

    def _box(self, column: float, columns: int = 1) -> tuple[float, float]:
        """Return the middle and the width of a box over some columns."""
        return LEFT + self.column * (column + columns / 2), self.column * columns - GAP

    def _rows(self, chosen: Sequence[int] = (), token: str = "") -> list[PictureShape]:
        """Return the text, its bytes, and their characters, if some are chosen, or one token."""
        names = {TEXT: _("text"), BYTES: _("bytes"), SYMBOLS: _("token") if token else _("written")}
        shapes = [label(f"name{y}", (4, y), name) for y, name in names.items()]
        column = 0
        for place, character in enumerate(self.text):
            columns = len(character.encode())
            x, width = self._box(column, columns)
            shapes.append(shape(f"text{place}", "cell", (x, TEXT), (width, 40), text=make_visible(character)))
            column += columns
        for place, byte in enumerate(self.spelled):
            x, width = self._box(place)
            more = {"mark": "now" if byte in chosen else "", "to": self._to(byte)}
            shapes.append(shape(f"byte{place}", "cell", (x, BYTES), (width, 40), text=str(byte), **more))
            if token:
                continue
            if not chosen:
                unknown = {"text": "?", "mark": "later"}
                shapes.append(shape(f"sign{place}", "tile", (x, SYMBOLS), (width, 60), **unknown))
                continue
            sign = BYTE_ALPHABET[byte]
            written = {"text": sign, "note": str(ord(sign)), "hue": token_hue(BLUE) if byte in MOVED else None}
            shapes.append(shape(f"sign{place}", "tile", (x, SYMBOLS), (width, 60), **written, **more))
        if token:
            number = self.tokenizer.vocabulary[token]
            x, width = self._box(0, len(self.spelled))
            whole = {"text": token, "note": str(number), "hue": token_hue(number), "mark": "now"}
            shapes.append(shape("token", "tile", (x, SYMBOLS), (width, 60), **whole))
        return shapes

    def _all_bytes(self, chosen: Sequence[int] | None = None) -> list[PictureShape]:
        """Return the characters of all bytes in rows, with frames for the text's.

        Those that can’t be seen have a colour; unless `chosen` is None, they also have what is written for them.
        """
        title = _("All 256 bytes. Coloured: the {count} that can’t be seen")
        shapes = [
            label("title", (4, TITLE), title.format(count=len(MOVED))),
            *(label(f"row{byte}", (4, self._place(byte)[1]), str(byte)) for byte in range(0, 256, 2 * IN_ROW)),
        ]
        for _kind, run in groupby(MOVED, lambda byte: (byte // IN_ROW, byte - MOVED.index(byte))):
            shapes.append(self._boxes([*run]))
        width, height = SMALL
        for byte in dict.fromkeys(self.spelled):
            more = {"mark": "now" if byte in (chosen or ()) else "", "hue": token_hue(BLUE) if byte in MOVED else None}
            size = (width + 3, height + 1)
            shapes.append(shape(f"own{byte}", "tile", self._place(byte), size, to=self._to(byte), **more))
        for first in range(0, 256, IN_ROW):
            row = range(first, first + IN_ROW)
            signs = "".join(" " if chosen is None and byte in MOVED else BYTE_ALPHABET[byte] for byte in row)
            at = (SIDE + width * IN_ROW / 2, self._place(first)[1])
            shapes.append(shape(f"alphabet{first}", "text", at, text=signs, spacing=round(width - TYPE, 2)))
        return shapes

    @staticmethod
    def _place(byte: int) -> tuple[float, float]:
        """Return the middle of a byte among all."""
        row, column = divmod(byte, IN_ROW)
        return SIDE + SMALL[0] * (column + 0.5), TOP + SMALL[1] * (row + 0.5)

    def _boxes(self, run: Sequence[int]) -> PictureShape:
        """Return bytes that are one after another, and can’t be seen, as one shape."""
        x, y = self._place(run[0])
        corner = (x - SMALL[0] / 2, y - SMALL[1] / 2)
        return shape(f"moved{run[0]}", "boxes", corner, SMALL, hue=token_hue(BLUE), boxes=(len(run), IN_ROW))
