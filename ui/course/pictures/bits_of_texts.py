"""The bits of a text in several vocabularies as areas: tokens times bits per token."""

from collections.abc import Sequence

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, ngettext
from ui.base.tokenizer_choices import TokenizerName
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import BAR_HUE, WIDTH, Frame, Mark, drawing, label, shape
from ui.course.values.next_token import BYTES, read_text
from ui.course.values.value_registry import picture, token_count_text

TITLE = 28  # from the middle of a title to its area
GAP = 24  # from an area to the next title
TOP = 14
AREAS = 198  # height of all areas together
LAST = 34  # height of each area at the end


@picture
def bits_of_texts(text: str, *vocabularies: str) -> Picture:
    """The bits of the text in bytes and in vocabularies, each an area: as wide as its tokens, as high as their bits."""
    if not text:
        raise ValueError("an empty text")
    return _Areas(text, vocabularies).picture()


class _Areas:
    """The layout of the areas, one below the other on the same scale; in the end all have one height."""

    def __init__(self, text: str, vocabularies: Sequence[str]) -> None:
        self.size = len(text.encode())
        names = (BYTES, *vocabularies)
        self.titles = [_("Bytes") if name == BYTES else TokenizerName(name).title for name in names]
        read = [read_text(name, text) for name in names]
        self.bits = [bits for _ids, _model, bits in read]
        self.counts = [len(ids) for ids, _model, _bits in read]
        self.each = [bits / max(1, count) for bits, count in zip(self.bits, self.counts, strict=True)]
        self.token = (WIDTH - 4) / max(1, *self.counts)
        self.bit = AREAS / max(1, sum(self.each))
        self.tops: list[float] = []
        top = float(TOP)
        for each in self.each:
            self.tops.append(top)
            top += TITLE + each * self.bit + GAP
        self.height = top

    def picture(self) -> Picture:
        says = [
            _(
                "Each area is as wide as the text is long, in tokens, and as high as the bits of one. Which is "
                "smallest?"
            ),
            *(self._told(place) for place in range(len(self.counts))),
            self._compared(),
        ]
        frames: list[Frame] = [(said, self._frame(step)) for step, said in enumerate(says)]
        return drawing(
            _("The bits of the text, as areas"),
            _(
                "An area for each vocabulary: as wide as the text is long, in tokens, and as high as the bits that one "
                "costs on average. In the end, all areas have the same height, and so the one of the fewest bits is "
                "the shortest."
            ),
            (WIDTH, self.height),
            frames,
        )

    def _told(self, place: int) -> str:
        told = _("{vocabulary}: {tokens} of {each} bits each on average. That’s an area of {all} bits.")
        return told.format(
            vocabulary=self.titles[place],
            tokens=token_count_text(self.counts[place]),
            each=localized_decimal(self.each[place], 3),
            all=localized_number(round(self.bits[place])),
        )

    def _compared(self) -> str:
        least = self.bits.index(min(self.bits))
        told = ngettext(
            "Now all areas have the same height, so the shortest is the smallest: {vocabulary}. All are the same "
            "byte: {all} / {bytes} = {result} bits per byte.",
            "Now all areas have the same height, so the shortest is the smallest: {vocabulary}. All are the same "
            "{bytes} bytes: {all} / {bytes} = {result} bits per byte.",
            self.size,
        )
        return told.format(
            vocabulary=self.titles[least],
            bytes=localized_number(self.size),
            all=localized_decimal(self.bits[least], 1),
            result=localized_decimal(self.bits[least] / max(1, self.size), 2),
        )

    def _frame(self, step: int) -> list[PictureShape]:
        return [one for place in range(len(self.counts)) for one in self._area(place, step)]

    def _area(self, place: int, step: int) -> list[PictureShape]:
        """Return a vocabulary's area with its title."""
        is_end = step > len(self.counts)
        is_least = is_end and self.bits[place] == min(self.bits)
        mark: Mark = "now" if is_least or step == place + 1 else ""
        top = TOP + place * self.height / len(self.counts) if is_end else self.tops[place]
        shapes = [label(f"title{place}", (2, top), self._title(place, step), mark)]
        width, height = self.counts[place] * self.token, self.each[place] * self.bit
        if is_end:
            width, height = self.bits[place] * (WIDTH - 4) / max(1, *self.bits), LAST
        at = (2 + width / 2, top + TITLE - 10 + height / 2)
        edge: Mark = "best" if is_least else mark
        shapes.append(shape(f"area{place}", "cell", at, (width, height), hue=None if is_least else BAR_HUE, mark=edge))
        return shapes

    def _title(self, place: int, step: int) -> str:
        values = {
            "vocabulary": self.titles[place],
            "tokens": token_count_text(self.counts[place]),
            "each": localized_decimal(self.each[place], 3),
            "bytes": localized_number(self.size),
            "all": localized_number(round(self.bits[place])),
            "result": localized_decimal(self.bits[place] / max(1, self.size), 2),
        }
        if step <= place:
            return _("{vocabulary}: {tokens} × {each} bits").format(**values)
        if step > len(self.counts):
            return _("{vocabulary}: {all} bits, {result} per byte").format(**values)
        return _("{vocabulary}: {tokens} × {each} bits = {all} bits").format(**values)
