"""A text and a tokenizer for it, both chosen by the reader: how many tokens it is, and what is lost."""

from collections.abc import Sequence
from itertools import zip_longest

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import id_label
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    Frame,
    Mark,
    Tile,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture, token_count_text

WIDTH = 496
HEIGHT = 400
CHIPS = 14  # middle of what stands above the texts
TEXTS, TEXT_HIGH = 43, 34
BILLS = 82  # middle of what stands above the tokenizers
NAMES, NAME_HIGH = 120, 50
SENT = 174  # middle of the row with the text
FIRST = 204  # top of the first line of tokens
HIGH, LINE, LINES = 32, 38, 4  # of a token, from one line to the next, and lines at most
TALL, TALL_LINE, TALL_LINES = 48, 54, 2  # if their ids are below them, which only fit in few lines
BELOW, MOST_BELOW = 24, 50  # from the tokens' foot to the middle of what they decode to: at least and at most
BEFORE = 8  # characters before the first difference of two texts
LETTERS = 200  # middle of the first line of characters


@picture
def bills_of_texts(_text: str, names: str, *texts: str) -> Picture:
    """The text and the tokenizer that readers choose, of those named with commas: its tokens, and what is lost."""
    if not texts or not all(texts):
        raise ValueError("a text is empty or missing. Write one.")
    return _Bills(names.split(","), texts).picture()


