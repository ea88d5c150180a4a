"""Letters and digits above the tokens that hide them, in three tasks: counting, reversing, adding."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.visible_text import join_quoted, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    LETTER,
    WIDTH,
    Frame,
    caption,
    dialled,
    drawing,
    label,
    large_text,
    shape,
    text_from,
    width_of,
)
from ui.course.values.app_links import name_of, tokenizer_at
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

BOX = 42  # height of a letter's box
GAP = 3
HIGH = 58  # height of a token with its id
SUM = 44.0  # left edge of the digits of a sum
DIGIT = 84  # width of a digit there, at most
LINE = 46
GROUP = 3  # digits
HALVES = 14, 220  # middles of their titles: the sum in groups, and the sum in tokens
TALL, TALLER = 64, 84  # height of a letter and a token that have the whole width, and of a token with its id below it
HEIGHT = 404
IN_LINE, LARGE, LARGEST = 9, 104, 36  # letters in one line at first, the height of each, and its type's size at most


@picture
def letters_in_tokens(_text: str, of: str, counted: str, letter: str, word: str, *numbers: str) -> Picture:
    """A text to count letters in, a word to reverse and a sum: as letters, and as the tokens below them."""
    found = _Letters(of)
    found.check([counted, word, word[::-1], *numbers])
    if len(letter) != 1 or letter not in counted:
        raise ValueError(f"“{letter}” is not a letter of “{counted}”. Choose one that occurs there.")
    if len(numbers) != 2 or not all(one.isascii() and one.isdecimal() for one in numbers):
        raise ValueError(f"expected two numbers, but found: {', '.join(numbers)}.")
    backwards = word[::-1]
    turned = "".join(part for part, _id in reversed(found.tokens_of(word)))
    total = str(sum(map(int, numbers)))
    found.check([total])
    ids = [token_id for _part, token_id in found.tokens_of(counted)]
    if max(len(str(one)) for one in ids) * LETTER > (WIDTH - 4) / len(ids) - GAP:
        raise ValueError(f"too many tokens to draw: {counted}")
    addition = _Sum(found, numbers, total)
    values = {
        "tokenizer": name_of(of),
        "ids": join_list(map(str, ids)),
        "letter": letter,
        "word": word,
        "backwards": backwards,
        "turned": turned,
        "last": addition.last,
        "ends": join_list(one[-len(addition.last) :] for one in numbers),
        "cut": join_list(join_quoted([one]) for one in addition.cut()),
    }
    hidden = ngettext(
        "Asked to count the “{letter}”, it gets only {ids}: the letters aren’t in the number.",
        "Asked to count the “{letter}”, it gets only {ids}: the letters aren’t in the numbers.",
        len(ids),
    )
    sentences = [
        _("People see letters. What does a model see that reads {tokenizer}’s tokens?"),
        hidden if len(ids) < len(counted) else _("Each letter is a token here, so it has an id that can be counted."),
        _("The tokens of “{word}” in reverse order spell “{turned}”, not “{backwards}”.")
        if turned != backwards
        else _("The tokens of “{word}” in reverse order spell “{backwards}”, as they should."),
        _(
            "In {tokenizer}’s tokens, the line cuts through {cut}: “{last}” comes from {ends}, right of the line. "
            "And the model writes the sum from the left, before it knows what is carried."
        )
        if addition.cut()
        else _(
            "In {tokenizer}’s tokens, the line cuts through none. But the model writes the sum from the left, before "
            "it knows what is carried."
        ),
    ]

    def asking() -> list[PictureShape]:
        """Return the letters, large, in one line or two, and a “?” for the tokens."""
        columns = len(counted) if len(counted) <= IN_LINE else -(-len(counted) // 2)
        wide = (WIDTH - 4) / columns
        shapes = [label("letters", (2, 14), _("Letters"))]
        for place, one in enumerate(counted):
            at = (2 + (place % columns + 0.5) * wide, 32 + LARGE / 2 + (LARGE + GAP) * (place // columns))
            shapes.append(shape(f"counted{place}", "cell", at, (wide - GAP, LARGE)))
            shapes.append(large_text(f"large{place}", at, make_visible(one), round(min(LARGEST, wide - 8), 1)))
        shapes.append(label("tokens", (2, HEIGHT - 136), _("Tokens: the model gets only their ids")))
        at, size = (2 + (TALLER + 16) / 2, HEIGHT - 68), (TALLER + 13, TALLER + 16)
        return [*shapes, shape("counted:?", "tile", at, size, text="?", mark="later")]

    def counting() -> list[PictureShape]:
        wide = (WIDTH - 4) / len(counted)
        parts = found.tokens_of(counted)
        has_ids = found.have_room(parts, wide)
        top = 48 if has_ids else 0
        places = [place for place, one in enumerate(counted) if one == letter]
        shapes = [
            label("letters", (2, top + 14), _("Letters")),
            *found.boxes("counted", (2, top + 60), counted, wide, letter, TALL),
            *(
                caption(f"number{number}", (2 + (place + 0.5) * wide, top + 108), localized_number(number), "now")
                for number, place in enumerate(places, 1)
            ),
        ]
        if has_ids:
            shapes.append(label("tokens", (2, top + 174), _("Tokens: the model gets only their ids")))
            tiles = found.side_by_side("counted:", (2, top + 234), parts, wide, TALLER, has_ids=True)
            return [*shapes, *(tile | {"mark": "now"} for tile in tiles)]
        shapes.append(label("tokens", (2, 152), _("Tokens")))
        shapes += found.side_by_side("counted:", (2, 198), parts, wide, TALL)
        shapes.append(label("ids", (2, 290), _("Ids: all that the model gets")))
        room = (WIDTH - 4) / len(ids)
        for place, one in enumerate(ids):
            middle, size = (2 + (place + 0.5) * room, 336), (room - GAP, TALL)
            shapes.append(shape(f"id{place}", "tile", middle, size, text=str(one), hue=token_hue(one), mark="now"))
        return shapes

    def reversing() -> list[PictureShape]:
        wide = min(56, (WIDTH - 4) / len(word))
        return [
            label("word", (2, 14), _("A word")),
            *found.boxes("word", (2, 50), word, wide),
            *found.tiles("word:", (2, 106), word, wide),
            label("reverse", (2, 164), _("The word reversed")),
            *found.boxes("back", (2, 200), backwards, wide),
            *found.tiles("back:", (2, 256), backwards, wide),
            label("turned", (2, 314), _("The first word’s tokens reversed"), "now"),
            *found.side_by_side("turned", (2, 360), found.tokens_of(word)[::-1], wide, BOX),
        ]

    pictures = [asking(), counting(), reversing(), addition.shapes()]
    frames: list[Frame] = [
        (sentence.format(**values), shapes) for sentence, shapes in zip(sentences, pictures, strict=True)
    ]
    drawn = drawing(
        _("What letters and digits become"),
        _(
            "Three parts: a text with its letters counted, a word and its reverse, and a sum. In each, the letters or "
            "digits in boxes, and the tokens that they are in. In the sum, a line shows which groups or tokens end "
            "where one of the sum does."
        ),
        (WIDTH, HEIGHT),
        frames,
    )
    tasks = ["–", _("count"), _("reverse"), _("add")]
    return dialled(drawn, _("Task"), tasks, 1, waits=False, ordered=False)


class _Letters:
    """Draws texts as letters and as tokens, each token as wide as its letters."""

    def __init__(self, of: str) -> None:
        self.of = of

    def check(self, texts: Sequence[str]) -> None:
        """Raise ValueError for a text that its tokens don't spell, or that is too long to draw."""
        for text in texts:
            if not text or "".join(part for part, _id in self.tokens_of(text)) != text:
                raise ValueError(f"not spelled by its tokens, without change: {text!r}")
            if max(width_of(make_visible(one)) for one in text) + GAP > (WIDTH - 4) / len(text):
                raise ValueError(f"too long to draw: {text}")

    def tokens_of(self, text: str) -> list[tuple[str, int]]:
        tokenizer = tokenizer_at(self.of)
        return [(tokenizer.decode([one]), one) for one in encoded(self.of, text)]

    def have_room(self, parts: Sequence[tuple[str, int]], wide: float) -> bool:
        """Return whether all tokens are wide enough for their ids."""
        return all(len(str(token_id)) * LETTER < len(part) * wide - GAP for part, token_id in parts)

    def boxes(
        self, key: str, at: tuple[float, float], text: str, wide: float, marked: str = "", height: float = BOX
    ) -> list[PictureShape]:
        return [
            shape(
                f"{key}{place}",
                "cell",
                (at[0] + (place + 0.5) * wide, at[1]),
                (wide - GAP, height),
                text=make_visible(one),
                mark="now" if one == marked else "",
            )
            for place, one in enumerate(text)
        ]

    def tiles(self, key: str, at: tuple[float, float], text: str, wide: float) -> list[PictureShape]:
        """Return the tokens of a text with their ids, below its letters."""
        return self.side_by_side(key, at, self.tokens_of(text), wide, HIGH, has_ids=True)

    def side_by_side(
        self,
        key: str,
        at: tuple[float, float],
        parts: Sequence[tuple[str, int]],
        wide: float,
        height: float,
        *,
        has_ids: bool = False,
    ) -> list[PictureShape]:
        """Return tokens, each as wide as its letters, with the ids for which there is room if they are wanted."""
        shapes: list[PictureShape] = []
        left = at[0]
        for place, (part, token_id) in enumerate(parts):
            width = len(part) * wide
            has_id = has_ids and len(str(token_id)) * LETTER < width - GAP
            shapes.append(
                shape(
                    f"{key}{place}",
                    "tile",
                    (left + width / 2, at[1]),
                    (width - GAP, height),
                    text=make_visible(part),
                    note=str(token_id) if has_id else "",
                    hue=token_hue(token_id),
                )
            )
            left += width
        return shapes


