"""What Unigram's words lose without a token: each word in its best cut, and what a worse one costs."""

from collections.abc import Mapping, Sequence
from math import inf, isfinite, log
from typing import NamedTuple

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, ngettext
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    ONE_LINE,
    PADDING,
    TILE,
    WIDTH,
    Mark,
    Tile,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture

CHOICE = 50  # the middle of the tokens to choose from
TOP = 134  # the middle of the first word's line, below a title
SPACED = 49  # from one word's line to the next
NARROW = 36  # the same if their tokens have no counts, because there are more than a few words
FEW = 5
WORDS = 8
"""Most words drawn."""
ARROW = 40  # from a word's best cut to the one that comes in its place
SAME = 1e-9  # two logarithms this close are of the same probability
FREE = 0.05  # a cost below this is shown as none
MOST_TOKENS = 8
"""Most tokens to choose from."""


class _Line(NamedTuple):
    """A word's line: its best cut, the one in its place without a token, if it had that token, and the halvings."""

    best: tuple[str, ...]
    other: tuple[str, ...]
    halvings: float


@picture
def words_without_a_token(_text: str, of: str, chosen: str) -> Picture:
    """The best cuts of all words without the token that readers choose, and what that costs, word by word."""
    training = training_at(of)
    if not isinstance(training, UnigramTraining) or not training.events:
        raise ValueError(f"not a Unigram training, algorithm=unigram, that removes tokens: {of}")
    if len(training.corpus.words) > WORDS:
        raise ValueError(f"more than {WORDS} words: {of}")
    return _Without(training, chosen).picture()


