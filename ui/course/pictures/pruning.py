"""What Unigram's words lose without a token: each word in its best cut, and what a worse one costs."""

from collections.abc import Sequence
from math import isfinite, log
from typing import NamedTuple

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from bpe_engine.unigram.viterbi import viterbi
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, ngettext
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    BAR_HUE,
    ONE_LINE,
    PADDING,
    WIDTH,
    Mark,
    Tile,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture

CHOICE = 46  # the middle of the first token to choose
ROW = 35  # from one token to choose to the next
HIGH = 30  # height of a token to choose
BAR = 18  # height of its bar
SPACED = 53  # from one word's line to the next
NARROW = 37  # the same if their tokens have no counts, because there are more than a few words
APART = 8  # from the tokens of one word to those of the next
FEW = 5
WORDS = 8
"""Most words drawn."""
ARROW = 40  # from a word's best cut to the one that comes in its place
HALVED = 66  # from one bar that is halved to the next
LEFT_OVER = 10  # height of the bar for what is left of a cut’s probability
FREE = 0.05  # a cost below this is shown as none
ROUNDED = 0.0499  # a number this close to a cost with one decimal is rounded to it, never away from it
MOST_TOKENS = 4
"""Most tokens to choose from: the one chosen first, the one that costs least, and those that cost most."""


class _Line(NamedTuple):
    """A word's line: its best cut, the one in its place without a token, if it had that token, and the halvings."""

    best: tuple[str, ...]
    other: tuple[str, ...]
    halvings: float


@picture
def words_without_a_token(_text: str, of: str, chosen: str, step: int = 0) -> Picture:
    """The best cuts of all words without the token that readers choose, and what that costs, word by word."""
    training = training_at(of)
    if not isinstance(training, UnigramTraining) or not training.events:
        raise ValueError(f"not a Unigram training, algorithm=unigram, that removes tokens: {of}")
    if not 0 <= step < len(training.events):
        raise ValueError(f"no step after which tokens are removed, 0 to {len(training.events) - 1}: {step}")
    if len(training.corpus.words) > WORDS:
        raise ValueError(f"more than {WORDS} words: {of}")
    return _Without(training, chosen, step).picture()


