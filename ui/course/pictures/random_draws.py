"""A hundred cuts of a word with BPE-dropout, as a wall of tokens."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from bpe_engine import BPEDropoutTokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, bricks, dialled, drawing, label, label_width, shape, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture

DRAWS = 100
TYPICAL = (16, 50, 83)  # places of the draws in the middle of each third, from the fewest tokens to the most
DROPOUTS = (0, 0.1, 0.3, 0.5, 0.7, 0.9, 1)
WALL = 396  # width of the longest word
SIGN = 10  # width of the sign at a draw that shares a token with the typo
HEAD = 28
STRIPE = 2  # height of a draw
OPEN = 38  # height of a draw whose tokens can be read
NUMBER = 22  # least distance of numbers
TYPO = HEAD + (DRAWS - len(TYPICAL)) * STRIPE + len(TYPICAL) * OPEN + 18  # the middle of the text above the typo
HEIGHT = TYPO + 14 + OPEN

Ids = tuple[int, ...]


@lru_cache(maxsize=16)
def _draws(of: str, word: str, dropout: float) -> list[Ids]:
    """Return the ids of a word in many draws, with seeds from 1 on."""
    tokenizer = bpe_tokenizer(of)
    seeds = range(1, DRAWS + 1)
    return [tuple(BPEDropoutTokenizer(tokenizer, dropout=dropout, seed=seed).encode(word)) for seed in seeds]


@picture
def draws_by_dropout(_text: str, of: str, word: str, typo: str, dropout: float) -> Picture:
    """A hundred draws of a word as a wall of tokens, and a typo of it, for the dropout that readers set."""
    if dropout not in DROPOUTS:
        raise ValueError(f"a dropout of {dropout} is not one of {', '.join(map(str, DROPOUTS))}. Choose one of these.")
    if not (word and typo):
        raise ValueError("an empty text")
    wall = _Wall(of, word, typo)
    drawn = drawing(
        _("Set the dropout"),
        _(
            "A wall of 100 stripes: the word in as many draws, from the fewest tokens to the most, three of them large "
            "enough to read. Below it, the tokens of a typo; a sign marks each draw that has one of these."
        ),
        (WIDTH, HEIGHT),
        [wall.dropout_frame(one) for one in DROPOUTS],
    )
    values = [localized_percent(one) for one in DROPOUTS]
    return dialled(drawn, _("Dropped"), values, DROPOUTS.index(dropout), waits=False)


class _Wall:
    """The draws of a word, one upon the other, above a typo of it."""

    def __init__(self, of: str, word: str, typo: str) -> None:
        self.of, self.word = of, word
        self.tokenizer = bpe_tokenizer(of)
        self.typo = self.tokenizer.encode(typo)
        longest = max(len(self._spelling(ids)) for ids in (self.tokenizer.encode(word), self.typo))
        self.letter = WALL / longest
        self.frames = {one: self._sorted_draws(one) for one in DROPOUTS}
        read = [(word, draws[place]) for draws in self.frames.values() for place in TYPICAL]
        for written, ids in [*read, (typo, self.typo)]:
            if any(width_of(id_label(self.tokenizer, one)) > self._width(one) - 3 for one in ids):
                raise ValueError(f"too long to draw: {written}")

    def _spelling(self, ids: Sequence[int]) -> str:
        return "".join(map(self.tokenizer.token, ids))

    def _width(self, token_id: int) -> float:
        return self.letter * len(self.tokenizer.token(token_id))

    def _sorted_draws(self, dropout: float) -> list[Ids]:
        """Return the draws from the fewest tokens to the most, those that begin alike one after another."""
        draws = _draws(self.of, self.word, dropout)
        return sorted(draws, key=lambda ids: (len(ids), [-len(self.tokenizer.token(one)) for one in ids]))

    def _shares(self, ids: Ids) -> bool:
        return not {*ids}.isdisjoint(self.typo)

    def dropout_frame(self, dropout: float) -> Frame:
        """Return the draws with this dropout."""
        draws = self.frames[dropout]
        cuts, shared = len({*draws}), sum(map(self._shares, draws))
        sentence = ngettext(
            "With {dropout} dropout, {draws} draws cut the word in {count} way, into {mean} tokens on average.",
            "With {dropout} dropout, {draws} draws cut the word in {count} ways, into {mean} tokens on average.",
            cuts,
        ).format(
            dropout=localized_percent(dropout),
            draws=localized_number(DRAWS),
            count=localized_number(cuts),
            mean=localized_decimal(sum(map(len, draws)) / DRAWS, 1),
        )
        alike = ngettext(
            "{count} of them has a token of the typo (marked).",
            "{count} of them have a token of the typo (marked).",
            shared,
        ).format(count=localized_number(shared))
        heights = [OPEN if place in TYPICAL else STRIPE for place in range(DRAWS)]
        tops = [HEAD + top for top in accumulate(heights, initial=0)]
        text = _("{draws} draws, sorted").format(draws=localized_number(DRAWS))
        unit = _("tokens")
        head = [label("draws", (2, 12), text), label("unit", (WIDTH - label_width(unit), 12), unit)]
        wall = [*self._bricks(draws, tops), *self._signs(draws, tops), *self._numbers(draws, tops)]
        read = [
            each for row, place in enumerate(TYPICAL) for each in self._token_row(f"{row}:", draws[place], tops[place])
        ]
        return join_sentences(sentence, alike), [*head, *wall, *read, *self._typo_shapes()]

    def _bricks(self, draws: Sequence[Ids], tops: Sequence[float]) -> list[PictureShape]:
        """Return the tokens of all draws: one brick for those of the same token that lie upon each other."""
        walls, begun = defaultdict[int, list[tuple[float, ...]]](list), dict[tuple[float, int], float]()
        for place, top in enumerate(tops):
            ids = draws[place] if place < DRAWS and place not in TYPICAL else ()
            found = {*zip(accumulate(map(self._width, ids), initial=0.0), ids, strict=False)}
            for left, one in begun.keys() - found:
                start = begun.pop((left, one))
                walls[token_hue(one)].append((left, start, self._width(one), top - start))
            begun |= dict.fromkeys(found - begun.keys(), top)
        return [bricks(f"wall{hue}", sorted(found), hue=hue) for hue, found in sorted(walls.items())]

    def _signs(self, draws: Sequence[Ids], tops: Sequence[float]) -> list[PictureShape]:
        found = [
            (WALL + 4, tops[place], SIGN, tops[place + 1] - tops[place])
            for place, ids in enumerate(draws)
            if self._shares(ids)
        ]
        return [bricks("signs", [*found, (WALL + 4, TYPO + 16, SIGN, OPEN - 4)], mark="now")]

    @staticmethod
    def _numbers(draws: Sequence[Ids], tops: Sequence[float]) -> list[PictureShape]:
        """Return the number of tokens beside the draws that can be read, and of others if there is room for it."""
        counts = [len(ids) for ids in draws]
        middles = {place: (tops[place] + tops[place + 1]) / 2 for place in TYPICAL}
        for count in sorted({*counts} - {counts[place] for place in TYPICAL}):
            first = counts.index(count)
            middle = (tops[first] + tops[first + counts.count(count)]) / 2
            if all(abs(middle - other) >= NUMBER for other in middles.values()):
                middles[first] = middle
        return [
            label(
                f"number{place}",
                (WALL + SIGN + 14, middle),
                localized_number(counts[place]),
                "now" if place in TYPICAL else "",
            )
            for place, middle in middles.items()
        ]

    def _token_row(self, key: str, ids: Sequence[int], top: float) -> list[PictureShape]:
        shapes, left = list[PictureShape](), 0.0
        for place, one in enumerate(ids):
            at, size = (left + self._width(one) / 2, top + OPEN / 2), (self._width(one) - 3, OPEN - 5)
            text, hue = id_label(self.tokenizer, one), token_hue(one)
            shapes.append(shape(f"{key}{place}", "tile", at, size, text=text, hue=hue))
            left += self._width(one)
        return shapes

    def _typo_shapes(self) -> list[PictureShape]:
        x, y = WALL + SIGN + 14, TYPO + 14 + OPEN / 2
        return [
            label("typo", (2, TYPO), _("A typo, when nothing is dropped")),
            *self._token_row("typo", self.typo, TYPO + 14),
            label("typo:count", (x, y), localized_number(len(self.typo)), "now"),
        ]
