"""Broken copies of a tokenizer on a few texts, for readers to name the fault of each."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations
from unicodedata import normalize

from bpe_engine.inspection.broken import Fault, encode_broken, right_tokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.visible_text import display_name
from ui.components.contract import Choices, Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, dialled, drawing, label, label_width, shape, width_of
from ui.course.values.broken import IN_TABLE, drawn_token, is_part_of_a_character
from ui.course.values.value_registry import picture

LETTERS = "ABCDE"
HEAD = 34  # height of the columns' names
ROW = 49
HIGH = 40  # of a token
GAP = 3
ARROW = 44  # room for an arrow between the tokens of both

FAULTS: tuple[Fault, ...] = ("shifted", "special", "normalization", "order", "pattern")
"""The faults in the order in which readers choose from them."""


@picture
def faults_of_copies(_text: str, *tried: str) -> Picture:
    """Texts in Qwen 3's tokens, and in those of the broken copy that readers choose: they name the fault of each."""
    if not tried or not all(tried):
        raise ValueError(f"one text or more is needed, and none of them empty: {', '.join(map(repr, tried))}")
    texts = _Texts(tried)
    drawn = drawing(
        _("Find the five faults"),
        _(
            "Texts in Qwen 3’s tokens, and next to them in those of one of five broken copies, A to E. Tokens that "
            "differ have a thick edge. Below, five faults to choose from: each copy has one of them."
        ),
        (WIDTH, HEAD + ROW * len(tried)),
        texts.frames(),
    )
    return {
        **dialled(drawn, _("Copy"), ["Qwen 3", *LETTERS], 1, waits=False, ordered=False),
        "choices": texts.choices(),
    }


