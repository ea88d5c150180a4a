"""Repeated cuts of a word with BPE-dropout: typical draws as tokens, and the number of tokens in many draws."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from bpe_engine import BPEDropoutTokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.base.token_labels import id_label
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    WIDTH,
    Frame,
    Mark,
    Tile,
    caption,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture, token_count_text

DRAWN = 3
DRAWS = 100
DROPOUTS = (0, 0.1, 0.3, 0.5, 0.7, 0.9, 1)
PITCH = 50
BOLD = 1.1  # bold type is this much wider
NUMBER = 87  # width of a draw's number of tokens
BLUE = 7  # an id whose hue is blue
BELOW = 222  # middle of the title below the rows
MERGES = BELOW + 42  # middle of the first line of merges
TOP, FOOT = 210, 356  # top and bottom edge of the columns
HEIGHT = FOOT + 36


@lru_cache(maxsize=16)
def _draws(of: str, word: str, dropout: float) -> list[tuple[int, ...]]:
    """Return the ids of a word in many draws, with seeds from 1 on."""
    tokenizer = bpe_tokenizer(of)
    seeds = range(1, DRAWS + 1)
    return [tuple(BPEDropoutTokenizer(tokenizer, dropout=dropout, seed=seed).encode(word)) for seed in seeds]


def _typical(draws: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the seeds of draws with few, the usual number and many tokens: each is in the middle of a third of all."""
    ordered = sorted(range(len(draws)), key=lambda place: len(draws[place]))
    return [ordered[len(draws) * (2 * third + 1) // (2 * DRAWN)] + 1 for third in range(DRAWN)]


def _draw(number: int) -> str:
    return _("draw {number}").format(number=localized_number(number))


@picture
def draws_of_a_word(_text: str, of: str, word: str, dropout: float) -> Picture:
    """A word without dropout and in three typical draws with it: its tokens, and the merges in order."""
    return _Merges(of, word, dropout).picture()


@picture
def draws_by_dropout(_text: str, of: str, word: str, dropout: float) -> Picture:
    """Three typical draws of a word, and the number of tokens in a hundred, for the dropout that readers set."""
    if dropout not in DROPOUTS:
        raise ValueError(f"a dropout of {dropout} is not one of {', '.join(map(str, DROPOUTS))}. Choose one of these.")
    rows = _Columns(of, word)
    drawn = drawing(
        _("Set the dropout"),
        _(
            "Rows of tokens: the word in three of 100 draws, with few, the usual number and many tokens. Below, a "
            "column for each number of tokens: the higher, the more draws have it."
        ),
        (WIDTH, HEIGHT),
        [rows.at(one) for one in DROPOUTS],
    )
    return dialled(drawn, _("Dropped"), [localized_percent(one) for one in DROPOUTS], DROPOUTS.index(dropout))


class _Rows:
    """Rows of tokens, one per cut of a word, each with its number of tokens."""

    number = NUMBER

    def __init__(self, of: str, word: str, titles: Sequence[str], cuts: Iterable[tuple[int, ...]]) -> None:
        self.tokenizer = bpe_tokenizer(of)
        self.indent = BOLD * max(map(label_width, titles)) + 8
        widest = max(sum(width_of(self.label(one)) + PADDING + 6 for one in ids) for ids in cuts)
        room = WIDTH - self.number - self.indent
        if widest > room:
            raise ValueError(f"too many tokens to draw: {word}")
        self.counted = self.indent + min(widest + 14, room)  # left edge of the draws' numbers of tokens

    def label(self, token_id: int) -> str:
        return id_label(self.tokenizer, token_id)

    def count(self, ids: Sequence[int]) -> str:
        return token_count_text(len(ids))

    def tile(self, token_id: int, note: str = "") -> Tile:
        return self.label(token_id), note, token_hue(token_id)

    def row(self, row: int, name: str, ids: Sequence[int] | None, mark: Mark = "") -> list[PictureShape]:
        """Return a row, with a question mark if its tokens are not known yet."""
        y = 24 + PITCH * row
        title = label(f"title{row}", (2, y), name, mark)
        if ids is None:
            return [title, *tiles_from(f"{row}:", (self.indent, y), [("?", "", None)], ["later"])]
        tiles = tiles_from(f"{row}:", (self.indent, y), [self.tile(one) for one in ids])
        return [title, *tiles, label(f"count{row}", (self.counted, y), self.count(ids), mark)]


class _Merges(_Rows):
    """The word without dropout and in draws with it, above the merges of one of these rows."""

    def __init__(self, of: str, word: str, dropout: float) -> None:
        plain = bpe_tokenizer(of)
        seeds = _typical(_draws(of, word, dropout))
        seeded = [BPEDropoutTokenizer(plain, dropout=dropout, seed=seed) for seed in seeds]
        steps = [[*tokenizer.encode_steps(word)] for tokenizer in (plain, *seeded)]
        self.dropout = dropout
        self.first = len(steps[0][0].symbols)
        self.made = [[step.symbols[place] for step in taken for place in step.merged] for taken in steps]
        self.cuts = [tuple(plain.vocabulary[one] for one in taken[-1].symbols) for taken in steps]
        self.titles = [_("no dropout"), *map(_draw, range(1, DRAWN + 1))]
        super().__init__(of, word, self.titles, self.cuts)
        if any(each["at"][1] + each["size"][1] / 2 > HEIGHT for row in range(DRAWN + 1) for each in self._merges(row)):
            raise ValueError(f"too many merges to draw: {word}")

    def picture(self) -> Picture:
        return drawing(
            _("One word, cut at random"),
            _(
                "Rows of tokens: the word without dropout, and in three draws with it. Below, the tokens that the "
                "merges of one row make, numbered in their order."
            ),
            (WIDTH, HEIGHT),
            [self._frame(row) for row in range(DRAWN + 1)],
        )

    def _frame(self, row: int) -> Frame:
        merges, left = len(self.made[row]), token_count_text(len(self.cuts[row]))
        values = {"count": localized_number(merges), "left": left, "dropout": localized_percent(self.dropout)}
        if row:
            said = ngettext(
                "Draw {number}: {count} merge is made, {first} − {count} = {left}. It’s still the same word.",
                "Draw {number}: {count} merges are made, {first} − {count} = {left}. It’s still the same word.",
                merges,
            ).format(**values, number=localized_number(row), first=localized_number(self.first))
        else:
            said = ngettext(
                "It starts as {first}. Without dropout, {count} merge leaves {left}. And with {dropout} dropout?",
                "It starts as {first}. Without dropout, {count} merges leave {left}. And with {dropout} dropout?",
                merges,
            ).format(**values, first=token_count_text(self.first))
        shapes = [
            each
            for number, ids in enumerate(self.cuts)
            for each in self.row(
                number, self.titles[number], ids if number <= row else None, "now" if number == row else ""
            )
        ]
        title = label("merges", (2, BELOW), _("merges made, in order: {row}").format(row=self.titles[row]))
        return said, [*shapes, title, *self._merges(row)]

    def _merges(self, row: int) -> list[PictureShape]:
        tiles = [
            self.tile(self.tokenizer.vocabulary[one], localized_number(number))
            for number, one in enumerate(self.made[row], 1)
        ]
        return tiles_from("merge", (2, MERGES), tiles)


class _Columns(_Rows):
    """Typical draws of a word, above a column for each number of tokens."""

    number = 30  # without “tokens”, which some languages have no room for next to a token per letter

    def __init__(self, of: str, word: str) -> None:
        self.draws = {one: _draws(of, word, one) for one in DROPOUTS}
        self.typical = {one: _typical(draws) for one, draws in self.draws.items()}
        cuts = [self.draws[one][seed - 1] for one, seeds in self.typical.items() for seed in seeds]
        super().__init__(of, word, [_draw(DRAWS)], cuts)
        self.most = max(len(ids) for draws in self.draws.values() for ids in draws)

    def count(self, ids: Sequence[int]) -> str:
        return localized_number(len(ids))

    def at(self, dropout: float) -> Frame:
        """Return the draws with this dropout."""
        draws = self.draws[dropout]
        cuts = len({*draws})
        said = ngettext(
            "With {dropout} dropout, {draws} draws cut the word in {count} way, into {mean} tokens on average.",
            "With {dropout} dropout, {draws} draws cut the word in {count} ways, into {mean} tokens on average.",
            cuts,
        ).format(
            dropout=localized_percent(dropout),
            draws=localized_number(DRAWS),
            count=localized_number(cuts),
            mean=localized_decimal(sum(map(len, draws)) / DRAWS, 1),
        )
        seeds = self.typical[dropout]
        shapes = [each for row, one in enumerate(seeds) for each in self.row(row, _draw(one), draws[one - 1])]
        return said, [*shapes, *self._columns(Counter(map(len, draws)))]

    def _columns(self, counts: Mapping[int, int]) -> list[PictureShape]:
        """Return a column for each number of tokens: the more draws have it, the higher."""
        title = _("{draws} draws by number of tokens").format(draws=localized_number(DRAWS))
        shapes = [label("draws", (2, BELOW - PITCH), title), shape("foot", "line", (0, FOOT), (WIDTH, 0))]
        slot, most = WIDTH / self.most, max(counts.values())
        for number in range(1, self.most + 1):
            x, height = slot * (number - 0.5), counts.get(number, 0) * (FOOT - TOP) / most
            if height:
                at, size = (x, FOOT - height / 2), (slot - 12, height)
                shapes.append(shape(f"column{number}", "cell", at, size, hue=token_hue(BLUE)))
                shapes.append(caption(f"value{number}", (x, FOOT - height - 14), localized_number(counts[number])))
            shapes.append(caption(f"number{number}", (x, FOOT + 20), localized_number(number)))
        return shapes
