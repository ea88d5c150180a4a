"""The bits of a corpus after some merges of its BPE training, as an area, and those of each of its first tokens."""

from collections import Counter
from math import log2

from bpe_engine import BPETraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.base.token_labels import token_label
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    BAR_HUE,
    TILE,
    WIDTH,
    Frame,
    Tile,
    dialled,
    drawing,
    label,
    shape,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_training_at
from ui.course.values.training_values import corpus_entropy
from ui.course.values.value_registry import picture, token_count_text

HIGH = 170  # of the area, at most
FOOT = 34 + HIGH  # of the area
COUNTED = FOOT + 20  # middle of the number of tokens
TITLE = COUNTED + 40  # middle of what stands above the first tokens
TILES = TITLE + 40  # middle of their first line
LINES = 2
HEIGHT = TILES + TILE / 2 + (LINES - 1) * (TILE + 6) + 2
VALUES = 8  # numbers of merges to choose from


@picture
def bits_of_merges(_text: str, of: str) -> Picture:
    """The bits of a corpus after the merges that readers set, as an area, and those of each of its first tokens."""
    training = bpe_training_at(of)
    last = len(training.events)
    steps = min(VALUES - 1, last)
    merges = [round(last * step / max(1, steps)) for step in range(steps + 1)]
    means = [corpus_entropy(of, count) for count in merges]
    if not all(means):
        raise ValueError(f"no bits, because all tokens are the same: {of}")
    return _Area(training, merges, means).picture()


class _Area:
    """An area as wide as there are tokens, and as high as the bits of each on average; below it, the first tokens."""

    def __init__(self, training: BPETraining, merges: list[int], means: list[float]) -> None:
        self.merges, self.means = merges, means
        self.states = [training.at(count) for count in merges]
        self.ids, self.tokenizer = self.states[-1].vocabulary, training.tokenizer()
        self.counts = [Counter[str]() for _state in self.states]
        for counts, state in zip(self.counts, self.states, strict=True):
            for word in state.words:
                for symbol in word.symbols:
                    counts[symbol] += word.frequency
        self.totals = [counts.total() for counts in self.counts]
        self.bits = [count * mean for count, mean in zip(self.totals, means, strict=True)]
        self.unit = (WIDTH - 4) / self.totals[0], HIGH / max(means)
        # As many words as fit before the first merge, so that the same ones are shown after all
        self.words = 1
        while self.words < len(self.states[0].words) and self._is_drawn(self.words + 1):
            self.words += 1

    def _is_drawn(self, words: int) -> bool:
        tiles = tiles_from("token", (2, TILES), self._tokens(0, words))
        return max(one["at"][1] for one in tiles) <= TILES + (LINES - 1) * (TILE + 6)

    def _tokens(self, step: int, words: int) -> list[Tile]:
        """Return the tokens of the first words, each with its bits."""
        counts, total = self.counts[step], self.totals[step]
        return [
            (
                token_label(self.tokenizer, symbol),
                localized_decimal(log2(total / counts[symbol]), 1),
                token_hue(self.ids[symbol]),
            )
            for word in self.states[step].words[:words]
            for symbol in word.symbols
        ]

    def picture(self) -> Picture:
        frames: list[Frame] = [(self._step_text(step), self._frame(step)) for step in range(len(self.merges))]
        drawn = drawing(
            _("Set the merges"),
            _(
                "A rectangle, as wide as the corpus has tokens and as high as the bits of each on average, so that its "
                "area is all bits. The one before the first merge is dotted. Below, the first tokens of the corpus, "
                "each with its bits."
            ),
            (WIDTH, HEIGHT),
            frames,
        )
        values = [localized_number(count) for count in self.merges]
        return dialled(drawn, _("Merges"), values, len(values) - 1, waits=False)

    def _step_text(self, step: int) -> str:
        if not step:
            return _(
                "The rectangle is as wide as there are tokens, and as high as the bits of each on average. So its area "
                "is all bits. What do merges change?"
            )
        sentence = ngettext(
            "After {count} merge: {different} different tokens. Compared with the start (dotted), the text takes "
            "{tokens} of the tokens and {bits} of the bits.",
            "After {count} merges: {different} different tokens. Compared with the start (dotted), the text takes "
            "{tokens} of the tokens and {bits} of the bits.",
            self.merges[step],
        )
        return sentence.format(
            count=localized_number(self.merges[step]),
            different=localized_number(len(self.counts[step])),
            tokens=localized_percent(self.totals[step] / self.totals[0]),
            bits=localized_percent(self.bits[step] / self.bits[0]),
        )

    def _frame(self, step: int) -> list[PictureShape]:
        all_bits = round(self.bits[step])
        text = ngettext("{count} bit", "{count} bits", all_bits).format(count=localized_number(all_bits))
        wide, high = self.unit[0] * self.totals[step], self.unit[1] * self.means[step]
        each = _("{bits} bits each").format(bits=localized_decimal(self.means[step], 2))
        shapes: list[PictureShape] = []
        if step:
            first, before = self.unit[0] * self.totals[0], self.unit[1] * self.means[0]
            shapes.append(shape("start", "tile", (2 + first / 2, FOOT - before / 2), (first, before), mark="dim"))
        area = {"text": text} if width_of(text) < wide else {}
        shapes.append(shape("area", "tile", (2 + wide / 2, FOOT - high / 2), (wide, high), hue=BAR_HUE, **area))
        shapes += [
            label("height", (2, FOOT - high - 16), each, "now"),
            label("width", (2, COUNTED), token_count_text(self.totals[step])),
            label("first", (2, TITLE), _("The first tokens, and the bits that each carries")),
        ]
        for one in tiles_from("token", (2, TILES), self._tokens(step, self.words)):
            if one["at"][0] + one["size"][0] / 2 > WIDTH or one["at"][1] > HEIGHT - TILE / 2:
                break  # the first word alone is longer
            shapes.append(one)
        return shapes