class _Texts:
    """Texts in the right tokens, and in those of each copy."""

    def __init__(self, tried: Sequence[str]) -> None:
        self.tried = tried
        right = right_tokenizer()
        self.own = [right.encode(text, "none") for text in tried]
        self.ids = {fault: [encode_broken(fault, text) for text in tried] for fault in FAULTS}
        given = ", ".join(map(repr, tried))
        for (one, ids), (other, others) in combinations([("Qwen 3", self.own), *self.ids.items()], 2):
            if ids == others:
                raise ValueError(f"{one} and {other} have the same tokens in each of these texts: {given}")
        self.names = ["" if text == normalize("NFC", text) else "NFD" for text in tried]
        self.left = max(
            _width_of_tokens(ids) + (label_width(name) + 10 if name else 0)
            for ids, name in zip(self.own, self.names, strict=True)
        )

    def frames(self) -> list[Frame]:
        """Return the texts in the right tokens only, and a frame for each copy."""
        start = _("Five copies of this tokenizer, A to E, have a fault each. Which text would give which fault away?")
        copies = zip(LETTERS, IN_TABLE, strict=True)
        return [
            (start, self._shapes()),
            *((self._step_text(letter, fault), self._shapes(letter, fault)) for letter, fault in copies),
        ]

    def _step_text(self, letter: str, fault: Fault) -> str:
        """Return what is asked about a copy, and what a token in angle brackets is if there is one."""
        parts = [drawn_token(one) for ids in self.ids[fault] for one in ids if is_part_of_a_character(one)]
        if not parts:
            told = _("At the right: what the model reads from copy {letter}’s ids. Which fault does it have?")
            return told.format(letter=letter)
        told = _(
            "At the right: what the model reads from copy {letter}’s ids ({token} isn’t a character on its own). Which "
            "fault does it have?"
        )
        return told.format(letter=letter, token=parts[0])

    def choices(self) -> Choices:
        """Return the faults to choose from, each with its feedback: that it is right, or why it is wrong."""
        return {
            "names": [
                _("Shifted ids"),
                _("Special tokens"),
                _("No normalization"),
                _("Merge order"),
                _("Another pattern"),
            ],
            "right": [-1, *(FAULTS.index(fault) for fault in IN_TABLE)],
            "says": [[], *([self._verdict(fault, guess) for guess in FAULTS] for fault in IN_TABLE)],
            "done": _("You’ve found all five faults."),
        }

    def _verdict(self, fault: Fault, guess: Fault) -> str:
        """Return whether a copy with a fault has been given the right one, and what in the texts shows it."""
        if fault == guess:
            told = {
                "shifted": _("Right: its ids are shifted. So they spell other texts."),
                "special": _("Right: it reads special tokens. So if a user types “{special}”, it’s a real one."),
                "normalization": _("Right: it normalizes nothing. So a mark typed on its own stays on its own."),
                "order": _("Right: its merges are out of order. So even “{text}” is cut differently."),
                "pattern": _("Right: it has another pattern, which cuts “{text}” in other places."),
            }[fault]
            return told.format(text=self._text_that_shows(fault), special=self._special_token())
        if fault == "shifted":
            return _("No: its tokens spell other texts. With this fault, they would spell the same ones.")
        if guess == "shifted":
            return _("No: shifted ids would spell other texts. These tokens spell the same ones.")
        if guess == "special":
            return _("No: then “{special}” would be a single token.").format(special=self._special_token())
        wanted, seen = self.ids[guess], self.ids[fault]
        rows = range(len(self.tried))
        changed = next((row for row in rows if seen[row] == self.own[row] != wanted[row]), None)
        if changed is not None:
            return _("No: then “{text}” would be cut differently.").format(text=self._quoted(changed))
        same = next((row for row in rows if seen[row] != self.own[row] == wanted[row]), None)
        if same is not None:
            return _("No: then “{text}” would be cut as in Qwen 3.").format(text=self._quoted(same))
        other = next(row for row in rows if seen[row] != wanted[row])
        return _("No: then “{text}” would be cut in yet another way.").format(text=self._quoted(other))

    def _text_that_shows(self, fault: Fault) -> str:
        """Return a text that the copy with a fault cuts differently, and no other copy if there is one."""
        rows = [row for row, own in enumerate(self.own) if self.ids[fault][row] != own]
        others = [ids for one, ids in self.ids.items() if one not in (fault, "shifted")]
        return self._quoted(min(rows, key=lambda row: sum(ids[row] != self.own[row] for ids in others)))

    def _special_token(self) -> str:
        """Return the special token that the copy that reads them reads first."""
        names = {number: name for name, number in right_tokenizer().special_tokens.items()}
        return display_name(next(names[one] for ids in self.ids["special"] for one in ids if one in names))

    def _quoted(self, row: int) -> str:
        return display_name(normalize("NFC", self.tried[row]))

    def _shapes(self, letter: str = "", fault: Fault = "order") -> list[PictureShape]:
        shapes = [label("right", (2, 14), "Qwen 3")]
        x = self.left + ARROW
        if letter:
            shapes.append(label("copy", (x, 14), _("Copy {letter}").format(letter=letter), "now"))
        for row, (text, own, name) in enumerate(zip(self.tried, self.own, self.names, strict=True)):
            y = HEAD + ROW * (row + 0.5) - 4
            shapes += _tiles(f"right{row}", (2, y), own, own)
            if name:
                shapes.append(label(f"name{row}", (2 + _width_of_tokens(own) + 8, y), name, "dim"))
            if not letter:
                continue
            ids = self.ids[fault][row]
            shapes.append(shape(f"to{row}", "arrow", (self.left + 10, y), (24, 0)))
            if ids == own:
                shapes.append(label(f"same{row}", (x, y), _("the same"), "dim"))
                continue
            if x + _width_of_tokens(ids) > WIDTH:
                raise ValueError(f"too long to draw: {text}")
            shapes += _tiles(f"copy{row}", (x, y), ids, own)
        return shapes


def _tiles(key: str, at: tuple[float, float], ids: Sequence[int], own: Sequence[int]) -> list[PictureShape]:
    """Return tokens, those that the right tokenizer does not have there with a thick edge."""
    kept = set[int]()
    for block in SequenceMatcher(None, own, ids, autojunk=False).get_matching_blocks():
        kept |= {*range(block.b, block.b + block.size)}
    shapes, (x, y) = list[PictureShape](), at
    for place, one in enumerate(ids):
        name, width = drawn_token(one), _token_width(one)
        mark: Mark = "" if place in kept else "now"
        middle, size = (x + width / 2, y), (width, HIGH)
        shapes.append(shape(f"{key}:{place}", "tile", middle, size, text=name, hue=token_hue(one), mark=mark))
        x += width + GAP
    return shapes


def _token_width(token_id: int) -> float:
    return width_of(drawn_token(token_id)) + 8


def _width_of_tokens(ids: Sequence[int]) -> float:
    return sum(map(_token_width, ids)) + GAP * (len(ids) - 1)
