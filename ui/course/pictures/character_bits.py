"""A character in UTF-8: its bytes and the tokens that they merge into, and its bits."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from bpe_engine import BPETokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import display_name, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, WIDTH, Frame, Mark, caption, drawing, label, shape, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture, token_count_text

BIT = 45
ROW = 64
FIRST = 116  # left edge of a byte's bits
LANE = 54  # height of a row of tokens
TOP = 122  # of the first vocabulary


@picture
def character_merges(text: str, *names: str) -> Picture:
    """The first character of the text: its bytes, and the merges of each vocabulary that join them."""
    character = text[0].encode("utf-8", "replace").decode()  # a lone surrogate is no text
    return _Merging(character, names).picture()


@picture
def character_bits(text: str) -> Picture:
    """The first character of the text: its bytes, their bits, and its code point."""
    return _character_picture(text[0])


class _Row:
    """Tokens of a vocabulary after some of its merges, and the rank of the merge that made each; None for a byte."""

    def __init__(self, tokens: Sequence[str], ranks: Mapping[str, int]) -> None:
        self.tokens = tokens
        self.ranks = [ranks.get(token) for token in tokens]


class _Vocabulary:
    """What a vocabulary's merges make of a character: a row of tokens per merge level, or one if nothing merges."""

    def __init__(self, name: str, character: str) -> None:
        self.title = TokenizerName(name).short_title
        self.tokenizer: BPETokenizer = bpe_tokenizer(name)
        first, *steps = self.tokenizer.encode_steps(character)
        self.ranks = {step.token or "": step.rank or 0 for step in steps}
        last = steps[-1] if steps else first
        self.rows = [_Row(step.symbols, self.ranks) for step in steps] or [_Row(first.symbols, {})]
        self.ids = [one for one in last.ids if one is not None]
        self.is_whole = len(last.symbols) == 1
        self.height = 26 + LANE * len(self.rows) + (0 if self.is_whole else 44)

    def token_in_hex(self, token: str) -> str:
        """Return a token’s bytes in hex."""
        return self.tokenizer.token_bytes(self.tokenizer.vocabulary[token]).hex(" ").upper()

    def merge_list(self) -> str:
        """Return its merges of the character's bytes as a list, each with its rank."""
        return join_list(
            _("{token} (rank {rank})").format(token=self.token_in_hex(token), rank=localized_number(rank))
            for token, rank in self.ranks.items()
        )


