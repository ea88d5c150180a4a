"""A text as GPT-2's list writes it: a character for each of its bytes, its own or one from 256 on."""

import json
from collections.abc import Sequence
from itertools import groupby

from bpe_engine import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, ngettext
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    WIDTH,
    Frame,
    Mark,
    bricks,
    caption,
    dialled,
    drawing,
    label,
    large_text,
    shape,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture

LEFT = 96  # of the columns; what a row shows is to the left
COLUMN = 63  # most from a byte to the next
GAP = 6  # between boxes
TEXT, BYTES, SYMBOLS = 22, 68, 126  # vertical centres of the rows
TITLE, NUMBERS, STRIP = 178, 204, 216  # and below them: the title of all bytes, their numbers, and their top edge
HIGH, SIDE = 30, 4  # of the strip of all bytes: height, and left edge
NARROW = (WIDTH - 2 * SIDE) / 256  # width of a byte there
NEAR = 7  # places for bytes drawn large, side by side
COUNTED = 3  # of these, before “…” and after it
LARGE, VALUES = 346, 298  # middles of their characters and of their values
ENTRY, TALL, LARGEST = 280, 90, 44  # of a line of the list: its middle, height, and size of its type at most
BLUE = 7  # an id whose hue marks bytes that are written as another character

MOVED = [byte for byte in range(256) if ord(BYTE_ALPHABET[byte]) != byte]


@picture
def bytes_as_signs(_text: str, of: str, text: str) -> Picture:
    """A text, its bytes and their characters, those that readers choose large among others; then its token's entry."""
    tokenizer = bpe_tokenizer(of)
    if not tokenizer.vocabulary.keys() >= {*BYTE_ALPHABET}:
        raise ValueError(f"not all 256 bytes are tokens: {of}")
    return _Spelled(tokenizer, text).picture()


class _Spelled:
    """A text in columns, one for each byte, and below it all bytes as a strip, some of which are drawn large."""

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
            frames.append((sentence, [*self._rows(token=token), *self._entry(token)]))
            values.append(_("token"))
        drawn = drawing(
            _("A character for each byte"),
            _(
                "A text, below it its bytes, and the character that is written for each, with its number. Below that, "
                "all 256 bytes as a strip, on which those that can’t be seen have a colour. At the bottom, a few of "
                "them side by side, each with its character and the number of that; or, of a token, its entry in the "
                "list."
            ),
            (WIDTH, LARGE + 34),
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
            "A byte without a visible character gets one from 256 on, in turn. After {place} other, byte {byte} gets "
            "256 + {place} = {number}: {sign}.",
            "A byte without a visible character gets one from 256 on, in turn. After {place} others, byte {byte} gets "
            "256 + {place} = {number}: {sign}.",
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

    def _all_bytes(self, chosen: Sequence[int] = ()) -> list[PictureShape]:
        """Return all bytes as a strip, on which those that can’t be seen have a colour, and a few of them large.

        If some are chosen, these also have what is written for those that can’t be seen.
        """
        title = _("All 256 bytes. Coloured: {count} without a visible character")
        shapes = [label("title", (4, TITLE), title.format(count=len(MOVED)))]
        for is_moved, run in groupby(range(256), lambda byte: byte in MOVED):
            first, *more = run
            box = (SIDE + NARROW * first, STRIP, NARROW * (1 + len(more)), HIGH)
            hue = token_hue(BLUE) if is_moved else None
            key = f"{'moved' if is_moved else 'own'}{first}"
            shapes.append(bricks(key, [box], hue=hue, mark="" if is_moved else "dim"))
            if is_moved:
                numbers = f"{first}–{more[-1]}" if more else str(first)
                shapes.append(caption(f"number{first}", (box[0] + box[2] / 2, NUMBERS), numbers))
        near = self._near(chosen)
        left, pitch = LEFT, (WIDTH - LEFT) / NEAR
        for side, edge in ((left + 2, near[0] or 0), (WIDTH - 4, (near[-1] or 0) + 1)):
            x = SIDE + NARROW * edge
            shapes.append(shape(f"edge{side}", "line", (x, STRIP), (0, HIGH)))
            shapes.append(shape(f"zoom{side}", "line", (x, STRIP + HIGH), (side - x, VALUES - 16 - STRIP - HIGH)))
        for place, byte in enumerate(near):
            x = left + pitch * (place + 0.5)
            if byte is None:
                shapes.append(shape("more", "text", (x, LARGE), text="…"))
                continue
            sign = BYTE_ALPHABET[byte]
            mark: Mark = "now" if byte in chosen else ""
            shapes.append(caption(f"value{byte}", (x, VALUES), str(byte), mark))
            written = {"text": sign, "note": str(ord(sign)), "hue": token_hue(BLUE) if byte in MOVED else None}
            if not chosen and byte in MOVED:
                written, mark = {"text": "?"}, "later"
            if byte in self.spelled:
                written["to"] = self._to(byte)
            size = (pitch - GAP, 60)
            shapes.append(shape(f"near{byte}", "tile", (x, LARGE), size, **written, mark=mark))
        return shapes

    def _near(self, chosen: Sequence[int]) -> list[int | None]:
        """Return the bytes to draw large: those around the chosen ones, or the first of them if they are far apart.

        Up to one that can’t be seen, those like it are counted from the first on; None stands for some left out.
        """
        if chosen and chosen[0] in MOVED:
            counted = MOVED[: max(NEAR, MOVED.index(chosen[0]) + 1)]
            return [*counted] if len(counted) == NEAR else [*counted[:COUNTED], None, *counted[-COUNTED:]]
        near = chosen or self.stops[0]
        least = min(near)
        span = max(one for one in near if one < least + NEAR) - least + 1
        first = max(0, min(256 - NEAR, least - (NEAR - span) // 2))
        return [*range(first, first + NEAR)]

    def _entry(self, token: str) -> list[PictureShape]:
        """Return a token and its id as they stand in the list."""
        text = f"{json.dumps(token, ensure_ascii=False)}: {self.tokenizer.vocabulary[token]}"
        middle, size = (WIDTH / 2, ENTRY), (WIDTH - 2 * SIDE, TALL)
        return [
            label("title", (4, ENTRY - TALL / 2 - 24), _("In the list of tokens")),
            shape("entry", "cell", middle, size),
            large_text("entry:text", middle, text, LARGEST, within=size[0] - 2 * PADDING),
        ]
