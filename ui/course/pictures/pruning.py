"""What Unigram's words lose without a token: all words with their best cuts, and one of them in halvings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, exp, inf, isfinite, log
from typing import NamedTuple

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_significant, ngettext
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    BAR_HUE,
    ONE_LINE,
    PADDING,
    TILE,
    WIDTH,
    Mark,
    caption,
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

HEIGHT = 392
FIRST = 18  # the middle of the line of one word
SPACED = 36  # from one word's line to the next
ARROW = 40  # from the last of the best cuts to the one that comes in their place
TIMES = 22  # between two tokens whose probabilities are multiplied
CUTS = 3  # most of a word's best cuts drawn
SAME = 1e-9  # two logarithms this close are of the same probability
FREE = 0.05  # a cost below this is shown as none
WORDS = 8
"""Most words drawn."""
TOP = 46  # the middle of the first word's line, below a title
MOST_TOKENS = 9
"""Most tokens to choose from."""
ROWS = 62, 116  # the middles of the two cuts of a word
BASE = 320  # where the columns stand, each half as high as the one before
TALLEST = 110  # height of the first column
COLUMN = 36  # width of a column
SIDE = 28  # from the edge to the middle of the first column
FRACTIONS = ("1", "½", "¼", "⅛", "1/16")
"""What is written above the first columns. The others are too low to need it."""
MOST_HALVINGS = 14


class _Cut(NamedTuple):
    """A cut of a word, with the logarithm of its probability."""

    tokens: tuple[str, ...]
    score: float


class _Line(NamedTuple):
    """A word's line: its best cuts, those without some tokens, how many times less probable, and the halvings."""

    best: list[_Cut]
    left: list[_Cut]
    other: _Cut | None
    times: float
    cost: float


@picture
def words_without_a_token(_text: str, of: str, chosen: str) -> Picture:
    """The best cuts of all words without the token that readers choose, what that costs, and the tokens' counts."""
    return _Without(_Pruning(_training(of)), chosen).picture()


@picture
def cost_in_one_word(_text: str, of: str, word: str, token: str) -> Picture:
    """A word’s best cut with a token and without it, and the halvings between the two."""
    return _Pruning(_training(of)).in_one_word(word, token)


def _training(of: str) -> UnigramTraining:
    training = training_at(of)
    if not isinstance(training, UnigramTraining) or not training.events:
        raise ValueError(f"not a Unigram training, algorithm=unigram, that removes tokens: {of}")
    return training


