"""Unigram's pruning in steps: the words' best cuts, what each loses without a token, and which tokens are removed."""

from collections.abc import Collection, Mapping, Sequence
from math import inf, isfinite
from typing import NamedTuple

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from bpe_engine.unigram.viterbi import viterbi
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    TILE,
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
from ui.course.values.value_registry import picture, token_count_text

LINE = 38  # from a word to the next
FIRST = 50  # the middle of the first word’s line
COLUMN = 130  # least width of a column of cuts
FREE = 0.05  # a cost below this is shown as none
WORDS = 8
"""Most words drawn."""


class _Cut(NamedTuple):
    """A cut of a word, with the logarithm of its probability."""

    tokens: tuple[str, ...]
    score: float


class _Line(NamedTuple):
    """A word's line: its best cut, the best one without some tokens, and how much the loss grows without them."""

    best: _Cut
    other: _Cut
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
        cut = max(sum(width_of(letter) + PADDING + 6 for letter in word) for word, _count in self.words)
        left = max(map(width_of, self.names)) + 18
        self.columns = left, left + max(COLUMN, cut), left + 2 * max(COLUMN, cut)
        self.foot = FIRST + LINE * (len(self.words) + 1)
        notes = [_cost(cost) for costs in self.costs for cost in costs.values() if isfinite(cost)]
        notes += map(localized_number, self.counts.values())
        self.slot = max(width_of(text) for text in (*notes, *self.tokens)) + PADDING + 4
        self.slot = max(self.slot, 59.5)
        self.many = max(1, int(WIDTH / self.slot))  # tokens per line

    def picture(self, needed: str, spare: str) -> Picture:
        first = self.costs[0]
        start = _(
            "{tokens} at the start. Single letters stay. Which of the others do the best cuts need least?"
        ).format(tokens=token_count_text(len(self.tokens) + len(self.letters)))
        frames = [self._frame(start, 0, {}, is_known=False)]
        told = {
            needed: _("Suppose “{token}” is gone (dashed). Look for words that must take a worse cut: “{word}” must."),
            spare: _("Suppose “{token}” is gone instead. Its words have other cuts that are just as probable."),
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
            said = (
                _("Removed, in this order: {tokens}. No word gets a worse cut, so the loss doesn’t grow.")
                if cost < FREE
                else _("Removed: {tokens}. Without it, the loss grows least: by {cost}.")
                if len(going) == 1
                else _("Removed: {tokens}. Without these, the loss grows least, by {cost}.")
            ).format(tokens=join_list(_("“{token}”").format(token=token) for token in going), cost=_cost(cost))
            frames.append(self._frame(said, number, self.costs[number], going))
            number += events
        left = [token for token in self.tokens if token in self.costs[-1]]
        end = _("At the end there are {tokens}, and the single letters. These are the vocabulary.").format(
            tokens=join_list(_("“{token}”").format(token=token) for token in left)
        )
        frames.append(self._frame(end, number, self.costs[number]))
        lines = sum(-(-len(tokens) // self.many) for tokens in (self.tokens, self.letters))
        return drawing(
            _("What each token is worth"),
            _(
                "At the top, a line per word: its count, its best cut, its best cut without the dashed tokens, and how "
                "much the loss grows. Below, all tokens, each with the amount by which the loss would grow without it, "
                "and the single letters. Tokens that have been removed are dotted."
            ),
            (max(WIDTH, self.columns[2] + 80), self.foot + 62 + (TILE + 6) * lines),
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
            best, other = _best(word, scores), _best(word, without)
            # Of equally probable cuts, the one with a token in question is drawn.
            having = [_best_with(word, token, scores) for token in going]
            same = [cut for cut in having if cut and best.score - cut.score < 1e-9]
            cost = count * (best.score - other.score)
            found.append((word, _Line(min(same, key=lambda cut: len(cut.tokens), default=best), other, cost)))
        return found

    def _frame(
        self, said: str, step: int, known: Mapping[str, float], going: Sequence[str] = (), *, is_known: bool = True
    ) -> Frame:
        x, lines = self.columns, self._lines(step, going)[:WORDS]
        heads = (
            (2.0, _("Word")),
            (x[0], _("Best cut")),
            (x[1], _("Without it") if len(going) == 1 else _("Without them")),
            (x[2], _("Loss")),
        )
        shapes = [label(f"head{at}", (at, 14), head) for at, head in (heads if going else heads[:2])]
        for row, (name, (_word, line)) in enumerate(zip(self.names, lines, strict=True)):
            y = FIRST + LINE * row
            shapes.append(text_from(f"word{row}", (2, y), name))
            is_hit = any(token in going for token in line.best.tokens)
            marks: list[Mark] = ["next" if token in going else "" for token in line.best.tokens]
            shapes += self._cut(f"best{row}:", (x[0], y), line.best, marks)
            if going:
                others: list[Mark] = ["now" if is_hit else "" for _token in line.other.tokens]
                shapes += self._cut(f"other{row}:", (x[1], y), line.other, others)
                mark: Mark = "now" if line.cost >= FREE else ""
                shapes.append(label(f"cost{row}", (x[2], y), _grown(line.cost), mark))
        if not is_known:
            high = LINE * len(lines)
            at, size = ((x[1] + WIDTH) / 2 - 2, FIRST + (high - LINE) / 2), (WIDTH - x[1] - 4, high - 6)
            shapes.append(shape("others", "cell", at, size, text="?", mark="later"))
        y = self.foot - LINE
        shapes.append(shape("rule", "line", (2, y - LINE / 2 + 1), (WIDTH - 4, 0)))
        if going:
            total = sum(line.cost for _word, line in self._lines(step, going))
            shapes.append(label("all", (2, y), _("All words together")))
            shapes.append(label("total", (x[2], y), _grown(total), "now"))
        return said, [*shapes, *self._tokens(step, known, going, is_known=is_known)]

    def _cut(self, key: str, at: tuple[float, float], cut: _Cut, marks: Sequence[Mark]) -> list[PictureShape]:
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


def _best(word: str, scores: Mapping[str, float]) -> _Cut:
    if not word:
        return _Cut((), 0.0)
    found = viterbi(word, scores)
    return _Cut(tuple(found.tokens()), found.total)


def _best_with(word: str, token: str, scores: Mapping[str, float]) -> _Cut | None:
    """Return the best cut of a word that uses this token; None if the token does not occur in it."""
    found = []
    for start in range(len(word) - len(token) + 1):
        if word.startswith(token, start):
            before, after = _best(word[:start], scores), _best(word[start + len(token) :], scores)
            found.append(_Cut((*before.tokens, token, *after.tokens), before.score + scores[token] + after.score))
    return max(found, key=lambda each: each.score, default=None)


def _cost(cost: float) -> str:
    return localized_decimal(cost, 1) if cost >= FREE else localized_number(0)


def _grown(cost: float) -> str:
    return f"+ {_cost(cost)}" if cost >= FREE else _cost(cost)
