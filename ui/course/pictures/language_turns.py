"""The languages of a parity-aware training as a skyline that turns make level, before that of plain BPE."""

from collections.abc import Sequence
from typing import NamedTuple, Self

from bpe_engine import ParityTraining
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, bricks, dialled, drawing, label, label_width, shape
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture
from ui.tokenization.algorithms.parity import shown_language

HEIGHT = 404
FOOT = HEIGHT - 4
TOP = 44  # top edge of the longest bar
LINE = 24  # height of a name
LEAST = 12  # the middle of the highest name
KEY = 15  # the side of a box in the legend
MOST_STOPS = 8  # numbers of turns to choose from, besides all of them


@picture
def lengths_after_turns(_text: str, of: str, *named: str) -> Picture:
    """A parity-aware training: the text of each language as a bar, after as many turns as readers choose."""
    training = training_at(of)
    if not isinstance(training, ParityTraining):
        raise ValueError(f"not a parity-aware training, algorithm=parity: {of}")
    if unknown := next((one for one in named if one not in training.languages), None):
        raise ValueError(f"{unknown} is not a language of {of}. Choose some of {', '.join(training.languages)}.")
    if len(training.languages) < 2:
        raise ValueError(f"only one text, which has every turn: {of}")
    if not (turns := len(training.events)):
        raise ValueError(f"no turn to draw: {of}")
    skyline = _Skyline(training, named or training.languages)
    stops = [*range(0, turns, -(-turns // MOST_STOPS)), turns]
    frames = [skyline.frame_after(stop) for stop in stops]
    places = [each["at"] for _sentence, shapes in frames for each in shapes if each["shape"] == "label"]
    if any(x < 0 or y < LEAST for x, y in places):
        raise ValueError(f"too many languages to name: {', '.join(named) or of}")
    drawn = drawing(
        _("Set the turns"),
        _(
            "A bar for each language, as high as its text is long in tokens, from the longest at the start to the "
            "shortest. The next turn is that of the darkest. Behind it, a grey bar is as high as with plain BPE."
        ),
        (WIDTH, HEIGHT),
        frames,
    )
    return dialled(drawn, _("Turns"), [*map(localized_number, stops)], 0, waits=False)


class _Name(NamedTuple):
    """The name of a language: its text, and where its line and its two ends are."""

    language: str
    text: str
    line: float
    left: float
    right: float

    def meets(self, other: Self) -> bool:
        """Return whether one would be upon the other at the same height."""
        return self.left < other.right and other.left < self.right

    def covers(self, other: Self) -> bool:
        """Return whether the other's line would cross it if it were the lower one."""
        return self.left < other.line < self.right


class _Skyline:
    """A bar for each language, from the longest text at the start to the shortest."""

    def __init__(self, training: ParityTraining, named: Sequence[str]) -> None:
        self.training = training
        self.named = named
        start = training.lengths_at(0)
        self.start = dict(zip(training.languages, start, strict=True))
        self.order = sorted(training.languages, key=lambda language: -self.start[language])
        self.plain = dict(zip(training.languages, training.plain_lengths, strict=True))
        self.most = max(start)
        self.pitch = WIDTH / len(self.order)

    def frame_after(self, turns: int) -> Frame:
        """Return the bars after some turns, and whose turn is next or, at the end, who pays."""
        lengths = dict(zip(self.training.languages, self.training.lengths_at(turns), strict=True))
        is_end = turns == len(self.training.events)
        if is_end:
            return self._comparison_text(lengths), self._shapes(lengths, "", is_end=True)
        chosen = self.training.events[turns].language
        values = {
            "count": localized_number(turns),
            "language": shown_language(chosen),
            "length": localized_number(lengths[chosen]),
        }
        if turns:
            sentence = ngettext(
                "After {count} turn, the next one goes to the longest text ({language}): {length} tokens.",
                "After {count} turns, the next one goes to the longest text ({language}): {length} tokens.",
                turns,
            )
        else:
            sentence = _("The same text in each language. The longest has the first turn ({language}): {length} bytes.")
        return sentence.format(**values), self._shapes(lengths, chosen, has_plain=bool(turns))

    def _comparison_text(self, lengths: dict[str, int]) -> str:
        fewer, more = (sum(sign * (lengths[one] - self.plain[one]) > 0 for one in self.order) for sign in (-1, 1))
        saved = ngettext(
            "{count} language takes fewer tokens than with plain BPE (grey).",
            "{count} languages take fewer tokens than with plain BPE (grey).",
            fewer,
        ).format(count=localized_number(fewer))
        paid = ngettext("{count} takes more: it pays.", "{count} take more: they pay.", more)
        return join_sentences(saved, paid.format(count=localized_number(more)))

    def _shapes(
        self, lengths: dict[str, int], chosen: str, *, has_plain: bool = True, is_end: bool = False
    ) -> list[PictureShape]:
        wide = self.pitch * (0.62 if len(self.order) > 4 else 0.5)

        def bar(place: int, count: int, width: float) -> tuple[float, float, float, float]:
            top = self._top(count)
            return self.pitch * (place + 0.5) - width / 2, top, width, FOOT - top

        places = {language: place for place, language in enumerate(self.order)}
        shapes = [shape("foot", "line", (0, FOOT), (WIDTH, 0))]
        if has_plain:
            text = _("plain BPE, at the end")
            left = WIDTH - label_width(text) - KEY - 8
            key = (left, LEAST - KEY / 2, KEY, KEY)
            grey = [bar(place, self.plain[one], self.pitch - 0.4) for one, place in places.items()]
            shapes += [bricks("plain", [*grey, key], mark="dim"), label("key", (left + KEY + 8, LEAST), text)]
        shapes.append(bricks("now", [bar(place, lengths[one], wide) for one, place in places.items()]))
        if chosen:
            shapes.append(bricks("next", [bar(places[chosen], lengths[chosen], wide)], mark="now"))
        tops = [min(self._top(lengths[one]), self._top(self.plain[one] if has_plain else 0)) for one in self.order]
        return [*shapes, *self._names(lengths, chosen, tops, is_end=is_end)]

    def _top(self, count: int) -> float:
        return FOOT - (FOOT - TOP) * count / self.most

    def _names(
        self, lengths: dict[str, int], chosen: str, tops: Sequence[float], *, is_end: bool
    ) -> list[PictureShape]:
        """Return names above their bars, each as low as there is room, in an order in which no line crosses a name."""
        shapes, placed = list[PictureShape](), list[tuple[_Name, float]]()
        names = self._names_in_line(lengths, chosen, is_end=is_end)
        while names:
            name = next(one for one in names if not any(one.covers(other) for other in names if other is not one))
            names.remove(name)
            y = min(tops[max(0, int(name.left / self.pitch)) : int(name.right / self.pitch) + 1]) - LINE / 2 - 2
            while any(
                name.meets(other) and y > at - LINE and (y < at + LINE or name.covers(other)) for other, at in placed
            ):
                y -= 1
            placed.append((name, y))
            foot, under = self._top(lengths[name.language]), y + LINE / 2 - 2
            shapes.append(shape(f"{name.language}:line", "line", (name.line, under), (0, foot - under)))
            mark: Mark = "now" if name.language == chosen else ""
            shapes.append(label(name.language, (name.left, y), name.text, mark))
        return shapes

    def _names_in_line(self, lengths: dict[str, int], chosen: str, *, is_end: bool) -> list[_Name]:
        """Return names from the last bar to the first, so far to the left that no two cover each other's line."""
        names = list[_Name]()
        for place, language in reversed([*enumerate(self.order)]):
            if language in (*self.named, chosen):
                values = {
                    "language": shown_language(language),
                    "count": localized_number(lengths[language]),
                    "plain": localized_number(self.plain[language]),
                }
                text = (_("{language} {count} (BPE {plain})") if is_end else "{language} {count}").format(**values)
                line, width = self.pitch * (place + 0.5), label_width(text)
                ends = [WIDTH - 1, *(one.line - 2 for one in names if one.left < line < one.right)]
                left = min(self.pitch * place + 1, min(ends) - width)
                names.append(_Name(language, text, line, left, left + width))
        return names
