"""Unigram's pruning in steps: all best cuts of each word, which of them are left without a token, and what goes."""

from collections.abc import Collection, Mapping, Sequence
from math import exp, inf, isfinite, log
from typing import NamedTuple

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_significant, ngettext
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    ONE_LINE,
    PADDING,
    WIDTH,
    Frame,
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

LINE = 36  # from a word to the next
FIRST = 48  # the middle of the first word’s line
ARROW = 40  # from the last of the best cuts to the one that comes in their place
HIGH = 64  # height of the highest bar
NAME = 34  # height of a token
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
    """A word's line: its best cuts, those without some tokens, how many times less probable, and the halvings."""

    best: list[_Cut]
    left: list[_Cut]
    other: _Cut | None
    times: float
    cost: float


@picture
def pruned_tokens(_text: str, of: str, needed: str, spare: str) -> Picture:
    """What each word loses without a needed token, a spare one, which costs nothing, and those that Unigram removes."""
    return _Pruning(_training(of)).picture(needed, spare)


@picture
def token_to_remove(_text: str, of: str, steps: int, chosen: str) -> Picture:
    """What each word loses without the token that readers choose, of those that some steps of the training leave."""
    return _Pruning(_training(of)).choice(steps, chosen)


def _training(of: str) -> UnigramTraining:
    training = training_at(of)
    if not isinstance(training, UnigramTraining) or not training.events:
        raise ValueError(f"not a Unigram training, algorithm=unigram, that removes tokens: {of}")
    return training


