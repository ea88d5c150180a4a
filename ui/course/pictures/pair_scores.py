"""The pairs of a corpus with two bars each: the count, by which BPE chooses, and WordPiece's score."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from bpe_engine import WordPieceTraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import join_quoted, join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.answer_cards import FINGER, answer_card
from ui.course.pictures.shapes import BAR_HUE, PADDING, WIDTH, Frame, Mark, drawing, label, label_width, shape, width_of
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture

TOP = 34
PITCH = 52
TILE = 38
BAR = 24
GAP = 26  # from the bars of a column to the next column
LEAST = 20  # length of the longest bar, at least
PAIRS = 7
"""Most pairs drawn: the most frequent ones, and the one of the highest score."""


class _Pair(NamedTuple):
    """A pair with its count and those of its symbols."""

    symbols: tuple[str, str]
    times: int
    parts: tuple[int, int]

    @property
    def score(self) -> Fraction:
        return Fraction(self.times, self.parts[0] * self.parts[1])

    @property
    def calculation(self) -> str:
        count, left, right = map(localized_number, (self.times, *self.parts))
        return f"{count} ÷ ({left} × {right})"


@picture
def counts_and_scores(_text: str, of: str, *offered: str) -> Picture:
    """The pairs of a WordPiece training's corpus by count, and by score. Then a pair per option: “##u ##g”."""
    training = training_at(of)
    if not isinstance(training, WordPieceTraining) or not training.events:
        raise ValueError(f"no WordPiece merges: {of}")
    bars = _Bars(training)
    if bars.longest < LEAST:
        raise ValueError(f"counts too large for a row: {of}")
    named = {" ".join(pair.symbols): pair for pair in bars.pairs}
    if missing := [pair for pair in offered if pair not in named]:
        raise ValueError(f"“{missing[0]}” is none of the pairs drawn: {', '.join(named)}")
    return bars.picture([named[pair] for pair in offered])


