"""Picky BPE in steps: what merges take of each token, and which ones they use up; and by threshold."""

from collections.abc import Mapping, Sequence

from bpe_engine import PickyTraining
from bpe_engine.notebook import token_hue
from bpe_engine.picky.options import PickyOptions
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent, ngettext
from ui.base.visible_text import join_quoted, join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    TILE,
    TYPE,
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
    tiles_from,
    width_of,
)
from ui.course.values.app_links import training_at
from ui.course.values.training_values import repeated
from ui.course.values.value_registry import picture, token_count_text
from ui.tokenization.algorithms.frame_parts import times_phrase

LINE = 40
LETTER = 22
PITCH = 40  # of the bars
BAR = 28
LIMITS = (50, 60, 70, 80, 90, 100)  # percent
SLOT = WIDTH / len(LIMITS)
COLUMN = 56
FREED, TEXT = (42, 120), (176, 266)  # highest and lowest edge of the columns
GONE = 312  # middle of the title of what is removed
LINES = 2  # of the tokens that are removed
BLUE = 7  # an id whose hue is blue


@picture
def used_up_tokens(_text: str, of: str, merges: int, word: str) -> Picture:
    """The first merges of a Picky BPE training: what they take of tokens, which go, and one that falls apart."""
    training, threshold = _picky_training(of)
    if not 0 < merges <= len(training.events):
        raise ValueError(f"{merges} is not a number of merges from 1 to {len(training.events)}: {of}")
    return _Places(training, merges, word).picture(threshold)


@picture
def removals_by_threshold(_text: str, of: str, percent: int) -> Picture:
    """The places that a Picky BPE training frees and the length of its text, by the threshold in percent."""
    if percent not in LIMITS:
        raise ValueError(f"{percent} percent is not one of {', '.join(map(str, LIMITS))}. Choose one of these.")
    drawn = _Limits([_picky_training(f"{of}&threshold={limit}")[0] for limit in LIMITS]).picture()
    values = [localized_percent(limit / 100) for limit in LIMITS]
    return dialled(drawn, _("Threshold"), values, LIMITS.index(percent))


def _picky_training(of: str) -> tuple[PickyTraining, float]:
    """Return a training and its threshold."""
    training = training_at(of)
    if not isinstance(training, PickyTraining) or not isinstance(training.trainer, PickyOptions):
        raise ValueError(f"not a Picky BPE training, algorithm=picky: {of}")
    return training, training.trainer.threshold


