"""The bits of a corpus before and after BPE training as areas: tokens times bits per token."""

from bpe_engine import BPETraining
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import BAR_HUE, WIDTH, Frame, caption, drawing, label_width, shape
from ui.course.values.app_links import bpe_training_at
from ui.course.values.training_values import corpus_entropy
from ui.course.values.value_registry import picture, token_count_text

TOP, HIGH = 34, 280  # of the higher area
FOOT = TOP + HIGH
GAP = 24  # between the areas
LEAST = 160  # least width for what is written at the second area
UNKNOWN = 60.0  # height of an area that isn't known yet
ROOM = 44  # between the areas one below the other


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
        self.bits = [count * mean for count, mean in zip(self.counts, means, strict=True)]
        self.last = self.token * self.bit * max(self.bits) / (WIDTH - 4)  # height of both at the end: no area changes

    def picture(self) -> Picture:
        values = {
            "before": localized_number(self.different[0]),
            "after": localized_number(self.different[1]),
            "mean": localized_decimal(self.means[1], 2),
            "tokens": localized_percent(self.counts[1] / self.counts[0]),
            "bits": localized_percent(self.bits[1] / self.bits[0]),
        }
        says = [
            _("Width: the tokens. Height: the bits of each, on average. Area: all bits. What do merges make of it?"),
            _(
                "Different tokens: {before} at the start, {after} now. A token of the text carries {mean} bits on "
                "average."
            ),
            _("The same areas, now equally high. Compared with the start: {tokens} of the tokens, {bits} of the bits."),
        ]
        drawn = [self._frame(0), self._frame(1), self._as_high()]
        frames: list[Frame] = [(said.format(**values), shapes) for said, shapes in zip(says, drawn, strict=True)]
        return drawing(
            _("Bits as areas"),
            _(
                "Two areas: the corpus before and after the merges. Each is as wide as the corpus has tokens, and as "
                "high as the bits that one carries on average. In the end, they have the same height, so the one of "
                "fewer bits is shorter."
            ),
            (WIDTH, max(FOOT + 36, TOP + 2 * self.last + ROOM + 2)),
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
            shapes.append(caption(f"height{place}", (middle, FOOT - height - 18), each))
            shapes.append(self._total(place, at))
        return shapes

    def _as_high(self) -> list[PictureShape]:
        """Return both areas one below the other, as large as before, with one height; what is saved is empty."""
        shapes: list[PictureShape] = []
        for place, (count, bits) in enumerate(zip(self.counts, self.bits, strict=True)):
            left, top = (WIDTH - 4) * (1 - bits / max(self.bits)), TOP + place * (self.last + ROOM)
            width, y = WIDTH - 4 - left, top + self.last / 2
            look = {"mark": "best"} if place else {"hue": BAR_HUE}
            told = token_count_text(count)
            middle = 2 + max(width, label_width(told)) / 2
            shapes.append(caption(f"width{place}", (middle, top - 18), told))
            shapes.append(shape(f"area{place}", "cell", (2 + width / 2, y), (width, self.last), **look))
            shapes.append(self._total(place, (middle, y)))
            if left:
                shapes.append(shape(f"saved{place}", "cell", (WIDTH - 2 - left / 2, y), (left, self.last), mark="dim"))
        return shapes

    def _total(self, place: int, at: tuple[float, float]) -> PictureShape:
        bits = round(self.bits[place])
        total = ngettext("{count} bit", "{count} bits", bits).format(count=localized_number(bits))
        return caption(f"total{place}", at, total, "now")
