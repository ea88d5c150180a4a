"""A text and a tokenizer for it, both chosen by the reader: how many tokens it is, and what is lost."""

from collections.abc import Sequence

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
CHIPS = 16  # middle of what stands above the texts
TEXTS, TEXT_HIGH = 46, 34
BILLS = 90  # middle of what stands above the tokenizers
NAMES, NAME_HIGH = 130, 52
FIRST, LINE, HIGH = 192, 38, 32  # middle of the first line of tokens, from one to the next, height of a token
LINES = 4  # at most
BELOW, MOST_BELOW = 38, 60  # from the tokens to what they decode to: at least and at most


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
        self.titles = [TokenizerName(name).short_title for name in names]
        self.ids = [[encoded(name, text) for name in names] for text in texts]
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
                "Below, the text’s tokens in the chosen tokenizer, and what they decode to. Unknown tokens are dotted."
            ),
            (WIDTH, HEIGHT),
            frames,
        )
        # Short, as a phone has the dial beside them
        values = [f"{self.titles[name]}, {_shortened(make_visible(self.texts[text]), 50)}" for text, name in choices]
        start = 1 + min(range(len(self.names)), key=lambda name: len(self.ids[0][name]))
        return dialled(drawn, _("Choice"), [_shortened(make_visible(self.texts[0]), 50), *values], start, waits=False)

    def _step(self, text: int, name: int) -> int:
        return 1 + text * len(self.names) + name

    def _opening(self) -> Frame:
        """Return the first text, in characters, before a tokenizer is chosen."""
        letters: list[Tile] = [(make_visible(one), "", None) for one in self.texts[0]]
        tiles = tiles_from("letter", (2, FIRST + 8), letters, right=WIDTH)
        sentence = _(
            "Below each tokenizer is the number of tokens that it needs for this text, drawn here in characters. Which "
            "one would you take?"
        )
        return sentence, [*self._choices(0, None), *(one for one in tiles if one["at"][1] < HEIGHT - HIGH)]

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

    def _frame(self, text: int, name: int) -> Frame:
        tokenizer, ids = tokenizer_at(self.names[name]), self.ids[text][name]
        tokens: list[Tile] = [(id_label(tokenizer, one), "", token_hue(one)) for one in ids]
        marks: list[Mark] = ["dim" if tokenizer.is_unknown(one) else "" for one in ids]
        tiles = tiles_from("token", (2, FIRST), tokens, marks, WIDTH)
        tops = sorted({one["at"][1] for one in tiles})
        if len(tops) > LINES or max(one["at"][0] + one["size"][0] / 2 for one in tiles) > WIDTH:
            raise ValueError(f"too long to draw: {self.texts[text]}")
        for one in tiles:
            one["at"] = one["at"][0], FIRST + LINE * tops.index(one["at"][1])
            one["size"] = one["size"][0], HIGH
            one["hue"] = None if one["mark"] else one["hue"]
        is_kept, is_best = self._is_kept(text, name), self._is_best(text, name)
        rows = [] if is_kept else [("sent", _("Sent:"), self.texts[text])]
        rows.append(("decoded", _("Decoded:"), self.decoded[text][name]))
        end = FIRST + LINE * (len(tops) - 1)
        y = min(end + MOST_BELOW, HEIGHT - HIGH / 2 - 2 - BELOW * (len(rows) - 1))
        shapes = [*self._choices(text, name), *tiles]
        for place, (key, title, written) in enumerate(rows):
            mark: Mark = "best" if is_kept else "now" if key == "decoded" else ""
            shapes += _row(key, y + BELOW * place, title, make_visible(written), mark)
        sentence = (
            _("{tokenizer} needs {tokens} for “{text}”. But decoded, they are a different text: something is lost.")
            if not is_kept
            else _(
                "{tokenizer} needs {tokens} for “{text}”, and nothing is lost. None of the others does it with fewer."
            )
            if is_best
            else _(
                "{tokenizer} needs {tokens} for “{text}”, and nothing is lost. But another one needs fewer, and loses "
                "nothing either."
            )
        )
        return (
            sentence.format(tokenizer=self.titles[name], tokens=token_count_text(len(ids)), text=self.beginnings[text]),
            shapes,
        )


def _row(key: str, y: float, title: str, text: str, mark: Mark) -> list[PictureShape]:
    """Return a title, and as much of a text as fits in a box beside it."""
    left = 10 + max(label_width(_("Sent:")), label_width(_("Decoded:")))
    shown = _shortened(text, WIDTH - 4 - left - PADDING)
    wide = width_of(shown) + PADDING
    box = shape(key, "cell", (left + wide / 2, y), (wide, HIGH), text=shown, mark=mark)
    return [label(f"{key}:title", (2, y), title), box]


def _shortened(text: str, room: float) -> str:
    """Return as much of a text as there is room for."""
    if width_of(text) <= room:
        return text
    end = len(text)
    while end and width_of(text[:end]) > room - width_of("…"):
        end -= 1
    return f"{text[:end].rstrip('·↵')}…"