class _Places:
    """The words of the corpus in tokens, a row for each token that merges make, and a word in which one falls apart."""

    def __init__(self, training: PickyTraining, merges: int, word: str) -> None:
        self.training = training
        self.word = word
        self.events = training.events[:merges]
        self.tokens = [event.token for event in self.events]
        if again := repeated(self.tokens):
            raise ValueError(f"{again[0]} is made twice in the first {merges} merges")
        self.ids = {**training.base_vocabulary, **{event.token: event.token_id for event in self.events}}
        steps = [*training.tokenizer().encode_steps(word)]
        at = next((at for at, step in enumerate(steps) if step.change and step.change.is_removal), None)
        if at is None:
            raise ValueError(f"no token falls apart in {word}")
        (gone,) = steps[at].change.parts  # type: ignore[union-attr]
        self.states = [(steps[at - 1].symbols, gone), (steps[at].symbols, ""), (steps[-1].symbols, "")]
        self.words, self.foot = self._lines()
        self.left = max(width_of(token_as_text(token)) for token in self.tokens) + 22
        whole = localized_number(training.tokens_per_step[0])
        values = (_("{taken} of {count}").format(taken=whole, count=whole), _("removed"))
        self.room = WIDTH - self.left - 12 - max(map(label_width, values))

    def picture(self, threshold: float) -> Picture:
        frames = list[Frame]()
        gone: dict[str, Mark] = {}
        for number, event in enumerate(self.events, 1):
            if self._joins(number):
                continue
            removed = {*event.dropped}
            taken = self._taken_places(number)
            sentences = [self._merge_text(number, is_short=bool(taken))]
            if not frames:
                sentences.append(_("Each token gets a bar: how much of it will later merges leave?"))
            for token, (of_it, count) in taken.items():
                sentence = (
                    _("It takes {taken} of {count} “{token}”: removed.")
                    if token in removed
                    else _("It takes {taken} of {count} “{token}”: it stays.")
                )
                values = {"taken": localized_number(of_it), "count": localized_number(count)}
                sentences.append(sentence.format(**values, token=token_as_text(token)))
            marks: dict[str, Mark] = {
                event.token: "now",
                **dict.fromkeys(taken, "now"),
                **dict.fromkeys(removed, "next"),
            }
            shapes = [*self._words(number, event.token), *self._rows(number, gone | marks, taken)]
            frames.append((join_sentences(*sentences), [*shapes, *self._limit(threshold)]))
            gone |= dict.fromkeys(removed, "dim")
        last = len(self.events)
        made, tokens = self.states[0][1], self.states[-1][0]
        end = _(
            "A new word, “{word}”: “{made}” is made, and falls apart when it is removed. In the end, it’s {tokens}."
        ).format(word=self.word, made=made, tokens=join_quoted(map(token_as_text, tokens)))
        frames.append((end, [*self._new_word_shapes(), *self._rows(last, gone, {}), *self._limit(threshold)]))
        return drawing(
            _("Tokens that a merge uses up"),
            _(
                "The words of the corpus in their tokens, with their counts, and at the end a new word in their place. "
                "Below, a bar for each token that a merge made; what the next merge takes of it is dark. A line marks "
                "the threshold: beyond it, a token is removed."
            ),
            (WIDTH, self.foot + PITCH * len(self.tokens) + 4),
            frames,
        )

    def _joins(self, number: int) -> bool:
        """Return whether a merge is shown together with the next one, which uses up its token. The first is not."""
        if not 1 < number < len(self.events) or self.events[number - 1].removed:
            return False
        return self.events[number - 1].token in self.events[number].dropped

    def _taken_places(self, number: int) -> dict[str, tuple[int, int]]:
        """Return for each token that a merge takes and that a merge has made: in how many places, and of how many."""
        event = self.events[number - 1]
        before = self.training.at(number - 1).words
        counts = {part: sum(word.symbols.count(part) * word.frequency for word in before) for part in event.pair}
        shares = dict(zip(counts, event.shares, strict=True))
        return {part: (round(shares[part] * counts[part]), counts[part]) for part in counts if part in self.tokens}

    def _merge_text(self, number: int, *, is_short: bool) -> str:
        """Return what a merge has made, and the one before it if that is not a step of its own."""
        event = self.events[number - 1]
        values = {
            "number": localized_number(number),
            "left": token_as_text(event.pair[0]),
            "right": token_as_text(event.pair[1]),
            "token": token_as_text(event.token),
        }
        if number > 1 and self._joins(number - 1):
            part = token_as_text(self.events[number - 2].token)
            sentence = _("Merge {before} made “{part}”, merge {number} makes “{token}”.")
            return sentence.format(**values, before=localized_number(number - 1), part=part)
        if is_short:
            return _("Merge {number}: “{left}” + “{right}”.").format(**values)
        times = times_phrase(event.replacements)
        return _("Merge {number}: “{left}” + “{right}”. “{token}” is made {times}.").format(**values, times=times)

    def _rows(self, step: int, marks: Mapping[str, Mark], taken: Mapping[str, tuple[int, int]]) -> list[PictureShape]:
        """Return a bar for each token, with what this step's merge takes of it."""
        state = self.training.at(step).words
        shapes: list[PictureShape] = []
        for place, token in enumerate(self.tokens):
            y, name = self.foot + PITCH * (place + 0.5), token_as_text(token)
            mark, hue = marks.get(token, ""), token_hue(self.ids[token])
            at, size = ((self.left - 6) / 2, y), (self.left - 8, PITCH - 8)
            if place >= step:
                shapes.append(shape(f"later{place}", "tile", at, size, text="?", mark="later"))
                continue
            is_gone = mark == "dim"
            tile = shape(f"{name}:tile", "tile", at, size, text=name, hue=None if is_gone else hue, mark=mark)
            count = sum(word.symbols.count(token) * word.frequency for word in state)
            text = _("removed") if is_gone else localized_number(count)
            bar = (
                shape(f"{name}:gone", "cell", (self.left + self.room / 2, y), (self.room, BAR), mark="dim")
                if is_gone
                else bricks(f"{name}:bar", [(self.left, y - BAR / 2, self.room, BAR)], mark="dim")
            )
            shapes += [tile, bar, *([_strike(tile)] if is_gone else [])]
            if token in taken:
                of_it, count = taken[token]
                text = _("{taken} of {count}").format(taken=localized_number(of_it), count=localized_number(count))
                eaten = (self.left, y - BAR / 2, self.room * of_it / count, BAR)
                shapes.append(bricks(f"{name}:taken", [eaten], mark="now"))
            shapes.append(
                label(f"{name}:value", (self.left + self.room + 10, y), text, "" if is_gone else mark and "now")
            )
        return shapes

    def _limit(self, threshold: float) -> list[PictureShape]:
        """Return a line through all bars at the threshold."""
        text, x = localized_percent(threshold), self.left + self.room * threshold
        rows = PITCH * len(self.tokens)
        return [
            shape("limit", "line", (x, self.foot - 4), (0, rows + 4), mark="next"),
            label("threshold", (x - label_width(text) / 2, self.foot - 14), text, "now"),
        ]

    def _new_word_shapes(self) -> list[PictureShape]:
        """Return the new word in place of the corpus: before and after a token falls apart, and at the end."""
        shapes = [label("new", (2, 14), _("A new word"), "now")]
        x, y, width = 2.0, 48.0, LETTER * len(self.word)
        for number, (symbols, changed) in enumerate(self.states):
            if number:
                shapes.append(shape(f"to{number}", "arrow", (x, y), (24, 0)))
                x += 32
            shapes += self._symbols(f"other{number}", (x, y), symbols, changed)
            x += width + 8
        return shapes

    def _lines(self) -> tuple[list[tuple[float, float]], float]:
        """Return the position of each word, and the bottom edge of all words."""
        found: list[tuple[float, float]] = []
        left, y = 2.0, 22.0
        for word, count in self.training.corpus.words.items():
            width = len(word) * LETTER + (len(localized_number(count)) + 2) * TYPE + 16
            if found and left + width > WIDTH:
                left, y = 2.0, y + LINE
            found.append((left, y))
            left += width + 12
        return found, y + LINE + 8

    def _words(self, step: int, made: str = "") -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for number, ((left, y), word) in enumerate(zip(self.words, self.training.at(step).words, strict=True)):
            shapes.append(label(f"count{number}", (left, y), f"{localized_number(word.frequency)} ×"))
            x = left + (len(localized_number(word.frequency)) + 2) * TYPE + 6
            shapes += self._symbols(f"word{number}", (x, y), word.symbols, made)
        return shapes

    def _symbols(self, key: str, at: tuple[float, float], symbols: Sequence[str], made: str) -> list[PictureShape]:
        shapes, place = list[PictureShape](), 0
        for symbol in symbols:
            width = len(symbol) * LETTER
            middle = (at[0] + place * LETTER + width / 2, at[1])
            mark = "now" if symbol == made else ""
            hue = token_hue(self.ids[symbol])
            name = token_as_text(symbol)
            shapes.append(shape(f"{key}:{place}", "tile", middle, (width - 3, 32), text=name, hue=hue, mark=mark))
            place += len(symbol)
        return shapes