class _Pruning:
    """A line per word, with its cuts and how much less probable they get; below, a bar per token: what it costs."""

    def __init__(self, training: UnigramTraining) -> None:
        self.training = training
        self.words = [*training.corpus.words.items()][:WORDS]
        self.costs = [
            {piece.token: piece.loss_increase / log(2) for piece in training.at(step).tokens}
            for step in range(len(training.events) + 1)
        ]
        longer = {token: cost for token, cost in self.costs[0].items() if isfinite(cost)}
        self.tokens = sorted(longer, key=lambda token: (longer[token] >= FREE and longer[token], token))
        self.ids = training.base_vocabulary
        self.names = [f"{localized_number(count)} × {make_visible(word)}" for word, count in self.words]
        self.cuts = max(map(width_of, self.names)) + 18
        self.equal = label_width(_("or")) + 16
        self.foot = FIRST + LINE * len(self.words) + 36 + HIGH  # where the bars stand
        notes = [_cost(cost) for costs in self.costs[:-1] for cost in costs.values() if isfinite(cost)]
        self.slot = max(max(width_of(text) for text in (*notes, *self.tokens)) + PADDING + 4, 59.5)
        self.many = max(1, int(WIDTH / self.slot))  # tokens that fit
        self.width = max(WIDTH, self.cuts + self._widest() + 16)
        most = max(cost for costs in self.costs[:-1] for cost in costs.values() if isfinite(cost))
        self.scale = HIGH / max(most, 1)

    def picture(self, needed: str, spare: str) -> Picture:
        first = self.costs[0]
        if not FREE <= first.get(needed, 0) < inf:
            raise ValueError(f"not needed, or needed by all cuts: {needed}")
        if first.get(spare, inf) >= FREE:
            raise ValueError(f"not free to remove: {spare}")
        start = _("Each word with its best cuts: all of them if several are equally probable. What if a token goes?")
        frames = [self._frame(start, 0, {})]
        known = {needed: first[needed]}
        frames.append(self._frame(self._missed(needed), 0, dict(known), [needed]))
        known[spare] = first[spare]
        frames.append(self._frame(_free(spare), 0, dict(known), [spare]))
        for number in range(1, len(self.costs)):
            going, costs = self._going(number - 1), self.costs[number - 1]
            worse = [word for word, line in self._lines(number - 1, going) if line.cost >= FREE]
            most = max(costs[token] for token in going)
            tied = {token for token, cost in costs.items() if abs(cost - most) < SAME}
            said = _removed(number, len(going), len(worse), is_tie=bool(tied - {*going}))
            said = said.format(
                number=localized_number(number),
                count=localized_number(len(going)),
                all=localized_number(sum(map(isfinite, costs.values()))),
                tokens=join_list(_("“{token}”").format(token=token) for token in going),
                cost=_cost(most),
                words=join_list(worse),
            )
            frames.append(self._frame(said, number - 1, costs, going))
        left = join_list(_("“{token}”").format(token=token) for token in self.tokens if token in self.costs[-1])
        end = _("The vocabulary is as small as asked for. Left, besides the single letters: {tokens}.")
        frames.append(self._frame(end.format(tokens=left), len(self.costs) - 1, None))
        return drawing(_("What each token is worth"), _about(), (self.width, self.foot + NAME + 6), frames)

    def choice(self, steps: int, chosen: str) -> Picture:
        """Return a step for each longer token that is left, without it; a click on a token leads to its step."""
        if not 0 <= steps < len(self.costs) - 1:
            raise ValueError(f"{steps} is not a number of steps of this training, from 0 to {len(self.costs) - 2}.")
        costs = self.costs[steps]
        tokens = [token for token in self.tokens if token in costs][: self.many]
        if chosen not in tokens:
            raise ValueError(
                f"{chosen} is not one of the tokens to choose from: {', '.join(tokens)}. Name one of these."
            )
        leads = {f"{token}:tile": step for step, token in enumerate(tokens)}
        before = ngettext(
            "After {count} step of training, the dotted tokens are gone.",
            "After {count} steps of training, the dotted tokens are gone.",
            steps,
        )
        before = before.format(count=localized_number(steps)) if steps else ""
        frames: list[Frame] = []
        for token in tokens:
            said, shapes = self._frame(join_sentences(before, self._worse(steps, token)), steps, costs, [token])
            frames.append((said, [{**one, "to": leads[one["key"]]} if one["key"] in leads else one for one in shapes]))
        drawn = drawing(_("Remove a token"), _about(), (self.width, self.foot + NAME + 6), frames)
        return dialled(drawn, _("Without"), tokens, tokens.index(chosen))

    def _worse(self, step: int, token: str) -> str:
        """Return which words get worse cuts without a token, and what they cost."""
        lost = [(word, line.cost) for word, line in self._lines(step, {token}) if line.cost >= FREE]
        if not lost:
            return _free(token)
        parts = " + ".join(_cost(cost) for _word, cost in lost)
        all_parts = f"{parts} = {_cost(self.costs[step][token])}" if len(lost) > 1 else parts
        said = ngettext(
            "Without “{token}”, {words} gets a worse cut. That costs {cost}.",
            "Without “{token}”, {words} get worse cuts. That costs {cost}.",
            len(lost),
        )
        return said.format(token=token, words=join_list(word for word, _cost in lost), cost=all_parts)

    def _missed(self, token: str) -> str:
        """Return what is said of the word that loses most without a token."""
        word, line = max(self._lines(0, {token}), key=lambda each: each[1].cost)
        return join_sentences(
            _("Without “{token}”, the word {word} must take a cut that is {times} times less probable."),
            ngettext(
                "That is {halvings} halvings, and it occurs {count} time: {cost}.",
                "That is {halvings} halvings, and it occurs {count} times: {cost}.",
                self.training.corpus.words[word],
            ),
        ).format(
            token=token,
            word=word,
            times=_factor(line.times),
            halvings=_halvings(line),
            count=localized_number(self.training.corpus.words[word]),
            cost=_cost(line.cost),
        )

    def _going(self, number: int) -> list[str]:
        """Return the tokens that a step removes."""
        return [token for token, _cost in self.training.events[number].removed]

    def _lines(self, step: int, going: Collection[str]) -> list[tuple[str, _Line]]:
        scores = self.training.scores_at(step)
        without = {token: score for token, score in scores.items() if token not in going}
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

    def _widest(self) -> float:
        """Return the width of the longest line of cuts, with what it costs."""
        widths = []
        for step in range(len(self.costs)):
            going = [] if step == len(self.costs) - 1 else self._going(step)
            for word, line in self._lines(step, going):
                cuts = [*line.best, *([line.other] if line.other else [])]
                wide = sum(map(_width, cuts)) + self.equal * (len(line.best) - 1) + ARROW * bool(line.other)
                widths.append(wide + label_width(self._told(word, line)))
        return max(widths)

    def _told(self, word: str, line: _Line) -> str:
        """Return how often the probabilities of a word's best cuts are halved, over all its occurrences."""
        if not line.other:
            return localized_number(0)
        return f"{localized_number(self.training.corpus.words[word])} × {_halvings(line)} = {_cost(line.cost)}"

    def _frame(self, said: str, step: int, known: Mapping[str, float] | None, going: Sequence[str] = ()) -> Frame:
        lines = self._lines(step, going)[:WORDS]
        heads = [(2.0, _("Word")), (self.cuts, _("Best cuts"))]
        if going:
            heads.append((self.width - 4 - label_width(_("Count × halvings")), _("Count × halvings")))
        shapes = [label(f"head{at}", (at, 14), head) for at, head in heads]
        for row, (name, (word, line)) in enumerate(zip(self.names, lines, strict=True)):
            y = FIRST + LINE * row
            shapes.append(text_from(f"word{row}", (2, y), name))
            shapes += self._cuts(word, y, line, going)
            if _is_hit(line, going):
                told = self._told(word, line)
                mark: Mark = "now" if line.other else ""
                shapes.append(label(f"number{row}", (self.width - 4 - label_width(told), y), told, mark))
        return said, [*shapes, *self._bars(step, known, going), *([] if known is not None else self._letters())]

    def _cuts(self, word: str, y: float, line: _Line, going: Collection[str]) -> list[PictureShape]:
        """Return a word's best cuts side by side, and what comes in their place if none of them is left."""
        x, shapes = self.cuts, list[PictureShape]()
        for place, cut in enumerate(line.best):
            if place:
                shapes.append(caption(f"{word}:equal{place}", (x - self.equal / 2, y), _("or")))
            is_left: Mark = "now" if _is_hit(line, going) and cut in line.left else ""
            shapes += self._cut(word, (x, y), cut, ["next" if token in going else is_left for token in cut.tokens])
            x += _width(cut) + self.equal
        if line.other:
            start = x - self.equal + 5
            shapes.append(shape(f"{word}:arrow", "arrow", (start, y), (ARROW - 10, 0)))
            shapes += self._cut(word, (start + ARROW - 5, y), line.other, ["now"] * len(line.other.tokens))
        return shapes

    def _cut(self, word: str, at: tuple[float, float], cut: _Cut, marks: Sequence[Mark]) -> list[PictureShape]:
        key = f"{word}:{'+'.join(cut.tokens)}:"
        tiles = [(token, "", token_hue(self.ids[token])) for token in cut.tokens]
        return [one | {"size": (one["size"][0], 30)} for one in tiles_from(key, at, tiles, marks, right=ONE_LINE)]

    def _bars(self, step: int, known: Mapping[str, float] | None, going: Collection[str]) -> list[PictureShape]:
        """Return the longer tokens in their places, each with a bar: what removing it costs. With None, no bars."""
        title = _("Cost of removing each token, in halvings") if known is not None else _("What is left")
        shapes = [label("tokens", (2, self.foot - HIGH - 30), title)]
        tokens = sorted(self.tokens, key=lambda token: (token not in self.costs[step], token not in going))
        shown = {*tokens[: self.many]}
        for place, token in enumerate(one for one in self.tokens if one in shown):
            x = self.slot * (place + 0.5)
            is_gone = token not in self.costs[step]
            mark: Mark = "dim" if is_gone else "next" if token in going else "" if known is not None else "best"
            hue = None if is_gone else token_hue(self.ids[token])
            at, size = (x, self.foot + 4 + NAME / 2), (self.slot - 4, NAME)
            price = known.get(token, inf) if known is not None else None
            if price is not None and not is_gone:
                high = price * self.scale if isfinite(price) else 0.0
                if high >= 1:
                    its: Mark = "next" if token in going else ""
                    middle = (x, self.foot - high / 2)
                    shapes.append(shape(f"{token}:bar", "cell", middle, (self.slot - 24, high), hue=hue, mark=its))
                if isfinite(price):
                    is_now: Mark = "now" if token in going else ""
                    shapes.append(caption(f"{token}:cost", (x, self.foot - high - 12), _cost(price), is_now))
                else:
                    blank = (self.slot - 24, 22)
                    shapes.append(shape(f"{token}:cost", "cell", (x, self.foot - 12), blank, text="?", mark="later"))
            shapes.append(shape(f"{token}:tile", "tile", at, size, text=token, hue=hue, mark=mark))
        return shapes

    def _letters(self) -> list[PictureShape]:
        """Return the single letters, above the other tokens that are left."""
        tiles = [(token, "", token_hue(self.ids[token])) for token, cost in self.costs[-1].items() if cost == inf]
        return [
            one | {"size": (one["size"][0] + 8, NAME), "at": (one["at"][0] + 4 + 8 * place, one["at"][1])}
            for place, one in enumerate(tiles_from("letter", (2, self.foot - HIGH / 2 + 8), tiles[: self.many]))
        ]


