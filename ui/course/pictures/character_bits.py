"""The bits of a character in UTF-8: those that mark the number of bytes, and those of its code point."""

from collections.abc import Sequence

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import display_name, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, Tile, drawing, label, shape, tiles_from, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture, token_count_text

BIT = 45
ROW = 64
FIRST = 116  # left edge of a byte's bits


@picture
def character_bits(text: str) -> Picture:
    """The first character of the text: its bytes, their bits, its code point, and its tokens in GPT-2."""
    return _drawn(text[0])


def payload_of(data: bytes) -> list[str]:
    """Return, for each byte of a character, the bits of its code point: those after the first 0.

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
    foot = 84 + ROW * len(data)
    cell = min(BIT, WIDTH / len(bits))
    hues = [token_hue(byte) for byte in data]  # the first 256 tokens are bytes
    gpt2 = bpe_tokenizer("gpt2")
    ids = gpt2.encode(data.decode("utf-8", "replace"), "none")  # a lone surrogate is no text
    tokens: list[Tile] = [(id_label(gpt2, one), str(one), token_hue(one)) for one in ids]

    def frame(said: str, step: int) -> Frame:
        shapes: list[PictureShape] = [
            shape("character", "cell", (52, 34), (100, 56), text=make_visible(character)),
            shape("name", "text", (FIRST + width_of(name) / 2, 34), text=name, mark="now" if step == 3 else ""),
        ]
        done = 0
        here: Mark = "now" if step == 3 else ""
        for row, (byte, own) in enumerate(zip(data, payload, strict=True)):
            y, hue = 104 + ROW * row, hues[row]
            size, note = (100, 52), localized_number(byte)
            shapes.append(shape(f"byte{row}", "tile", (52, y), size, text=f"{byte:02X}", note=note, hue=hue))
            for place, bit in enumerate(f"{byte:08b}"):
                at = (FIRST + BIT * (place + 0.5), y)
                is_mark = place < 8 - len(own)
                kind = "prefix" if is_mark and step > 1 else "cell"
                mark: Mark = "" if kind == "prefix" else ("later", "", "now")[step] if step < 3 else ""
                its = None if kind == "prefix" or not step else hue
                text = bit if step else "?"
                shapes.append(shape(f"bit{row}:{place}", kind, at, (BIT - 3, 44), text=text, hue=its, mark=mark))
            for place, bit in enumerate(own if step > 2 else ""):
                at = (cell * (done + place + 0.5) + (WIDTH - cell * len(bits)) / 2, foot + 44)
                shapes.append(shape(f"code{row}:{place}", "cell", at, (cell - 3, 40), text=bit, hue=hue, mark=here))
            done += len(own)
        shapes.append(label("title", (2, foot + 8), _("Code point"), here))
        if step > 2:
            told = f"{int(bits, 2)} = {name}"
            shapes.append(shape("point", "text", (WIDTH / 2, foot + 86), text=told, mark=here))
        else:
            shapes.append(shape("point", "tile", (WIDTH / 2, foot + 44), (WIDTH - 4, 40), text="?", mark="later"))
        shapes.append(label("gpt2", (2, foot + 114), _("Tokens in GPT-2"), "now" if step > 3 else ""))
        if step > 3:
            shapes += tiles_from("token", (2, foot + 150), tokens, ["now"] * len(tokens))
        else:
            shapes.append(shape("tokens", "tile", (WIDTH / 2, foot + 150), (WIDTH - 4, 40), text="?", mark="later"))
        return said, shapes

    return drawing(
        _("“{character}” as bits").format(character=display_name(character)),
        _(
            "Each byte of the character in a row: in hex, as a number, and as eight bits. Bits with a dashed edge mark "
            "the length, those with a thick edge are the code point, which is below. At the end come its tokens in "
            "GPT-2, with their ids."
        ),
        (WIDTH, foot + 176),
        [frame(text, step) for step, text in enumerate([*_says(character, data, payload), _cut(ids)])],
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


def _cut(ids: Sequence[int]) -> str:
    if len(ids) == 1:
        return _("GPT-2 has a token for it, with the id {id}.").format(id=ids[0])
    return _("GPT-2 hasn’t merged all its bytes. It is {tokens}, with the ids {ids}.").format(
        tokens=token_count_text(len(ids)), ids=join_list(map(str, ids))
    )
