"""Expectation-maximization in steps: the probability of every token by its count, and after each pass."""

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, localized_significant
from ui.base.visible_text import join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Frame, Mark, caption, drawing, label, shape
from ui.course.values.app_links import training_at
from ui.course.values.training_values import estimated_probability, expected_uses
from ui.course.values.value_registry import picture

HIGH = 300  # height of the highest bar
TOP = 56
AXIS = 34  # width of the axis at the left
TICK = 0.1  # probability between two lines across
SIDE = 12  # what a column is wider than the longest token in it
NAME = 32  # height of a token's name


@picture
def passes_of_em(_text: str, of: str, token: str, passes: int) -> Picture:
    """The probability of each of Unigram's first tokens by its count and after each pass of EM, told of one of them."""
    training = training_at(of)
    if not isinstance(training, UnigramTraining):
        raise ValueError(of)
    return _Bars(training, of, token, passes).picture()


class _Bars:
    """A bar for each token that fits: the told token's first, then the others, the longest first."""

    def __init__(self, training: UnigramTraining, of: str, token: str, passes: int) -> None:
        self.of, self.token, self.passes = of, token, passes
        self.ids = training.base_vocabulary
        tokens, longest = [token], len(token)
        for each in sorted(training.at(0).tokens, key=lambda one: -one.frequency):  # the most frequent, as many as fit
            wide = max(longest, len(each.token)) * TYPE + SIDE
            if each.token != token and wide * (len(tokens) + 1) <= WIDTH - AXIS:
                tokens.append(each.token)
                longest = max(longest, len(each.token))
        self.tokens = sorted(tokens, key=lambda each: (each != token, -len(each), each))
        self.chances = [
            {each: estimated_probability(of, number, each) for each in self.tokens} for number in range(passes + 1)
        ]
        self.scale = HIGH / max(max(chances.values()) for chances in self.chances)
        self.foot = TOP + HIGH
        self.column = max((WIDTH - AXIS) / len(self.tokens), longest * TYPE + SIDE)
        self.width = round(AXIS + self.column * len(self.tokens), 1)

    def picture(self) -> Picture:
        told = [localized_significant(chances[self.token], 3) for chances in self.chances]
        start = (
            _(
                "By its count, the probability of “{token}” is {chance}. But each letter inside “{token}” was counted "
                "too, so these letters seem more probable than they are."
            )
            if len(self.token) > 1
            else _("By its count, the probability of “{token}” is {chance}.")
        )
        frames: list[Frame] = [(start.format(token=self.token, chance=told[0]), self._frame(0))]
        for number in range(1, self.passes + 1):
            said = _(
                "Now each cut of a word counts in proportion to its probability. That makes {uses} uses of “{token}” "
                "among {all}: {uses} / {all} = {chance}."
            )
            if number > 1:
                said = _("The same again, with the new probabilities: {uses} / {all} = {chance}.")
            values = {
                "all": localized_significant(expected_uses(self.of, number), 4),
                "uses": localized_significant(expected_uses(self.of, number, self.token), 4),
                "token": self.token,
                "chance": told[number],
            }
            text = said.format(**values)
            lost = [
                _("“{token}”").format(token=part)
                for part in self.tokens
                if part in self.token and self.chances[number][part] < self.chances[0][part]
            ]
            if number == self.passes and lost and self.chances[number][self.token] > self.chances[0][self.token]:
                gained = _("“{token}” has become more probable, and its parts less: {tokens}.")
                text = join_sentences(text, gained.format(token=self.token, tokens=join_list(lost)))
            frames.append((text, self._frame(number)))
        return drawing(
            _("EM, pass by pass"),
            _(
                "A bar for each token of the first vocabulary, or the most frequent ones: its probability by its "
                "count, and after each pass of EM. A line shows how high the bar was by its count."
            ),
            (self.width, self.foot + NAME + 6),
            frames,
        )

    def _frame(self, number: int) -> list[PictureShape]:
        chances = self.chances[number]
        title = _("Probability by count")
        if number:
            title = _("Probability after pass {number} (line: by count)").format(number=localized_number(number))
        shapes = [label("title", (2, 12), title)]
        for tick in range(int(HIGH / self.scale / TICK) + 1):
            y = self.foot - tick * TICK * self.scale
            shapes.append(shape(f"tick{tick}", "line", (AXIS, y), (self.width - AXIS, 0), mark="dim"))
            shapes.append(label(f"tick{tick}:value", (2, y), localized_decimal(tick * TICK, 1 if tick else 0)))
        wide = self.column - 14
        for place, token in enumerate(self.tokens):
            hue, middle = token_hue(self.ids[token]), AXIS + self.column * (place + 0.5)
            high = chances[token] * self.scale
            mark: Mark = "now" if token == self.token else ""
            bar = (middle, self.foot - high / 2), (wide, high)
            shapes.append(shape(f"{token}:bar", "cell", *bar, hue=hue, mark=mark))
            if number:
                line = (middle - self.column / 2 + 2, self.foot - self.chances[0][token] * self.scale)
                shapes.append(shape(f"{token}:count", "line", line, (self.column - 4, 0), mark="now"))
            if token == self.token:
                told = localized_significant(chances[token], 3)
                top = self.foot - max(chances[token], self.chances[0][token] if number else 0.0) * self.scale
                shapes.append(caption(f"{token}:value", (middle, top - 14), told, "now"))
            name = (middle, self.foot + 4 + NAME / 2)
            shapes.append(shape(f"{token}:name", "tile", name, (self.column - 6, NAME), text=token, hue=hue))
        return shapes
