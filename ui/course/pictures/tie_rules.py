"""What each rule for ties makes of a word, merge by merge."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpe_engine.bpe.training import BPETraining
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import merge_symbols
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.visible_text import join_quoted, join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, caption, dialled, drawing, label_width, shape, width_of
from ui.course.values.app_links import bpe_training_at
from ui.course.values.value_registry import picture, tie_text
from ui.tokenization.algorithms.bpe_explanations import rule_names

PADDING = 15
APART = 3  # between the tokens of a cut
BOX = 44  # height of a token
FIRST = 46  # vertical centre of the word
COUNT = BOX / 2 + 12  # from the middle of a cut up to the counts of its pairs
UNDER = BOX / 2 + 13  # and down to its sentence
LINE = 15  # from one text below a cut to the next
LEVEL = 112  # from a cut to the one below it


class _Cut(NamedTuple):
    """The word after some merges: its tokens, the places of the pairs that may merge next, and how many are tied."""

    symbols: tuple[str, ...]
    most_frequent: tuple[int, ...] = ()
    times: int = 0
    tied: int = 0


@picture
def merges_by_tie_rule(_text: str, of: str, word: str, merges: int) -> Picture:
    """What a word with tied pairs becomes, merge by merge, by the tie rule that readers choose, of three."""
    return _TieRules(of, word, merges).picture()


def _trainings(of: str, merges: int) -> list[BPETraining]:
    """Return a training for each rule, with as many merges at least."""
    runs = [bpe_training_at(f"{of}&tie={rule}") for rule in rule_names()]
    most = min(len(run.events) for run in runs)
    if not 1 <= merges <= most:
        raise ValueError(f"not 1 to {most} merges: {merges}")
    return runs


class _TieRules:
    """The cuts of the word, a level for each merge: equal ones are one, and lines lead from each to those after it."""

    def __init__(self, of: str, word: str, merges: int) -> None:
        self.runs = _trainings(of, merges)
        of_bytes = self.runs[0].corpus.byte_level
        self.label = token_as_text if of_bytes else str
        self.word, self.merges = to_byte_symbols(word) if of_bytes else word, merges
        if self.word not in self.runs[0].corpus.words:
            raise ValueError(f"not a word of the corpus: {word}")
        self.made = [[event.token for event in run.events[:merges]] for run in self.runs]
        self.paths = [self._path(run) for run in self.runs]
        self.single = self.paths[0][0]
        self.levels = [self._level(number) for number in range(merges + 1)]
        self.choices = self._choices()
        way = {
            rule: [cuts.index(cut) for cuts, cut in zip(self.levels, path, strict=True)]
            for rule, path in enumerate(self.paths)
        }
        self.columns = sorted(way, key=way.__getitem__)
        edges = [edge for path in self.paths for cut in path for one in self._merged_in(cut) for edge in one]
        self.start, self.end = min(edges), max(edges)  # of what merges
        ids = self.runs[0].at(0).vocabulary
        made = dict.fromkeys(token for tokens in zip(*self.made, strict=True) for token in tokens)
        self.hues = {one: token_hue(ids[one]) for one in self.single.symbols}
        self.hues |= {token: token_hue(number) for number, token in enumerate(made, len(ids))}
        # The rules' names are above the last level, each under the cut from which it goes on.
        names = max(len(self._rules_through(merges - 1, cut)) for cut in self.levels[-2])
        self.last = FIRST + LEVEL * merges + LINE * (names - 1)
        for cuts in (self.choices, *self.levels):
            room = WIDTH / len(cuts) - 8
            if any(self._width(cut) > room for cut in cuts) or max(map(label_width, rule_names().values())) > room:
                raise ValueError(f"too wide to be drawn: {word}")

    def _merged(self, symbols: Sequence[str], pair: tuple[str, str]) -> tuple[str, ...]:
        return tuple(merge_symbols(symbols, pair, "".join(pair)))

    def _path(self, run: BPETraining) -> list[_Cut]:
        """Return the word's cuts, from single symbols on, after each merge."""
        (symbols,) = (one.symbols for one in run.at(0).words if one.word == self.word)
        found = []
        for step, event in enumerate(run.events[: self.merges]):
            rows = run.at(step).leaderboard
            tied = {row.pair for row in rows if row.count == rows[0].count}
            places = tuple(place for place, pair in enumerate(pairwise(symbols)) if pair in tied)
            found.append(_Cut(symbols, places, rows[0].count, len(tied)))
            merged = self._merged(symbols, event.pair)
            if merged == symbols:
                raise ValueError(f"not in each of the first {self.merges} merges: {self.word}")
            symbols = merged
        return [*found, _Cut(symbols)]

    def _level(self, number: int) -> list[_Cut]:
        """Return the different cuts after some merges, each below the one that it comes from."""
        above = self._level(number - 1) if number else []
        paths = sorted(self.paths, key=lambda path: above.index(path[number - 1]) if above else 0)
        return [*dict.fromkeys(path[number] for path in paths)]

    def _choices(self) -> list[_Cut]:
        """Return what the word may be after one merge, also by a pair that no rule chooses."""
        pairs = [*pairwise(self.single.symbols)]
        taken = {path[1].symbols: path[1] for path in self.paths}
        tied = [self._merged(self.single.symbols, pairs[place]) for place in self.single.most_frequent]
        return [taken.get(symbols, _Cut(symbols)) for symbols in dict.fromkeys(tied)]

    def _rules_through(self, level: int, cut: _Cut) -> list[int]:
        return [rule for rule, path in enumerate(self.paths) if path[level] == cut]

    def _tokens(self, cut: _Cut) -> list[tuple[str, int, int]]:
        """Return a cut's tokens, each with its start and end."""
        edges = [*accumulate(map(len, cut.symbols), initial=0)]
        return [*zip(cut.symbols, edges, edges[1:], strict=False)]

    def _merged_in(self, cut: _Cut) -> list[tuple[int, int]]:
        """Return the start and end of each token that a merge has made."""
        single = {(start, end) for _token, start, end in self._tokens(self.single)}
        return [(start, end) for _token, start, end in self._tokens(cut) if (start, end) not in single]

    def _drawn(self, cut: _Cut) -> list[tuple[int, str]]:
        """Return the tokens of a cut that are drawn, with their places: of the word itself all, else what merges."""
        return [
            (place, token)
            for place, (token, start, end) in enumerate(self._tokens(cut))
            if cut == self.single or self.start <= start < end <= self.end
        ]

    def _width(self, cut: _Cut) -> float:
        return sum(width_of(self.label(token)) + PADDING + APART for _place, token in self._drawn(cut)) - APART

    def picture(self) -> Picture:
        tied = self.single.tied
        start = (
            _("{count} pairs are the most frequent. Three programs train on this corpus. Will they merge the same one?")
            if tied > 1
            else _("One pair is the most frequent. It merges first by every rule.")
        ).format(count=localized_number(tied))
        frames: list[Frame] = [(start, self._frame(None))]
        names = [*rule_names().values()]
        frames += [(self._rule_text(rule, name), self._frame(rule)) for rule, name in enumerate(names)]
        drawn = drawing(
            _("Three programs, one corpus"),
            _(
                "A word in single symbols, with the counts of its most frequent pairs. Below it, what it becomes with "
                "each of the next merges: lines lead from each cut to the next one, and the way of the rule that is "
                "chosen is thick."
            ),
            (WIDTH, self.last + BOX / 2 + 4),
            frames,
        )
        return dialled(drawn, _("Rule"), ["–", *names], 1, waits=False, ordered=False)

    def _rule_text(self, rule: int, name: str) -> str:
        sentence = _("By the rule “{rule}”, these tokens are made in turn: {tokens}.").format(
            rule=name, tokens=self._named(self.made[rule])
        )
        if [*rule_names()][rule] == "smallest-id" and self.merges > 1:
            sentence = join_sentences(sentence, _("Each new token has the largest id so far."))
        others = {token for other, tokens in enumerate(self.made) if other != rule for token in tokens}
        if alone := [token for token in self.made[rule] if token not in others]:
            only = _("No other rule makes {tokens} here.")
            sentence = join_sentences(sentence, only.format(tokens=self._named(alone)))
        if not rule and (never := self._never_first()):
            also = _("No rule starts with {tokens}, though it occurs as often.")
            sentence = join_sentences(sentence, also.format(tokens=self._named(never)))
        return sentence

    def _never_first(self) -> list[str]:
        """Return the tokens that the most frequent pairs would become by no rule."""
        taken = {path[1].symbols for path in self.paths}
        single = set(self.single.symbols)
        return [
            token for cut in self.choices if cut.symbols not in taken for token in cut.symbols if token not in single
        ]

    def _named(self, tokens: Sequence[str]) -> str:
        return join_list(join_quoted([self.label(token)]) for token in tokens)

    def _at(self, level: int, cut: _Cut, cuts: Sequence[_Cut]) -> tuple[float, float]:
        """Return the middle of a cut, one of those on its level."""
        y = self.last if level == self.merges else FIRST + LEVEL * level
        return self._middles(level, cuts)[cuts.index(cut)], y

    def _middles(self, level: int, cuts: Sequence[_Cut]) -> list[float]:
        """Return the middles of cuts: above the columns of their rules, or evenly apart if they lack the room there."""
        even = [WIDTH * (number + 0.5) / len(cuts) for number in range(len(cuts))]
        found, end = list[float](), 0.0
        for cut in cuts:
            columns = [self.columns.index(rule) for rule in self._rules_through(level, cut)]
            half = self._width(cut) / 2 + 4
            if not columns or end > (middle := WIDTH * (sum(columns) / len(columns) + 0.5) / len(self.paths)) - half:
                return even
            found.append(middle)
            end = middle + half
        return found if end <= WIDTH else even

    def _key(self, level: int, cut: _Cut) -> str:
        return f"{level}:{[*self.levels[level], *self.choices].index(cut)}"

    def _ways(self, levels: Sequence[Sequence[_Cut]]) -> list[tuple[int, _Cut, _Cut]]:
        """Return each step from a cut to one on the next level."""
        first = [(0, self.single, cut) for cut in levels[1]]
        found = ((level, *pair) for path in self.paths for level, pair in enumerate(pairwise(path)))
        return [*first, *dict.fromkeys(way for way in found if 0 < way[0] < len(levels) - 1)]

    def _frame(self, rule: int | None) -> list[PictureShape]:
        path = self.paths[rule] if rule is not None else []
        shapes: list[PictureShape] = []
        levels = self.levels if rule is not None else [self.levels[0], self.choices]  # what follows is not known yet
        for level, above, below in self._ways(levels):
            (x, y), (to, foot) = self._at(level, above, levels[level]), self._at(level + 1, below, levels[level + 1])
            names = len(self._rules_through(level, above)) if level == self.merges - 1 else 1
            is_bare = level and level < self.merges - 1 and above not in path  # nothing below it
            y += BOX / 2 + 4 if is_bare else UNDER + LINE * (names - 1) + 12
            has_counts = below in path and below.most_frequent
            foot -= COUNT + 12 if has_counts else BOX / 2 + 4
            mark: Mark = "now" if path and (above, below) == (path[level], path[level + 1]) else ""
            key = f"way{self._key(level, above)}:{self._key(level + 1, below)}"
            shapes.append(shape(key, "line", (x, y), (to - x, foot - y), mark=mark))
        for level, cuts in enumerate(levels):
            for cut in cuts:
                shapes += self._cut_shapes(level, self._at(level, cut, cuts), cut, rule)
        if rule is None and self.merges > 1:
            top, foot = FIRST + LEVEL * 1.5, self.last + BOX / 2
            for number, cut in enumerate(self.choices):
                place, size = (self._at(1, cut, self.choices)[0], (top + foot) / 2), (self._width(cut), foot - top)
                shapes.append(shape(f"?{number}", "cell", place, size, text="?", mark="later"))
        return shapes

    def _cut_shapes(self, level: int, middle: tuple[float, float], cut: _Cut, rule: int | None) -> list[PictureShape]:
        """Return a cut's tokens, above them the counts of its most frequent pairs, and below them a sentence."""
        (x, y), key = middle, self._key(level, cut)
        rules = self._rules_through(level, cut)
        to = {"to": rules[0] + 1} if level and rules else {}
        is_on_way = not level or rule in rules
        shapes: list[PictureShape] = []
        left = x - self._width(cut) / 2
        for place, token in self._drawn(cut):
            text = self.label(token)
            width = width_of(text) + PADDING
            is_new = bool(level) and (token in {self.made[one][level - 1] for one in rules} or not rules)
            is_new = is_new and token not in self.single.symbols
            mark: Mark = "" if not is_new else "next" if rule is None else "now" if is_on_way else ""
            hue = self.hues.get(token) if is_on_way or rule is None else None
            at, size = (left + width / 2, y), (width, BOX)
            shapes.append(shape(f"{key}:{place}", "tile", at, size, text=text, hue=hue, mark=mark, **to))
            if place in cut.most_frequent and is_on_way:
                count = localized_number(cut.times)
                shapes.append(caption(f"{key}:count{place}", (left + width + APART / 2, y - COUNT), count))
            left += width + APART
        said: list[tuple[str, Mark]] = [(tie_text(cut.tied), "")] if cut.tied > 1 and is_on_way else []
        if level == self.merges - 1 and rule is not None:
            names = [*rule_names().values()]
            said = [(names[one], "now" if one == rule else "") for one in rules]
        for line, (text, mark) in enumerate(said):
            shapes.append(caption(f"{key}:said{line}", (x, y + UNDER + LINE * line), text, mark))
        return shapes
