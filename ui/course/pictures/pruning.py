"""Unigram's pruning in steps: all best cuts of each word, which of them are left without a token, and what goes."""

from collections.abc import Collection, Mapping, Sequence
from math import exp, inf, isfinite
from typing import NamedTuple

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_significant
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    TILE,
    TYPE,
    WIDTH,
    Frame,
    Mark,
    drawing,
    label,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture

LINE = 38  # from a word to the next
FIRST = 50  # the middle of the first word’s line
EQUAL = 24  # from a cut to one that is as probable, with “=” between them
ARROW = 40  # from the last of the best cuts to the one that comes in their place
NUMBERS = 96  # least width of the last column
CUTS = 3  # most of a word's best cuts drawn
SAME = 1e-9  # two logarithms this close are of the same probability
FREE = 0.05  # a cost below this is shown as none
WORDS = 8
"""Most words drawn."""


class _Cut(NamedTuple):
    """A cut of a word, with the logarithm of its probability."""

    tokens: tuple[str, ...]
    score: float


class _Line(NamedTuple):
    """A word's line: its best cuts, those without some tokens, and how much the loss grows without them."""

    best: list[_Cut]
    left: list[_Cut]
    other: _Cut | None
    cost: float


@picture
def pruned_tokens(_text: str, of: str, needed: str, spare: str) -> Picture:
    """What each word loses without a token: a needed one, a spare one, then those that Unigram removes."""
    training = training_at(of)
    if not isinstance(training, UnigramTraining):
        raise ValueError(of)
    return _Pruning(training).picture(needed, spare)


