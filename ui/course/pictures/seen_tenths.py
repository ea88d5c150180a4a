"""How many tokens of each tenth of a vocabulary occur in a few texts; a bar much longer than the others is cut off."""

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number
from ui.base.token_labels import id_label
from ui.base.visible_text import join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, drawing, shape, text_from, width_of
from ui.course.values.app_links import tokenizer_at
from ui.course.values.article_costs import articles
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

TENTHS = 10
TOP, FOOT = 104, 350
LEFT = 40
SLOT = (WIDTH - LEFT) / TENTHS
BAR = 32
TICK = 10  # tokens
THOUSAND = 1_000
BLUE = 7  # an id with this hue


@picture
def tokens_seen(_text: str, of: str, marked: str) -> Picture:
    """How many tokens of each tenth of a vocabulary occur in Article 1 in all its languages; one token is marked."""
    tokenizer = tokenizer_at(of)
    seen = {token_id for entry in articles().values() for token_id in tokenizer.encode(entry["text"])}
    (odd,) = encoded(of, marked)
    width = -(-tokenizer.vocab_size // TENTHS)
    counts = [sum(start <= one < start + width for one in seen) for start in range(0, tokenizer.vocab_size, width)]
    chart = _Chart(counts, width)
    own = odd // width
    values = {
        "token": id_label(tokenizer, odd),
        "id": odd,
        "count": localized_number(counts[own]),
        "all": localized_number(len(range(tokenizer.vocab_size)[own * width :][:width])),
    }
    rest = range(1, len(counts))
    frames: list[Frame] = [
        (
            _(
                "Each bar is a tenth of the vocabulary, by id, from the tokens learned first to those learned last. "
                "Its height: how many of them occur in these texts."
            ),
            chart.frame({}),
        ),
        (
            join_sentences(
                _("Of the {all} tokens that were learned first, {count} occur.").format(
                    all=localized_number(width), count=localized_number(counts[0])
                ),
                _("Their bar is cut off: it would be {factor} times as high as the next one.").format(
                    factor=localized_decimal(counts[0] / max(1, counts[1]), 1)
                )
                if chart.is_cut
                else "",
            ),
            chart.frame({0: "now"}),
        ),
        (
            _(
                "Of each later tenth, only {least} to {most} tokens occur. They were rarer in training too, so they "
                "were learned later."
            ).format(least=localized_number(min(counts[1:])), most=localized_number(max(counts[1:]))),
            chart.frame(dict.fromkeys(rest, "next")),
        ),
        (
            _("“{token}” has the id {id}. Of the {all} tokens in its part, {count} occur in these texts.").format(
                **values
            ),
            chart.frame({own: "now"}),
        ),
    ]
    return drawing(
        _("Tokens that occur in Article 1"),
        _("A column for each tenth of the vocabulary, by id: how many of its tokens occur in these texts."),
        (WIDTH, FOOT + 70),
        frames,
    )


class _Chart:
    """Bars side by side, up to the highest of all but the first."""

    def __init__(self, counts: list[int], width: int) -> None:
        self.counts, self.width = counts, width
        rest = max(counts[1:])
        self.is_cut = counts[0] > 2 * rest
        self.most = rest if self.is_cut else counts[0]

    def y(self, count: float) -> float:
        return FOOT - count * (FOOT - TOP) / self.most

    def frame(self, marks: dict[int, Mark]) -> list[PictureShape]:
        shapes = [text_from("count", (2, 14), _("tokens that occur"))]
        for count in range(0, self.most + 1, TICK):
            label = localized_number(count)
            shapes.append(text_from(f"tick{count}", (LEFT - 8 - width_of(label), self.y(count)), label))
            shapes.append(shape(f"mark{count}", "line", (LEFT - 4, self.y(count)), (8 if count else WIDTH - LEFT, 0)))
        for place, count in enumerate(self.counts):
            shapes += self._bar(place, count, marks.get(place, ""))
            start = localized_number(round(place * self.width / THOUSAND))
            shapes.append(shape(f"start{place}", "text", (self.x(place), FOOT + 22), text=start))
        title = _("first id of each tenth, in thousands")
        shapes.append(text_from("id", (LEFT, FOOT + 52), title))
        return shapes

    def x(self, place: int) -> float:
        return LEFT + SLOT * (place + 0.5)

    def _bar(self, place: int, count: int, mark: Mark) -> list[PictureShape]:
        x, value, hue = self.x(place), localized_number(count), token_hue(BLUE)
        if place or not self.is_cut:
            top = self.y(count)
            at = (x, (top + FOOT) / 2)
            return [
                shape(f"bar{place}", "cell", at, (BAR, FOOT - top), hue=hue, mark=mark),
                shape(f"value{place}", "text", (x, top - 14), text=value, mark=mark),
            ]
        break_at, top = TOP - 16, TOP - 46
        slant = [
            shape(f"cut{line}", "line", (x - BAR / 2 - 5, break_at + 4 - 10 * line), (BAR + 10, -8), mark="now")
            for line in (0, 1)
        ]
        return [
            shape("bar0", "cell", (x, (break_at + FOOT) / 2), (BAR, FOOT - break_at), hue=hue, mark=mark),
            shape("rest0", "cell", (x, (top + break_at - 10) / 2), (BAR, break_at - 10 - top), hue=hue, mark=mark),
            *slant,
            shape("value0", "text", (x, top - 14), text=value, mark=mark),
        ]
