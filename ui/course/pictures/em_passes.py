"""Expectation-maximization in steps: the probability of every token by its count, and after each pass."""

from collections.abc import Sequence

from bpe_engine import UnigramTraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_significant
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Frame, caption, drawing, label, shape
from ui.course.values.app_links import training_at
from ui.course.values.training_values import estimated_probability, expected_uses
from ui.course.values.value_registry import picture

HIGH = 300  # height of the highest bar
TOP = 56
AXIS = 34  # width of the axis at the left
TICK = 0.1  # probability between two lines across
SIDE = 7  # what a token is wider than its name
NAME = 32  # height of a token's name


@picture
def passes_of_em(_text: str, of: str, token: str, passes: int) -> Picture:
    """The probability of each of Unigram's first tokens by its count and after each pass of EM, told of one of them."""
    training = training_at(of)
    if not isinstance(training, UnigramTraining):
        raise ValueError(of)
    return _Bars(training, of, token, passes).picture()


def _width(tokens: Sequence[str]) -> float:
    return sum(len(each) * TYPE + SIDE for each in tokens)


class _Bars:
    """A bar for each token that fits: the told token's first, then the others, the longest first."""

    def __init__(self, training: UnigramTraining, of: str, token: str, passes: int) -> None:
        self.of, self.token, self.passes = of, token, passes
        self.ids = training.base_vocabulary
        tokens = [token]
        for each in sorted(training.at(0).tokens, key=lambda one: -one.frequency):  # the most frequent, as many as fit
            if each.token != token and _width([*tokens, each.token]) <= WIDTH - AXIS:
                tokens.append(each.token)
        self.tokens = sorted(tokens, key=lambda each: (each != token, -len(each), each))
        self.chances = [
            {each: estimated_probability(of, number, each) for each in self.tokens} for number in range(passes + 1)
        ]
        self.scale = HIGH / max(max(chances.values()) for chances in self.chances)
        self.foot = TOP + HIGH
        self.side = SIDE + max(0.0, (WIDTH - AXIS - _width(self.tokens)) / len(self.tokens))
        self.width = round(AXIS + sum(len(each) * TYPE + self.side for each in self.tokens), 1)

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
            said = _("Pass {number}: of {all} expected uses, {uses} are uses of “{token}”. {uses} / {all} = {chance}.")
            values = {
                "number": localized_number(number),
                "all": localized_significant(expected_uses(self.of, number), 4),
                "uses": localized_significant(expected_uses(self.of, number, self.token), 4),
                "token": self.token,
                "chance": told[number],
            }
            frames.append((said.format(**values), self._frame(number)))
        return drawing(
            _("EM, pass by pass"),
            _(
                "A bar for each token of the first vocabulary, or the most frequent ones: its probability by its "
                "count, and after each pass of EM. Behind it, in grey, the bar by its count."
            ),
            (self.width, self.foot + NAME + 6),
            frames,
        )

    def _frame(self, number: int) -> list[PictureShape]:
        chances = self.chances[number]
        title = _("Probability by count")
        if number:
            title = _("Probability after pass {number} (grey: by count)").format(number=localized_number(number))
        shapes = [label("title", (2, 12), title)]
        for tick in range(int(HIGH / self.scale / TICK) + 1):
            y = self.foot - tick * TICK * self.scale
            shapes.append(shape(f"tick{tick}", "line", (AXIS, y), (self.width - AXIS, 0), mark="dim"))
            shapes.append(label(f"tick{tick}:value", (2, y), localized_decimal(tick * TICK, 1 if tick else 0)))
        left = float(AXIS)
        for token in self.tokens:
            wide = len(token) * TYPE + self.side
            hue, middle = token_hue(self.ids[token]), left + wide / 2
            if number:
                high = self.chances[0][token] * self.scale
                shapes.append(shape(f"{token}:count", "prefix", (middle, self.foot - high / 2), (wide - 2, high)))
            high = chances[token] * self.scale
            bar = shape(f"{token}:bar", "cell", (middle, self.foot - high / 2), (wide - 10, high), hue=hue)
            if token == self.token:
                told = localized_significant(chances[token], 3)
                shapes += [
                    bar | {"mark": "now"},
                    caption(f"{token}:value", (middle, self.foot - high - 14), told, "now"),
                ]
            else:
                shapes.append(bar)
            name = (middle, self.foot + 4 + NAME / 2)
            shapes.append(shape(f"{token}:name", "tile", name, (wide - 2, NAME), text=token, hue=hue))
            left += wide
        return shapes
