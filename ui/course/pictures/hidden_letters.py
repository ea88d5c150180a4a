"""Letters and digits above the tokens that hide them, in three tasks: counting, reversing, adding."""

from collections.abc import Sequence

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import LETTER, TILE, WIDTH, Frame, drawing, label, shape, text_from
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

BOX = 28  # height of a letter's box
WIDEST = 27  # width of a letter's box, at most
GAP = 3
HALF = WIDTH / 2 + 22  # left edge of the right half
REVERSE, ADD = 136, 298  # top edges of these parts
LINE = 32
DIGIT = 23


@picture
def letters_in_tokens(_text: str, of: str, counted: str, letter: str, word: str, *numbers: str) -> Picture:
    """A text to count letters in, a word to reverse and a sum: as letters, and as the tokens below them."""
    found = _Letters(of)
    backwards = word[::-1]
    turned = "".join(part for part, _id in reversed(found.parts(word)))
    total = str(sum(map(int, numbers)))
    rows = [*numbers, total]
    ids = [token_id for _part, token_id in found.parts(counted)]
    values = {
        "tokenizer": TokenizerName(of).title,
        "count": localized_number(len(ids)),
        "ids": ", ".join(map(str, ids)),
        "letter": letter,
        "word": word,
        "backwards": backwards,
        "turned": turned,
        "sum": f"{' + '.join(numbers)} = {total}",
    }
    says = [
        _("People see letters and digits. What does {tokenizer} see?"),
        _("Asked to count the “{letter}”, it gets only {ids}: the letters aren’t in the number."),
        _("To reverse a word, it needs other tokens: compare those of “{word}” and “{backwards}”."),
        _("The tokens of “{word}” in reverse order spell “{turned}”, not “{backwards}”."),
        _("{sum}: digits are grouped from the left, so units aren’t below units in the tokens."),
    ]

    def frame(step: int) -> list[PictureShape]:
        wide = min(WIDEST, (WIDTH - 4) / len(counted))
        half = min(WIDEST, (WIDTH - HALF - 2) / len(word))
        return [
            label("count", (2, 12), _("Count letters"), "now" if step == 1 else ""),
            *found.boxes("counted", (2, 40), counted, wide, letter),
            *found.tiles("counted:", (2, 84), counted, wide, is_known=step > 0),
            shape("rule1", "line", (0, REVERSE - 14), (WIDTH, 0), mark="dim"),
            label("reverse", (2, REVERSE + 4), _("Reverse a word"), "now" if step in (2, 3) else ""),
            *found.boxes("word", (2, REVERSE + 33), word, half),
            shape("turn", "arrow", (8 + half * len(word), REVERSE + 33), (HALF - half * len(word) - 22, 0)),
            *found.boxes("back", (HALF, REVERSE + 33), backwards, half),
            *found.tiles("word:", (2, REVERSE + 76), word, half, is_known=step > 1),
            *found.tiles("back:", (HALF, REVERSE + 76), backwards, half, is_known=step > 1),
            *found.turned((HALF, REVERSE + 117), word, half, is_known=step > 2),
            shape("rule2", "line", (0, ADD - 14), (WIDTH, 0), mark="dim"),
            label("left", (2, ADD + 5), _("Add, grouped from the left"), "now" if step == 4 else ""),
            label("right", (HALF, ADD + 5), _("from the right")),
            *found.sum(rows, is_known=step > 3),
        ]

    frames: list[Frame] = [(said.format(**values), frame(step)) for step, said in enumerate(says)]
    return drawing(
        _("What letters and digits become"),
        _(
            "Three parts: a text with its letters counted, a word and its reverse, and a sum. In each, the letters or "
            "digits in boxes, and the tokens that they are in."
        ),
        (WIDTH, ADD + 2 * LINE + 53),
        frames,
    )


class _Letters:
    """Draws texts as letters and as tokens, each token as wide as its letters."""

    def __init__(self, of: str) -> None:
        self.of = of

    def parts(self, text: str) -> list[tuple[str, int]]:
        tokenizer = tokenizer_at(self.of)
        return [(tokenizer.decode([one]), one) for one in encoded(self.of, text)]

    def boxes(self, key: str, at: tuple[float, float], text: str, wide: float, marked: str = "") -> list[PictureShape]:
        return [
            shape(
                f"{key}{place}",
                "cell",
                (at[0] + (place + 0.5) * wide, at[1]),
                (wide - GAP, BOX),
                text=make_visible(one),
                mark="now" if one == marked else "",
            )
            for place, one in enumerate(text)
        ]

    def tiles(self, key: str, at: tuple[float, float], text: str, wide: float, *, is_known: bool) -> list[PictureShape]:
        """Return the tokens of a text below its letters; before they are known, one wide “?”."""
        if not is_known:
            width = wide * len(text)
            return [
                shape(f"{key}?", "tile", (at[0] + width / 2, at[1]), (width - GAP, TILE - 4), text="?", mark="next")
            ]
        return self._side_by_side(key, at, self.parts(text), wide, TILE - 4)

    def _side_by_side(
        self, key: str, at: tuple[float, float], parts: Sequence[tuple[str, int]], wide: float, height: float
    ) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        left = at[0]
        for place, (part, token_id) in enumerate(parts):
            width = len(part) * wide
            has_id = height > BOX and len(str(token_id)) * LETTER < width - GAP
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

    def turned(self, at: tuple[float, float], word: str, wide: float, *, is_known: bool) -> list[PictureShape]:
        """Return the tokens of a word in reverse order."""
        said = label("turned", (2, at[1]), _("its tokens in reverse order"))
        if not is_known:
            width = wide * len(word)
            return [
                said,
                shape("turned?", "tile", (at[0] + width / 2, at[1]), (width - GAP, BOX), text="?", mark="next"),
            ]
        return [said, *self._side_by_side("turned", at, self.parts(word)[::-1], wide, BOX)]

    def sum(self, rows: Sequence[str], *, is_known: bool) -> list[PictureShape]:
        """Return a sum twice: on the left as tokens, each row from its first digit; on the right in groups of three."""
        shapes: list[PictureShape] = []
        for row, digits in enumerate(rows):
            y = ADD + 37 + row * LINE
            sign = "=" if row == len(rows) - 1 else "+" if row else ""
            for side, right in enumerate((HALF - 50, WIDTH - 30)):
                start = right - DIGIT * len(digits)
                shapes.append(text_from(f"sign{side}{row}", (right - 7 * DIGIT, y), sign))
                if side:
                    head = len(digits) % 3
                    groups = [digits[:head], *(digits[at : at + 3] for at in range(head, len(digits), 3))]
                    shapes += self._groups(f"group{row}:", (start, y), [one for one in groups if one])
                elif is_known:
                    start = right - DIGIT * max(map(len, rows))
                    shapes += self._side_by_side(f"number{row}:", (start, y), self.parts(digits), DIGIT, BOX - 2)
                else:
                    shapes += self._groups(f"number{row}:", (start, y), [*digits])
        return shapes

    def _groups(self, key: str, at: tuple[float, float], groups: Sequence[str]) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        left = at[0]
        for place, digits in enumerate(groups):
            width = DIGIT * len(digits)
            middle = (left + width / 2, at[1])
            shapes.append(shape(f"{key}{place}", "cell", middle, (width - GAP, BOX - 2), text=digits))
            left += width
        return shapes
