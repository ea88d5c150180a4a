"""What Unigram's words lose without a token: each word in its best cut, and what a worse one costs, as boxes."""

from collections.abc import Sequence
from math import inf, isfinite, log
from typing import NamedTuple

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from bpe_engine.unigram.viterbi import viterbi
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_significant, ngettext
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    WIDTH,
    Mark,
    bricks,
    caption,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    width_of,
)
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture

HEAD = 27  # middle of the tokens to choose from
TOKEN = (48.0, 48.0)  # width of such a token at least, and height
TOP = 62  # top edge of the first word's row
ROOM = 306  # height of all rows, if the words are not too many
HIGH, TIGHT, GAP = 32, 9, 4  # of a token of a word: height, width beside its name, and to the next one
ROOMY = 498  # width of a drawing that a phone shows whole
ROW = 37  # height of a row at least
TALLEST = 12  # height of an occurrence of a word at most
LEAST = 5  # width and height of a box at least; smaller ones are drawn as one
WIDEST, NARROWEST = 30, 3  # width of a halving
APART = 12  # from one token's boxes to the next
WORDS = 8
"""Most words drawn."""
ARROW = 36  # from a word's best cut to the one that comes in its place, at least
ABOVE = 14  # of a text above an arrow
LINES = 12  # of the head, above and below its middle
FREE = 0.05  # a cost below this is shown as none
ROUNDED = 0.0499  # a number this close to a cost with one decimal is rounded to it, never away from it
MOST_TOKENS = 4
"""Most tokens to choose from: the one chosen first, the one that costs least, and those that cost most."""
MOST_TERMS = 3  # words of which what they cost is told one by one


class _Line(NamedTuple):
    """A word's line: its best cut, the one in its place without a token, if it had that token, and the halvings."""

    best: tuple[str, ...]
    other: tuple[str, ...]
    halvings: float


@picture
def words_without_a_token(_text: str, of: str, chosen: str, step: int = 0) -> Picture:
    """The best cuts of all words without the token that readers choose, and what that costs, as boxes."""
    training = training_at(of)
    if not isinstance(training, UnigramTraining) or not training.events:
        raise ValueError(f"not a Unigram training, algorithm=unigram, that removes tokens: {of}")
    if not 0 <= step < len(training.events):
        raise ValueError(f"no step after which tokens are removed, 0 to {len(training.events) - 1}: {step}")
    if len(training.corpus.words) > WORDS:
        raise ValueError(f"more than {WORDS} words: {of}")
    return _Without(training, chosen, step).picture()


