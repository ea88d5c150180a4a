"""Unigram's pruning in steps: how much the loss would grow without each token, and which tokens are removed."""

from collections.abc import Collection, Mapping, Sequence
from math import exp, inf, isfinite
from typing import NamedTuple

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from bpe_engine.unigram.viterbi import viterbi
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_significant
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import ROW, TILE, TYPE, WIDTH, BarRows, Mark, drawing, label, shape
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture, token_count_text

LINE = 46
FIRST_CUT = 42  # the middle of the first cut
CUT = 35  # from a cut to the next
TITLE = 24  # from a title to the tokens below it
GAP = 4  # least distance between groups
FREE = 0.05  # a cost below this is shown as none


class _Cut(NamedTuple):
    """A cut of a word, with the logarithm of its probability."""

    tokens: tuple[str, ...]
    score: float


@picture
def pruned_tokens(_text: str, of: str, needed: str, spare: str) -> Picture:
    """How much Unigram's loss would grow without each token: a needed one, a spare one, then step by step."""
    training = training_at(of)
    if not isinstance(training, UnigramTraining):
        raise ValueError(of)
    return _Pruning(training).picture(needed, spare)


class _Pruning:
    """The words or two cuts of one word; below, tokens without a cost, bars for the others, and the removed ones."""

    def __init__(self, training: UnigramTraining) -> None:
        self.training = training
        self.costs = [
            {piece.token: piece.loss_increase for piece in training.at(step).tokens}
            for step in range(len(training.events) + 1)
        ]
        gone = [token for event in training.events for token, _cost in event.removed]
        kept = [token for token, cost in self.costs[-1].items() if isfinite(cost)]
        self.tokens = gone + kept
        self.letters = [token for token, cost in self.costs[0].items() if cost == inf]
        finite = [cost for costs in self.costs for cost in costs.values() if isfinite(cost)]
        self.most = max(finite)
        self.label = BarRows(self.tokens, 1, []).label
        dearest = max(sum(FREE <= cost < inf for cost in costs.values()) for costs in self.costs)
        self.top = FIRST_CUT + CUT + 25
        self.height = 4 * TITLE + ROW * (3 + dearest) + 4 * GAP
        self.ids = training.base_vocabulary

    def hue(self, token: str) -> int:
        return token_hue(self.ids[token])

    def picture(self, needed: str, spare: str) -> Picture:
        training, first = self.training, self.costs[0]
        count = len(self.tokens) + len(self.letters)
        start = _("{tokens} at the start. Which are needed least? Single letters always stay.").format(
            tokens=token_count_text(count)
        )
        frames = [(start, [*self._tokens(0, marks={}, is_known=False), *self._words()])]
        told = {
            needed: _("Without “{token}” the loss grows by {cost}: the best cut of “{word}” that is left is worse."),
            spare: _("Without “{token}” the loss doesn’t grow: another cut of “{word}” is just as probable."),
        }
        for token, said in told.items():
            word, cuts = self._example(token, 0)
            values = {"token": token, "cost": _cost(first[token]), "word": word}
            frames.append(
                (said.format(**values), [*self._tokens(0, {token: "next"}), *self._cuts(0, word, cuts, {token})])
            )
        for number, event in enumerate(training.events):
            going = [token for token, _cost in event.removed]
            word, cuts = self._example(going[0], number)
            cost = sum(cost for _token, cost in event.removed)
            said = (
                _("Removed now: {tokens} (dashed). The loss doesn’t grow.")
                if cost < FREE
                else _("Removed now: {tokens} (dashed). The loss grows by {cost}.")
            ).format(tokens=join_list(_("“{token}”").format(token=token) for token in going), cost=_cost(cost))
            marks: dict[str, Mark] = dict.fromkeys(going, "next")
            frames.append((said, [*self._tokens(number, marks), *self._cuts(number, word, cuts, going)]))
        left = [token for token in self.tokens if token in self.costs[-1]]
        end = _("At the end there are {tokens}, and the single letters. These are the vocabulary.").format(
            tokens=join_list(_("“{token}”").format(token=token) for token in left)
        )
        frames.append((end, [*self._tokens(len(training.events), {}), *self._words()]))
        return drawing(
            _("What each token is worth"),
            _(
                "At the top, the words of the corpus, or a word’s best cut with a token and the best one without it. "
                "Below, the tokens in groups: those without which the loss doesn’t grow, those without which it does, "
                "each with a bar, those removed, and the letters."
            ),
            (WIDTH, self.top + self.height),
            frames,
        )

    def _tokens(self, step: int, marks: Mapping[str, Mark], *, is_known: bool = True) -> list[PictureShape]:
        """Return the groups that have tokens, one below the other."""
        costs, words = self.costs[step], self.training.corpus.words.items()
        room = 0 if is_known else TILE - 28  # for the number of times that each occurs
        left = [token for token in self.tokens if token in costs]
        free = [token for token in left if not is_known or costs[token] < FREE]
        dear = [token for token in left if token not in free]
        gone = [token for token in self.tokens if token not in costs]
        groups: list[tuple[str, Sequence[str]]] = [
            (
                _("Without these, the loss doesn’t grow")
                if is_known
                else _("How much does each matter? (Below: times it occurs)"),
                free,
            ),
            (_("Without these, the loss grows by"), dear),
            (_("Removed"), gone),
            (_("Single letters, which stay"), self.letters),
        ]
        heights = [TITLE + (ROW * len(tokens) if tokens is dear else ROW) for _title, tokens in groups if tokens]
        gap = min(LINE / 2, (self.height - sum(heights)) / len(heights))
        shapes: list[PictureShape] = []
        y = self.top + 12.0
        for number, (title, tokens) in enumerate(groups):
            if not tokens:
                continue
            shapes.append(label(f"title{number}", (2, y), title))
            y += TITLE - ROW / 2 + 6
            rows = BarRows(self.tokens, self.most, [_cost(self.most)], y)
            for place, token in enumerate(tokens):
                hue = None if token in gone else self.hue(token)
                mark: Mark = "dim" if token in gone else marks.get(token, "")
                if tokens is dear:
                    shapes += rows.row(place, token, hue, costs[token], _cost(costs[token]), mark)
                    continue
                at = (self.label / 2 + place * (self.label + 2), y + ROW / 2 + room / 2)
                size = (self.label - 4, 28 + room)
                count = sum(word.count(token) * times for word, times in words)
                note = "" if is_known else localized_number(count)
                shapes.append(shape(f"{token}:tile", "tile", at, size, text=token, note=note, hue=hue, mark=mark))
            y += ROW * (len(tokens) if tokens is dear else 1) + room + ROW / 2 - 6 + gap
        return shapes

    def _words(self) -> list[PictureShape]:
        """Return the words of the corpus, each with its count."""
        shapes = [label("corpus", (2, 12), _("The corpus"))]
        left, y = 2.0, 12.0 + 0.8 * LINE
        for word, count in self.training.corpus.words.items():
            text = make_visible(word)
            width = max(len(text), len(localized_number(count))) * TYPE + 24
            if left + width > WIDTH:
                left, y = 2.0, y + 50
            at = (left + width / 2, y)
            shapes.append(shape(f"word{word}", "cell", at, (width, 46), text=text, note=localized_number(count)))
            left += width + 8
        return shapes

    def _cuts(self, step: int, word: str, cuts: Sequence[_Cut], about: Collection[str]) -> list[PictureShape]:
        """Return two cuts, each with the product of its probabilities."""
        title = _("Best cuts of “{word}” with the dashed token and without").format(word=word)
        shapes = [label("cuts", (2, 12), title)]
        scores = self.training.scores_at(step)
        for line, found in enumerate(cuts):
            left, y = 2.0, FIRST_CUT + CUT * line
            for place, token in enumerate(found.tokens):
                width = len(token) * TYPE + 16
                mark: Mark = "next" if token in about else ""
                at = (left + width / 2, y)
                shapes.append(
                    shape(f"cut{line}:{place}", "tile", at, (width, 30), text=token, hue=self.hue(token), mark=mark)
                )
                left += width + 4
            parts = " × ".join(localized_significant(exp(scores[token]), 3) for token in found.tokens)
            total = localized_significant(exp(found.score), 3)
            text = f"{parts} = {total}" if len(found.tokens) > 1 else total
            shapes.append(
                label(f"cut{line}", (left + 8, y), text, "now" if found.score == max(one.score for one in cuts) else "")
            )
        return shapes

    def _example(self, token: str, step: int) -> tuple[str, list[_Cut]]:
        """Return the word that needs a token most, with its best cut that uses the token and the best without it."""
        scores = self.training.scores_at(step)
        without = {one: score for one, score in scores.items() if one != token}
        found = []
        for word, count in self.training.corpus.words.items():
            having = _best_with(word, token, scores)
            if having:
                best, other = _best(word, scores), _best(word, without)
                found.append((count * (best.score - other.score), -len(word), word, [having, other]))
        _loss, _length, word, cuts = max(found, key=lambda each: each[:2])
        return word, cuts


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
    return localized_decimal(cost, 1)