class _Limits:
    """For each threshold, the places that are freed and the length of the corpus, and the tokens removed at one."""

    def __init__(self, trainings: Sequence[PickyTraining]) -> None:
        self.trainings = trainings
        self.lengths = [training.tokens_per_step[-1] for training in trainings]
        self.gone = [_removed_events(training) for training in trainings]
        self.again = [repeated([event.token for event in training.events]) for training in trainings]

    def picture(self) -> Picture:
        return drawing(
            _("Set the threshold"),
            _(
                "For each threshold, a column as high as the number of places that removed tokens free, grey where the "
                "token is made again, and one as high as the corpus is long. Below, the tokens that are removed."
            ),
            (WIDTH, GONE + 12 + (TILE + 6) * LINES),
            [self._threshold_frame(chosen) for chosen in range(len(LIMITS))],
        )

    def _threshold_frame(self, chosen: int) -> Frame:
        gone, again, training = self.gone[chosen], self.again[chosen], self.trainings[chosen]
        freed = ngettext("{count} place is freed", "{count} places are freed", len(gone))
        values = {
            "threshold": localized_percent(LIMITS[chosen] / 100),
            "freed": freed.format(count=localized_number(len(gone))),
            "length": token_count_text(self.lengths[chosen]),
            "again": localized_number(len(again)),
        }
        sentence = (
            ngettext(
                "Threshold {threshold}: {freed}, but {again} (grey) goes to a token made again. The text: {length}.",
                "Threshold {threshold}: {freed}, but {again} (grey) go to tokens made again. The text: {length}.",
                len(again),
            )
            if again
            else _("Threshold {threshold}: {freed}. The text: {length}.")
        )
        if self.lengths[chosen] == min(self.lengths) < max(self.lengths):
            sentence = join_sentences(sentence, _("That’s the shortest."))
        events = [training.events[place] for place in gone]
        names = [(token_as_text(event.token), "", token_hue(event.token_id)) for event in events]
        marks: list[Mark] = ["now" if event.token in again else "" for event in events]
        tiles = tiles_from("gone", (2, GONE + 34), names, marks)
        shown = [each for each in tiles if each["at"][1] < GONE + 34 + (TILE + 6) * LINES]
        title = _("Removed, in order") if gone else _("No token is removed.")
        return sentence.format(**values), [
            *self._columns("freed", FREED, [*map(len, self.gone)], chosen, _("Places that are freed")),
            *self._columns("text", TEXT, self.lengths, chosen, _("Tokens in the text")),
            *self._limits(chosen),
            label("gone", (2, GONE), title),
            *shown,
        ]

    def _columns(
        self, key: str, between: tuple[float, float], values: Sequence[int], chosen: int, title: str
    ) -> list[PictureShape]:
        """Return a column for each threshold, with its value above it."""
        top, foot = between
        shapes = [label(f"{key}:title", (2, top - 32), title), shape(f"{key}:foot", "line", (0, foot), (WIDTH, 0))]
        boxes = list[tuple[float, ...]]()
        for place, value in enumerate(values):
            high, x = (foot - top) * value / (max(values) or 1), SLOT * (place + 0.5)
            boxes.append((x - COLUMN / 2, foot - high, COLUMN, high))
            mark: Mark = "now" if place == chosen else ""
            shapes.append(caption(f"{key}:value{place}", (x, foot - high - 12), localized_number(value), mark))
        shapes += [bricks(f"{key}:all", boxes), bricks(f"{key}:now", [boxes[chosen]], mark="now")]
        if key == "freed":
            unit = (foot - top) / (max(values) or 1)
            back = [(x, y, wide, unit * len(again)) for (x, y, wide, _h), again in zip(boxes, self.again, strict=True)]
            shapes.append(bricks("again", [box for box in back if box[3]], mark="dim"))
        return shapes

    @staticmethod
    def _limits(chosen: int) -> list[PictureShape]:
        """Return the thresholds below the columns, to click on."""
        return [
            caption(
                f"limit{place}",
                (SLOT * (place + 0.5), TEXT[1] + 18),
                localized_percent(limit / 100),
                "now" if place == chosen else "",
            )
            | {"to": place}
            for place, limit in enumerate(LIMITS)
        ]


def _strike(tile: PictureShape) -> PictureShape:
    """Return a line through a token that is removed."""
    (x, y), (width, _high) = tile["at"], tile["size"]
    return shape(f"{tile['key']}:struck", "line", (x - width / 2, y), (width, 0), mark="dim")


def _removed_events(training: PickyTraining) -> list[int]:
    """Return the places of the events whose token a later merge removed, in order. It may be made again after that."""
    made, gone = dict[str, int](), list[int]()
    for place, event in enumerate(training.events):
        gone += [made.pop(token) for token in event.dropped]
        made[event.token] = place
    return gone
