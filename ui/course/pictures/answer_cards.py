"""The answers to a question as cards with tokens, which readers click."""

from collections.abc import Mapping, Sequence
from itertools import count

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.visible_text import join_quoted, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDE, large_text, shape, width_of

BETWEEN = 14  # from a card to the next
HIGH = 124  # height of a card, at most
FINGER = 65
"""The least height of a card: 44 pixels on a phone, where a unit is 0.68."""
MOST_OPTIONS = 4
"""As many as course_page.css highlights cards for."""
LARGEST, LEAST = 54, 19  # size of the type
AROUND, APART = 0.4, 0.14  # a token’s room around its text, and from a token to the next, in sizes of the type
TALL, LINE = 1.5, 1.75  # height of a token and of a row, too
UNSET = ("?", "–")
"""A dial’s first values that stand for none yet."""
INSET = 14  # from a card’s edge to its tokens

Answer = Sequence[Sequence[str]]
"""What stands on a card: rows of tokens."""


def answer_card(key: str, at: tuple[float, float], size: tuple[float, float], option: int) -> PictureShape:
    """Return the card of an option, counted from 0; a click on it chooses the option.

    Raises ValueError if there are too many options, or if the card is too low for a finger.
    """
    if option >= MOST_OPTIONS:
        raise ValueError(f"more than {MOST_OPTIONS} options")
    if size[1] < FINGER:
        raise ValueError(f"the card of option {option + 1} is {round(size[1])} high, but {FINGER} is the least")
    return shape(key, "node", at, size, answers=option)


def with_answers(picture: Picture, answers: Sequence[Answer]) -> Picture:
    """Return a picture that first shows each answer on a card.

    Raises ValueError if the picture waits for the answer, or if an answer is empty or does not fit on its card.
    """
    if picture.get("dial", {"waits": False})["waits"]:
        raise ValueError(f"a picture that is only shown after the answer: {picture['title']}")
    if "dial" in picture and picture["dial"]["values"][0] not in UNSET:
        picture = _with_no_value(picture)
    width, height = picture["size"]
    for option, answer in enumerate(answers, 1):
        if not answer or not all(answer):
            raise ValueError(f"option {option} has no tokens to show, or a value without any")
    rows = max(map(len, answers))
    high = min(HIGH, (height - BETWEEN * (len(answers) - 1)) / len(answers) - 2)
    size = min(LARGEST, (high - 6) / rows / LINE, *(_largest(row, width) for answer in answers for row in answer))
    if size < LEAST:
        longest = min((row for answer in answers for row in answer), key=lambda row: _largest(row, width))
        raise ValueError(f"“{''.join(longest)}” does not fit on a card with {rows} rows of tokens")
    top = (height - len(answers) * (high + BETWEEN) + BETWEEN) / 2
    texts = dict.fromkeys(token for answer in answers for row in answer for token in row)
    drawn = _hues(picture)
    hues = {token: drawn.get(make_visible(token), token_hue(number)) for number, token in enumerate(texts)}
    shapes: list[PictureShape] = []
    for option, answer in enumerate(answers):
        middle = top + (high + BETWEEN) * option + high / 2
        shapes.append(answer_card(f"answer{option}", (width / 2, middle), (width - 4, high), option))
        for row, tokens in enumerate(answer):
            y = middle + (row - (len(answer) - 1) / 2) * (high - 6) / rows
            shapes += _row(f"answer{option}:{row}:", (2 + INSET, y), tokens, size, hues)
    return {
        **picture,
        "about": join_sentences(picture["about"], *map(_card_text, count(1), answers)),
        "says": [_("Each card is one of the answers."), *picture["says"][1:]],
        "frames": [shapes, *picture["frames"][1:]],
    }


def _card_text(number: int, answer: Answer) -> str:
    """Return a card in words, for those who don't see it."""
    rows = ", ".join(join_quoted([make_visible(token) for token in row]) for row in answer)
    return _("Card {number}: {tokens}.").format(number=number, tokens=rows)


def _with_no_value(picture: Picture) -> Picture:
    """Return a picture whose dial has one more value, before the first one."""
    dial = picture["dial"]
    values, start = [UNSET[-1], *dial["values"]], dial["start"] + 1
    frames = [[one | {"to": one["to"] + 1} if "to" in one else one for one in shapes] for shapes in picture["frames"]]
    return picture | {
        "dial": dial | {"values": values, "start": start},
        "says": ["", *picture["says"]],
        "frames": [[], *frames],
    }


def _hues(picture: Picture) -> dict[str, int]:
    """Return the hue of each token that a picture draws, by its text; none if all have the same hue.

    A large token has its text in a shape of its own.
    """
    hues: dict[str, int] = {}
    for shapes in picture["frames"]:
        texts = {one["key"]: one["text"] for one in shapes}
        for one in shapes:
            text = one["text"] or texts.get(f"{one['key']}:text", "")
            if one["shape"] == "tile" and text and one["hue"] is not None:
                hues.setdefault(text, one["hue"])
    return hues if len({*hues.values()}) > 1 else {}


def _largest(tokens: Sequence[str], width: float) -> float:
    """Return the size of the type in which tokens just fit on a card."""
    return (width - 4 - 2 * INSET) / sum(width_of(make_visible(token)) / WIDE + AROUND + APART for token in tokens)


def _row(
    key: str, at: tuple[float, float], tokens: Sequence[str], size: float, hues: Mapping[str, int]
) -> list[PictureShape]:
    """Return tokens side by side."""
    shapes: list[PictureShape] = []
    x, y = at
    for place, text in enumerate(tokens):
        token = make_visible(text)
        wide = width_of(token) / WIDE * size + AROUND * size
        middle = x + wide / 2, y
        shapes.append(shape(f"{key}{place}", "tile", middle, (wide, size * TALL), hue=hues[text]))
        shapes.append(large_text(f"{key}{place}:text", middle, token, round(size, 1)))
        x += wide + APART * size
    return shapes