class _Pruning:
    """The words with their cuts, how much less probable these get without a token, and what that costs."""

    def __init__(self, training: UnigramTraining) -> None:
        self.training = training
        self.words = [*training.corpus.words.items()][:WORDS]
        tokens = training.at(0).tokens
        self.costs = {one.token: one.loss_increase / log(2) for one in tokens}
        self.counts = {one.token: one.frequency for one in tokens}
        self.is_whole = all(float(one).is_integer() for one in self.counts.values())
        self.ids = training.base_vocabulary
        self.names = [f"{localized_number(count)} × {make_visible(word)}" for word, count in self.words]
        self.cuts = max(map(width_of, self.names)) + 18
        self.equal = label_width(_("or")) + 16

    def in_one_word(self, word: str, token: str) -> Picture:
        if word not in dict(self.words):
            raise ValueError(f"not one of the first {WORDS} words: {word}")
        if not FREE <= self.costs.get(token, 0) < inf:
            raise ValueError(f"not needed, or needed by all cuts: {token}")
        line = next(line for one, line in self.lines(token) if one == word)
        return _OneWord(self, word, token, line).picture()

    def worse_words(self, going: str) -> list[str]:
        """Return the words that get a worse cut without a token."""
        return [word for word, line in self.lines(going) if line.cost >= FREE]

    def lines(self, going: str) -> list[tuple[str, _Line]]:
        """Return each word’s line without a token, or with all tokens if it's empty."""
        scores = self.training.scores_at(0)
        without = {token: score for token, score in scores.items() if token != going}
        found = []
        for word, count in self.training.corpus.words.items():
            best, other = _best_cuts(word, scores), _best_cuts(word, without)
            lost = best[0].score - other[0].score
            if count * lost >= FREE:
                found.append((word, _Line(best, [], other[0], exp(lost), count * lost / log(2))))
                continue
            is_drawn = any(cut in best for cut in other)
            found.append((word, _Line(best if is_drawn else [*best, other[0]], other, None, 1.0, 0.0)))
        return found

    def line_width(self, line: _Line) -> float:
        """Return the width of a word's cuts."""
        cuts = [*line.best, *([line.other] if line.other else [])]
        return sum(map(_width, cuts)) + self.equal * (len(line.best) - 1) + ARROW * bool(line.other)

    def lines_of_words(self, going: str) -> list[PictureShape]:
        """Return each word with its best cuts."""
        shapes = list[PictureShape]()
        for row, (name, (word, line)) in enumerate(zip(self.names, self.lines(going)[:WORDS], strict=True)):
            y = TOP + SPACED * row
            shapes.append(text_from(f"{word}:name", (2, y), name))
            shapes += self._draw_cuts(word, y, line, going)
        return shapes

    def _draw_cuts(self, word: str, y: float, line: _Line, going: str) -> list[PictureShape]:
        """Return a word's best cuts side by side, and what comes in their place if none of them is left."""
        x, shapes = self.cuts, list[PictureShape]()
        for place, cut in enumerate(line.best):
            if place:
                shapes.append(caption(f"{word}:equal{place}", (x - self.equal / 2, y), _("or")))
            is_left: Mark = "now" if _is_hit(line, going) and cut in line.left else ""
            shapes += self._draw_cut(word, (x, y), cut, ["next" if token == going else is_left for token in cut.tokens])
            x += _width(cut) + self.equal
        if line.other:
            start = x - self.equal + 5
            shapes.append(shape(f"{word}:arrow", "arrow", (start, y), (ARROW - 10, 0)))
            shapes += self._draw_cut(word, (start + ARROW - 5, y), line.other, ["now"] * len(line.other.tokens))
        return shapes

    def _draw_cut(self, word: str, at: tuple[float, float], cut: _Cut, marks: Sequence[Mark]) -> list[PictureShape]:
        key = f"{word}:{'+'.join(cut.tokens)}:"
        tiles = [(token, "", token_hue(self.ids[token])) for token in cut.tokens]
        return [one | {"size": (one["size"][0], 30)} for one in tiles_from(key, at, tiles, marks, right=ONE_LINE)]


