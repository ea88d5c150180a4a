"""Texts and tokenizers as a table of token counts, with the tokens of the one that readers click, and what is lost."""

from collections.abc import Sequence
from math import ceil

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import id_label
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    TYPE,
    Frame,
    Mark,
    Tile,
    caption,
    dialled,
    drawing,
    label,
    label_width,
    large_text,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture, token_count_text

WIDTH = 496
HEIGHT = 404
NAMES = 14  # middle of the tokenizers' names
TABLE, ROW, CELL_HIGH, ROWS = 49, 46, 38, 4  # middle of the first row, from one to the next, a cell, and rows at most
LEAST_CELL, MOST_CELL = 58, 84  # width of a column
KEY = 20, 14  # size of a sample of how cells are drawn
LINE_HIGH = 80  # from one tokenizer to the next, before one is chosen
MOST_BOX, COUNT_WIDE = 38, 46  # side of a box for a token, and the room for their number
LETTERS, BYTE, LEAD = 62, 7, 30  # height of the text, least width of a byte, and room for a token of no byte
TOKENS = 246  # top of the first line of tokens
LINES = ((True, 48, 52, 2), (False, 32, 36, 3))  # whether ids are below, height, from one line to the next, and most
LARGEST = 34  # size of the letters' type
RESULT = 48, 6, 44  # height of the texts sent and decoded, the least room above them, and the room between them

Span = tuple[float, float]
"""Where a token starts and ends, in bytes of the text."""


@picture
def bills_of_texts(_text: str, names: str, *texts: str) -> Picture:
    """Texts and tokenizers named with commas, as a table of counts: the tokens of the one clicked, and what is lost."""
    if not texts or not all(texts):
        raise ValueError("a text is empty or missing. Write one.")
    return _Bills(names.split(","), texts).picture()


