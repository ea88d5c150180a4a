"""The languages of a parity-aware training: what each text takes after some turns, and with plain BPE."""

from collections.abc import Iterator, Sequence

from bpe_engine import ParityTraining
from ui.base.i18n import current_language, join_list, localized_number, ngettext
from ui.base.i18n import gettext as _
from ui.base.visible_text import join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    WIDTH,
    Frame,
    Mark,
    bricks,
    caption,
    dialled,
    drawing,
    label,
    label_width,
    shape,
)
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture, token_count_text
from ui.tokenization.algorithms.parity import shown_language

HEIGHT = 400
HEAD = 26  # height of the names of the columns
FOOT = 300  # bottom edge of the rows
PITCH = 54  # of rows, at most
BAR = 0.66  # of a row's height
BOXES = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000)  # tokens that a box may stand for
NARROWEST = 8  # width of a box
TOTAL, SUM, KEYS = 324, 338, 388  # middle of the sum, top edge of its bar, and middle of the last line
HIGH = 30  # height of that bar
KEY = 15  # the side of a box in the legend
GAP = 10
GAIN_HUE, PAY_HUE = 150, 40
MOST_NAMED = 9
MOST_WINNERS = 5  # languages named among those that take fewer tokens
LONGEST = 19  # characters of a name
MOST_STOPS = 8  # numbers of turns to choose from, besides all of them