class _Without:
    """A line per word, with its cuts and what they lose without a token; below, all tokens with their counts."""

    def __init__(self, pruning: _Pruning, chosen: str) -> None:
        self.pruning = pruning
        longer = sorted(token for token, cost in pruning.costs.items() if isfinite(cost))
        letters = sorted(token for token in pruning.counts if token not in longer)
        if chosen not in longer:
            raise ValueError(f"not a token longer than a letter: {chosen}")
        self.chosen = chosen
        self.letters = letters[: self._room(letters)]
        others = [token for token in longer if token != chosen]
        self.tokens = sorted([chosen, *others[: min(MOST_TOKENS, self._room(longer)) - 1]])
        self.lines = {token: pruning.lines(token)[:WORDS] for token in self.tokens}
        total = self._count(sum(pruning.counts.values()))
        self.titles = (
            _("Tokens with their counts, of {total} in all. Choose one.").format(total=total),
            _("Single letters always stay."),
        )
        widths = [
            pruning.cuts + pruning.line_width(line) + self._cost_width(count, line)
            for found in self.lines.values()
            for (_word, count), (_same, line) in zip(pruning.words, found, strict=True)
        ]
        self.width = max(WIDTH, *widths)
        self.foot = TOP + SPACED * (len(pruning.words) - 1)
        self.height = self.foot + 198

    def _room(self, tokens: Sequence[str]) -> int:
        """Return how many tokens fit, if each has as much room as the widest."""
        widths = [max(width_of(one), width_of(self._count(self.pruning.counts[one]))) for one in tokens]
        return max(1, int((WIDTH - 4) / (max(widths) + PADDING + 4)))

    def _count(self, count: float) -> str:
        return localized_number(count) if self.pruning.is_whole else localized_decimal(count, 1)

    def picture(self) -> Picture:
        start = _("Each word with its best cuts: all of them if several are equally probable. What if a token goes?")
        frames = [(start, self._shapes("")), *((self._text(token), self._shapes(token)) for token in self.tokens)]
        about = _(
            "A line per word: its count, its best cuts, of which those without the dashed token are thick, an arrow to "
            "a worse cut if none of them is left, and what that costs. Below, the tokens with their counts."
        )
        drawn = drawing(_("Without a token"), about, (self.width, self.height), frames)
        return dialled(drawn, _("Without"), ["–", *self.tokens], 1 + self.tokens.index(self.chosen), waits=False)

    def _text(self, token: str) -> str:
        worse = self.pruning.worse_words(token)
        if not worse:
            sentence = _("Without “{token}”, each word has a cut that is just as probable. Removing it costs nothing.")
            return sentence.format(token=token)
        sentence = ngettext(
            "Without “{token}”, {words} gets a worse cut. Removing it costs {cost} halvings.",
            "Without “{token}”, {words} get a worse cut. Removing it costs {cost} halvings.",
            len(worse),
        )
        words = join_list(worse)
        return sentence.format(token=token, words=words, cost=_cost(self.pruning.costs[token]))

    @staticmethod
    def _line_cost(count: int, line: _Line) -> str:
        return _calculation(count, log(line.times, 2))[1] if line.cost >= FREE else localized_number(0)

    def _cost_width(self, count: int, line: _Line) -> float:
        return label_width(self._line_cost(count, line)) + 6

    def _shapes(self, going: str) -> list[PictureShape]:
        shapes = self.pruning.lines_of_words(going)
        if going:
            title = _("Cost, in halvings")
            shapes.append(caption("costs", (self.width - 4 - label_width(title) / 2, 14), title))
            for row, ((_word, count), (word, line)) in enumerate(
                zip(self.pruning.words, self.lines[going], strict=True)
            ):
                if any(going in cut.tokens for cut in line.best):
                    mark: Mark = "now" if line.cost >= FREE else ""
                    at = (self.width - self._cost_width(count, line) / 2, TOP + SPACED * row)
                    shapes.append(caption(f"{word}:cost", at, self._line_cost(count, line), mark))
        shapes.append(shape("rule", "line", (0, self.foot + 28), (self.width, 0), mark="dim"))
        for row, tokens in enumerate((self.tokens, self.letters)):
            y = self.foot + 48 + 76 * row
            shapes.append(label(f"title{row}", (2, y), self.titles[row]))
            shapes += self._tiles(tokens, y + 38, going, is_choice=not row)
        return shapes

    def _tiles(self, tokens: Sequence[str], y: float, going: str, *, is_choice: bool) -> list[PictureShape]:
        slot = min((self.width - 4) / len(tokens), 60)
        shapes = list[PictureShape]()
        for place, token in enumerate(tokens):
            mark: Mark = "next" if token == going else ""
            at, size = (2 + slot * (place + 0.5), y), (slot - 4, TILE)
            more = {"text": token, "note": self._count(self.pruning.counts[token]), "mark": mark}
            to = {"to": place + 1} if is_choice else {}
            shapes.append(
                shape(f"{token}:tile", "tile", at, size, hue=token_hue(self.pruning.ids[token]), **more, **to)
            )
        return shapes


