"""A character in UTF-8: its bytes and the tokens that they merge into, and its bits."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from bpe_engine import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import display_name, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    WIDTH,
    Frame,
    Mark,
    caption,
    drawing,
    label,
    large_text,
    shape,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture, token_count_text

BIT = 45
ROW = 64
FIRST = 116  # left edge of a byte's bits
LANE = 56  # height of a row of tokens
TOP = 176  # of the first of them
WIDEST = 84  # column of a byte
MOST_VOCABULARIES = 2


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

    def hue(self, token: str) -> int:
        """Return the hue of a token."""
        return token_hue(self.tokenizer.vocabulary[token])

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
    """The character, and for each vocabulary a column: its bytes, and the tokens below those they consist of."""

    def __init__(self, character: str, names: Sequence[str]) -> None:
        self.character = character
        self.data = character.encode()
        if not 1 <= len(names) <= MOST_VOCABULARIES:
            raise ValueError(f"not one or two vocabularies: {', '.join(names)}")
        self.vocabularies = [_Vocabulary(name, character) for name in names]
        self.column = min(WIDEST, (WIDTH / len(names) - 10) / len(self.data))
        lanes = max(len(one.rows) + (not one.is_whole) * 0.7 for one in self.vocabularies)
        self.height = TOP + LANE * max(2.0, lanes) + 84

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
                "The character, and for each vocabulary its bytes. Below them, the tokens that its merges make of "
                "these bytes, with the rank of the merge, a line if no merge joins what is left, and the ids."
            ),
            (WIDTH, self.height),
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
        if not known:
            return self._question()
        shapes = [large_text("character", (WIDTH / 2, 46), make_visible(self.character), 76, within=WIDTH - 4)]
        for number, one in enumerate(self.vocabularies):
            is_now = number == known - 1
            is_over = number < known - 1 or (is_now and has_end)
            shapes.append(caption(f"title{number}", (self.middle(number), 104), one.title, "now" if is_now else ""))
            shapes += [self._byte(number, place, one) for place in range(len(self.data))]
            if number >= known:
                shapes.append(self._cover(number, TOP + LANE / 2))
                continue
            for lane, row in enumerate(one.rows):
                shapes += self._row(f"{number}:{lane}:", number, row, TOP + LANE * (lane + 0.5), is_now=is_now)
            left, width = self.left(number), self.column * len(self.data)
            if not one.is_whole and is_over:
                y, middle = TOP + LANE * len(one.rows) + 6, left + width / 2
                mark: Mark = "best" if is_now or not number else ""
                shapes.append(shape(f"none{number}", "line", (left + 3, y), (width - 6, 0), mark=mark))
                shapes.append(caption(f"none{number}:said", (middle, y + 20), _("no merge joins these"), mark))
            if is_over:
                shapes += self._ids(number, one, "now" if is_now else "")
        return shapes

    def _question(self) -> list[PictureShape]:
        """Return the character, large, its bytes, and a cover for each vocabulary."""
        shapes = [large_text("character", (WIDTH / 2, 84), make_visible(self.character), 150, within=WIDTH - 4)]
        apart = (WIDTH - 4) / len(self.data)
        for place in range(len(self.data)):
            x = 2 + apart * (place + 0.5)
            size = (min(140.0, apart - 10), 64)
            shapes.append(shape(f"from{place}", "line", (WIDTH / 2, 164), (x - WIDTH / 2, 32)))
            shapes.append(self._byte(0, place, self.vocabularies[0]) | {"at": (round(x, 1), 230), "size": size})
        foot = self.height
        for number, one in enumerate(self.vocabularies):
            shapes.append(caption(f"title{number}", (self.middle(number), foot - 76), one.title))
            shapes.append(self._cover(number, foot - 32))
        return shapes

    def middle(self, number: int) -> float:
        """Return the middle of a vocabulary's column."""
        return WIDTH * (number + 0.5) / len(self.vocabularies)

    def left(self, number: int) -> float:
        """Return the left edge of the bytes in a vocabulary's column."""
        return self.middle(number) - self.column * len(self.data) / 2

    def _byte(self, number: int, place: int, one: _Vocabulary) -> PictureShape:
        byte = self.data[place]
        at, size = (self.left(number) + self.column * (place + 0.5), 144), (self.column - 6, 50)
        more = {"text": f"{byte:02X}", "note": localized_number(byte), "hue": one.hue(BYTE_ALPHABET[byte])}
        return shape(f"{number}:byte{place}", "tile", at, size, **more)

    def _cover(self, number: int, y: float) -> PictureShape:
        return shape(f"{number}:?", "tile", (self.middle(number), y), (64, 50), text="?", mark="later")

    def _ids(self, number: int, one: _Vocabulary, mark: Mark) -> list[PictureShape]:
        """Return what a model gets: the number of tokens, and the id of each below it."""
        tokens = one.rows[-1].tokens
        shapes = [
            caption(f"count{number}", (self.middle(number), self.height - 64), token_count_text(len(tokens)), mark)
        ]
        for place, (x, width) in enumerate(self._boxes(number, tokens)):
            more = {"text": str(one.ids[place]), "hue": one.hue(tokens[place]), "mark": mark}
            shapes.append(shape(f"{number}:id{place}", "tile", (x, self.height - 25), (width, 44), **more))
        return shapes

    def _boxes(self, number: int, tokens: Sequence[str]) -> list[tuple[float, float]]:
        """Return the middle and the width of each token: as wide as its bytes."""
        edges = [self.left(number) + self.column * end for end in accumulate(map(len, tokens), initial=0)]
        return [((start + end) / 2, end - start - 6) for start, end in pairwise(edges)]

    def _row(self, key: str, number: int, row: _Row, y: float, *, is_now: bool) -> list[PictureShape]:
        """Return tokens, each as wide as its bytes. New ones of the current vocabulary are marked."""
        one, shapes = self.vocabularies[number], list[PictureShape]()
        for place, (x, width) in enumerate(self._boxes(number, row.tokens)):
            token, rank = row.tokens[place], row.ranks[place]
            note = "" if rank is None else _("rank {rank}").format(rank=localized_number(rank))
            if rank is not None and width_of(note) + PADDING > width:
                note = localized_number(rank)
            more = {"text": one.token_in_hex(token), "note": note, "hue": one.hue(token)}
            mark: Mark = "now" if is_now and rank is not None else ""
            shapes.append(shape(f"{key}{place}", "tile", (x, y), (width, LANE - 6), **more, mark=mark))
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
    ids = bpe_tokenizer("gpt2").vocabulary
    hues = [token_hue(ids[BYTE_ALPHABET[byte]]) for byte in data]  # as in the picture of its tokens

    def frame(sentence: str, step: int) -> Frame:
        shapes: list[PictureShape] = [large_text("character", (52, 38), make_visible(character), 60, within=100)]
        done = 0
        for row, (byte, own) in enumerate(zip(data, payload, strict=True)):
            y, hue = 104 + ROW * row, hues[row]
            size, note = (100, 52), localized_number(byte)
            shapes.append(shape(f"byte{row}", "tile", (52, y), size, text=f"{byte:02X}", note=note, hue=hue))
            for place, bit in enumerate(f"{byte:08b}"):
                middle = (FIRST + BIT * (place + 0.5), y)
                is_mark = place < 8 - len(own)
                kind = "prefix" if is_mark and step else "cell"
                its = None if kind == "prefix" else hue
                shapes.append(shape(f"bit{row}:{place}", kind, middle, (BIT - 3, 44), text=bit, hue=its))
            for place, bit in enumerate(own if step > 1 else ""):
                below = (cell * (done + place + 0.5) + (WIDTH - cell * len(bits)) / 2, foot + 44)
                shapes.append(shape(f"code{row}:{place}", "cell", below, (cell - 3, 40), text=bit, hue=hue, mark="now"))
            done += len(own)
        shapes.append(label("title", (2, foot + 8), _("The character’s number in Unicode")))
        if step > 1:
            shapes.append(shape("point", "cell", (WIDTH / 2, foot + 92), (WIDTH - 4, 40), text=code_point, mark="best"))
        else:
            shapes.append(shape("point", "tile", (WIDTH / 2, foot + 68), (64, 64), text="?", mark="later"))
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
    in_bits = ngettext("Each byte is 8 bits: {count} bit.", "Each byte is 8 bits: {count} bits.", 8 * len(data))
    return [
        join_sentences(
            count.format(character=display_name(character), count=localized_number(len(data)), values=values),
            in_bits.format(count=localized_number(8 * len(data))),
        ),
        prefix,
        _(
            "The other bits are the number that Unicode gives the character: {number}, in hex {name}. This is called "
            "its code point."
        ).format(number=int(bits, 2), name=f"U+{ord(character):04X}"),
    ]
