"""What Unigram's words lose without a token: each word in its best cut, and what worse ones cost in all, as bars."""

from collections.abc import Sequence
from math import isfinite, log
from typing import NamedTuple

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from bpe_engine.unigram.viterbi import viterbi
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_significant, ngettext
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.answer_cards import answer_card
from ui.course.pictures.shapes import (
    PADDING,
    WIDE,
    WIDTH,
    Mark,
    bricks,
    caption,
    dialled,
    drawing,
    label,
    label_width,
    large_text,
    shape,
    width_of,
)
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture

HEAD = 14  # middle of the head
TOP = 32  # top edge of the first word's row
ROOM = 240  # height of all rows, if the words are not too many
HIGH, TIGHT, GAP = 34, 9, 4  # of a token of a word: height, width beside its name, and to the next one
ROWS = 42, 56  # height of a row, at least and at most
WORDS = 8
"""Most words drawn."""
ARROW = 40  # from a word's best cut to the one that comes in its place, at least
ABOVE = 14  # of a text above an arrow
BAR, PITCH = 26, 38  # height of a bar, and from one to the next
CARDS = 124  # height of the cards that the tokens are on before the answer
LARGE = 34  # size of the type there, at most
FREE = 0.05  # a cost below this is shown as none
ROUNDED = 0.0499  # a number this close to a cost with one decimal is rounded to it, never away from it
MOST_TOKENS = 4
"""Most tokens to choose from: the one chosen first, the one that costs least, and those that cost most."""
MOST_TERMS = 3  # words that a sentence names with their costs


class _Line(NamedTuple):
    """A word's line: its best cut, the one in its place without a token, if it had that token, and the halvings."""

    best: tuple[str, ...]
    other: tuple[str, ...]
    halvings: float


@picture
def words_without_a_token(_text: str, of: str, chosen: str, step: int = 0) -> Picture:
    """The best cuts of all words without a token, and what that costs, as bars; the options are tokens, A to Z."""
    training = training_at(of)
    if not isinstance(training, UnigramTraining) or not training.events:
        raise ValueError(f"not a Unigram training, algorithm=unigram, that removes tokens: {of}")
    if not 0 <= step < len(training.events):
        raise ValueError(f"no step after which tokens are removed, 0 to {len(training.events) - 1}: {step}")
    if len(training.corpus.words) > WORDS:
        raise ValueError(f"more than {WORDS} words: {of}")
    return _Without(training, chosen, step).picture()