class _OneWord:
    """A word's best cut above the best one without a token; below, halvings of 1, down to how probable that one is."""

    def __init__(self, pruning: _Pruning, word: str, token: str, line: _Line) -> None:
        self.pruning, self.word, self.token = pruning, word, token
        self.halvings = log(line.times, 2)
        self.columns = max(len(FRACTIONS) - 1, ceil(self.halvings))
        if line.other is None or self.columns > MOST_HALVINGS:
            raise ValueError(f"no halving of the word {word}, or more than {MOST_HALVINGS}: {token}")
        self.rows = [(line.best[0], _("best cut")), (line.other, _("best cut left"))]
        total = sum(pruning.counts.values())
        self.shares = {
            one: f"{localized_number(count)}/{localized_number(total)}"
            if pruning.is_whole
            else localized_significant(count / total, 3)
            for one, count in pruning.counts.items()
        }
        left, lost = (Counter(self.shares[one] for one in cut.tokens) for cut in (line.other, line.best[0]))
        factors = [] if lost - left else (left - lost).elements()  # by which the other cut is less probable
        self.count = pruning.training.corpus.words[word]
        self.part = f"1/{localized_significant(line.times, 3)}"
        self.product = " = ".join(filter(None, (" × ".join(factors), self.part)))
        self.number, self.cost = _calculation(self.count, self.halvings)
        wide = [self._cut_width(cut) + 18 + label_width(text) for cut, text in self.rows]
        self.width = max(WIDTH, *wide, *(label_width(line) + 4 for line in (self._cost_line, self._ratio)))
        self.pitch = (self.width - 2 * SIDE) / self.columns

    @property
    def _cost_line(self) -> str:
        return _("Cost: {calculation}").format(calculation=self.cost)

    @property
    def _ratio(self) -> str:
        return _("Only {part} as probable").format(part=self.product)

    def picture(self) -> Picture:
        often = ngettext(
            "The word {word} occurs {count} time, and costs that many halvings.",
            "The word {word} occurs {count} times. Each time, it costs that many halvings.",
            self.count,
        )
        unknown = shape("unknown", "cell", (22, ROWS[1]), (40, TILE), text="?", mark="later")
        frames = [
            (
                _("Suppose “{token}” goes. How probable is the best cut of {word} that is left?"),
                [*self._draw_cuts(self.rows[:1]), unknown, *self._columns()],
            ),
            (
                _("Without “{token}”, the word {word} needs another cut. Compare the shares."),
                [*self._draw_cuts(self.rows, "now"), *self._ratio_shapes("now"), *self._columns()],
            ),
            (
                _("Each column is half as high as the one before it. From 1 to {part} is {number} halvings."),
                [*self._draw_cuts(self.rows), *self._ratio_shapes(), *self._columns(), *self._probable_shapes("now")],
            ),
            (
                often,
                [
                    *self._draw_cuts(self.rows, gone="dim"),
                    *self._ratio_shapes(),
                    *self._columns(),
                    *self._probable_shapes(),
                    label("cost", (2, HEIGHT - 12), self._cost_line, "best"),
                ],
            ),
        ]
        values = {
            "token": self.token,
            "word": make_visible(self.word),
            "part": self.part,
            "number": self.number,
            "count": localized_number(self.count),
        }
        about = _(
            "A word’s best cut, and below it the best one without the dashed token, with the share of each token. "
            "Below, columns, each half as high as the one before it, and a thick one for how probable the cut without "
            "the token is. At the end, the cost."
        )
        drawn = [(sentence.format(**values), shapes) for sentence, shapes in frames]
        return drawing(_("What a token costs"), about, (self.width, HEIGHT), drawn)

    def _draw_cuts(self, rows: Sequence[tuple[_Cut, str]], mark: Mark = "", gone: Mark = "next") -> list[PictureShape]:
        """Return the word and its cuts, with the share of each token."""
        name = f"{localized_number(self.count)} × {make_visible(self.word)}"
        shapes = [text_from(f"{self.word}:name", (2, FIRST), name)]
        for place, (y, (cut, text)) in enumerate(zip(ROWS, rows, strict=False)):
            x = 2.0
            for number, token in enumerate(cut.tokens):
                wide = self._token_width(token)
                key = f"{self.word}:{'+'.join(cut.tokens)}:{number}"
                its: Mark = mark if place else gone if token == self.token else ""
                hue = None if its == "dim" else token_hue(self.pruning.ids[token])
                more = {"text": token, "note": self.shares[token], "hue": hue}
                shapes.append(shape(key, "tile", (x + wide / 2, y), (wide, TILE), mark=its, **more))
                x += wide + TIMES
                if number < len(cut.tokens) - 1:
                    shapes.append(caption(f"times{place}:{number}", (x - TIMES / 2, y), "×"))
            shapes.append(label(f"said{place}", (x - TIMES + 14, y), text))
        return shapes

    def _ratio_shapes(self, mark: Mark = "") -> list[PictureShape]:
        return [label("part", (2, ROWS[1] + 42), self._ratio, mark)]

    def _columns(self) -> list[PictureShape]:
        """Return 1 and its halves as columns."""
        shapes = list[PictureShape]()
        for number in range(self.columns + 1):
            x, high = SIDE + self.pitch * number, TALLEST / 2**number
            size = (COLUMN, max(high, 1))
            shapes.append(shape(f"half{number}", "cell", (x, BASE - size[1] / 2), size, hue=BAR_HUE))
            if number < len(FRACTIONS):
                shapes.append(caption(f"fraction{number}", (x, BASE - high - 13), FRACTIONS[number]))
            shapes.append(caption(f"number{number}", (x, BASE + 15), localized_number(number)))
        text = _("Halvings")
        left = 2 if 2 * self.halvings > self.columns else self.width - 4 - label_width(text)
        return [*shapes, label("said", (left, BASE + 36), text)]

    def _probable_shapes(self, mark: Mark = "") -> list[PictureShape]:
        """Return a thick column between the others for the second cut."""
        x, high = SIDE + self.pitch * self.halvings, max(TALLEST / 2**self.halvings, 1)
        shapes = [shape("probable", "cell", (x, BASE - high / 2), (COLUMN, high), hue=BAR_HUE, mark="now")]
        above, half = TALLEST / 2 ** int(self.halvings) + 37, label_width(self.part) / 2
        at = min(max(x, half), self.width - half)
        if self.halvings < 1:  # beside the first column, which is higher
            above, at = TALLEST / 2 + 35, max(x, SIDE + COLUMN / 2 + half + 6)
            if high > above - 12:
                at = x + COLUMN / 2 + half + 6
        shapes.append(caption("probable:part", (at, BASE - above), self.part, mark))
        if above - high > 14 and abs(at - x) < half:
            shapes.append(shape("probable:line", "line", (x, BASE - above + 11), (0, above - 11 - high)))
        half = label_width(self.number) / 2
        at = min(max(x, half), self.width - half)
        return [*shapes, caption("halvings", (at, BASE + 36), self.number, "now")]

    def _token_width(self, token: str) -> float:
        return max(width_of(token), width_of(self.shares[token])) + PADDING

    def _cut_width(self, cut: _Cut) -> float:
        return sum(self._token_width(token) + TIMES for token in cut.tokens) - TIMES