class _Merging:
    """The character, its bytes below it, and for each vocabulary the tokens below the bytes that they consist of."""

    def __init__(self, character: str, names: Sequence[str]) -> None:
        self.character = character
        self.data = character.encode()
        self.column = (WIDTH - 4) / len(self.data)
        self.vocabularies = [_Vocabulary(name, character) for name in names]
        self.tops = [*accumulate((one.height + 10 for one in self.vocabularies), initial=TOP)]

    def picture(self) -> Picture:
        first, *others = self.vocabularies
        asked = (
            _("“{character}” is one character, but {count} bytes. Which of them does {vocabulary} merge?")
            if len(self.data) > 1
            else _("“{character}” is one character and one byte. What does {vocabulary} make of it?")
        ).format(character=display_name(self.character), count=localized_number(len(self.data)), vocabulary=first.title)
        frames: list[Frame] = [(asked, self._frame(0, has_end=False))]
        if len(self.data) == 1:
            sentence = _("A single byte is a token from the start, in each vocabulary. Nothing has to merge.")
            return self._drawing([*frames, (sentence, self._frame(len(self.vocabularies), has_end=True))])
        if first.ranks:
            frames.append((self._merges_text(first), self._frame(1, has_end=first.is_whole)))
        if not first.is_whole:
            frames.append((self._no_merges_text(first), self._frame(1, has_end=True)))
        for place, one in enumerate(others, 2):
            frames.append((self._comparison_text(one), self._frame(place, has_end=True)))
        return self._drawing(frames)

    def _drawing(self, frames: Sequence[Frame]) -> Picture:
        return drawing(
            _("From bytes to tokens"),
            _(
                "The character, and its bytes below it. Then the tokens that each vocabulary’s merges make of these "
                "bytes, with the rank of the merge, and below them a line if no merge joins what is left."
            ),
            (WIDTH, self.tops[-1] - 6),
            frames,
        )

    def _merges_text(self, one: _Vocabulary) -> str:
        sentence = _("{vocabulary} learned {all} merges, the most frequent pairs first. Here it uses {merges}.").format(
            vocabulary=one.title, all=localized_number(len(one.tokenizer.merges)), merges=one.merge_list()
        )
        return join_sentences(sentence, self._count_text(one)) if one.is_whole else sentence

    def _no_merges_text(self, one: _Vocabulary) -> str:
        sentence = _(
            "None of the {all} merges joins the tokens above the line: they were rarely next to each other."
        ).format(all=localized_number(len(one.tokenizer.merges)))
        return join_sentences(sentence, self._count_text(one))

    def _comparison_text(self, one: _Vocabulary) -> str:
        if not one.ranks:
            sentence = _("{vocabulary}’s merges join none of these bytes.").format(vocabulary=one.title)
        else:
            sentence = _("Compare {vocabulary}, which learned from other texts. It uses {merges}.").format(
                vocabulary=one.title, merges=one.merge_list()
            )
        return join_sentences(sentence, self._count_text(one))

    def _count_text(self, one: _Vocabulary) -> str:
        return _("In {vocabulary}, “{character}” is {tokens}.").format(
            vocabulary=one.title, character=display_name(self.character), tokens=token_count_text(len(one.ids))
        )

    def _frame(self, known: int, *, has_end: bool) -> list[PictureShape]:
        """Return what is known of these vocabularies; with `has_end`, of the last one that no merge is left."""
        shapes = [shape("character", "cell", (WIDTH / 2, 26), (WIDTH - 4, 48), text=make_visible(self.character))]
        for place, byte in enumerate(self.data):
            at, size = (2 + self.column * (place + 0.5), 82), (self.column - 6, 46)
            shapes.append(shape(f"byte{place}", "cell", at, size, text=f"{byte:02X}", note=localized_number(byte)))
        for number, one in enumerate(self.vocabularies):
            y, is_now = self.tops[number] + 10, number == known - 1
            title = one.title
            if number < known - 1 or (is_now and has_end):
                title = _("{vocabulary}: {tokens}").format(vocabulary=title, tokens=token_count_text(len(one.ids)))
                title += f" ({', '.join(map(str, one.ids))})"
            shapes.append(label(f"title{number}", (2, y), title, "now" if is_now else ""))
            if number >= known:
                box = (WIDTH / 2, y + 16 + LANE / 2), (WIDTH - 10, LANE - 8)
                shapes.append(shape(f"{number}:?", "tile", *box, text="?", mark="later"))
                continue
            for lane, row in enumerate(one.rows):
                shapes += self._row(f"{number}:{lane}:", one, row, y + 16 + LANE * (lane + 0.5), is_now=is_now)
            if not one.is_whole and (not is_now or has_end):
                foot = y + 14 + LANE * len(one.rows)
                mark: Mark = "best" if is_now or not number else ""
                shapes.append(shape(f"none{number}", "line", (6, foot + 6), (WIDTH - 12, 0), mark=mark))
                shapes.append(caption(f"none{number}:said", (WIDTH / 2, foot + 26), _("no merge joins these"), mark))
        return shapes

    def _row(self, key: str, one: _Vocabulary, row: _Row, y: float, *, is_now: bool) -> list[PictureShape]:
        """Return tokens, each as wide as its bytes. New ones of the current vocabulary are marked."""
        edges = [*accumulate(map(len, row.tokens), initial=0)]
        shapes = []
        for place, (start, end) in enumerate(pairwise(edges)):
            token, rank = row.tokens[place], row.ranks[place]
            at, size = (2 + self.column * (start + end) / 2, y), (self.column * (end - start) - 6, LANE - 8)
            note = "" if rank is None else _("rank {rank}").format(rank=localized_number(rank))
            if rank is not None and width_of(note) + PADDING > size[0]:
                note = localized_number(rank)
            hue, mark = token_hue(one.tokenizer.vocabulary[token]), "now" if is_now and rank is not None else ""
            shapes.append(
                shape(f"{key}{place}", "tile", at, size, text=one.token_in_hex(token), note=note, hue=hue, mark=mark)
            )
        return shapes


