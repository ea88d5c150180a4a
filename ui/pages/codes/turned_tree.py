"""A tree of codes turned for a narrow place: its leaves below each other, each join to the left of what it joins."""

from ui.base.i18n import localized_number
from ui.components.contract import PictureShape
from ui.course.pictures.code_tree import CodeTree
from ui.course.pictures.shapes import LETTER, PADDING, TILE, TYPE, shape, text_from, width_of

WIDTH = 470  # as wide as a phone's card, in type that can be read
PITCH = TILE + 6
LEAST_LEVEL = 16
DISC = 34
GAP = 8


def turned_tree(tree: CodeTree) -> tuple[tuple[float, float], list[PictureShape]]:
    """Return the size and the shapes of a whole tree, turned so that its root is at the left."""
    leaves = len(tree.symbols)
    names = [text for text, _hue in tree.tokens]
    notes = list(map(localized_number, tree.counts.values()))
    sums = [localized_number(join.frequency) for join in tree.joins]
    tile = max(width_of(text) for text in (*names, *notes)) + PADDING
    code = max(map(len, tree.codes.values())) * TYPE
    left = max((_disc(text) for text in sums), default=0) / 2 + 2
    depth = max(tree.levels)
    level = max(LEAST_LEVEL, (WIDTH - left - tile - GAP - code) / (depth + 0.5)) if depth else 0
    foot = left + level * (depth + 0.5)  # where the leaves begin, half a level after the last joins

    y = [0.0] * len(tree.below)
    for row, place in enumerate(tree.below[-1]):
        y[place] = (row + 0.5) * PITCH
    for place, join in enumerate(tree.joins, leaves):
        y[place] = (y[join.zero] + y[join.one]) / 2

    def x(place: int) -> float:
        return foot - level * (tree.levels[place] + 0.5 if place >= leaves else 0)

    shapes = []
    for place, join in enumerate(tree.joins, leaves):
        for digit, child in (("0", join.zero), ("1", join.one)):
            size = (x(child) - x(place), y[child] - y[place])
            shapes.append(shape(f"{place}:{digit}", "line", (x(place), y[place]), size, text=digit))
    for place, text in enumerate(sums, leaves):
        shapes.append(shape(str(place), "disc", (x(place), y[place]), (_disc(text), DISC), text=text))
    for place, ((text, hue), note, bits) in enumerate(zip(tree.tokens, notes, tree.codes.values(), strict=True)):
        at, mark = (foot + tile / 2, y[place]), "dim" if hue is None else ""
        shapes.append(shape(f"leaf{place}", "tile", at, (tile, TILE), text=text, note=note, hue=hue, mark=mark))
        shapes.append(text_from(f"leaf{place}:code", (foot + tile + GAP, y[place]), bits))
    return (max(WIDTH, foot + tile + GAP + code), leaves * PITCH), shapes


def _disc(text: str) -> float:
    return max(DISC, LETTER * len(text) + 14)