class _Without:
    """The tokens to choose from with their costs, and below them a line per word: its cut, and what it loses."""

    def __init__(self, training: UnigramTraining, chosen: str, step: int) -> None:
        self.words = training.corpus.words
        self.scores = training.scores_at(step)
        self.going = {removed.token for removed in training.events[step].removed}
        tokens = training.at(step).tokens  # those that cost least come first
        self.costs = {one.token: one.loss_increase / log(2) for one in tokens if isfinite(one.loss_increase)}
        self.counts = {one.token: one.frequency for one in tokens}
        self.is_whole = all(float(one).is_integer() for one in self.counts.values())
        self.has_counts = len(self.words) <= FEW and self.is_whole  # below the tokens of words, too
        self.ids = training.base_vocabulary
        self.names = [f"{localized_number(count)} × {make_visible(word)}" for word, count in self.words.items()]
        self.left = max(map(label_width, self.names)) + 14
        if chosen not in self.costs:
            raise ValueError(f"not a token longer than a letter: {chosen}")
        self.chosen = chosen
        others = [token for token in self.costs if token != chosen]
        self.tokens = sorted([chosen, *others[:1], *others[1:][2 - MOST_TOKENS :]])
        self.lines = {token: self._lines(token) for token in ("", *self.tokens)}
        self.places = max(map(self._places, self.tokens))
        cuts = [self._line_width(line) for lines in self.lines.values() for line in lines]
        costs = [label_width(text) for token in self.tokens for text in self._cost_texts(token)]
        self.column = max(WIDTH - max(costs) - 4, self.left + max(cuts) + 14)
        self.tile = max(width_of(make_visible(token)) for token in self.tokens) + PADDING
        self.bars = max(label_width(self._times(token)) for token in self.tokens) + self.tile + 18  # their left edge
        self.width = max(WIDTH, self.column + max(costs) + 4, self.bars + 120)
        self.rule = CHOICE + ROW * len(self.tokens) - 12
        self.spaced = SPACED if self.has_counts else NARROW
        self.top = self.rule + 26 + self.spaced / 2  # the middle of the first word's line, below a title
        self.height = self.top + self.spaced * (len(self.words) - 0.5) + 4

    def _count(self, token: str) -> str:
        count = self.counts[token]
        return localized_number(count) if self.is_whole else localized_decimal(count, 1)

    def _places(self, token: str) -> int:
        """Return how many decimals the halvings of a word need for all of them to add up to the cost shown."""
        found = [(count, line.halvings) for count, line in zip(self.words.values(), self.lines[token], strict=True)]
        cost = round(self.costs[token], 1)
        sums = ((places, sum(count * round(each, places) for count, each in found)) for places in range(2, 7))
        return next((places for places, found in sums if abs(found - cost) < ROUNDED), 7)

    def _times(self, token: str) -> str:
        return f"{self._count(token)} ×"

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
            "The tokens with their counts, and a bar for the cost of removing each. Below, a line per word: how often "
            "it occurs, its best cut, an arrow to the cut that is left without the dashed token, what that costs, and "
            "a bar for what is left of the cut’s probability."
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
        told = sentence.format(token=token, words=join_list(worse), cost=_cost(self.costs[token]))
        return join_sentences(told, _("It’s removed next.")) if token in self.going else told

    def _cost_texts(self, token: str) -> list[str]:
        """Return what each word costs without a token, and the title above that."""
        costs = [
            f"{localized_number(count)} × {localized_decimal(line.halvings, self.places)}"
            if count * line.halvings >= FREE
            else localized_number(0)
            for count, line in zip(self.words.values(), self.lines[token], strict=True)
        ]
        return [*costs, _("Halvings")]

    def _shapes(self, going: str) -> list[PictureShape]:
        title = _("What removing each costs, in halvings:") if going else _("The tokens longer than a letter:")
        shapes = [label("title", (2, 14), title), *self._choice(going)]
        shapes.append(shape("rule", "line", (0, self.rule), (self.width, 0), mark="dim"))
        for row, (name, word, line) in enumerate(zip(self.names, self.words, self.lines[going], strict=True)):
            y = self.top + self.spaced * row
            shapes.append(label(f"{word}:name", (2, y), name))
            marks: list[Mark] = ["next" if token == going else "" for token in line.best]
            shapes += self._cut(word, (self.left, y), line.best, marks)
            if line.other:
                start = self.left + self._cut_width(line.best) + 5
                shapes.append(shape(f"{word}:arrow", "arrow", (start, y), (ARROW - 10, 0)))
                mark: Mark = "now" if line.halvings >= FREE / self.words[word] else ""
                shapes += self._cut(word, (start + ARROW - 5, y), line.other, [mark] * len(line.other))
        return shapes + (self._bill(going) if going else self._halvings())

    def _halvings(self) -> list[PictureShape]:
        """Return a cut’s probability, halved once and twice, to the right of the cuts if there is room."""
        left = self.left + max(self._line_width(line) for line in self.lines[""]) + ARROW
        wide, names = self.width - left - 4, [_("A cut’s probability"), _("One halving"), _("Two halvings")]
        room = self.height - self.rule
        if wide < max(map(label_width, names)) or room < HALVED * len(names):
            return []
        shapes = list[PictureShape]()
        for times, name in enumerate(names):
            y = self.rule + (room - HALVED * len(names)) / 2 + HALVED * times
            shapes.append(label(f"halved{times}:name", (left, y + 14), name))
            shapes += _halved(f"halved{times}", (left, y + 40), (wide, HIGH - 4), times)
        return shapes

    def _choice(self, going: str) -> list[PictureShape]:
        """Return the tokens to choose from, and once one is chosen, a bar for the cost of each."""
        room = self.width - self.bars - max(label_width(_cost(self.costs[token])) for token in self.tokens) - 10
        most = max(max(self.costs[token] for token in self.tokens), FREE)
        shapes = list[PictureShape]()
        for place, token in enumerate(self.tokens):
            y = CHOICE + ROW * place
            at, size = (self.bars - 8 - self.tile / 2, y), (self.tile, HIGH)
            times = self._times(token)
            count = label(f"{token}:count", (2, y), times)
            mark: Mark = "next" if token == going else ""
            more = {"text": make_visible(token), "mark": mark, "to": place + 1}
            shapes += [count, shape(f"{token}:tile", "tile", at, size, hue=token_hue(self.ids[token]), **more)]
            if not going:
                continue
            bold: Mark = "best" if token in self.going else ""
            long = room * self.costs[token] / most if self.costs[token] >= FREE else 0
            if long:
                middle = (self.bars + long / 2, y)
                shapes.append(shape(f"{token}:bar", "cell", middle, (long, BAR), hue=BAR_HUE, mark=bold))
            shapes.append(label(f"{token}:halvings", (self.bars + long + 6, y), _cost(self.costs[token]), bold))
        return shapes

    def _bill(self, going: str) -> list[PictureShape]:
        """Return what each word costs, in a column."""
        *costs, title = self._cost_texts(going)
        shapes = [label("halvings", (self.column, self.rule + 16), title)]
        for row, (word, line, cost) in enumerate(zip(self.words, self.lines[going], costs, strict=True)):
            at = self.column, self.top + self.spaced * row
            if line.halvings < FREE / self.words[word]:
                shapes.append(label(f"{word}:cost", at, cost))
                continue
            shapes.append(label(f"{word}:cost", (at[0], at[1] - LEFT_OVER), cost, "now"))
            size = self.width - self.column - 4, LEFT_OVER
            shapes += _halved(f"{word}:left", (at[0], at[1] + LEFT_OVER), size, line.halvings)
        return shapes

    def _tiles(self, cut: Sequence[str]) -> list[Tile]:
        return [(token, self._count(token) if self.has_counts else "", token_hue(self.ids[token])) for token in cut]

    def _cut(self, word: str, at: tuple[float, float], cut: Sequence[str], marks: Sequence[Mark]) -> list[PictureShape]:
        shapes = tiles_from(f"{word}:{'+'.join(cut)}:", at, self._tiles(cut), marks, right=ONE_LINE)
        return [one | {"size": (one["size"][0], self.spaced - APART)} for one in shapes]

    def _cut_width(self, cut: Sequence[str]) -> float:
        return sum(max(width_of(text), width_of(note)) + PADDING + 6 for text, note, _hue in self._tiles(cut)) - 6

    def _line_width(self, line: _Line) -> float:
        return self._cut_width(line.best) + (ARROW + self._cut_width(line.other) if line.other else 0)


def _cost(cost: float) -> str:
    return localized_decimal(cost, 1) if cost >= FREE else localized_number(0)


def _halved(key: str, at: tuple[float, float], size: tuple[float, float], halvings: float) -> list[PictureShape]:
    """Return a bar from its left end on that is halved so many times, and lines where it is cut."""
    (x, y), (wide, high) = at, size
    left = wide * 2**-halvings
    shapes = [shape(f"{key}:whole", "cell", (x + wide / 2, y), (wide, high), mark="dim")] if halvings else []
    shapes.append(shape(f"{key}:rest", "cell", (x + left / 2, y), (left, high), hue=BAR_HUE))
    cuts = [x + wide / 2**times for times in range(1, int(halvings + FREE) + 1)]
    return shapes + [shape(f"{key}:cut{cut}", "line", (cut, y - high / 2 - 3), (0, high + 6)) for cut in cuts[:3]]