class _Bills:
    """A table with a row per text and a column per tokenizer, and below it the tokens of a cell and their text."""

    def __init__(self, names: Sequence[str], texts: Sequence[str]) -> None:
        self.names, self.texts = names, texts
        self.ids = [[encoded(name, text) for name in names] for text in texts]
        for text, row in zip(texts, self.ids, strict=True):
            if not all(row):
                raise ValueError(f"{text!r} has no tokens in {names[row.index([])]}. Choose another text.")
        self.titles = [TokenizerName(name).short_title for name in names]
        self.decoded = [
            [tokenizer_at(name).decode(ids) for name, ids in zip(names, row, strict=True)] for row in self.ids
        ]
        self.left = 12 + max(width_of(make_visible(text)) for text in texts)
        self.pitch = min(MOST_CELL, (WIDTH - 3 - self.left) / len(names))
        if len(texts) > ROWS:
            raise ValueError(f"{len(texts)} texts are too many to draw. Leave some out.")
        if self.pitch < max(LEAST_CELL, *(label_width(title) for title in self.titles)):
            longest = max(texts, key=lambda text: width_of(make_visible(text)))
            raise ValueError(f"too long to draw beside {len(names)} tokenizers: {longest}")

    def picture(self) -> Picture:
        choices = [(text, name) for text in range(len(self.texts)) for name in range(len(self.names))]
        sentence = _("“{text}” in tokens. Which tokenizer would you take?")
        sentence = sentence.format(text=make_visible(self.texts[0]))
        frames = [(sentence, self._opening()), *(self._frame(*choice) for choice in choices)]
        drawn = drawing(
            _("Choose a tokenizer"),
            _(
                "The first text in each tokenizer, with a box for each token; some are covered. Then a table of texts "
                "and tokenizers, with the number of tokens that each text has in each; numbers whose tokens decode to "
                "another text are dotted. Below, the tokens of the chosen number, the text that was sent, and the text "
                "that they decode to."
            ),
            (WIDTH, HEIGHT),
            frames,
        )
        named = [f"{make_visible(self.texts[text])}, {self.titles[name]}" for text, name in choices]
        start = 1 + min(range(len(self.names)), key=lambda name: len(self.ids[0][name]))
        hint = _("Click a number to see its tokens.")
        return dialled(drawn, _("Text and tokenizer"), ["?", *named], start, waits=False, hint=hint)

    def _opening(self) -> list[PictureShape]:
        """Return the first text with its tokens below it, before a tokenizer is chosen; those that lose it are covered.

        If there is no room, there is a box for each token.
        """
        spans = [_spans(name, self.texts[0], ids) for name, ids in zip(self.names, self.ids[0], strict=True)]
        left = 14 + max(map(label_width, self.titles)) + LEAD
        byte = (WIDTH - left - COUNT_WIDE) / len(self.texts[0].encode())
        if byte >= BYTE and None not in spans:
            return self._opening_tokens([span for span in spans if span is not None], left, byte)
        pitch = min(LINE_HIGH, HEIGHT / len(self.names))
        left = 14 + max(map(label_width, self.titles))
        wide, high = WIDTH - left - COUNT_WIDE, pitch - 14
        most = max(map(len, self.ids[0]))
        side = next(one for one in range(MOST_BOX, 0, -1) if ceil(most / (wide // one)) * one <= high)
        shapes: list[PictureShape] = []
        for name, (title, ids) in enumerate(zip(self.titles, self.ids[0], strict=True)):
            y = (HEIGHT - pitch * len(self.names)) / 2 + pitch * (name + 0.5)
            columns = min(len(ids), int(wide // side))
            top = y - ceil(len(ids) / columns) * side / 2
            shapes.append(label(f"title{name}", (2, y), title))
            shapes.append(shape(f"boxes{name}", "boxes", (left, top), (side, side), boxes=(len(ids), columns)))
            count = left + columns * side + COUNT_WIDE / 2, y
            shapes.append(shape(f"count{name}", "text", count, text=localized_number(len(ids))))
        return shapes

    def _opening_tokens(self, spans: Sequence[Sequence[Span]], left: float, byte: float) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        start = 0
        for place, letter in enumerate(self.texts[0]):
            end = start + len(letter.encode())
            at = left + byte * (start + end) / 2, LETTERS / 2
            shapes.append(large_text(f"letter{place}", at, make_visible(letter), LARGEST, within=byte * (end - start)))
            start = end
        pitch = min(LINE_HIGH, (HEIGHT - LETTERS) / len(self.names))
        for name, (title, tokens) in enumerate(zip(self.titles, spans, strict=True)):
            y, tokenizer = LETTERS + pitch * (name + 0.5), tokenizer_at(self.names[name])
            shapes.append(label(f"title{name}", (2, y), title))
            for place, ((since, until), one) in enumerate(zip(tokens, self.ids[0][name], strict=True)):
                x = left + byte * since + 1.5 if until > since else left - LEAD
                wide = byte * (until - since) - 3 if until > since else LEAD - 3
                at, size, text = (x + wide / 2, y), (wide, pitch - 20), id_label(tokenizer, one)
                if not self._is_kept(0, name):
                    tile = shape(f"open{name}:{place}", "tile", at, size, text="?", mark="later")
                else:
                    text = text if width_of(text) + 4 <= wide else ""
                    tile = shape(f"open{name}:{place}", "tile", at, size, text=text, hue=token_hue(one))
                shapes.append(tile)
            count = WIDTH - COUNT_WIDE / 2, y
            shapes.append(shape(f"count{name}", "text", count, text=localized_number(len(tokens))))
        return shapes

    def _table(self, chosen: tuple[int, int]) -> list[PictureShape]:
        """Return the texts, the tokenizers and the counts: what is lost, and which are best."""
        shapes: list[PictureShape] = []
        for name, title in enumerate(self.titles):
            mark: Mark = "now" if chosen[1] == name else ""
            shapes.append(caption(f"name{name}", (self._middle(name), NAMES), title, mark))
        frame = self._middle(chosen[1]), TABLE + ROW * chosen[0]
        shapes.append(shape("chosen", "node", frame, (self.pitch, CELL_HIGH + 6), mark="now"))
        for text, written in enumerate(self.texts):
            y = TABLE + ROW * text
            mark = "now" if chosen[0] == text else ""
            shapes.append(text_from(f"text{text}", (2, y), make_visible(written), mark))
            for name, ids in enumerate(self.ids[text]):
                mark = "best" if self._is_least(text, name) else "" if self._is_kept(text, name) else "dim"
                at, size = (self._middle(name), y), (self.pitch - 8, CELL_HIGH - 2)
                cell = shape(f"bill{text}:{name}", "cell", at, size, text=localized_number(len(ids)), mark=mark)
                shapes.append(cell | {"to": 1 + text * len(self.names) + name})
        return shapes

    def _middle(self, name: int) -> float:
        return self.left + self.pitch * (name + 0.5)

    def _key(self) -> list[PictureShape]:
        """Return what the cells of the table mean."""
        x, y = 2.0, TABLE + ROW * (len(self.texts) - 0.5) + 16
        shapes: list[PictureShape] = []
        for key, mark, said in (("dim", "dim", _("text changed")), ("best", "best", _("fewest, text unchanged"))):
            shapes.append(shape(f"key:{key}", "cell", (x + KEY[0] / 2, y), KEY, text=" ", mark=mark))
            shapes.append(label(f"key:{key}:said", (x + KEY[0] + 8, y), said))
            x += KEY[0] + 34 + label_width(said)
        return shapes

    def _is_kept(self, text: int, name: int) -> bool:
        return self.decoded[text][name] == self.texts[text]

    def _least(self, text: int) -> int:
        """Return the fewest tokens of a text in the tokenizers that lose nothing."""
        return min(len(ids) for name, ids in enumerate(self.ids[text]) if self._is_kept(text, name))

    def _is_least(self, text: int, name: int) -> bool:
        return self._is_kept(text, name) and len(self.ids[text][name]) == self._least(text)

    def _tokens(self, text: int, name: int) -> list[PictureShape]:
        """Return the tokens of a text, with their ids if there is room. Raise ValueError if there is none."""
        tokenizer, ids = tokenizer_at(self.names[name]), self.ids[text][name]
        marks: list[Mark] = ["dim" if tokenizer.is_unknown(one) else "" for one in ids]
        for has_ids, high, line, most in LINES:
            tokens: list[Tile] = [
                (id_label(tokenizer, one), str(one) if has_ids else "", None if mark else token_hue(one))
                for one, mark in zip(ids, marks, strict=True)
            ]
            tiles = tiles_from("token", (2, TOKENS + high / 2), tokens, marks, WIDTH)
            tops = sorted({one["at"][1] for one in tiles})
            if len(tops) <= most and max(one["at"][0] + one["size"][0] / 2 for one in tiles) <= WIDTH:
                for one in tiles:
                    one["at"] = one["at"][0], TOKENS + high / 2 + line * tops.index(one["at"][1])
                    one["size"] = one["size"][0], high
                return tiles
        raise ValueError(f"too long to draw: {self.texts[text]}")

    def _result(self, text: int, name: int, foot: float) -> list[PictureShape]:
        """Return the text that was sent beside the one that comes back, and whether they are equal."""
        high, above, between = RESULT
        y = (max(foot + above, foot + (HEIGHT - foot - high) / 2)) + high / 2
        is_kept = self._is_kept(text, name)
        sides: list[tuple[str, str, str, Mark]] = [
            ("sent", make_visible(self.texts[text]), _("sent"), ""),
            ("decoded", make_visible(self.decoded[text][name]), _("decoded"), "best" if is_kept else "now"),
        ]
        shapes: list[PictureShape] = []
        x = 2.0
        for key, written, note, mark in sides:
            wide = max(width_of(written), len(note) * TYPE) + 2 * PADDING
            shapes.append(shape(key, "tile", (x + wide / 2, y), (wide, high), text=written, note=note, mark=mark))
            x += wide + between
        if x - between > WIDTH:
            raise ValueError(f"too long to draw: {self.texts[text]}")
        middle = shapes[0]["size"][0] + 2 + between / 2
        return [*shapes, shape("equal", "text", (middle, y), text="=" if is_kept else "≠", mark="now")]

    def _frame(self, text: int, name: int) -> Frame:
        tiles = self._tokens(text, name)
        foot = max(one["at"][1] + one["size"][1] / 2 for one in tiles)
        shapes = [*self._table((text, name)), *self._key(), *tiles, *self._result(text, name, foot)]
        sentence = (
            _("“{text}” is {tokens} in {tokenizer}. But decoding gives another text: something is lost.")
            if not self._is_kept(text, name)
            else _("“{text}” is {tokens} in {tokenizer}, and decoding gives it back: the lowest bill without a loss.")
            if self._is_least(text, name)
            else _("“{text}” is {tokens} in {tokenizer}, and decoding gives it back. But {fewest} would do.")
        )
        values = {
            "text": make_visible(self.texts[text]),
            "tokens": token_count_text(len(self.ids[text][name])),
            "tokenizer": self.titles[name],
            "fewest": token_count_text(self._least(text)) if self._is_kept(text, name) else "",
        }
        return sentence.format(**values), shapes


def _spans(name: str, text: str, ids: Sequence[int]) -> list[Span] | None:
    """Return the spans of a text's tokens, or None if they don't spell it. Unknown ones share what is in between."""
    tokenizer, data = tokenizer_at(name), text.encode()
    found: list[Span] = []
    unknown, place = 0, 0
    for one in ids:
        if tokenizer.is_unknown(one):
            unknown += 1
            continue
        written = tokenizer.token_bytes(one).replace((tokenizer.space or " ").encode(), b" ")
        if not place and not unknown and written[:1] == b" " != data[:1]:
            written = written[1:]
        start = data.find(written, place) if unknown else place
        if not data.startswith(written, max(start, 0)) or start < 0:
            return None
        found += _shared(place, start, unknown)
        unknown, place = 0, start + len(written)
        found.append((start, place))
    if place < len(data) and not unknown:
        return None
    return [*found, *_shared(place, len(data), unknown)]


def _shared(start: int, end: int, count: int) -> list[Span]:
    """Return equal parts of a span."""
    return [(start + (end - start) * at / count, start + (end - start) * (at + 1) / count) for at in range(count)]