class _Pruning:
    """A line per word, with its cuts and what it loses; below, all tokens, each in a place of its own in all steps."""

    def __init__(self, training: UnigramTraining) -> None:
        self.training = training
        self.words = [*training.corpus.words.items()][:WORDS]
        self.costs = [
            {piece.token: piece.loss_increase for piece in training.at(step).tokens}
            for step in range(len(training.events) + 1)
        ]
        gone = [token for event in training.events for token, _cost in event.removed]
        self.tokens = gone + [token for token, cost in self.costs[-1].items() if isfinite(cost)]
        self.letters = [token for token, cost in self.costs[0].items() if cost == inf]
        self.counts = {
            token: sum(word.count(token) * times for word, times in training.corpus.words.items())
            for token in (*self.tokens, *self.letters)
        }
        self.ids = training.base_vocabulary
        self.names = [f"{localized_number(count)} × {make_visible(word)}" for word, count in self.words]
        self.cuts = max(map(width_of, self.names)) + 18
        self.numbers = max(WIDTH - NUMBERS, self.cuts + self._widest() + 12)
        self.foot = FIRST + LINE * (len(self.words) + 1)
        notes = [_cost(cost) for costs in self.costs for cost in costs.values() if isfinite(cost)]
        notes += map(localized_number, self.counts.values())
        self.slot = max(width_of(text) for text in (*notes, *self.tokens)) + PADDING + 4
        self.slot = max(self.slot, 59.5)
        self.many = max(1, int(WIDTH / self.slot))  # tokens per line

    def picture(self, needed: str, spare: str) -> Picture:
        first = self.costs[0]
        start = _(
            "“=” joins best cuts of a word that are equally probable. Single letters stay. Which other tokens do the "
            "words need least?"
        )
        frames = [self._frame(start, 0, {}, is_known=False)]
        told = {
            needed: _(
                "Suppose “{token}” is gone (dashed). The word {word} has no other best cut: it must take a worse one, "
                "and the loss grows."
            ),
            spare: _(
                "Suppose “{token}” is gone instead. Each word still has one of its best cuts (thick), so the loss "
                "doesn’t grow."
            ),
        }
        known: dict[str, float] = {}
        for token, said in told.items():
            known[token] = first[token]
            word = max(self._lines(0, {token}), key=lambda line: line[1].cost)[0]
            values = {"token": token, "word": word}
            frames.append(self._frame(said.format(**values), 0, dict(known), [token]))
        number = 0
        while number < len(self.training.events):
            going, events = self._going(number)
            cost = sum(line.cost for _word, line in self._lines(number, going))
            values = {
                "tokens": join_list(_("“{token}”").format(token=token) for token in going),
                "cost": _cost(cost),
                "all": localized_number(self._counted(number)),
            }
            said = (
                _("Removed, in this order: {tokens}. Each word keeps one of its best cuts, so the loss doesn’t grow.")
                if cost < FREE
                else _(
                    "The shares are recounted, now of {all}, so the amounts change. Removed: {tokens}, without which "
                    "the loss grows least, by {cost}."
                )
            ).format(**values)
            # Of several removed in one step, the amounts of the others are those before the first went.
            known = self.costs[number] if events == 1 else {token: self.costs[number][token] for token in going}
            frames.append(self._frame(said, number, known, going))
            number += events
        left = [token for token in self.tokens if token in self.costs[-1]]
        end = _(
            "The vocabulary is {tokens}, and the single letters. Their shares are recounted once more, now of {all}."
        ).format(
            tokens=join_list(_("“{token}”").format(token=token) for token in left),
            all=localized_number(self._counted(number)),
        )
        frames.append(self._frame(end, number, self.costs[number]))
        lines = sum(-(-len(tokens) // self.many) for tokens in (self.tokens, self.letters))
        return drawing(
            _("What each token is worth"),
            _(
                "At the top, a line per word: its count, its best cuts, of which those without the dashed tokens are "
                "thick, an arrow to a worse cut if none of them is left, and how much the loss grows. Below, all "
                "tokens, each with the amount by which the loss would grow without it, and the single letters. Tokens "
                "that have been removed are dotted."
            ),
            (max(WIDTH, self.numbers + NUMBERS), self.foot + 62 + (TILE + 6) * lines),
            frames,
        )

    def _going(self, number: int) -> tuple[list[str], int]:
        """Return the tokens removed in this step and in those after it, as long as all of them cost nothing."""
        events = self.training.events
        going = [token for token, _cost in events[number].removed]
        count = 1
        while number + count < len(events):
            more = [*going, *(token for token, _cost in events[number + count].removed)]
            costs = [cost for event in events[number : number + count + 1] for _token, cost in event.removed]
            if max(costs) >= FREE or sum(line.cost for _word, line in self._lines(number, more)) >= FREE:
                break
            going, count = more, count + 1
        return going, count

    def _lines(self, step: int, going: Collection[str]) -> list[tuple[str, _Line]]:
        scores = self.training.scores_at(step)
        without = {token: score for token, score in scores.items() if token not in going}
        found = []
        for word, count in self.training.corpus.words.items():
            best, other = _best_cuts(word, scores), _best_cuts(word, without)
            cost = count * (best[0].score - other[0].score)
            if cost >= FREE:
                found.append((word, _Line(best, [], other[0], cost)))
                continue
            is_drawn = any(cut in best for cut in other)
            found.append((word, _Line(best if is_drawn else [*best, other[0]], other, None, cost)))
        return found

    def _counted(self, step: int) -> int:
        """Return how often the tokens of a step occur together."""
        return sum(self.counts[token] for token in self.costs[step])

    def _widest(self) -> float:
        """Return the width of the longest line of cuts."""
        widths = []
        for step in range(len(self.costs)):
            for _word, line in self._lines(step, [] if step == len(self.costs) - 1 else self._going(step)[0]):
                cuts = [*line.best, *([line.other] if line.other else [])]
                widths.append(sum(map(_width, cuts)) + EQUAL * (len(line.best) - 1) + (ARROW if line.other else 0))
        return max(widths)

    def _frame(
        self, said: str, step: int, known: Mapping[str, float], going: Sequence[str] = (), *, is_known: bool = True
    ) -> Frame:
        lines = self._lines(step, going)[:WORDS]
        last = _("Loss") if going else _("Probability")
        heads = ((2.0, _("Word")), (self.cuts, _("Best cuts")), (self.numbers, last))
        shapes = [label(f"head{at}", (at, 14), head) for at, head in heads]
        for row, (name, (word, line)) in enumerate(zip(self.names, lines, strict=True)):
            y = FIRST + LINE * row
            shapes.append(text_from(f"word{row}", (2, y), name))
            shapes += self._cuts(word, y, line, going)
            mark: Mark = "now" if line.cost >= FREE else ""
            told = _grown(line.cost) if going else localized_significant(exp(line.best[0].score), 3)
            shapes.append(label(f"number{row}", (self.numbers, y), told, mark))
        y = self.foot - LINE
        shapes.append(shape("rule", "line", (2, y - LINE / 2 + 1), (WIDTH - 4, 0)))
        if going:
            total = sum(line.cost for _word, line in self._lines(step, going))
            shapes.append(label("all", (2, y), _("All words together")))
            shapes.append(label("total", (self.numbers, y), _grown(total), "now"))
        return said, [*shapes, *self._tokens(step, known, going, is_known=is_known)]

    def _cuts(self, word: str, y: float, line: _Line, going: Collection[str]) -> list[PictureShape]:
        """Return a word's best cuts side by side, and what comes in their place if none of them is left."""
        x, shapes = self.cuts, list[PictureShape]()
        is_hit = any(token in going for cut in line.best for token in cut.tokens)
        for place, cut in enumerate(line.best):
            if place:
                shapes.append(text_from(f"{word}:equal{place}", (x - (EQUAL + TYPE) / 2, y), "="))
            is_left: Mark = "now" if is_hit and cut in line.left else ""
            shapes += self._cut(word, (x, y), cut, ["next" if token in going else is_left for token in cut.tokens])
            x += _width(cut) + EQUAL
        if line.other:
            start = x - EQUAL + 5
            shapes.append(shape(f"{word}:arrow", "arrow", (start, y), (ARROW - 10, 0)))
            shapes += self._cut(word, (start + ARROW - 5, y), line.other, ["now"] * len(line.other.tokens))
        return shapes

    def _cut(self, word: str, at: tuple[float, float], cut: _Cut, marks: Sequence[Mark]) -> list[PictureShape]:
        key = f"{word}:{'+'.join(cut.tokens)}:"
        tiles = [(token, "", token_hue(self.ids[token])) for token in cut.tokens]
        return [one | {"size": (one["size"][0], 32)} for one in tiles_from(key, at, tiles, marks, right=1000)]

    def _tokens(
        self, step: int, known: Mapping[str, float], going: Collection[str], *, is_known: bool
    ) -> list[PictureShape]:
        """Return all tokens in their places, each with its count or with what the loss would grow by without it."""
        title = _("Without it, the loss grows by")
        if not is_known:
            title = _("How often each token occurs: {count} in all").format(
                count=localized_number(sum(self.counts.values()))
            )
        shapes = [label("tokens", (2, self.foot + 2), title)]
        y = self.foot + 42.0
        for tokens in (self.tokens, self.letters):
            for place, token in enumerate(tokens):
                line, column = divmod(place, self.many)
                at = (self.slot * (column + 0.5), y + (TILE + 6) * line)
                is_gone = token not in self.costs[step]
                price = known.get(token, inf)
                note = _cost(price) if isfinite(price) else "?" if tokens is self.tokens and not is_gone else ""
                if not is_known:
                    note = localized_number(self.counts[token])
                mark: Mark = "dim" if is_gone else "next" if token in going else ""
                hue = None if is_gone else token_hue(self.ids[token])
                size = (self.slot - 4, TILE)
                shapes.append(shape(f"{token}:tile", "tile", at, size, text=token, note=note, hue=hue, mark=mark))
            y += (TILE + 6) * -(-len(tokens) // self.many)
        return shapes


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


def _cost(cost: float) -> str:
    return localized_decimal(cost, 1) if cost >= FREE else localized_number(0)


def _grown(cost: float) -> str:
    return f"+ {_cost(cost)}" if cost >= FREE else _cost(cost)
