"""A small language model that learns from a text: a row of numbers per token at the input, and one at the output."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random

NUMBERS = 2  # in a row, so that it can be drawn as a point
START = 1.0  # numbers of a row start at random between -START and START
SEED = 621  # with it, all rows that the chapter’s text trains leave this range
APART = (0.3, 0.24)  # no two rows start closer than this in both numbers, so that each can be seen
RATE = 0.3  # length of a step down the gradient

Row = tuple[float, ...]


@lru_cache(maxsize=32)
def rows_after(places: tuple[int, ...], size: int, passes: int) -> tuple[Sequence[Row], Sequence[Row]]:
    """Return the input and output rows of `size` tokens after a model has read a text this many times, in a loop.

    After each token it predicts the next one: the softmax of the products of the token's input row and each output row.
    Gradient descent on −ln of the right one's probability then changes these rows.
    """
    if not passes:
        draw = Random(SEED)
        return _random_rows(draw, size), _random_rows(draw, size)
    inputs, outputs = map(list, rows_after(places, size, passes - 1))
    for token, following in zip(places, (*places[1:], *places[:1]), strict=True):
        row = inputs[token]
        powers = [exp(_product(row, output)) for output in outputs]
        whole = sum(powers)
        errors = [power / whole - (place == following) for place, power in enumerate(powers)]
        inputs[token] = tuple(
            number - RATE * _product(errors, column)
            for number, column in zip(row, zip(*outputs, strict=True), strict=True)
        )
        outputs = [
            tuple(own - RATE * error * number for own, number in zip(output, row, strict=True))
            for output, error in zip(outputs, errors, strict=True)
        ]
    return inputs, outputs


def _random_rows(draw: Random, size: int) -> list[Row]:
    """Return rows at random places that are not too close to each other: the less so, the harder a place is to find."""
    rows: list[Row] = []
    tries = 0
    while len(rows) < size:
        tries += 1
        closeness = START * 0.9 ** (tries // 1000)
        new = tuple(draw.uniform(-START, START) for _number in range(NUMBERS))
        if all(
            any(abs(one - other) > apart * closeness for one, other, apart in zip(new, row, APART, strict=True))
            for row in rows
        ):
            rows.append(new)
    return rows


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