class _Bars:
    """A row per pair, the most frequent first: its symbols, a bar for its count, and one for its score."""

    def __init__(self, training: WordPieceTraining) -> None:
        rows = training.at(0).leaderboard
        pairs = [_Pair((row.pair[0], row.pair[1]), row.count, (row.left_count, row.right_count)) for row in rows]
        pairs.sort(key=lambda pair: (-pair.times, pair.symbols))
        self.by_count = pairs[0]
        self.by_score = next(pair for pair in pairs if pair.symbols == (*training.events[0].pair,))
        if self.by_score.score < max(pair.score for pair in pairs):
            raise ValueError(f"another form of score, or a minimum frequency: {training.trainer}")
        self.pairs = pairs[:PAIRS]
        if self.by_score not in self.pairs:
            self.pairs[-1] = self.by_score
        self.ids = training.base_vocabulary
        widest = max(sum(map(self._width, pair.symbols)) for pair in self.pairs) + 4
        self.left = widest + 24
        self.values = [max(label_width(text) for text in texts) for texts in (self._counts(), self._scores())]
        room = WIDTH - 12 - self.left - GAP - 8 - self.values[0]  # of a bar, and of what is in the last column
        calculation = max(label_width(pair.calculation) for pair in self.pairs)
        self.longest = min((room - self.values[1] - 8) / 2, room - calculation)
        self.right = self.left + self.longest + 8 + self.values[0] + GAP

    def _counts(self) -> list[str]:
        return [localized_number(pair.times) for pair in self.pairs]

    def _scores(self) -> list[str]:
        return [str(pair.score) for pair in self.pairs]

    @staticmethod
    def _width(symbol: str) -> float:
        return width_of(symbol) + PADDING

    def picture(self, offered: list[_Pair]) -> Picture:
        start = _("By count, {pair} comes first. Which pair comes first by score?")
        frames: list[Frame] = [
            (start.format(pair=join_quoted(self.by_count.symbols)), self._frame([], offered=offered))
        ]
        winners = list(dict.fromkeys([self.by_count, self.by_score]))
        for number, pair in enumerate(winners, 1):
            frames.append((self._score_text(pair), self._frame(winners[:number], pair)))
        end = _("Sorted by score, {pair} comes first: WordPiece merges it, not the most frequent pair.")
        if self.by_score == self.by_count:
            end = _("By score, {pair} comes first, too.")
        frames.append((end.format(pair=join_quoted(self.by_score.symbols)), self._frame(self.pairs, is_end=True)))
        return drawing(
            _("Count and score"),
            _(
                "A row per pair with two bars: how often the pair occurs, and its score, first as a calculation. "
                "At the top is the most frequent pair, and at the end the one with the highest score. "
                "Their bars are thick."
            ),
            (WIDTH, TOP + max(PITCH * len(self.pairs), (FINGER + 12) * len(offered)) + 6),
            frames,
        )

    @staticmethod
    def _score_text(pair: _Pair) -> str:
        left, right = pair.parts
        occurs = ngettext(
            "{pair} occurs {count} time, “{one}” {left} and “{other}” {right}.",
            "{pair} occurs {count} times, “{one}” {left} and “{other}” {right}.",
            pair.times,
        )
        values = {
            "count": localized_number(pair.times),
            "left": localized_number(left),
            "right": localized_number(right),
        }
        score = _("The score is {count} ÷ ({left} × {right}) = {score}.")
        return join_sentences(occurs, score).format(
            pair=join_quoted(pair.symbols), one=pair.symbols[0], other=pair.symbols[1], score=pair.score, **values
        )

    def _frame(
        self, known: list[_Pair], now: _Pair | None = None, *, is_end: bool = False, offered: Sequence[_Pair] = ()
    ) -> list[PictureShape]:
        """Return all pairs, or only those that are offered, each on a card."""
        pitch = max(PITCH * len(self.pairs) / len(offered), FINGER + 12) if offered else PITCH
        cards = [
            answer_card(f"card{option}", (WIDTH / 2, TOP + pitch * (option + 0.5)), (WIDTH - 4, pitch - 12), option)
            for option in range(len(offered))
        ]
        shapes = [
            *cards,
            label("count", (self.left, 14), _("Count (BPE)")),
            label("score", (self.right, 14), _("Score (WordPiece)")),
        ]
        most = float(max(pair.score for pair in self.pairs))
        order = sorted(self.pairs, key=lambda pair: (pair != self.by_score, -pair.score)) if is_end else self.pairs
        order = [*offered] or order
        for row, (pair, count, score) in enumerate(zip(self.pairs, self._counts(), self._scores(), strict=True)):
            if pair not in order:
                continue
            y = TOP + pitch * (order.index(pair) + 0.5)
            mark: Mark = "now" if pair == now else ""
            shapes += self._tiles(row, pair, y, mark)
            its: Mark = "now" if pair == self.by_count else ""
            shapes += self._bar(f"count{row}", (self.left, y), pair.times / self.by_count.times, count, its)
            if pair not in known:
                shapes.append(label(f"score{row}", (self.right, y), pair.calculation))
                continue
            won: Mark = "best" if is_end and pair == self.by_score else mark
            shapes += self._bar(f"score{row}", (self.right, y), float(pair.score) / most, score, won)
        return shapes

    def _tiles(self, row: int, pair: _Pair, y: float, mark: Mark) -> list[PictureShape]:
        shapes, x = [], 12.0  # inside a card
        for place, symbol in enumerate(pair.symbols):
            wide = self._width(symbol)
            hue = token_hue(self.ids[symbol])
            tile = shape(f"{row}:{place}", "tile", (x + wide / 2, y), (wide, TILE), text=symbol, hue=hue, mark=mark)
            shapes.append(tile)
            x += wide + 4
        return shapes

    def _bar(self, key: str, at: tuple[float, float], share: float, value: str, mark: Mark) -> list[PictureShape]:
        """Return a bar with its value."""
        (x, y), width = at, self.longest * share
        hue = None if mark == "best" else BAR_HUE
        bar = shape(f"{key}:bar", "cell", (x + width / 2, y), (width, BAR), mark=mark, hue=hue)
        return [bar, label(f"{key}:value", (x + width + 8, y), value, mark)]
