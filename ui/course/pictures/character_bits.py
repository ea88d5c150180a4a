"""The bytes of a character as bits: those that say how many bytes there are, and those that are its code point."""

from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.visible_text import display_name, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, drawing, shape
from ui.course.values.value_registry import picture

BIT = 38
ROW = 62
FIRST = 118  # where the bits of a byte begin


@picture
def character_bits(text: str) -> Picture:
    """The first character of the text: its bytes, their bits, which of them mark its length, and its code point."""
    return _drawn(text[0])


def payload_of(data: bytes) -> list[str]:
    """Return the bits of each byte of a character that belong to its code point: those after the first 0.

    >>> payload_of("é".encode())
    ['00011', '101001']
    """
    bits = [f"{byte:08b}" for byte in data]
    return [one[one.index("0") + 1 :] if one[0] == "1" else one[1:] for one in bits]


def _drawn(character: str) -> Picture:
    data = character.encode("utf-8", "surrogatepass")
    payload = payload_of(data)
    bits = "".join(payload)
    name = f"U+{ord(character):04X}"
    foot = 76 + ROW * len(data)
    cell = min(BIT, WIDTH / len(bits))

    def frame(said: str, step: int) -> Frame:
        shapes: list[PictureShape] = [
            shape("character", "tile", (36, 34), (64, 56), text=make_visible(character)),
            shape("name", "text", (150, 34), text=name, mark="now" if step == 3 else ""),
        ]
        done = 0
        for row, (byte, own) in enumerate(zip(data, payload, strict=True)):
            y = 94 + ROW * row
            shapes.append(shape(f"byte{row}", "text", (36, y), text=f"{byte:02X}"))
            shapes.append(shape(f"number{row}", "text", (86, y), text=str(byte)))
            for place, bit in enumerate(f"{byte:08b}" if step else ""):
                at = (FIRST + BIT * (place + 0.5), y)
                is_mark = place < 8 - len(own)
                mark = "" if step < 2 else "dim" if is_mark else "now"
                kind = "prefix" if is_mark and step > 1 else "cell"
                shapes.append(shape(f"bit{row}:{place}", kind, at, (BIT - 2, 40), text=bit, mark=mark))
            if step > 2:
                for place, bit in enumerate(own):
                    at = (cell * (done + place + 0.5) + (WIDTH - cell * len(bits)) / 2, foot + 22)
                    shapes.append(shape(f"code{row}:{place}", "cell", at, (cell - 2, 36), text=bit, mark="now"))
                done += len(own)
        if step > 2:
            told = f"{int(bits, 2)} = {name}"
            shapes.append(shape("point", "text", (WIDTH / 2, foot + 60), text=told, mark="now"))
        return said, shapes

    return drawing(
        _("“{character}” as bits").format(character=display_name(character)),
        _(
            "Each byte of the character in a row: in hex, as a number, and as eight bits. Bits with a dashed edge mark "
            "the length, those with a thick edge are the code point, which is below."
        ),
        (WIDTH, foot + 76),
        [frame(text, step) for step, text in enumerate(_says(character, data, payload))],
    )


def _says(character: str, data: bytes, payload: list[str]) -> list[str]:
    values = join_list(map(str, data))
    count = ngettext(
        "“{character}” is {count} byte in UTF-8: {values}.",
        "“{character}” is {count} bytes in UTF-8: {values}.",
        len(data),
    )
    marks = [f"{byte:08b}"[: 8 - len(own)] for byte, own in zip(data, payload, strict=True)]
    if len(data) == 1:
        prefix = _("A byte that begins with 0 is a character of its own. The other 7 bits are its code point.")
    else:
        prefix = _(
            "The first byte begins with {first}: as many ones as there are bytes, then a 0. The others begin with 10. "
            "What follows belongs to the code point."
        ).format(first=marks[0])
    bits = "".join(payload)
    return [
        count.format(character=display_name(character), count=localized_number(len(data)), values=values),
        ngettext("Each byte is 8 bits: {count} bit.", "Each byte is 8 bits: {count} bits.", 8 * len(data)).format(
            count=localized_number(8 * len(data))
        ),
        prefix,
        join_sentences(
            _("The rest in a row is {bits}.").format(bits=bits),
            _("As a number, that’s {number}, the code point {name}.").format(
                number=int(bits, 2), name=f"U+{ord(character):04X}"
            ),
        ),
    ]
