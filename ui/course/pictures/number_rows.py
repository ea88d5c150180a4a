"""Rows of numbers in boxes, tokens that have one, and bars of shares: what the pictures of a model share."""

from collections.abc import Sequence

from ui.base.i18n import localized_decimal, localized_percent
from ui.base.token_labels import id_label
from ui.components.contract import PictureShape
from ui.course.pictures.shapes import PADDING, TYPE, Mark, shape, width_of
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import encoded
from ui.lessons.frames import with_minus_sign

SIDE, HIGH = 40, 36  # of a number's box
GAP = 3  # between boxes, and between the parts of a bar


def single_tokens(of: str, words: Sequence[str], count: int, width: float) -> list[tuple[int, str]]:
    """Return the id and the name of each of so many words, which must be one token each, no wider than their place."""
    if len(words) != count:
        raise ValueError(f"expected {count} words, but found {len(words)}. List {count}, of one token each.")
    found = []
    for word in words:
        ids = encoded(of, word)
        if len(ids) != 1:
            raise ValueError(f"“{word}” is {len(ids)} tokens, not 1. Choose a word that is one token.")
        found.append((ids[0], fitting_name(of, ids[0], width)))
    return found


def fitting_name(of: str, token_id: int, width: float) -> str:
    """Return the name of a token, which must not be wider than its place."""
    tokenizer = tokenizer_at(of)
    name = id_label(tokenizer, token_id)
    if width_of(name) + PADDING > width:
        word, letters = tokenizer.decode([token_id]), int((width - PADDING) / TYPE)
        raise ValueError(f"“{word}” is too wide: there is room for {letters} letters. Choose a shorter one.")
    return name


def row_of(
    key: str,
    at: tuple[float, float],
    row: Sequence[float],
    mark: Mark = "",
    side: float = SIDE,
    hue: int | None = None,
) -> list[PictureShape]:
    """Return a row of numbers in boxes around a point, each as wide as `side` with the gap after it."""
    left, size = at[0] - (len(row) - 1) * side / 2, (side - GAP, HIGH)
    return [
        shape(f"{key}{place}", "cell", (left + place * side, at[1]), size, text=with_minus(one), hue=hue, mark=mark)
        for place, one in enumerate(row)
    ]


def bar_of_shares(
    key: str,
    at: tuple[float, float],
    size: tuple[float, float],
    shares: Sequence[tuple[float, int]],
    *,
    mark: Mark = "",
) -> list[PictureShape]:
    """Return a bar from its left end on: parts as wide as their shares, each with a hue, or a question mark if unknown.

    A share is written in its part if there is room, and the mark is that of the largest.
    """
    (x, y), (wide, high) = at, size
    if not shares:
        return [shape(f"{key}?", "cell", (x + wide / 2, y), size, text="?", mark="later")]
    shapes = list[PictureShape]()
    for place, (share, hue) in enumerate(shares):
        width = wide * share
        text = localized_percent(share)
        is_most = share == max(one for one, _hue in shares)
        more = {"text": text if width_of(text) + 2 * GAP < width else "", "hue": hue, "mark": mark if is_most else ""}
        if width > GAP:
            shapes.append(shape(f"{key}{place}", "tile", (x + width / 2, y), (width - GAP, high), **more))
        x += width
    return shapes


def dot_product(row: Sequence[float], other: Sequence[float]) -> float:
    """Return two rows multiplied number by number, and added up.

    >>> dot_product((1, 2, 3), (3, 1, -1))
    2
    """
    return sum(a * b for a, b in zip(row, other, strict=True))


def multiplication(row: Sequence[int], other: Sequence[int]) -> str:
    """Return how two rows are multiplied.

    >>> multiplication((1, 2, 3), (3, 1, -1))
    '1 × 3 + 2 × 1 + 3 × (−1) = 2'
    """
    parts = (
        f"{with_minus(a)} × {with_minus(b) if b >= 0 else f'({with_minus(b)})'}"
        for a, b in zip(row, other, strict=True)
    )
    return f"{' + '.join(parts)} = {with_minus(dot_product(row, other))}"


def sum_of_products(row: Sequence[float], other: Sequence[float]) -> str:
    """Return the products of two rows' numbers, and their sum.

    >>> sum_of_products((1, 2, 3), (3, 1, -1))
    '3 + 2 − 3 = 2'
    """
    first, *more = (a * b for a, b in zip(row, other, strict=True))
    parts = "".join(f" {'−' if one < 0 else '+'} {with_minus(abs(one))}" for one in more)
    return f"{with_minus(first)}{parts} = {with_minus(dot_product(row, other))}"


def with_minus(number: float) -> str:
    """Return a number with the sign for minus, and one decimal if it isn't whole."""
    return with_minus_sign(localized_decimal(number, 0 if number == round(number) else 1))