class _Without:
    """A row per word, with what takes the place of its best cut, and below a bar per token: the halvings in all."""

    def __init__(self, training: UnigramTraining, chosen: str, step: int) -> None:
        self.words = training.corpus.words
        self.scores = training.scores_at(step)
        self.going = {removed.token for removed in training.events[step].removed}
        tokens = training.at(step).tokens  # those that cost least come first
        self.costs = {one.token: one.loss_increase / log(2) for one in tokens if isfinite(one.loss_increase)}
        self.ids = training.base_vocabulary
        if chosen not in self.costs:
            raise ValueError(f"not a token longer than a letter: {chosen}")
        self.chosen = chosen
        others = [token for token in self.costs if token != chosen]
        self.tokens = sorted([chosen, *others[:1], *others[1:][2 - MOST_TOKENS :]])
        self.lines = {token: self._lines(token) for token in ("", *self.tokens)}
        self.places = max(map(self._places, self.tokens))
        self._arrange()

    def _arrange(self) -> None:
        """Place the cuts beside the words' counts, right of them what they cost, and the bars below."""
        lines = [line for found in self.lines.values() for line in found]
        self.arrow = max(ARROW, *(label_width(_divisor(line)) + 4 for line in lines))
        self.names = [f"{localized_number(count)} ×" for count in self.words.values()]
        self.left = max(map(label_width, self.names)) + 10
        self.right = self.left + max(map(self._line_width, lines)) + 16
        products = [*map(self._product, self.words.values(), self._most_halvings()), _("Times × halvings")]
        self.width = max(WIDTH, self.right + max(map(label_width, products)) + 2)
        pitch = min(ROWS[1], max(ROWS[0], ROOM / len(self.words)))
        self.middles = [TOP + pitch * (row + 0.5) for row in range(len(self.words))]
        self.foot = TOP + pitch * len(self.words) + 6  # the line above the bars
        self.height = self.foot + max(CARDS + 16, 42 + PITCH * len(self.tokens))

    def _most_halvings(self) -> list[float]:
        """Return how often each word is halved at most."""
        return [max(self.lines[token][row].halvings for token in self.tokens) for row in range(len(self.words))]

    def _product(self, count: int, halvings: float) -> str:
        return f"{localized_number(count)} × {localized_decimal(halvings, self.places)}"

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
        start = _("Each word in its best cut. Which token do the words need least?")
        frames = [(start, self._start()), *((self._text(token), self._shapes(token)) for token in self.tokens)]
        about = _(
            "A row per word: how often it occurs, its best cut, and an arrow to the cut that is left without the "
            "dashed token; above it, by what its probability is divided, and at the right, how often times how many "
            "halvings. Below, a bar per token: the halvings in all, which are its cost."
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
            self._product(count, line.halvings)
            for count, line in zip(self.words.values(), self.lines[token], strict=True)
            if count * line.halvings >= FREE
        ]
        cost = _cost(self.costs[token])
        return f"{' + '.join(terms)} = {cost}" if len(terms) <= MOST_TERMS else cost

    def _start(self) -> list[PictureShape]:
        """Return the words, and the tokens to choose from, each on a card."""
        shapes = self._words("")
        pitch, y = self.width / len(self.tokens), self.foot + 12 + CARDS / 2
        size = min(LARGE, *((pitch - 40) / width_of(make_visible(token)) * WIDE for token in self.tokens))
        for option, token in enumerate(self.tokens):
            at, name = (pitch * (option + 0.5), y), make_visible(token)
            wide = width_of(name) / WIDE * size + 20
            shapes.append(answer_card(f"card{option}", at, (pitch - 12, CARDS - 4), option))
            shapes.append(shape(f"{token}:tile", "tile", at, (wide, size * 1.7), hue=token_hue(self.ids[token])))
            shapes.append(large_text(f"{token}:text", at, name, round(size, 1)))
        return shapes

    def _shapes(self, going: str) -> list[PictureShape]:
        shapes = [label("products", (self.right, HEAD), _("Times × halvings")), *self._words(going)]
        shapes.append(label("cost", (2, self.foot + 20), _("Halvings in all")))
        wide = max(width_of(make_visible(token)) for token in self.tokens) + PADDING
        start = wide + 12
        room = self.width - start - max(label_width(_cost(self.costs[token])) for token in self.tokens) - 10
        most = max(*(self.costs[token] for token in self.tokens), FREE)
        for place, token in enumerate(self.tokens, 1):
            y, mark = self.foot + 56 + PITCH * (place - 1), _mark_if(token == going, "now")
            more = {"text": make_visible(token), "mark": _mark_if(token == going, "next"), "to": place}
            at, size = (2 + wide / 2, y), (wide, HIGH)
            shapes.append(shape(f"{token}:tile", "tile", at, size, hue=token_hue(self.ids[token]), **more))
            x, parts = float(start), list[tuple[float, ...]]()
            for count, line in zip(self.words.values(), self.lines[token], strict=True):
                if line.halvings >= FREE / count:
                    parts.append((x, y - BAR / 2, room * count * line.halvings / most - 1.5, BAR))
                    x += parts[-1][2] + 1.5
            shapes += [bricks(f"{token}:bar", parts, mark=mark)] if parts else []
            shapes.append(label(f"{token}:halvings", (x + 6, y), _cost(self.costs[token]), mark))
        return shapes

    def _words(self, going: str) -> list[PictureShape]:
        """Return each word's count, its best cut, and what takes its place without a token, with what that costs."""
        shapes = [shape("rule", "line", (0, self.foot), (self.width, 0), mark="dim")]
        for y, name, (word, count), line in zip(
            self.middles, self.names, self.words.items(), self.lines[going], strict=True
        ):
            shapes.append(label(f"{word}:name", (2, y), name))
            marks: list[Mark] = ["next" if token == going else "" for token in line.best]
            shapes += self._cut(word, (self.left, y), line.best, marks)
            if line.other:
                start = self.left + self._cut_width(line.best) + 4
                shapes.append(shape(f"{word}:arrow", "arrow", (start, y), (self.arrow - 10, 0)))
                mark = _mark_if(line.halvings >= FREE / count, "now")
                if divisor := _divisor(line):
                    shapes.append(caption(f"{word}:divisor", (start + self.arrow / 2 - 5, y - ABOVE), divisor))
                    product = self._product(count, line.halvings)
                    shapes.append(label(f"{word}:product", (self.right, y), product, mark))
                shapes += self._cut(word, (start + self.arrow - 5, y), line.other, [mark] * len(line.other))
        return shapes

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