class _Bills:
    """Texts to choose from, tokenizers with what each needs for the chosen text, and below them the tokens."""

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
        room = (WIDTH - 4) / len(texts) - 6 - PADDING
        self.beginnings = [_shortened(make_visible(text), room) for text in texts]
        if len({*self.beginnings}) < len(texts):
            raise ValueError(f"texts begin alike: {', '.join(self.beginnings)}. Choose others.")
        if max(map(width_of, self.titles)) > (WIDTH - 4) / len(names) - 10:
            raise ValueError(f"{len(names)} tokenizers are too many to draw. Leave some out.")

    def picture(self) -> Picture:
        frames = [self._opening()]
        choices = [(text, name) for text in range(len(self.texts)) for name in range(len(self.names))]
        frames += [self._frame(*choice) for choice in choices]
        drawn = drawing(
            _("Choose a tokenizer"),
            _(
                "A row of texts, and a row of tokenizers with the number of tokens that the chosen text has in each. "
                "Below, the text, its tokens in the chosen tokenizer, with their ids if there is room, and what they "
                "decode to. Unknown tokens are dotted."
            ),
            (WIDTH, HEIGHT),
            frames,
        )
        named = [
            _("Text {number}, {tokenizer}").format(number=localized_number(text + 1), tokenizer=self.titles[name])
            for text, name in choices
        ]
        start = 1 + min(range(len(self.names)), key=lambda name: len(self.ids[0][name]))
        return dialled(drawn, _("Choice"), ["?", *named], start, waits=False)

    def _step(self, text: int, name: int) -> int:
        return 1 + text * len(self.names) + name

    def _opening(self) -> Frame:
        """Return the first text, in characters, before a tokenizer is chosen."""
        letters: list[Tile] = [(make_visible(one), "", None) for one in self.texts[0]]
        tiles = tiles_from("letter", (2, LETTERS), letters, right=WIDTH)
        drawn = [one for one in tiles if one["at"][1] < HEIGHT - HIGH]
        if len(drawn) < len(tiles):
            drawn[-1] = drawn[-1] | {"text": "…"}
        sentence = _(
            "Below each tokenizer is the number of tokens that it needs for this text, drawn here in characters. Which "
            "one would you take?"
        )
        return sentence, [*self._choices(0, None), *drawn]

    def _choices(self, text: int, name: int | None) -> list[PictureShape]:
        """Return the texts, and the tokenizers with their bills, each of which leads to its step when it is clicked."""
        shapes = [label("texts", (2, CHIPS), _("Your text"))]
        wide = (WIDTH - 4) / len(self.texts)
        for place, beginning in enumerate(self.beginnings):
            at, mark = (2 + wide * (place + 0.5), TEXTS), "now" if place == text else ""
            chip = shape(f"text{place}", "cell", at, (wide - 6, TEXT_HIGH), text=beginning, mark=mark)
            shapes.append(chip | {"to": self._step(place, name or 0)})
        shapes.append(label("bills", (2, BILLS), _("The tokenizer, and the tokens it needs")))
        wide = (WIDTH - 4) / len(self.names)
        for place, title in enumerate(self.titles):
            mark = "" if place != name else "best" if self._is_best(text, place) else "now"
            at, bill = (2 + wide * (place + 0.5), NAMES), localized_number(len(self.ids[text][place]))
            chip = shape(f"name{place}", "tile", at, (wide - 6, NAME_HIGH), text=title, note=bill, mark=mark)
            shapes.append(chip | {"to": self._step(text, place)})
        return shapes

    def _is_kept(self, text: int, name: int) -> bool:
        return self.decoded[text][name] == self.texts[text]

    def _is_best(self, text: int, name: int) -> bool:
        """Return whether nothing is lost, in as few tokens as in any of the tokenizers that lose nothing."""
        kept = [len(ids) for one, ids in enumerate(self.ids[text]) if self._is_kept(text, one)]
        return self._is_kept(text, name) and len(self.ids[text][name]) == min(kept)

    def _tokens(self, text: int, name: int) -> list[PictureShape]:
        """Return the tokens of a text, with their ids if there is room. Raise ValueError if there is none."""
        tokenizer, ids = tokenizer_at(self.names[name]), self.ids[text][name]
        marks: list[Mark] = ["dim" if tokenizer.is_unknown(one) else "" for one in ids]
        for has_ids, high, line, most in ((True, TALL, TALL_LINE, TALL_LINES), (False, HIGH, LINE, LINES)):
            tokens: list[Tile] = [
                (id_label(tokenizer, one), str(one) if has_ids else "", None if mark else token_hue(one))
                for one, mark in zip(ids, marks, strict=True)
            ]
            tiles = tiles_from("token", (2, FIRST + high / 2), tokens, marks, WIDTH)
            tops = sorted({one["at"][1] for one in tiles})
            if len(tops) <= most and max(one["at"][0] + one["size"][0] / 2 for one in tiles) <= WIDTH:
                for one in tiles:
                    one["at"] = one["at"][0], FIRST + high / 2 + line * tops.index(one["at"][1])
                    one["size"] = one["size"][0], high
                return tiles
        raise ValueError(f"too long to draw: {self.texts[text]}")

    def _frame(self, text: int, name: int) -> Frame:
        tiles = self._tokens(text, name)
        is_kept, is_best = self._is_kept(text, name), self._is_best(text, name)
        foot = max(one["at"][1] + one["size"][1] / 2 for one in tiles)
        y = max(foot + BELOW, min(foot + MOST_BELOW, HEIGHT - HIGH / 2 - 2))
        written = [make_visible(one) for one in (self.texts[text], self.decoded[text][name])]
        left = 10 + max(label_width(_("Sent:")), label_width(_("Decoded:")))
        sent, decoded = _both_shortened(*written, room=WIDTH - 4 - left - PADDING)
        shapes = [
            *self._choices(text, name),
            *_row("sent", (left, SENT), _("Sent:"), sent, ""),
            *tiles,
            *_row("decoded", (left, y), _("Decoded:"), decoded, "best" if is_kept else "now"),
        ]
        sentence = (
            _("{tokenizer} needs {tokens} for “{text}”. But decoded, they are a different text: something is lost.")
            if not is_kept
            else _(
                "{tokenizer} needs {tokens} for “{text}”, and nothing is lost. Of those that lose nothing, none needs "
                "fewer."
            )
            if is_best
            else _(
                "{tokenizer} needs {tokens} for “{text}”, and nothing is lost. But another one needs fewer, and loses "
                "nothing either."
            )
        )
        return (
            sentence.format(
                tokenizer=self.titles[name],
                tokens=token_count_text(len(self.ids[text][name])),
                text=self.beginnings[text],
            ),
            shapes,
        )


def _row(key: str, at: tuple[float, float], title: str, text: str, mark: Mark) -> list[PictureShape]:
    """Return a title, and a text in a box beside it, whose left edge is at a point."""
    wide = width_of(text) + PADDING
    box = shape(key, "cell", (at[0] + wide / 2, at[1]), (wide, HIGH), text=text, mark=mark)
    return [label(f"{key}:title", (2, at[1]), title), box]


def _both_shortened(text: str, other: str, *, room: float) -> tuple[str, str]:
    """Return as much of two texts as there is room for: if they differ only behind it, from just before there."""
    shown = _shortened(text, room), _shortened(other, room)
    if text == other or shown[0] != shown[1]:
        return shown
    start = next(at for at, (one, its) in enumerate(zip_longest(text, other)) if one != its)
    since = max(0, start - BEFORE)
    return _shortened(f"…{text[since:]}", room), _shortened(f"…{other[since:]}", room)


def _shortened(text: str, room: float) -> str:
    """Return as much of a text as there is room for."""
    if width_of(text) <= room:
        return text
    end = len(text)
    while end and width_of(text[:end]) > room - width_of("…"):
        end -= 1
    return f"{text[:end].rstrip('·↵')}…"