def payload_of(data: bytes) -> list[str]:
    """Return, for each byte of a character, the bits of its code point: those after the first 0.

    >>> payload_of("é".encode())
    ['00011', '101001']
    """
    bits = [f"{byte:08b}" for byte in data]
    return [one[one.index("0") + 1 :] if one[0] == "1" else one[1:] for one in bits]


def _character_picture(character: str) -> Picture:
    data = character.encode("utf-8", "surrogatepass")
    payload = payload_of(data)
    bits = "".join(payload)
    code_point = f"{int(bits, 2)} = U+{ord(character):04X}"
    foot = 84 + ROW * len(data)
    cell = min(BIT, WIDTH / len(bits))
    hues = [token_hue(byte) for byte in data]  # the first 256 tokens are bytes

    def frame(sentence: str, step: int) -> Frame:
        shapes: list[PictureShape] = [shape("character", "cell", (52, 34), (100, 56), text=make_visible(character))]
        done = 0
        here: Mark = "best" if step == 3 else ""
        for row, (byte, own) in enumerate(zip(data, payload, strict=True)):
            y, hue = 104 + ROW * row, hues[row]
            size, note = (100, 52), localized_number(byte)
            shapes.append(shape(f"byte{row}", "tile", (52, y), size, text=f"{byte:02X}", note=note, hue=hue))
            if not step:
                box = (FIRST + BIT * 4, y), (BIT * 8 - 3, 44)
                shapes.append(shape(f"bits{row}", "cell", *box, text="?", mark="later"))
            for place, bit in enumerate(f"{byte:08b}" if step else ""):
                middle = (FIRST + BIT * (place + 0.5), y)
                is_mark = place < 8 - len(own)
                kind = "prefix" if is_mark and step > 1 else "cell"
                mark: Mark = "now" if step == 1 else ""
                its = None if kind == "prefix" else hue
                shapes.append(shape(f"bit{row}:{place}", kind, middle, (BIT - 3, 44), text=bit, hue=its, mark=mark))
            for place, bit in enumerate(own if step > 2 else ""):
                below = (cell * (done + place + 0.5) + (WIDTH - cell * len(bits)) / 2, foot + 44)
                shapes.append(shape(f"code{row}:{place}", "cell", below, (cell - 3, 40), text=bit, hue=hue, mark="now"))
            done += len(own)
        shapes.append(label("title", (2, foot + 8), _("The other bits in a row, and as a number")))
        if step > 2:
            shapes.append(shape("point", "cell", (WIDTH / 2, foot + 92), (WIDTH - 4, 40), text=code_point, mark=here))
        else:
            shapes.append(shape("point", "tile", (WIDTH / 2, foot + 68), (WIDTH - 4, 88), text="?", mark="later"))
        return sentence, shapes

    return drawing(
        _("“{character}” as bits").format(character=display_name(character)),
        _(
            "Each byte of the character in a row: in hex, as a number, and as eight bits. Grey bits say how many bytes "
            "there are; the others are the character’s number in Unicode, which is below."
        ),
        (WIDTH, foot + 116),
        [frame(text, step) for step, text in enumerate(_step_texts(character, data, payload))],
    )


def _step_texts(character: str, data: bytes, payload: list[str]) -> list[str]:
    values = join_list(map(str, data))
    count = ngettext(
        "“{character}” is {count} byte in UTF-8: {values}.",
        "“{character}” is {count} bytes in UTF-8: {values}.",
        len(data),
    )
    marks = [f"{byte:08b}"[: 8 - len(own)] for byte, own in zip(data, payload, strict=True)]
    if len(data) == 1:
        prefix = _("A byte that begins with 0 is a character of its own.")
    else:
        prefix = _(
            "Look at the grey bits. The first byte begins with {first}: as many ones as there are bytes, then a 0. The "
            "others begin with 10."
        ).format(first=marks[0])
    bits = "".join(payload)
    return [
        count.format(character=display_name(character), count=localized_number(len(data)), values=values),
        ngettext("Each byte is 8 bits: {count} bit.", "Each byte is 8 bits: {count} bits.", 8 * len(data)).format(
            count=localized_number(8 * len(data))
        ),
        prefix,
        _(
            "The other bits are the number that Unicode gives the character: {number}, in hex {name}. This is called "
            "its code point."
        ).format(number=int(bits, 2), name=f"U+{ord(character):04X}"),
    ]