@picture
def lengths_after_turns(_text: str, of: str, *named: str) -> Picture:
    """A parity-aware training: languages' texts as bars, after as many turns as readers choose; at last, who pays."""
    training = training_at(of)
    if not isinstance(training, ParityTraining):
        raise ValueError(f"not a parity-aware training, algorithm=parity: {of}")
    if unknown := next((one for one in named if one not in training.languages), None):
        raise ValueError(f"{unknown} is not a language of {of}. Choose some of {', '.join(training.languages)}.")
    if len(training.languages) < 2:
        raise ValueError(f"only one text, which has every turn: {of}")
    if not (turns := len(training.events)):
        raise ValueError(f"no turn to draw: {of}")
    if len(rows := named or training.languages) > MOST_NAMED:
        raise ValueError(f"{len(rows)} languages are too many for {of}. Name {MOST_NAMED} at most.")
    stops = [*range(0, turns, -(-turns // MOST_STOPS)), turns]
    languages = _Languages(training, rows)
    drawn = drawing(
        _("Set the turns"),
        _(
            "A bar for each of some languages, as long as its text in tokens; dotted, what the text took at the start. "
            "After the last turn, a coloured end is what the text saves, or pays, compared with plain BPE. At the "
            "bottom, a bar for all languages together, and how many have had a turn; at the end, how many gain or pay."
        ),
        (WIDTH, HEIGHT),
        [languages.frame_after(stop) for stop in stops],
    )
    return dialled(drawn, _("Turns"), [*map(localized_number, stops)], 1, waits=False)


class _Languages:
    """A row for each named language, from the longest text at the start to the shortest, and a bar for all."""

    def __init__(self, training: ParityTraining, named: Sequence[str]) -> None:
        self.training = training
        self.start = dict(zip(training.languages, training.lengths_at(0), strict=True))
        self.plain = dict(zip(training.languages, training.plain_lengths, strict=True))
        self.end = dict(zip(training.languages, training.last_lengths, strict=True))
        self.order = sorted(training.languages, key=lambda language: -self.start[language])
        self.rows = [language for language in self.order if language in named]
        names = {language: shown_language(language) for language in self.rows}
        self.names = {
            language: name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for language, name in names.items()
        }
        self.left = max(map(label_width, self.names.values())) + GAP
        numbers = [max(map(label_width, texts)) + GAP for texts in self._columns()]
        self.middles = [WIDTH - sum(numbers[place:]) + numbers[place] / 2 for place in range(len(numbers))]
        room = WIDTH - self.left - sum(numbers)
        self.unit = room / max(self.start[language] for language in self.rows)
        self.box = next(tokens for tokens in BOXES if tokens * self.unit >= NARROWEST)
        self.pitch = min(PITCH, (FOOT - HEAD) / len(self.rows))

    def _columns(self) -> Iterator[list[str]]:
        """Return all texts of each column of numbers: the tokens, those with plain BPE, and the difference."""
        yield [_("Now"), *(localized_number(self.start[language]) for language in self.rows)]
        yield [_("BPE"), *(localized_number(self.plain[language]) for language in self.rows)]
        yield [_signed(self.end[language] - self.plain[language]) for language in self.rows]

    def frame_after(self, turns: int) -> Frame:
        """Return the bars after some turns, and whose turn is next or, at the end, who pays."""
        lengths = dict(zip(self.training.languages, self.training.lengths_at(turns), strict=True))
        events = self.training.events
        is_end = turns == len(events)
        chosen = "" if is_end else events[turns].language
        sentence = self._comparison_text() if is_end else self._turn_text(turns, chosen, lengths)
        shapes = self._heads(turns, is_end=is_end)
        for row, language in enumerate(self.rows):
            shapes += self._row(row, language, lengths[language], chosen, is_end=is_end)
        shapes.append(shape("rule", "line", (0, FOOT + 4), (WIDTH, 0)))
        shapes += self._sum(sum(lengths.values()), is_end=is_end)
        shapes += self._gains() if is_end else self._turns_had(turns)
        return sentence, shapes

    def _turn_text(self, turns: int, chosen: str, lengths: dict[str, int]) -> str:
        values = {
            "count": localized_number(turns),
            "language": shown_language(chosen),
            "length": token_count_text(lengths[chosen]),
        }
        if not turns:
            sentence = _("The longest text has the first turn: {language}, with {length}.")
        elif lengths[chosen] == max(lengths.values()):
            sentence = ngettext(
                "After {count} turn, the next one goes to the longest text ({language}): {length}.",
                "After {count} turns, the next one goes to the longest text ({language}): {length}.",
                turns,
            )
        else:
            sentence = ngettext(
                "After {count} turn, the next one goes to {language}: {length}. Longer texts have had their share of "
                "the turns, or have no pair left.",
                "After {count} turns, the next one goes to {language}: {length}. Longer texts have had their share of "
                "the turns, or have no pair left.",
                turns,
            )
        return sentence.format(**values)

    def _groups(self) -> list[list[str]]:
        """Return the languages that take fewer tokens than with plain BPE, as many, and more."""
        groups: list[list[str]] = [[], [], []]
        for language in self.order:
            more = self.end[language] - self.plain[language]
            groups[1 + (more > 0) - (more < 0)].append(language)
        return groups

    def _comparison_text(self) -> str:
        fewer, same, more = map(len, self._groups())
        told = [_("Compare with plain BPE.")]
        if fewer:
            sentence = ngettext(
                "{count} language takes fewer tokens: {languages}.",
                "{count} languages take fewer tokens: {languages}.",
                fewer,
            )
            if fewer > MOST_WINNERS:
                sentence = ngettext(
                    "{count} language takes fewer tokens.", "{count} languages take fewer tokens.", fewer
                )
            names = [shown_language(language) for language in self._groups()[0]]
            if current_language() == "vi":  # where a name begins with “tiếng”, in capitals only as a label
                names = [name[:1].lower() + name[1:] for name in names]
            languages = join_list(names)
            told.append(sentence.format(count=localized_number(fewer), languages=languages))
        if more:
            told.append(
                ngettext(
                    "{count} language takes more: it pays.", "{count} languages take more: they pay.", more
                ).format(count=localized_number(more))
            )
        if same:
            told.append(
                ngettext("{count} language takes as many.", "{count} languages take as many.", same).format(
                    count=localized_number(same)
                )
            )
        return join_sentences(*told)

    def _heads(self, turns: int, *, is_end: bool) -> list[PictureShape]:
        """Return the names of the columns."""
        heads = [caption("head:now", (self.middles[0], 12), _("Now"))]
        if is_end:
            return [*heads, caption("head:plain", (self.middles[1], 12), _("BPE"))]
        box = _("1 box = {tokens}").format(tokens=token_count_text(self.box))
        return [*heads, label("head:start", (self.left, 12), _("dotted: at the start") if turns else box)]

    def _row(self, row: int, language: str, length: int, chosen: str, *, is_end: bool) -> list[PictureShape]:
        y = HEAD + self.pitch * (row + 0.5)
        high = self.pitch * BAR
        mark: Mark = "now" if language == chosen else ""
        start, plain = self.start[language], self.plain[language]

        def part(key: str, of: tuple[int, int], hue: int | None = None, mark: Mark = "") -> PictureShape:
            box = (self.left + self.unit * of[0], y - high / 2, self.unit * (of[1] - of[0]), high)
            return bricks(f"{language}:{key}", [box], hue=hue, mark=mark)

        shapes = [
            label(f"{language}:name", (0, y), self.names[language], mark),
            caption(f"{language}:count", (self.middles[0], y), localized_number(length), mark),
        ]
        if length < start and not is_end:
            at = (self.left + self.unit * (length + start) / 2, y)
            shapes.append(shape(f"{language}:start", "cell", at, (self.unit * (start - length), high - 1), mark="dim"))
        own = min(length, plain) if is_end else length
        count = own // self.box
        size = (self.unit * self.box, high + 1.2)  # with the space below it
        if count:
            at = (self.left, y - high / 2)
            shapes.append(shape(f"{language}:now", "boxes", at, size, mark=mark, boxes=(count, count)))
        if own % self.box:
            shapes.append(part("rest", (count * self.box, own), mark=mark))
        if is_end:
            more = length - plain
            if more:
                ends = (min(length, plain), max(length, plain))
                shapes.append(part("more", ends, PAY_HUE if more > 0 else GAIN_HUE))
            shapes.append(caption(f"{language}:plain", (self.middles[1], y), localized_number(plain)))
            shapes.append(caption(f"{language}:difference", (self.middles[2], y), _signed(more), "now" if more else ""))
        return shapes

    def _sum(self, together: int, *, is_end: bool) -> list[PictureShape]:
        """Return the tokens of all languages as a bar: dotted, those at the start; at the end, what is paid."""
        start, plain = sum(self.start.values()), sum(self.plain.values())
        unit, own = (WIDTH - 1) / start, min(together, plain) if is_end else together
        text = _("Together: {tokens}").format(tokens=token_count_text(together))
        if is_end:
            text = _("Together: {tokens} (BPE: {plain}, {difference})").format(
                tokens=token_count_text(together), plain=localized_number(plain), difference=_signed(together - plain)
            )
        shapes = [
            label("total", (0, TOTAL), text, "now" if is_end else ""),
            bricks("sum", [(0, SUM, unit * own, HIGH)]),
        ]
        if is_end and together != plain:
            hue, ends = PAY_HUE if together > plain else GAIN_HUE, sorted((together, plain))
            shapes.append(bricks("sum:more", [(unit * ends[0], SUM, unit * (ends[1] - ends[0]), HIGH)], hue=hue))
        if together < start and not is_end:
            middle = unit * (together + start) / 2, SUM + HIGH / 2
            shapes.append(shape("sum:start", "cell", middle, (unit * (start - together), HIGH - 1), mark="dim"))
        return shapes

    def _turns_had(self, turns: int) -> list[PictureShape]:
        had = {event.language for event in self.training.events[:turns]}
        text = _("Had a turn: {count} of {all}")
        text = text.format(count=localized_number(len(had)), all=localized_number(len(self.order)))
        return [label("had", (0, KEYS), text)]

    def _gains(self) -> list[PictureShape]:
        """Return how many languages save, and how many pay, each in the colour of its bars' ends."""
        shapes, x = list[PictureShape](), 0.0
        fewer, _same, more = map(len, self._groups())
        for key, name, count, hue in (
            ("gain", _("gain: {count}"), fewer, GAIN_HUE),
            ("pay", _("pay: {count}"), more, PAY_HUE),
        ):
            if not count:
                continue
            name = name.format(count=localized_number(count))
            shapes.append(bricks(f"key:{key}", [(x, KEYS - KEY / 2, KEY, KEY)], hue=hue))
            shapes.append(label(f"key:{key}:name", (x + KEY + 6, KEYS), name))
            x += KEY + 6 + label_width(name) + 2 * GAP
        return shapes


def _signed(number: int) -> str:
    """Return a difference with its sign."""
    return f"{'+' if number > 0 else '−' if number else ''}{localized_number(abs(number))}"