class _Sum:
    """Draws a sum twice, units below units: the digits in groups of three from the right, and below in tokens."""

    def __init__(self, letters: _Letters, numbers: Sequence[str], total: str) -> None:
        self.letters = letters
        self.rows = [*numbers, total]
        self.last = letters.tokens_of(total)[-1][0]
        self.columns = max(map(len, self.rows))
        self.wide = min(DIGIT, (WIDTH - SUM - 2) / self.columns)
        if len(total) <= GROUP or width_of("0") + GAP > self.wide:
            raise ValueError(f"{' + '.join(numbers)} has nothing to group, or too many digits to draw.")

    def cut(self) -> list[str]:
        """Return the tokens of the numbers that go across the start of the sum's last token."""
        found = []
        for digits in self.rows[:-1]:
            parts = [part for part, _id in self.letters.tokens_of(digits)]
            starts = accumulate(map(len, parts), initial=0)
            found += [
                part
                for part, (start, end) in zip(parts, pairwise(starts), strict=True)
                if start < len(digits) - len(self.last) < end
            ]
        return [*dict.fromkeys(found)]

    def shapes(self) -> list[PictureShape]:
        top, below = HALVES
        shapes = [
            label("groups", (2, top), _("People: groups from the right")),
            label("tokens", (2, below), _("The model: tokens"), "now"),
        ]
        carried = sum(int(digits[-GROUP:]) for digits in self.rows[:-1]) // 10**GROUP
        if carried:
            above = (self._x(GROUP + 1) + self.wide / 2, top + 30)
            shapes.append(shape("carried", "text", above, text=f"+{carried}"))
        for row, digits in enumerate(self.rows):
            y = top + 64 + row * LINE
            shapes += self._sign(f"group{row}", row, y)
            edges = [0, *range(len(digits) % GROUP or GROUP, len(digits) + 1, GROUP)]
            for number, (start, end) in enumerate(pairwise(edges)):
                shapes.append(self._part(f"group{row}:{number}", digits, start, end, y))
            y += below - top - 22
            shapes += self._sign(f"number{row}", row, y)
            start, tokens = (self._x(len(digits)), y), self.letters.tokens_of(digits)
            shapes += self.letters.side_by_side(f"number{row}:", start, tokens, self.wide, LINE - 6)
        shapes.append(self._edge("edge", GROUP, top + 64))
        return [*shapes, self._edge("edge:tokens", len(self.last), below + 42)]

    def _edge(self, key: str, digits: int, y: float) -> PictureShape:
        """Return a line down all rows, at the left of the last digits. `y` is the middle of the first row."""
        start = (self._x(digits), y - LINE / 2 - 2)
        return shape(key, "line", start, (0, LINE * len(self.rows) + 4), mark="now")

    def _x(self, digits: int) -> float:
        """Return where the last digits begin."""
        return SUM + self.wide * (self.columns - digits)

    def _part(self, key: str, digits: str, start: int, end: int, y: float) -> PictureShape:
        width = self.wide * (end - start)
        middle = (self._x(len(digits) - start) + width / 2, y)
        return shape(key, "cell", middle, (width - GAP, LINE - 6), text=digits[start:end])

    def _sign(self, key: str, row: int, y: float) -> list[PictureShape]:
        sign = "=" if row == len(self.rows) - 1 else "+" if row else ""
        return [text_from(f"{key}:sign", (14, y), sign)] if sign else []