class _Without:
    """A row per word, as high as it is frequent, and a column per token: boxes as wide as its words are halved."""

    def __init__(self, training: UnigramTraining, chosen: str, step: int) -> None:
        self.words = training.corpus.words
        self.scores = training.scores_at(step)
        self.going = {removed.token for removed in training.events[step].removed}
        tokens = training.at(step).tokens  # those that cost least come first
        self.costs = {one.token: one.loss_increase / log(2) for one in tokens if isfinite(one.loss_increase)}
        self.counts = {one.token: one.frequency for one in tokens}
        self.ids = training.base_vocabulary
        if chosen not in self.costs:
            raise ValueError(f"not a token longer than a letter: {chosen}")
        self.chosen = chosen
        others = [token for token in self.costs if token != chosen]
        for most in range(MOST_TOKENS, 1, -1):  # as many as have room
            self.tokens = sorted([chosen, *others[:1], *(others[1:][2 - most :] if most > 2 else [])])
            self.lines = {token: self._lines(token) for token in ("", *self.tokens)}
            divisors = (_divisor(line) for lines in self.lines.values() for line in lines)
            self.arrow = max(ARROW, *(label_width(divisor) + 4 for divisor in divisors))
            self._arrange_columns()
            if self.width <= ROOMY:
                break
        self.places = max(map(self._places, self.tokens))
        self._arrange_rows()

    def _arrange_rows(self) -> None:
        """Give each word a row: as high as it is frequent, but not lower than its tokens."""
        self.occurrence = float(TALLEST)  # the height of one
        while sum(self._row_heights()) > ROOM:
            self.occurrence *= 0.98
        heights = self._row_heights()
        self.middles = [TOP + sum(heights[:row]) + high / 2 for row, high in enumerate(heights)]
        self.foot = TOP + sum(heights) + 18  # the middle of the costs
        self.height = self.foot + 14

    def _row_heights(self) -> list[float]:
        return [max(ROW, self.occurrence * count + 4) for count in self.words.values()]

    def _arrange_columns(self) -> None:
        """Give each token a column, right of the cuts, as wide as the word that is halved most without it."""
        self.names = [f"{localized_number(count)} ×" for count in self.words.values()]
        self.left = max(map(label_width, self.names)) + 10
        start = self.left + max(self._line_width(line) for lines in self.lines.values() for line in lines) + 12
        most = {token: max(line.halvings for line in self.lines[token]) for token in self.tokens}
        self.halving, self.width = float(WIDEST), inf
        while self.width > ROOMY and self.halving > NARROWEST:
            self.halving *= 0.95
            left = start
            self.columns = dict[str, tuple[float, float]]()  # left edge and width
            for token, halvings in most.items():
                names = width_of(make_visible(token)), width_of(self._count(token)), width_of(_cost(self.costs[token]))
                wide = max(TOKEN[0], *(name + PADDING for name in names), self.halving * halvings)
                self.columns[token] = left, wide
                left += wide + APART
            self.width = max(WIDTH, left - APART + 2)

    def _count(self, token: str) -> str:
        count = self.counts[token]
        return localized_number(count) if float(count).is_integer() else localized_decimal(count, 1)

    def _places(self, token: str) -> int:
        """Return how many decimals the halvings of a word need for all of them to add up to the cost shown."""
        found = [(count, line.halvings) for count, line in zip(self.words.values(), self.lines[token], strict=True)]
        cost = round(self.costs[token], 1)
        sums = ((places, sum(count * round(each, places) for count, each in found)) for places in range(2, 7))
        return next((places for places, found in sums if abs(found - cost) < ROUNDED), 7)

    def _lines(self, going: str) -> list[_Line]:
        """Return each word’s line without a token, or with all tokens if it's empty."""
        left = {token: score for token, score in self.scores.items() if token != going}
        found = []
        for word in self.words:
            best, other = (viterbi(word, scores) for scores in (self.scores, left))
            cut = tuple(best.tokens())
            has_it = going in cut
            halvings = (best.total - other.total) / log(2) if has_it else 0.0
            found.append(_Line(cut, tuple(other.tokens()) if has_it else (), halvings))
        return found

    def picture(self) -> Picture:
        start = _("Each word in its best cut. Which of the tokens above do the words need least?")
        frames = [(start, self._shapes("")), *((self._text(token), self._shapes(token)) for token in self.tokens)]
        about = _(
            "A row per word: how often it occurs, its best cut, and an arrow to the cut that is left without the "
            "dashed token; above it, by what its probability is divided. To the right, a column per token, with boxes "
            "as high as a word is frequent, and as wide as the number of times that its cut’s probability is halved. "
            "Their area is the token’s cost."
        )
        drawn = drawing(_("Push a token out"), about, (self.width, self.height), frames)
        return dialled(
            drawn, _("Without"), ["–", *self.tokens], 1 + self.tokens.index(self.chosen), waits=False, ordered=False
        )

    def _text(self, token: str) -> str:
        lines = zip(self.words.items(), self.lines[token], strict=True)
        worse = [word for (word, count), line in lines if count * line.halvings >= FREE]
        sentence = _("Without “{token}”, each word has a cut that is just as probable. Removing it costs nothing.")
        if not any(token in line.best for line in self.lines[token]):
            sentence = _("No word’s cut has “{token}”. Removing it costs nothing.")
        elif worse:
            sentence = ngettext(
                "Without “{token}”, {words} gets a worse cut. Removing it costs {cost} halvings.",
                "Without “{token}”, {words} get a worse cut. Removing it costs {cost} halvings.",
                len(worse),
            )
        told = sentence.format(token=token, words=join_list(worse), cost=self._sum(token))
        return join_sentences(told, _("It’s removed next.")) if token in self.going else told

    def _sum(self, token: str) -> str:
        """Return a cost, and what it is the sum of if that is a few words."""
        terms = [
            f"{localized_number(count)} × {localized_decimal(line.halvings, self.places)}"
            for count, line in zip(self.words.values(), self.lines[token], strict=True)
            if count * line.halvings >= FREE
        ]
        cost = _cost(self.costs[token])
        return f"{' + '.join(terms)} = {cost}" if len(terms) <= MOST_TERMS else cost

    def _shapes(self, going: str) -> list[PictureShape]:
        shapes = [*self._head(going), *self._choice(going)]
        for y, name, word, line in zip(self.middles, self.names, self.words, self.lines[going], strict=True):
            shapes.append(label(f"{word}:name", (2, y), name))
            marks: list[Mark] = ["next" if token == going else "" for token in line.best]
            shapes += self._cut(word, (self.left, y), line.best, marks)
            if line.other:
                start = self.left + self._cut_width(line.best) + 4
                shapes.append(shape(f"{word}:arrow", "arrow", (start, y), (self.arrow - 10, 0)))
                if divisor := _divisor(line):
                    shapes.append(caption(f"{word}:divisor", (start + self.arrow / 2 - 5, y - ABOVE), divisor))
                mark: Mark = "now" if line.halvings >= FREE / self.words[word] else ""
                shapes += self._cut(word, (start + self.arrow - 5, y), line.other, [mark] * len(line.other))
        return shapes

    @staticmethod
    def _head(going: str) -> list[PictureShape]:
        """Return what is to be chosen, or what the sides of the boxes are."""
        if not going:
            return [label("title", (2, HEAD), _("Longer than a letter:"))]
        return [
            label("high", (2, HEAD - LINES), _("Height: how often")),
            label("wide", (2, HEAD + LINES), _("Width: halvings each time")),
        ]

    def _choice(self, going: str) -> list[PictureShape]:
        """Return the tokens to choose from, and once one is chosen, below each what it costs, as boxes and a number."""
        shapes = [label("cost", (2, self.foot), _("Area: halvings in all"))] if going else list[PictureShape]()
        for place, (token, (left, wide)) in enumerate(self.columns.items(), 1):
            middle, mark = left + wide / 2, _mark_if(token == going, "next")
            more = {"text": make_visible(token), "note": self._count(token), "mark": mark, "to": place}
            at, size = (middle, float(HEAD)), (wide, TOKEN[1])
            shapes.append(shape(f"{token}:tile", "tile", at, size, hue=token_hue(self.ids[token]), **more))
            if not going:
                at, size = (middle, self.middles[len(self.middles) // 2]), (TOKEN[0], HIGH)
                shapes.append(shape(f"{token}:cover", "tile", at, size, text="?", mark="later"))
                continue
            mark, cost = _mark_if(token == going, "now"), _cost(self.costs[token])
            shapes.append(caption(f"{token}:halvings", (middle, self.foot), cost, mark))
            for y, (word, count), line in zip(self.middles, self.words.items(), self.lines[token], strict=True):
                if line.halvings >= FREE / count:
                    shapes += self._boxes(f"{token}:{word}", (left, y), count, line.halvings, is_chosen=token == going)
        return shapes

    def _boxes(
        self, key: str, at: tuple[float, float], count: int, halvings: float, *, is_chosen: bool
    ) -> list[PictureShape]:
        """Return a box for each occurrence and halving, the last ones narrower; if they are too small, all as one."""
        mark, high = _mark_if(is_chosen, "now"), self.occurrence
        left, top = at[0], at[1] - high * count / 2
        if min(high, self.halving) < LEAST:
            return [bricks(f"{key}:area", [(left, top, self.halving * halvings, high * count)], mark=mark)]
        whole = int(halvings)
        rest = self.halving * (halvings - whole)
        size = self.halving, high
        boxes = shape(f"{key}:boxes", "boxes", (left, top), size, mark=mark, boxes=(whole * count, whole))
        left += self.halving * whole
        ends = bricks(f"{key}:ends", [(left, top + high * row, rest, high - 1.2) for row in range(count)], mark=mark)
        return [*([boxes] if whole else []), *([ends] if rest >= 0.5 else [])]

    def _cut(self, word: str, at: tuple[float, float], cut: Sequence[str], marks: Sequence[Mark]) -> list[PictureShape]:
        shapes, x = list[PictureShape](), at[0]
        for place, (token, mark) in enumerate(zip(cut, marks, strict=True)):
            name, hue = make_visible(token), token_hue(self.ids[token])
            wide = width_of(name) + TIGHT
            key, middle = f"{word}:{'+'.join(cut)}:{place}", (x + wide / 2, at[1])
            shapes.append(shape(key, "tile", middle, (wide, HIGH), text=name, hue=hue, mark=mark))
            x += wide + GAP
        return shapes

    @staticmethod
    def _cut_width(cut: Sequence[str]) -> float:
        return sum(width_of(make_visible(token)) + TIGHT + GAP for token in cut) - GAP

    def _line_width(self, line: _Line) -> float:
        return self._cut_width(line.best) + (self.arrow + self._cut_width(line.other) if line.other else 0)


def _divisor(line: _Line) -> str:
    """Return by what a probability is divided without a token; empty if it stays the same.

    >>> _divisor(_Line(("hug",), ("h", "ug"), 3))
    '÷ 8'
    """
    divisor = localized_significant(2**line.halvings, 3)
    return "" if divisor == localized_number(1) else f"÷ {divisor}"


def _cost(cost: float) -> str:
    return localized_decimal(cost, 1) if cost >= FREE else localized_number(0)


def _mark_if(is_so: bool, mark: Mark) -> Mark:
    return mark if is_so else ""
