"""The bits of a corpus before and after BPE training as areas: tokens times bits per token."""

from bpe_engine import BPETraining
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import BAR_HUE, WIDTH, Frame, caption, drawing, shape
from ui.course.values.app_links import bpe_training_at
from ui.course.values.training_values import corpus_entropy
from ui.course.values.value_registry import picture, token_count_text

TOP, HIGH = 34, 280  # of the higher area
FOOT = TOP + HIGH
GAP = 24  # between the areas
LEAST = 160  # least width for what is written at the second area
UNKNOWN = 60.0  # height of an area that isn't known yet


@picture
def bits_of_merges(_text: str, of: str) -> Picture:
    """The bits of a corpus before and after its merges, each an area: as wide as its tokens, as high as their bits."""
    training = bpe_training_at(of)
    means = [corpus_entropy(of, step) for step in (0, -1)]
    if not all(means):
        raise ValueError(f"no bits, because all tokens are the same: {of}")
    return _Areas(training, means).picture()


class _Areas:
    """Two areas side by side on the same scale: of the corpus at the start, and after the last merge."""

    def __init__(self, training: BPETraining, means: list[float]) -> None:
        self.means = means
        self.counts = [training.tokens_per_step[step] for step in (0, -1)]
        states = [training.at(step) for step in (0, len(training.events))]
        self.different = [len({symbol for word in state.words for symbol in word.symbols}) for state in states]
        room = WIDTH - 4 - GAP
        self.token = min(room / sum(self.counts), (room - LEAST) / self.counts[0])
        self.bit = HIGH / max(means)
        first = self.counts[0] * self.token
        self.middles = [2 + first / 2, (2 + first + GAP + WIDTH - 2) / 2]

    def picture(self) -> Picture:
        bits = [count * mean for count, mean in zip(self.counts, self.means, strict=True)]
        values = {
            "before": localized_number(self.different[0]),
            "after": localized_number(self.different[1]),
            "mean": localized_decimal(self.means[1], 2),
            "tokens": localized_percent(self.counts[1] / self.counts[0]),
            "bits": localized_percent(bits[1] / bits[0]),
        }
        says = [
            _("Width: the tokens. Height: the bits of each, on average. Area: all bits. What do merges make of it?"),
            _(
                "Different tokens: {before} at the start, {after} now. A token of the text carries {mean} bits on "
                "average."
            ),
            _("Compared with the start: {tokens} of the tokens, {bits} of the bits."),
        ]
        frames: list[Frame] = [(said.format(**values), self._frame(step)) for step, said in enumerate(says)]
        return drawing(
            _("Bits as areas"),
            _(
                "Two areas: the corpus before and after the merges. Each is as wide as the corpus has tokens, and as "
                "high as the bits that one carries on average."
            ),
            (WIDTH, FOOT + 36),
            frames,
        )

    def _frame(self, step: int) -> list[PictureShape]:
        """Return both areas; before the first step, the height of the second is not known."""
        shapes: list[PictureShape] = []
        for place, (middle, count, mean) in enumerate(zip(self.middles, self.counts, self.means, strict=True)):
            shapes.append(caption(f"width{place}", (middle, FOOT + 18), token_count_text(count)))
            width, height = count * self.token, mean * self.bit
            if place > step:
                at, size = (middle, FOOT - UNKNOWN / 2), (width, UNKNOWN)
                shapes.append(shape(f"area{place}", "cell", at, size, text="?", mark="later"))
                continue
            at, size = (middle, FOOT - height / 2), (width, height)
            look = {"mark": "best"} if place else {"hue": BAR_HUE}
            shapes.append(shape(f"area{place}", "cell", at, size, **look))
            each = _("{bits} bits each").format(bits=localized_decimal(mean, 2))
            bits = round(count * mean)
            total = ngettext("{count} bit", "{count} bits", bits).format(count=localized_number(bits))
            shapes.append(caption(f"height{place}", (middle, FOOT - height - 18), each))
            shapes.append(caption(f"total{place}", at, total, "now"))
        return shapes
