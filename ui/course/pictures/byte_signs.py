"""A text as GPT-2's list writes it: a character for each of its bytes, its own or one from 256 on."""

from bpe_engine import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, WIDTH, Frame, Mark, dialled, drawing, label, shape, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture

LEFT = 96  # of the columns; what a row shows is to the left
COLUMN = 63  # most from a byte to the next
NEAR = 6  # bytes in the list below
GAP = 6  # between boxes
TEXT, BYTES, SYMBOLS = 24, 76, 134  # vertical centres of the rows
RULE, TITLE, ABOVE, BELOW, NUMBERS = 174, 198, 238, 300, 354  # and below them, of the list
BLUE = 7  # an id whose hue marks bytes that are written as another character

MOVED = [byte for byte in range(256) if ord(BYTE_ALPHABET[byte]) != byte]


@picture
def bytes_as_signs(_text: str, of: str, text: str) -> Picture:
    """A text, its bytes, and the character that is written for the byte that readers choose; then its token."""
    tokenizer = bpe_tokenizer(of)
    if not tokenizer.vocabulary.keys() >= {*BYTE_ALPHABET}:
        raise ValueError(f"not all 256 bytes are tokens: {of}")
    return _Spelled(tokenizer, text).picture()


class _Spelled:
    """A text in columns, one for each byte, and below it the bytes before the chosen one, with their characters."""

    def __init__(self, tokenizer: BPETokenizer, text: str) -> None:
        self.tokenizer, self.text = tokenizer, text
        self.spelled = text.encode()
        self.column = min(COLUMN, (WIDTH - LEFT) / max(1, len(self.spelled)))
        if not text or self.column < width_of("255") + PADDING + GAP:
            raise ValueError(f"not one to {int((WIDTH - LEFT) / (width_of('255') + PADDING + GAP))} bytes: {text!r}")
        self.bytes = [*dict.fromkeys(self.spelled)]
        self.whole = whole if len(whole := tokenizer.tokenize(text)) == 1 else []

    def picture(self) -> Picture:
        start = _("“{text}” in bytes. GPT-2’s list writes a character for each of them. Which ones?")
        first = self.bytes[0]
        shapes = [*self._rows(None), *self._nearby(first, is_known=False)]
        frames: list[Frame] = [(start.format(text=make_visible(self.text)), shapes)]
        frames += [(self._byte_text(byte), [*self._rows(byte), *self._nearby(byte)]) for byte in self.bytes]
        values = ["–", *map(str, self.bytes)]
        for token in self.whole:
            merged = _("Merges make {token} one token, with an id of its own: {token_id}.")
            sentence = merged.format(token=token, token_id=self.tokenizer.vocabulary[token])
            frames.append((sentence, [*self._rows(None, token), *self._nearby(first)]))
            values.append(_("token"))
        drawn = drawing(
            _("A character for each byte"),
            _(
                "A text, below it its bytes, and the character that is written for each. At the bottom, the byte that "
                "is chosen among others: those that have no character that you can see, or its neighbours."
            ),
            (WIDTH, NUMBERS + 14),
            frames,
        )
        return dialled(drawn, _("Byte"), values, 1, waits=False, ordered=False)

    def _byte_text(self, byte: int) -> str:
        sign = BYTE_ALPHABET[byte]
        sentence = (
            _(
                "Byte {byte} has no character that you can see. Of these bytes it is number {place}, from 0, so it is "
                "written as character 256 + {place} = {number}: {sign}."
            )
            if byte in MOVED
            else _("Byte {byte} is the number of a character that you can see, so it is written as that one: {sign}.")
        )
        place = MOVED.index(byte) if byte in MOVED else 0
        return sentence.format(byte=byte, place=place, number=ord(sign), sign=sign)

    def _box(self, column: float, columns: int = 1) -> tuple[float, float]:
        """Return the middle and the width of a box over some columns."""
        return LEFT + self.column * (column + columns / 2), self.column * columns - GAP

    def _rows(self, chosen: int | None, token: str = "") -> list[PictureShape]:
        """Return the text, its bytes, and their characters, if one is chosen, or one token."""
        names = (TEXT, _("text")), (BYTES, _("bytes")), (SYMBOLS, _("token") if token else _("written"))
        shapes = [label(f"name{y}", (4, y), name) for y, name in names]
        column = 0
        for place, character in enumerate(self.text):
            columns = len(character.encode())
            x, width = self._box(column, columns)
            shapes.append(shape(f"text{place}", "cell", (x, TEXT), (width, 40), text=make_visible(character)))
            column += columns
        for place, byte in enumerate(self.spelled):
            x, width = self._box(place)
            to, mark = 1 + self.bytes.index(byte), self._mark(byte == chosen)
            size = width, 40
            shapes.append(shape(f"byte{place}", "cell", (x, BYTES), size, text=str(byte), mark=mark, to=to))
            if chosen is None:
                if not token:
                    shapes.append(shape(f"sign{place}", "tile", (x, SYMBOLS), size, text="?", mark="later"))
                continue
            hue = token_hue(BLUE) if byte in MOVED else None
            sign = BYTE_ALPHABET[byte]
            shapes.append(shape(f"sign{place}", "tile", (x, SYMBOLS), size, text=sign, hue=hue, mark=mark, to=to))
        if token:
            number = self.tokenizer.vocabulary[token]
            x, width = self._box(0, len(self.spelled))
            more = {"text": token, "note": _("id {id}").format(id=number), "hue": token_hue(number)}
            shapes.append(shape("token", "tile", (x, SYMBOLS), (width, 50), mark="now", **more))
        return shapes

    def _nearby(self, chosen: int, *, is_known: bool = True) -> list[PictureShape]:
        """Return the chosen byte in a list of those of its kind, each above its character, and its numbers."""
        title = _("Bytes that can’t be seen, and their characters") if chosen in MOVED else _("The bytes next to it")
        listed = MOVED if chosen in MOVED else [*range(256)]
        number = listed.index(chosen)
        start = max(0, min(number - NEAR // 2, len(listed) - NEAR))
        near: list[int | None] = [*listed[start : start + NEAR]]
        if chosen in MOVED and number >= NEAR:  # the first few, and those up to the chosen one
            near = [*MOVED[: NEAR // 2], None, *MOVED[number - NEAR // 2 + 2 : number + 1]]
        shapes = [shape("rule", "line", (4, RULE), (WIDTH - 8, 0), mark="dim"), label("title", (4, TITLE), title)]
        for place, byte in enumerate(near):
            x = LEFT + COLUMN * (place + 0.5)
            if byte is None:
                shapes.append(shape("more", "text", (x, (ABOVE + BELOW) / 2), text="…"))
                continue
            mark, sign = self._mark(byte == chosen and is_known), BYTE_ALPHABET[byte]
            size, is_moved = COLUMN - GAP, byte in MOVED
            shapes.append(shape(f"near{byte}", "cell", (x, ABOVE), (size, 40), text=str(byte), mark=mark))
            at = x, BELOW
            if not is_known:
                shapes.append(shape(f"character{byte}", "tile", at, (size, 56), text="?", mark="later"))
                continue
            more = {"text": sign, "note": str(ord(sign)), "hue": token_hue(BLUE) if is_moved else None, "mark": mark}
            shapes.append(shape(f"character{byte}", "tile", at, (size, 56), **more))
        if not is_known:
            return shapes
        sign = BYTE_ALPHABET[chosen]
        numbers = {"byte": chosen, "number": ord(sign), "sign": sign, "token_id": self.tokenizer.vocabulary[sign]}
        text = _("byte {byte} → character {number}: {sign} → id {token_id}").format(**numbers)
        return [*shapes, label("chain", (4, NUMBERS), text, "now")]

    @staticmethod
    def _mark(is_chosen: bool) -> Mark:
        return "now" if is_chosen else ""