class _Without:
    """The tokens to choose from, and below them a line per word, with its cut and what it loses without a token."""

    def __init__(self, training: UnigramTraining, chosen: str) -> None:
        self.words = training.corpus.words
        self.scores = training.scores_at(0)
        tokens = training.at(0).tokens
        self.costs = {one.token: one.loss_increase / log(2) for one in tokens if isfinite(one.loss_increase)}
        self.counts = {one.token: one.frequency for one in tokens}
        self.is_whole = all(float(one).is_integer() for one in self.counts.values())
        self.has_counts = len(self.words) <= FEW and self.is_whole  # below the tokens of words, too
        self.ids = training.base_vocabulary
        self.names = [f"{localized_number(count)} × {make_visible(word)}" for word, count in self.words.items()]
        self.left = max(map(width_of, self.names)) + 18
        if chosen not in self.costs:
            raise ValueError(f"not a token longer than a letter: {chosen}")
        self.chosen = chosen
        others = [token for token in sorted(self.costs) if token != chosen]
        self.tokens = sorted([chosen, *others[: min(MOST_TOKENS, self._room()) - 1]])
        self.lines = {token: self._lines(token) for token in ("", *self.tokens)}
        cuts = [self._line_width(line) for lines in self.lines.values() for line in lines]
        costs = [label_width(text) for token in self.tokens for text in self._cost_texts(token)]
        self.column = max(WIDTH - max(costs) - 4, self.left + max(cuts) + 14)
        self.width = max(WIDTH, self.column + max(costs) + 4)
        self.spaced = SPACED if self.has_counts else NARROW
        self.foot = TOP + self.spaced * (len(self.words) - 1) + self.spaced / 2 + 6
        self.height = self.foot + 40

    def _room(self) -> int:
        """Return how many tokens fit, if each has as much room as the widest."""
        widths = [
            max(width_of(one), width_of(self._count(one)), label_width(_cost(self.costs[one]))) for one in self.costs
        ]
        return max(1, int((WIDTH - 4) / (max(widths) + PADDING + 4)))

    def _count(self, token: str) -> str:
        count = self.counts[token]
        return localized_number(count) if self.is_whole else localized_decimal(count, 1)

    def _lines(self, going: str) -> list[_Line]:
        """Return each word’s line without a token, or with all tokens if it's empty."""
        left = {token: score for token, score in self.scores.items() if token != going}
        found = []
        for word in self.words:
            score, best = _best_cut(word, self.scores)
            lower, other = _best_cut(word, left) if going in best else (score, ())
            found.append(_Line(best, other, (score - lower) / log(2)))
        return found

    def picture(self) -> Picture:
        start = _("Each word in its best cut. Which token could go so that no word gets a much worse one?")
        frames = [(start, self._shapes("")), *((self._text(token), self._shapes(token)) for token in self.tokens)]
        about = _(
            "The tokens with their counts. Below, a line per word: how often it occurs, its best cut, an arrow to the "
            "cut that is left without the dashed token, and what that costs. Last comes the total."
        )
        drawn = drawing(_("Push a token out"), about, (self.width, self.height), frames)
        return dialled(
            drawn, _("Without"), ["–", *self.tokens], 1 + self.tokens.index(self.chosen), waits=False, ordered=False
        )

    def _text(self, token: str) -> str:
        lines = zip(self.words.items(), self.lines[token], strict=True)
        worse = [word for (word, count), line in lines if count * line.halvings >= FREE]
        if not worse:
            sentence = _("Without “{token}”, each word has a cut that is just as probable. Removing it costs nothing.")
            return sentence.format(token=token)
        sentence = ngettext(
            "Without “{token}”, {words} gets a worse cut. Removing it costs {cost} halvings.",
            "Without “{token}”, {words} get a worse cut. Removing it costs {cost} halvings.",
            len(worse),
        )
        return sentence.format(token=token, words=join_list(worse), cost=_cost(self.costs[token]))

    def _cost_texts(self, token: str) -> list[str]:
        """Return what each word costs without a token, and the title above that."""
        counts = self.words.values()
        costs = [_calculation(count, line.halvings) for count, line in zip(counts, self.lines[token], strict=True)]
        return [*costs, _("Halvings")]

    def _shapes(self, going: str) -> list[PictureShape]:
        shapes = [label("title", (2, 14), _("Tokens with their counts. Choose one to push out.")), *self._choice(going)]
        shapes.append(shape("rule", "line", (0, TOP - 48), (self.width, 0), mark="dim"))
        for row, (name, word, line) in enumerate(zip(self.names, self.words, self.lines[going], strict=True)):
            y = TOP + self.spaced * row
            shapes.append(text_from(f"{word}:name", (2, y), name))
            marks: list[Mark] = ["next" if token == going else "" for token in line.best]
            shapes += self._cut(word, (self.left, y), line.best, marks)
            if line.other:
                start = self.left + self._cut_width(line.best) + 5
                shapes.append(shape(f"{word}:arrow", "arrow", (start, y), (ARROW - 10, 0)))
                mark: Mark = "now" if line.halvings >= FREE / self.words[word] else ""
                shapes += self._cut(word, (start + ARROW - 5, y), line.other, [mark] * len(line.other))
        return shapes + self._bill(going) if going else shapes

    def _choice(self, going: str) -> list[PictureShape]:
        slot = min((self.width - 4) / len(self.tokens), 60)
        shapes = list[PictureShape]()
        for place, token in enumerate(self.tokens):
            mark: Mark = "next" if token == going else ""
            at, size = (2 + slot * (place + 0.5), CHOICE), (slot - 4, TILE)
            more = {"text": token, "note": self._count(token), "mark": mark, "to": place + 1}
            shapes.append(shape(f"{token}:tile", "tile", at, size, hue=token_hue(self.ids[token]), **more))
        return shapes

    def _bill(self, going: str) -> list[PictureShape]:
        """Return what each word costs, in a column, and the total."""
        *costs, title = self._cost_texts(going)
        shapes = [label("halvings", (self.column, TOP - 32), title)]
        for row, (word, line, cost) in enumerate(zip(self.words, self.lines[going], costs, strict=True)):
            mark: Mark = "now" if line.halvings >= FREE / self.words[word] else ""
            shapes.append(label(f"{word}:cost", (self.column, TOP + self.spaced * row), cost, mark))
        return [
            *shapes,
            shape("sum", "line", (0, self.foot), (self.width, 0)),
            label("total", (2, self.foot + 20), _("Total"), "best"),
            label("cost", (self.column, self.foot + 20), _cost(self.costs[going]), "best"),
        ]

    def _tiles(self, cut: Sequence[str]) -> list[Tile]:
        return [(token, self._count(token) if self.has_counts else "", token_hue(self.ids[token])) for token in cut]

    def _cut(self, word: str, at: tuple[float, float], cut: Sequence[str], marks: Sequence[Mark]) -> list[PictureShape]:
        shapes = tiles_from(f"{word}:{'+'.join(cut)}:", at, self._tiles(cut), marks, right=ONE_LINE)
        return shapes if self.has_counts else [one | {"size": (one["size"][0], NARROW - 6)} for one in shapes]

    def _cut_width(self, cut: Sequence[str]) -> float:
        return sum(max(width_of(text), width_of(note)) + PADDING + 6 for text, note, _hue in self._tiles(cut)) - 6

    def _line_width(self, line: _Line) -> float:
        return self._cut_width(line.best) + (ARROW + self._cut_width(line.other) if line.other else 0)


def _best_cut(word: str, scores: Mapping[str, float]) -> tuple[float, tuple[str, ...]]:
    """Return the logarithm of the probability of a word's most probable cut, and this cut.

    Of those that are equally probable, it is the one with the longest first token.
    """
    at: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    for end in range(1, len(word) + 1):
        found = [
            (at[start][0] + scores[word[start:end]], (*at[start][1], word[start:end]))
            for start in range(end)
            if word[start:end] in scores
        ]
        most = max((score for score, _cut in found), default=-inf)
        same = [one for one in found if most - one[0] < SAME]
        at.append(max(same, key=lambda one: [*map(len, one[1])], default=(-inf, ())))
    return at[-1]


def _calculation(count: int, halvings: float) -> str:
    """Return a word's cost as its count times halvings, with as many decimals as its product needs."""
    if count * halvings < FREE:
        return localized_number(0)
    cost = round(count * halvings, 1)
    places = next((one for one in range(2, 7) if round(count * round(halvings, one), 1) == cost), 7)
    return f"{localized_number(count)} × {localized_decimal(halvings, places)} = {_cost(cost)}"


def _cost(cost: float) -> str:
    return localized_decimal(cost, 1) if cost >= FREE else localized_number(0)
