"""Letters and digits above the tokens that hide them, in three tasks: counting, reversing, adding."""

from collections.abc import Sequence

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import LETTER, WIDTH, Frame, caption, drawing, label, shape, text_from
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

BOX = 42  # height of a letter's box
GAP = 3
HIGH = 58  # height of a token with its id
HALF = WIDTH / 2 + 16  # left edge of the right half
DIGIT = 38
LINE = 104
TALL = 64  # height of a letter, a token and a number that have the whole width
HEIGHT = 404


@picture
def letters_in_tokens(_text: str, of: str, counted: str, letter: str, word: str, *numbers: str) -> Picture:
    """A text to count letters in, a word to reverse and a sum: as letters, and as the tokens below them."""
    found = _Letters(of)
    backwards = word[::-1]
    turned = "".join(part for part, _id in reversed(found.tokens_of(word)))
    total = str(sum(map(int, numbers)))
    rows = [*numbers, total]
    ids = [token_id for _part, token_id in found.tokens_of(counted)]
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
    sentences = [
        _("People see letters. What does the model see, with the tokenizer of {tokenizer}?"),
        _("Asked to count the “{letter}”, it gets only {ids}: the letters aren’t in the number."),
        _("To reverse a word, it needs other tokens: compare those of “{word}” and “{backwards}”."),
        _("The tokens of “{word}” in reverse order spell “{turned}”, not “{backwards}”."),
        _(
            "{sum}: tokens group digits from the left. So the tokens with the units, in thick frames, aren’t "
            "below one another."
        ),
    ]

    def counting(*, is_known: bool) -> list[PictureShape]:
        wide = (WIDTH - 4) / len(counted)
        places = [place for place, one in enumerate(counted) if one == letter]
        shapes = [
            label("letters", (2, 14), _("Letters")),
            *found.boxes("counted", (2, 60), counted, wide, letter, TALL),
            *(
                caption(f"number{number}", (2 + (place + 0.5) * wide, 108), localized_number(number), "now")
                for number, place in enumerate(places, 1)
            ),
            label("tokens", (2, 152), _("Tokens")),
        ]
        tokens = (2.0, 198.0)
        if is_known:
            shapes += found.side_by_side("counted:", tokens, found.tokens_of(counted), wide, TALL)
        else:
            shapes.append(_unknown("counted:", tokens, wide * len(counted), TALL))
        shapes.append(label("ids", (2, 280), _("Ids: all that the model gets")))
        if not is_known:
            return [*shapes, shape("id?", "tile", (WIDTH / 2, 344), (WIDTH - 4 - GAP, 100), text="?", mark="later")]
        room = (WIDTH - 4) / len(ids)
        for place, one in enumerate(ids):
            middle, size = (2 + (place + 0.5) * room, 344), (room - GAP, 100)
            shapes.append(shape(f"id{place}", "tile", middle, size, text=str(one), hue=token_hue(one), mark="now"))
        return shapes

    def reversing(*, is_turned: bool) -> list[PictureShape]:
        wide = min(56, (WIDTH - 4) / len(word))
        return [
            label("word", (2, 14), _("A word")),
            *found.boxes("word", (2, 50), word, wide),
            *found.tiles("word:", (2, 106), word, wide),
            label("reverse", (2, 164), _("The word reversed")),
            *found.boxes("back", (2, 200), backwards, wide),
            *found.tiles("back:", (2, 256), backwards, wide),
            label("turned", (2, 314), _("The first word’s tokens reversed"), "now" if is_turned else ""),
            *found.turned((2, 360), word, wide, is_known=is_turned),
        ]

    def adding() -> list[PictureShape]:
        return [
            label("left", (2, 24), _("Tokens: from the left"), "now"),
            label("right", (HALF, 24), _("People: from the right")),
            *found.sum(rows),
        ]

    pictures = [
        counting(is_known=False),
        counting(is_known=True),
        reversing(is_turned=False),
        reversing(is_turned=True),
        adding(),
    ]
    frames: list[Frame] = [
        (sentence.format(**values), shapes) for sentence, shapes in zip(sentences, pictures, strict=True)
    ]
    return drawing(
        _("What letters and digits become"),
        _(
            "Three parts: a text with its letters counted, a word and its reverse, and a sum. In each, the letters or "
            "digits in boxes, and the tokens that they are in."
        ),
        (WIDTH, HEIGHT),
        frames,
    )


class _Letters:
    """Draws texts as letters and as tokens, each token as wide as its letters."""

    def __init__(self, of: str) -> None:
        self.of = of

    def tokens_of(self, text: str) -> list[tuple[str, int]]:
        tokenizer = tokenizer_at(self.of)
        return [(tokenizer.decode([one]), one) for one in encoded(self.of, text)]

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

    def turned(self, at: tuple[float, float], word: str, wide: float, *, is_known: bool) -> list[PictureShape]:
        """Return the tokens of a word in reverse order."""
        if not is_known:
            return [_unknown("turned", at, wide * len(word), BOX)]
        return self.side_by_side("turned", at, self.tokens_of(word)[::-1], wide, BOX)

    def sum(self, rows: Sequence[str]) -> list[PictureShape]:
        """Return a sum twice: on the left as tokens, each row from its first digit; on the right in groups of three.

        What contains the units is marked.
        """
        shapes: list[PictureShape] = []
        wide = DIGIT * max(map(len, rows))
        for row, digits in enumerate(rows):
            y = 106 + row * LINE
            sign = "=" if row == len(rows) - 1 else "+" if row else ""
            for side, left in enumerate((30.0, HALF + 24)):
                if sign:
                    shapes.append(text_from(f"sign{side}{row}", (left - 22, y), sign))
                if side:
                    head = len(digits) % 3
                    groups = [digits[:head], *(digits[at : at + 3] for at in range(head, len(digits), 3))]
                    start = left + wide - DIGIT * len(digits)
                    found = self._groups(f"group{row}:", (start, y), [one for one in groups if one])
                else:
                    found = self.side_by_side(f"number{row}:", (left, y), self.tokens_of(digits), DIGIT, TALL)
                found[-1]["mark"] = "now"
                shapes += found
        return shapes

    def _groups(self, key: str, at: tuple[float, float], groups: Sequence[str]) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        left = at[0]
        for place, digits in enumerate(groups):
            width = DIGIT * len(digits)
            middle = (left + width / 2, at[1])
            shapes.append(shape(f"{key}{place}", "cell", middle, (width - GAP, TALL), text=digits))
            left += width
        return shapes


def _unknown(key: str, at: tuple[float, float], width: float, height: float) -> PictureShape:
    return shape(f"{key}?", "tile", (at[0] + width / 2, at[1]), (width - GAP, height), text="?", mark="later")