def _is_hit(line: _Line, going: str) -> bool:
    """Tell whether one of a word's best cuts has a token that goes."""
    return any(going in cut.tokens for cut in line.best)


def _best_cuts(word: str, scores: Mapping[str, float]) -> list[_Cut]:
    """Return the most probable cuts of a word: a few of those that are equally probable, in alphabetical order."""
    at: list[list[_Cut]] = [[_Cut((), 0.0)]]
    for end in range(1, len(word) + 1):
        cuts = [
            _Cut((*cut.tokens, word[start:end]), cut.score + scores[word[start:end]])
            for start in range(end)
            if word[start:end] in scores
            for cut in at[start]
        ]
        most = max((cut.score for cut in cuts), default=0.0)
        at.append(sorted(cut for cut in cuts if most - cut.score < SAME)[:CUTS])
    return at[-1]


def _width(cut: _Cut) -> float:
    return sum(width_of(token) + PADDING + 6 for token in cut.tokens) - 6


def _calculation(count: int, halvings: float) -> tuple[str, str]:
    """Return halvings with so many decimals that, times a word's count, they are the cost; and this calculation."""
    cost = round(count * halvings, 1)
    places = next((one for one in range(2, 7) if round(count * round(halvings, one), 1) == cost), 7)
    number = localized_decimal(halvings, places)
    return number, f"{localized_number(count)} × {number} = {_cost(count * halvings)}"


def _cost(cost: float) -> str:
    return localized_decimal(cost, 1) if cost >= FREE else localized_number(0)
