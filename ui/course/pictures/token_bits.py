"""The bits of a corpus after some merges of its BPE training: a column per token, as wide as it is frequent."""

from collections import Counter
from math import log2

from bpe_engine import BPETraining
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.base.token_labels import token_label
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import BAR_HUE, WIDTH, Frame, dialled, drawing, label, label_width, shape, width_of
from ui.course.values.app_links import bpe_training_at
from ui.course.values.training_values import corpus_entropy
from ui.course.values.value_registry import picture, token_count_text

TOP, HIGH = 46, 290  # of the highest column
FOOT = TOP + HIGH
NAMES, TOTALS = FOOT + 16, FOOT + 44  # middles
AIR = 8  # around a name
NARROW = 6  # narrower columns are drawn together, if they are equally high
HUES = BAR_HUE, 75  # of single symbols, and of tokens made by merges
SWATCH = 16
VALUES = 8  # numbers of merges to choose from


@picture
def bits_of_merges(_text: str, of: str) -> Picture:
    """The bits of a corpus after the merges that readers set: a column per token, as high as its bits."""
    training = bpe_training_at(of)
    last = len(training.events)
    steps = min(VALUES - 1, last)
    merges = [round(last * step / max(1, steps)) for step in range(steps + 1)]
    means = [corpus_entropy(of, count) for count in merges]
    if not all(means):
        raise ValueError(f"no bits, because all tokens are the same: {of}")
    return _Columns(training, merges, means).picture()


class _Columns:
    """A column for each token of the corpus, the most frequent first. Together, their area is all bits."""

    def __init__(self, training: BPETraining, merges: list[int], means: list[float]) -> None:
        self.merges, self.means = merges, means
        states = [training.at(count) for count in merges]
        self.ids, self.tokenizer = states[-1].vocabulary, training.tokenizer()
        self.made = {event.token for event in training.events}
        self.counts = [Counter[str]() for _state in states]
        for counts, state in zip(self.counts, states, strict=True):
            for word in state.words:
                for symbol in word.symbols:
                    counts[symbol] += word.frequency
        self.totals = [counts.total() for counts in self.counts]
        self.bits = [count * mean for count, mean in zip(self.totals, means, strict=True)]
        most = max(log2(total / min(counts.values())) for counts, total in zip(self.counts, self.totals, strict=True))
        self.unit = (WIDTH - 4) / self.totals[0], HIGH / most

    def picture(self) -> Picture:
        frames: list[Frame] = [(self._step_text(step), self._frame(step)) for step in range(len(self.merges))]
        drawn = drawing(
            _("Set the merges"),
            _(
                "A column for each different token of the corpus, as wide as it is frequent and as high as its bits, "
                "with a line at the average. Tokens made by merges have another colour. The rectangle below this "
                "line, as it was before the first merge, is dotted."
            ),
            (WIDTH, TOTALS + 14),
            frames,
        )
        values = [localized_number(count) for count in self.merges]
        return dialled(drawn, _("Merges"), values, len(values) - 1, waits=False)

    def _step_text(self, step: int) -> str:
        if not step:
            return _(
                "A column is a token: as wide as it is frequent, as high as its bits. Equally rare tokens share one. "
                "The line is the average. What do merges change?"
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
        wide, high = self.unit
        shapes: list[PictureShape] = []
        if step:
            shapes += _legend()
            first, before = wide * self.totals[0], high * self.means[0]
            shapes.append(shape("start", "cell", (2 + first / 2, FOOT - before / 2), (first, before), mark="dim"))
        total, x = self.totals[step], 2.0
        each = _("{bits} bits each").format(bits=localized_decimal(self.means[step], 2))
        beside, above = 8 + label_width(each), high * self.means[step]  # the average is named above the columns there
        narrow = Counter[tuple[int, bool]]()
        for token, count in sorted(self.counts[step].items(), key=lambda each: (-each[1], self.ids[each[0]])):
            if wide * count < NARROW:
                narrow[count, token in self.made] += 1
                continue
            size, name = (wide * count, high * log2(total / count)), token_label(self.tokenizer, token)
            at = (x + size[0] / 2, FOOT - size[1] / 2)
            shapes.append(shape(f"token:{token}", "cell", at, size, hue=HUES[token in self.made]))
            if width_of(name) + AIR < size[0]:
                shapes.append(shape(f"name:{token}", "text", (at[0], NAMES), text=name))
            if x < beside:
                above = max(above, size[1])
            x += size[0]
        for (count, is_made), tokens in narrow.items():
            size = wide * count * tokens, high * log2(total / count)
            at = x + size[0] / 2, FOOT - size[1] / 2
            key = f"narrow:{count}:made" if is_made else f"narrow:{count}"
            shapes.append(shape(key, "cell", at, size, hue=HUES[is_made]))
            if x < beside:
                above = max(above, size[1])
            x += size[0]
        y = FOOT - high * self.means[step]
        shapes.append(shape("mean", "line", (2, y), (wide * total, 0), mark="now"))
        shapes.append(label("height", (8, FOOT - above - 14), each, "now"))
        all_bits = round(self.bits[step])
        text = ngettext("{count} bit", "{count} bits", all_bits).format(count=localized_number(all_bits))
        counted = token_count_text(total)
        shapes.append(label("width", (2, TOTALS), counted))
        shapes.append(label("total", (26 + label_width(counted), TOTALS), text, "now"))
        return shapes


def _legend() -> list[PictureShape]:
    shapes, x = list[PictureShape](), 2.0
    for kind, name in enumerate((_("single symbols"), _("made by merges"))):
        shapes.append(shape(f"swatch{kind}", "cell", (x + SWATCH / 2, 12), (SWATCH, SWATCH), hue=HUES[kind]))
        shapes.append(label(f"kind{kind}", (x + SWATCH + 6, 12), name))
        x += SWATCH + 6 + label_width(name) + 18
    return shapes