def _about() -> str:
    return _(
        "At the top, a line per word: its count, its best cuts, of which those without the dashed tokens are "
        "thick, an arrow to a worse cut if none of them is left, and its count times how often that halves the "
        "probability. Below, a bar for each longer token: what it would cost to remove it. Tokens that have "
        "been removed are dotted."
    )


def _free(token: str) -> str:
    said = _("Without “{token}”, each word still has one of its best cuts (thick). No halving: it costs 0.")
    return said.format(token=token)


def _removed(step: int, tokens: int, worse: int, *, is_tie: bool) -> str:
    """Return what is said of a step that removes so many tokens, with which so many words get a worse cut."""
    said = [
        _("Tokens longer than a letter: step {number} removes {count} of {all}.")
        if step == 1
        else _("All costs are recounted, and step {number} removes {count} of {all}."),
        _("Several cost {cost}: alphabetical order breaks the tie. Removed: {tokens}.")
        if is_tie
        else ngettext("{tokens} costs least.", "{tokens} cost least.", tokens),
    ]
    if worse:
        said.append(ngettext("Only {words} gets a worse cut.", "Only {words} get a worse cut.", worse))
    return join_sentences(*said)


def _is_hit(line: _Line, going: Collection[str]) -> bool:
    """Tell whether one of a word's best cuts has a token that goes."""
    return any(token in going for cut in line.best for token in cut.tokens)


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


def _factor(times: float) -> str:
    return localized_significant(times, 3)


def _halvings(line: _Line) -> str:
    return localized_decimal(log(line.times, 2), 3)


def _cost(cost: float) -> str:
    return localized_decimal(cost, 1) if cost >= FREE else localized_number(0)
