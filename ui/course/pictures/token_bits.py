"""The bits of a corpus after some merges of its BPE training as an area: tokens times bits per token."""

from bpe_engine import BPETraining
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import BAR_HUE, WIDTH, Frame, caption, dialled, drawing, label_width, shape
from ui.course.values.app_links import bpe_training_at
from ui.course.values.training_values import corpus_entropy
from ui.course.values.value_registry import picture, token_count_text

TOP, HIGH = 34, 314  # of the highest area
FOOT = TOP + HIGH
VALUES = 8  # numbers of merges to choose from


@picture
def bits_of_merges(_text: str, of: str) -> Picture:
    """The bits of a corpus after the merges that readers set, an area: as wide as its tokens, as high as their bits."""
    training = bpe_training_at(of)
    last = len(training.events)
    steps = min(VALUES - 1, last)
    merges = [round(last * step / max(1, steps)) for step in range(steps + 1)]
    means = [corpus_entropy(of, count) for count in merges]
    if not all(means):
        raise ValueError(f"no bits, because all tokens are the same: {of}")
    return _Areas(training, merges, means).picture()


class _Areas:
    """The area of the corpus after some merges, over the one that it had at the start."""

    def __init__(self, training: BPETraining, merges: list[int], means: list[float]) -> None:
        self.merges, self.means = merges, means
        self.counts = [training.tokens_per_step[count] for count in merges]
        states = [training.at(count) for count in merges]
        self.different = [len({symbol for word in state.words for symbol in word.symbols}) for state in states]
        self.bits = [count * mean for count, mean in zip(self.counts, means, strict=True)]

    def picture(self) -> Picture:
        frames: list[Frame] = [(self._said(step), self._frame(step)) for step in range(len(self.merges))]
        drawn = drawing(
            _("Set the merges"),
            _(
                "The corpus as an area: as wide as it has tokens, and as high as the bits that one carries on average. "
                "The area that it had before the first merge is dotted."
            ),
            (WIDTH, FOOT + 36),
            frames,
        )
        values = [localized_number(count) for count in self.merges]
        return dialled(drawn, _("Merges"), values, len(values) - 1, waits=False)

    def _said(self, step: int) -> str:
        if not step:
            return _(
                "Width: the tokens. Height: the bits of each, on average. Area: all bits. What do merges make of it?"
            )
        said = ngettext(
            "After {count} merge: {different} different tokens, with {mean} bits each on average. Compared with the "
            "start: {tokens} of the tokens, {bits} of the bits.",
            "After {count} merges: {different} different tokens, with {mean} bits each on average. Compared with the "
            "start: {tokens} of the tokens, {bits} of the bits.",
            self.merges[step],
        )
        return said.format(
            count=localized_number(self.merges[step]),
            different=localized_number(self.different[step]),
            mean=localized_decimal(self.means[step], 2),
            tokens=localized_percent(self.counts[step] / self.counts[0]),
            bits=localized_percent(self.bits[step] / self.bits[0]),
        )

    def _frame(self, step: int) -> list[PictureShape]:
        def size(of: int) -> tuple[float, float]:
            return (WIDTH - 4) * self.counts[of] / self.counts[0], HIGH * self.means[of] / max(self.means)

        shapes: list[PictureShape] = []
        (first, before), (width, height) = size(0), size(step)
        if step:
            shapes.append(shape("start", "cell", (2 + first / 2, FOOT - before / 2), (first, before), mark="dim"))
        at = (2 + width / 2, FOOT - height / 2)
        shapes.append(shape("area", "cell", at, (width, height), hue=BAR_HUE))
        all_bits = round(self.bits[step])
        each = _("{bits} bits each").format(bits=localized_decimal(self.means[step], 2))
        total = ngettext("{count} bit", "{count} bits", all_bits).format(count=localized_number(all_bits))
        tokens = token_count_text(self.counts[step])
        middle = 2 + max(width, *map(label_width, (each, tokens, total))) / 2
        shapes.append(caption("height", (middle, FOOT - max(height, before) - 18), each))
        shapes.append(caption("total", (middle, at[1]), total, "now"))
        shapes.append(caption("width", (middle, FOOT + 18), tokens))
        return shapes
