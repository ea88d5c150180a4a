"""A layer of a model, number by number: rows are compared, shares of them added, and the sum is reworked."""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.number_rows import (
    HIGH,
    bar_of_shares,
    dot_product,
    fitting_name,
    row_of,
    sum_of_products,
    with_minus,
)
from ui.course.pictures.shapes import TILE, WIDTH, Frame, Mark, caption, drawing, label, shape, text_from
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

ROWS = ((0, 2, 2), (1, 2, 2), (1, 0, 1))  # multiplied by the last one, the middle one matches best
LEARNED = ((0, 1, -1), (1, -1, 0))  # rows that the small network compares with: no row of the text matches the first
ADDED = (-4, 2, 1)  # the row that belongs to the second one
OF_GPT2 = 3072  # rows that the network of a layer has learned in the smallest GPT-2
MIDDLES = (78, 240, 402)  # of the text's tokens and of what is below them
WORDS = 128  # width of a token
TOKENS, READ, MATCHES = 26, 76, 112  # middles: tokens, rows, how they match the last one
ATTENTION, SHARES = 144, 177  # middles of the name of the bar that the shares make up, and of this bar
THICK = 34  # its height
LEFT, RIGHT = MIDDLES[0] - WORDS / 2, MIDDLES[-1] + WORDS / 2  # its ends
SUM = 394  # middle of rows that are added up
WIDER = 56  # of a box for a number with a decimal
SUMS = 236, 282, 344  # middles: the shares added up, the last row as it was, the row so far
HALVES = 118, 362  # middles of the rows that the network has learned
SO_FAR, COMPARED_WITH, ROW, MATCH, MEANING, BELONGS = 22, 68, 104, 142, 168, 206  # middles: the network, from the top
SO_FAR_HUE, ADDED_HUE = 250, 90  # of the row so far, and of what the network adds
ENDS = 264, 308, 364  # middles: the row so far, what the network adds, the row after the layer
HEIGHT = 388
COMPARED, SHARED, KEPT, REWORKED, DONE = range(1, 6)  # steps

_Part = tuple[str, int, str, str, Sequence[float], int | None]
"""A row of a sum: its key, the step in which it becomes known, its name, the sign before it, its numbers and hue."""


def _rounded(number: float) -> float:
    return round(number, 1)


class Passage(NamedTuple):
    """What a layer makes of the last of some rows: its shares of them all, and what is added to it, step by step."""

    shares: list[float]
    mixed: list[float]
    so_far: list[float]
    matches: list[float]
    added: list[float]
    result: list[float]

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> "Passage":
        """Return what the layer makes of the last row."""
        powers = [exp(dot_product(row, rows[-1])) for row in rows]
        shares = [power / sum(powers) for power in powers]
        columns = zip(*rows, strict=True)
        mixed = [_rounded(sum(share * one for share, one in zip(shares, column, strict=True))) for column in columns]
        so_far = [_rounded(one + own) for one, own in zip(mixed, rows[-1], strict=True)]
        matches = [_rounded(dot_product(row, so_far)) for row in LEARNED]
        added = [_rounded(max(0, matches[-1]) * one) for one in ADDED]
        result = [_rounded(one + more) for one, more in zip(so_far, added, strict=True)]
        return cls(shares, mixed, so_far, matches, added, result)


PASSAGE = Passage.of(ROWS)


@picture
def inside_a_layer(_text: str, of: str, prompt: str) -> Picture:
    """A layer of a model at work on the last of three rows: matches, shares, the row itself, and a small network."""
    ids = encoded(of, prompt)
    if len(ids) != len(ROWS):
        raise ValueError(f"“{prompt}” is {len(ids)} tokens, not {len(ROWS)}. Choose another text.")
    return _Layer([(one, fitting_name(of, one, WORDS)) for one in ids]).picture()


