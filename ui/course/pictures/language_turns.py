"""The languages of a parity-aware training as bars that get shorter turn by turn."""

from collections.abc import Sequence

from bpe_engine import ParityTraining
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, language_name, localized_number, ngettext
from ui.base.visible_text import join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import BAR_HUE, WIDTH, Frame, Mark, dialled, drawing, label, label_width, shape
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture

PITCH = 78
BAR = 30
REST = ""  # the languages that have no bar of their own
MOST_STOPS = 8  # numbers of turns to choose from, besides all of them
VALUE = 60  # space for the value, to the right of the longest bar


@picture
def turns_of_languages(_text: str, of: str, *shown: str) -> Picture:
    """A parity-aware training: the text of each language shown as a bar, with its turns, at the end plain BPE."""
    return _turns(of, shown).picture()


@picture
def lengths_after_turns(_text: str, of: str, *shown: str) -> Picture:
    """A parity-aware training: the text of each language shown as a bar, after as many turns as readers choose."""
    turns = _turns(of, shown)
    all_turns = len(turns.turns)
    stops = [*range(0, all_turns, max(1, -(-all_turns // MOST_STOPS))), all_turns]
    return dialled(turns.drawn(_("Set the turns"), [*map(turns.after, stops)]), _("Turns"), [*map(str, stops)], 0)


def _turns(of: str, shown: Sequence[str]) -> "_Turns":
    training = training_at(of)
    if not isinstance(training, ParityTraining):
        raise ValueError(f"not a parity-aware training, algorithm=parity: {of}")
    return _Turns(training, shown or training.languages)


class _Turns:
    """A row for each language, from the longest text to the shortest."""

    def __init__(self, training: ParityTraining, shown: Sequence[str]) -> None:
        self.training = training
        self.turns = [event.language for event in training.events]
        self.start = training.lengths_at(0)
        self.order = sorted(shown, key=lambda language: -self.length(language, 0))
        plain = dict(zip(training.languages, training.plain_lengths, strict=True))
        self.plain = {language: plain[language] for language in shown}
        self.rest = [language for language in training.languages if language not in self.plain]
        self.rest_plain = _mean([plain[language] for language in self.rest])

    def name(self, language: str) -> str:
        return language_name(language) or language

    def length(self, language: str, step: int) -> int:
        return self.training.lengths_at(step)[self.training.languages.index(language)]

    def stops(self) -> list[int]:
        """Return the turns that have a frame: the first one of each language shown."""
        return sorted(self.turns.index(language) + 1 for language in self.plain if language in self.turns)

    def picture(self) -> Picture:
        begin = _(
            "The same text in each language, in bytes. Which language has the first turn, and which ones have none?"
        )
        frames: list[Frame] = [(begin, self._frame(0))]
        frames += [(self._told(step), self._frame(step, self.turns[step - 1])) for step in self.stops()]
        frames.append((self._compared(), self._frame(len(self.turns), is_end=True)))
        return self.drawn(_("Whose turn it is"), frames)

    def drawn(self, title: str, frames: Sequence[Frame]) -> Picture:
        return drawing(
            title,
            _(
                "A bar for each language, as long as its text in tokens, and one for the average of others, in a "
                "dotted frame as long as at the start. Beside the name is how many turns there were. At the end, a "
                "grey bar is as long as with plain BPE."
            ),
            (WIDTH, PITCH * (len(self.order) + bool(self.rest))),
            frames,
        )

    def after(self, step: int) -> Frame:
        """Return the lengths after some turns, and the longest and the shortest text of those shown."""
        lengths = {language: self.length(language, step) for language in self.order}
        longest, shortest = max(lengths, key=lengths.__getitem__), min(lengths, key=lengths.__getitem__)
        said = ngettext(
            "After {count} turn, {longest} takes the most tokens here, {most}, and {shortest} the fewest, {least}.",
            "After {count} turns, {longest} takes the most tokens here, {most}, and {shortest} the fewest, {least}.",
            step,
        ).format(
            count=localized_number(step),
            longest=self.name(longest),
            most=localized_number(lengths[longest]),
            shortest=self.name(shortest),
            least=localized_number(lengths[shortest]),
        )
        return said, self._frame(step, longest)

    def _told(self, step: int) -> str:
        language = self.turns[step - 1]
        before = self.length(language, step - 1)
        equals = [one for one in self.training.languages if self.length(one, step - 1) == before]
        sentence = (
            _(
                "Turn {number}: {languages} take the most tokens, {before} each. Of equals, the first in the corpus "
                "has its turn: {language}. Its most frequent pair merges, so now it takes {after}."
            )
            if len(equals) > 1
            else _(
                "Turn {number}: {language} takes the most tokens, {before}. Its most frequent pair merges, so now it "
                "takes {after}."
            )
        )
        return sentence.format(
            number=localized_number(step),
            languages=join_list(map(self.name, equals)),
            language=self.name(language),
            before=localized_number(before),
            after=localized_number(self.length(language, step)),
        )

    def _compared(self) -> str:
        end = len(self.turns)
        worst = max(self.plain, key=lambda language: self.plain[language])
        payer = max(self.plain, key=lambda language: self.length(language, end) - self.plain[language])

        def told(sentence: str, language: str) -> str:
            here, plain = localized_number(self.length(language, end)), localized_number(self.plain[language])
            return sentence.format(language=self.name(language), here=here, plain=plain)

        saved = told(
            _(
                "With the same number of plain BPE merges, {language} would take the most tokens: {plain}. Here it "
                "takes {here}."
            ),
            worst,
        )
        return join_sentences(saved, told(_("{language} pays for it: {here} tokens, not {plain}."), payer))

    def _frame(self, step: int, now: str = "", *, is_end: bool = False) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        scale = (WIDTH - VALUE) / max(self.start)
        for row, language in enumerate([*self.order, *([REST] if self.rest else [])]):
            top = PITCH * row
            mark: Mark = "now" if now and language == now else ""
            group = [language] if language else self.rest
            name = self.name(language) if language else self._rest_name()
            shapes.append(label(f"{language}:name", (2, top + 12), name, mark))
            count = sum(map(self.turns[:step].count, group))
            turns = ngettext("{count} turn", "{count} turns", count).format(count=localized_number(count))
            shapes.append(label(f"{language}:turns", (WIDTH - label_width(turns), top + 12), turns, mark))
            length = _mean([self.length(one, step) for one in group])
            width = length * scale
            before = _mean([self.length(one, 0) for one in group]) * scale
            if step:
                at = (2 + before / 2, top + 38)
                shapes.append(shape(f"{language}:start", "cell", at, (before, BAR), mark="dim"))
            at = (2 + width / 2, top + 38)
            shapes.append(shape(f"{language}:bar", "cell", at, (width, BAR), hue=BAR_HUE, mark=mark))
            value = localized_number(round(length))
            if not language:
                value = _("{count} on average").format(count=value)
            end = before if width < before < width + 12 + label_width(value) else width  # not on the dotted edge
            end = min(end + 12, WIDTH - label_width(value))
            shapes.append(label(f"{language}:length", (end, top + 38), value, mark))
            if is_end:
                found = self.plain[language] if language else self.rest_plain
                plain, value = found * scale, f"BPE: {localized_number(round(found))}"
                at = (2 + plain / 2, top + 63)
                shapes.append(shape(f"{language}:plain", "prefix", at, (plain, 16)))
                shapes.append(label(f"{language}:plain:length", (plain + 12, top + 63), value))
        return shapes

    def _rest_name(self) -> str:
        """Return what the bar of all other languages is called."""
        told = ngettext("{count} more language", "{count} more languages", len(self.rest))
        return told.format(count=localized_number(len(self.rest)))


def _mean(lengths: Sequence[int]) -> float:
    return sum(lengths) / max(1, len(lengths))