class _Layer:
    """The layout of a layer: first the rows and what is added to the last one, then what a small network adds."""

    def __init__(self, tokens: list[tuple[int, str]]) -> None:
        self.tokens = tokens
        self.last = PASSAGE

    def picture(self) -> Picture:
        looked, last = (display_name(self.tokens[place][1]) for place in (1, -1))
        values = {
            "token": last,
            "looked": looked,
            "match": dot_product(ROWS[1], ROWS[-1]),
            "share": localized_percent(self.last.shares[1]),
            "number": with_minus(self.last.matches[-1]),
            "few": localized_number(len(LEARNED)),
            "many": localized_number(OF_GPT2),
        }
        sentences = [
            _(
                "In the table, “{token}” has the same row in every text. How does it take in what came before? "
                "Simplified, with made-up numbers."
            ),
            _(
                "Compare each row with that of “{token}”: multiply them number by number, and add up. “{looked}” "
                "matches best, with {match}."
            ),
            _(
                "Softmax turns matches into shares: “{token}” takes most from “{looked}”, {share}. Such a share of "
                "each row is taken, and they are added up."
            ),
            _("To that, its own row is added as it was, so nothing is lost. This is a residual connection."),
            _(
                "A small network compares the row so far with rows that it has learned: here {few}, but {many} in each "
                "layer of the smallest GPT-2."
            ),
            _(
                "Where the match is above 0, it adds something new: here {number} times a row that it has learned for "
                "this case. The row now says something about the whole text."
            ),
        ]
        shapes = [*map(self._attention, range(REWORKED)), *map(self._network, (REWORKED, DONE))]
        frames: list[Frame] = [
            (sentence.format(**values), drawn) for sentence, drawn in zip(sentences, shapes, strict=True)
        ]
        return drawing(
            _("Inside a layer"),
            _(
                "Three tokens of a text with their rows of three numbers. Each row is multiplied by the last one, and "
                "the more it matches, the larger its part of a bar: its share. The shares and the last row as it was "
                "are added up. Then a small network compares the sum with rows that it has learned, and adds another "
                "one."
            ),
            (WIDTH, HEIGHT),
            frames,
        )

    def _attention(self, step: int) -> list[PictureShape]:
        """Return the rows, how they match the last one, their shares, and what is added to it."""
        shapes: list[PictureShape] = []
        for place, ((token_id, name), x, row) in enumerate(zip(self.tokens, MIDDLES, ROWS, strict=True)):
            hue, is_last = token_hue(token_id), place == len(ROWS) - 1
            size = WORDS, TILE
            shapes.append(shape(f"id{place}", "tile", (x, TOKENS), size, text=name, note=str(token_id), hue=hue))
            is_read = step < SHARED or (step == KEPT and is_last)
            shapes += row_of(f"row{place}:", (x, READ), row, "now" if is_read else "", hue=hue)
            if step >= COMPARED:
                text = sum_of_products(row, ROWS[-1])
                shapes.append(caption(f"match{place}", (x, MATCHES), text, _mark_at(step, COMPARED)))
        shapes.append(
            label("attention", (LEFT, ATTENTION), _("Attention: the share of each row"), _mark_at(step, SHARED))
        )
        hues = [token_hue(token_id) for token_id, _name in self.tokens]
        known = [*zip(self.last.shares, hues, strict=True)] if step >= SHARED else []
        shapes += bar_of_shares("share", (LEFT, SHARES), (RIGHT - LEFT, THICK), known, mark=_mark_at(step, SHARED))
        own = token_hue(self.tokens[-1][0])
        parts: list[_Part] = [
            ("mixed", SHARED, _("Shares, added up, rounded"), "", self.last.mixed, None),
            ("own", KEPT, _("Its own row, as it was"), "+", ROWS[-1], own),
            ("so_far", KEPT, _("Row so far"), "=", self.last.so_far, SO_FAR_HUE),
        ]
        return [*shapes, *_sums(parts, SUMS, step)]

    def _network(self, step: int) -> list[PictureShape]:
        """Return the rows that the network has learned, how they match the row so far, and what it adds."""
        shapes = [label("read", (2, SO_FAR), _("Row so far"))]
        shapes += row_of("read:", (HALVES[-1], SO_FAR), self.last.so_far, _mark_at(step, REWORKED), WIDER, SO_FAR_HUE)
        shapes.append(label("learned", (2, COMPARED_WITH), _("Compared with two rows that the network has learned:")))
        for place, (row, match, x) in enumerate(zip(LEARNED, self.last.matches, HALVES, strict=True)):
            mark: Mark = "now" if step == REWORKED else "" if match > 0 else "dim"
            shapes += row_of(f"learned{place}:", (x, ROW), row, mark, WIDER)
            text = sum_of_products(row, self.last.so_far)
            shapes.append(caption(f"match{place}", (x, MATCH), text, _mark_at(step, REWORKED)))
            if step == DONE:
                is_met = match > 0
                text = _("Above 0: adds") if is_met else _("Below 0: adds nothing")
                shapes.append(caption(f"meaning{place}", (x, MEANING), text, "now" if is_met else ""))
                if is_met:
                    left = x - 1.5 * WIDER - 12
                    factor = f"{with_minus(match)} ×"
                    shapes.append(shape("factor", "text", (left - 24, BELONGS), text=factor))
                    shapes += row_of("belongs:", (x, BELONGS), ADDED, "now", WIDER, ADDED_HUE)
        parts: list[_Part] = [
            ("so_far", REWORKED, _("Row so far"), "", self.last.so_far, SO_FAR_HUE),
            ("added", DONE, _("From the small network"), "+", self.last.added, ADDED_HUE),
            ("result", DONE, _("Row after the layer"), "=", self.last.result, None),
        ]
        return [*shapes, *_sums(parts, ENDS, step)]


def _sums(parts: list[_Part], middles: Sequence[float], step: int) -> list[PictureShape]:
    """Return rows that are added up, one below the other, from the step on in which each is known."""
    shapes: list[PictureShape] = []
    for (key, when, text, sign, row, hue), y in zip(parts, middles, strict=True):
        is_sum = sign == "="
        if is_sum:
            shapes.append(shape("rule", "line", (2, y - 30), (WIDTH - 4, 0), mark="dim"))
        if step < when and not is_sum:
            continue
        mark: Mark = "best" if step == DONE and is_sum else _mark_at(step, when)
        shapes.append(label(key, (2, y), text, mark))
        if step < when:
            shapes.append(shape(f"{key}?", "cell", (SUM, y), (3 * WIDER - 3, HIGH), text="?", mark="later"))
            continue
        if sign:
            shapes.append(text_from(f"{key}{sign}", (SUM - 104, y), sign))
        shapes += row_of(f"{key}:", (SUM, y), row, mark, WIDER, hue)
    return shapes


def _mark_at(step: int, when: int) -> Mark:
    return "now" if step == when else ""
