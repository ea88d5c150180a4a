"""Picky BPE in steps: what merges take of each token, and which ones they use up; and by threshold."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from bpe_engine import PickyTraining
from bpe_engine.notebook import token_hue
from bpe_engine.picky.options import PickyOptions
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, localized_percent, ngettext
from ui.base.visible_text import join_quoted, join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    TYPE,
    WIDTH,
    Frame,
    Mark,
    bricks,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    text_from,
    width_of,
)
from ui.course.values.app_links import training_at
from ui.course.values.training_values import repeated
from ui.course.values.value_registry import picture, token_count_text
from ui.tokenization.algorithms.frame_parts import times_phrase

LINE = 46
LETTER = 30
NEW_LETTER = 22  # of the new word, which is drawn three times
PITCH = 36  # of the bars
BAR = 26
KEY = 15  # the side of a box in the legend
LIMITS = (100, 90, 80, 70, 60)  # percent; the first is plain BPE
FIRST, TITLE, TOKEN = 98, 32, 36  # middle of the first line of words; from a heading to its tokens; their height
GAP, BETWEEN = 6, 18  # from a line to the next; from a word to the next
COLUMN = 20.4  # least width of a letter of a word
WORD_LINES, LINES = 6, 3  # lines of words, and of tokens below the heading, at most
MORE = 130  # room for how many more there are
LONGEST = 20  # letters that remain of a token that is too long


@picture
def used_up_tokens(_text: str, of: str, merges: int, word: str) -> Picture:
    """The first merges of a Picky BPE training: what they take of tokens, which go, and one that falls apart."""
    training, threshold = _picky_training(of)
    if not 0 < merges <= len(training.events):
        raise ValueError(f"{merges} is not a number of merges from 1 to {len(training.events)}: {of}")
    return _Places(training, merges, word).picture(threshold)


@picture
def removals_by_threshold(_text: str, of: str, percent: int) -> Picture:
    """The words that a Picky BPE training cuts differently by its threshold in percent, and the tokens it removes."""
    if percent not in LIMITS:
        raise ValueError(f"{percent} percent is not one of {', '.join(map(str, LIMITS))}. Choose one of these.")
    trainings, shown = dict[int, PickyTraining](), 0
    for limit in LIMITS:  # a limit that changes nothing is no choice
        training = _picky_training(f"{of}&threshold={limit}")[0]
        last = [*trainings.values()][-1:]
        if not last or _changes(last[0]) != _changes(training):
            trainings[limit] = training
            shown += limit >= percent
    if not trainings[LIMITS[0]].events:
        raise ValueError(f"no merge to draw: {of}")
    drawn = _Limits(trainings).picture()
    values = [localized_percent(limit / 100) for limit in reversed(trainings)]
    return dialled(drawn, _("Threshold"), values, len(values) - shown)


def _changes(training: PickyTraining) -> list[tuple[str, tuple[str, ...]]]:
    """Return which token each merge makes, and which ones it removes."""
    return [(event.token, tuple(event.dropped)) for event in training.events]


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
        self.ids = {**training.base_vocabulary, **{event.token: event.token_id for event in training.events}}
        if unknown := next((one for one in word if one not in self.ids), ""):
            raise ValueError(f"the corpus has no “{unknown}”, as in {word}. Choose a word of its letters.")
        steps = [*training.tokenizer().encode_steps(word)]
        at = next((at for at, step in enumerate(steps) if step.change and step.change.is_removal), None)
        if at is None:
            raise ValueError(f"no token falls apart in {word}")
        (gone,) = steps[at].change.parts  # type: ignore[union-attr]
        self.states = [(steps[at - 1].symbols, gone), (steps[at].symbols, ""), (steps[-1].symbols, "")]
        if len(self.states) * (NEW_LETTER * len(word) + 8) + 64 > WIDTH:
            raise ValueError(f"too long to draw: {word}")
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
                sentences.append(_("This is its bar. How much of it will the next merges take?"))
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
            frames.append((join_sentences(*sentences), [*shapes, *self._key(), *self._limit(threshold)]))
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
            (WIDTH, self.foot + PITCH * len(self.tokens) + 24),
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
                parts = " + ".join(map(token_as_text, self.events[place].pair))
                shapes.append(shape(f"later{place}", "text", at, text=name, mark="dim"))
                shapes.append(text_from(f"parts{place}", (self.left + 8, y), parts, "dim"))
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
            shapes += [tile, bar]
            if token in taken:
                of_it, count = taken[token]
                text = _("{taken} of {count}").format(taken=localized_number(of_it), count=localized_number(count))
                eaten = (self.left, y - BAR / 2, self.room * of_it / count, BAR)
                shapes.append(bricks(f"{name}:taken", [eaten], mark="now"))
            shapes.append(
                label(f"{name}:value", (self.left + self.room + 10, y), text, "" if is_gone else mark and "now")
            )
        return shapes

    def _key(self) -> list[PictureShape]:
        """Return what the colours of the bars mean."""
        looks: list[tuple[str, Mark]] = [(_("still there"), "dim"), (_("used up"), "now")]
        shapes, x, y = list[PictureShape](), self.left, self.foot - 14
        for name, mark in looks:
            shapes.append(bricks(f"key:{mark}", [(x, y - KEY / 2, KEY, KEY)], mark=mark))
            shapes.append(label(f"key:{mark}:name", (x + KEY + 6, y), name))
            x += KEY + 6 + label_width(name) + 16
        return shapes

    def _limit(self, threshold: float) -> list[PictureShape]:
        """Return a line through all bars at the threshold, which stands below it."""
        text, x = localized_percent(threshold), self.left + self.room * threshold
        rows = PITCH * len(self.tokens)
        return [
            shape("limit", "line", (x, self.foot - 4), (0, rows + 4), mark="next"),
            label("threshold", (x - label_width(text) / 2, self.foot + rows + 12), text, "now"),
        ]

    def _new_word_shapes(self) -> list[PictureShape]:
        """Return the new word, which replaces the corpus: before and after a token falls apart, and at the end."""
        shapes = [label("new", (2, 14), _("A new word"), "now")]
        x, y, width = 2.0, 56.0, NEW_LETTER * len(self.word)
        for number, (symbols, changed) in enumerate(self.states):
            if number:
                shapes.append(shape(f"to{number}", "arrow", (x, y), (24, 0)))
                x += 32
            shapes += self._symbols(f"other{number}", (x, y), symbols, changed, NEW_LETTER)
            x += width + 8
        return shapes

    def _lines(self) -> tuple[list[tuple[float, float]], float]:
        """Return the position of each word, and the bottom edge of all words."""
        found: list[tuple[float, float]] = []
        left, y = 2.0, 24.0
        for word, count in self.training.corpus.words.items():
            width = len(word) * LETTER + (len(localized_number(count)) + 2) * TYPE + 16
            if width > WIDTH:
                raise ValueError(f"too long to draw: {word}")
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

    def _symbols(
        self, key: str, at: tuple[float, float], symbols: Sequence[str], made: str, letter: float = LETTER
    ) -> list[PictureShape]:
        shapes, place = list[PictureShape](), 0
        for symbol in symbols:
            width = len(symbol) * letter
            middle = (at[0] + place * letter + width / 2, at[1])
            mark = "now" if symbol == made else ""
            hue = token_hue(self.ids[symbol])
            name = token_as_text(symbol)
            shapes.append(shape(f"{key}:{place}", "tile", middle, (width - 3, 38), text=name, hue=hue, mark=mark))
            place += len(symbol)
        return shapes


class _Limits:
    """For each threshold, the length of the text, the words that are cut differently, and the tokens that are removed.

    At 100 percent, no token is removed: this is plain BPE.
    """

    def __init__(self, trainings: Mapping[int, PickyTraining]) -> None:
        self.trainings = trainings
        self.lengths = {limit: training.tokens_per_step[-1] for limit, training in trainings.items()}
        made = {limit: [event.token for event in training.events] for limit, training in trainings.items()}
        self.plain = [*dict.fromkeys(made[LIMITS[0]])]
        every = dict.fromkeys(token for tokens in made.values() for token in tokens)
        base = len(trainings[LIMITS[0]].base_vocabulary)
        self.hues = {token: token_hue(number) for number, token in enumerate(every, base)}
        self.numbers = {token: number for number, token in enumerate(every)}
        self.kept = {limit: self._kept(training) for limit, training in trainings.items()}
        cuts = [[word.symbols for word in training.at(len(training.events)).words] for training in trainings.values()]
        changing = [place for place, ways in enumerate(zip(*cuts, strict=True)) if len({*map(tuple, ways)}) > 1]
        shown = changing or range(len(cuts[0]))
        self.words = {limit: [cut[place] for place in shown] for limit, cut in zip(trainings, cuts, strict=True)}
        letters = [word.symbols for word in trainings[LIMITS[0]].at(0).words]
        self.letters = [letters[place] for place in shown]
        self.layout = self._layout()
        self.foot = self.layout[-1][1] + TOKEN / 2 + (26 if len(self.layout) == len(shown) else 44)

    @staticmethod
    def _kept(training: PickyTraining) -> list[str]:
        """Return the tokens that a training has at its end, in the order in which it made them."""
        removed = _removed_events(training)
        return [*dict.fromkeys(event.token for at, event in enumerate(training.events) if at not in removed)]

    def picture(self) -> Picture:
        frames = [self._threshold_frame(limit) for limit in reversed([*self.trainings])]
        tiles = [one for _said, shapes in frames for one in shapes if one["shape"] == "tile"]
        return drawing(
            _("Set the threshold"),
            _(
                "Above, how many tokens the text takes; a line marks plain BPE. Below, the words that are cut "
                "differently by the threshold, with tokens that plain BPE doesn’t have in thick frames. At the bottom, "
                "the tokens that are removed, dotted; in plain BPE, those that no longer occur, dashed."
            ),
            (WIDTH, max(one["at"][1] + one["size"][1] / 2 for one in tiles) + 2),
            frames,
        )

    def _threshold_frame(self, limit: int) -> Frame:
        training, kept = self.trainings[limit], self.kept[limit]
        gone = [token for token in self.plain if token not in kept]
        dropped = [training.events[at].token for at in _removed_events(training)]
        back = [token for token in dict.fromkeys(dropped) if token in kept]
        new = len([token for token in kept if token not in self.plain])
        unused = set[str]() if dropped else self._unused(training)
        sentences = [self._removal_text(limit, len(gone), is_plain=not dropped)]
        if unused:
            text = ngettext(
                "{count} of its tokens no longer occurs (dashed).",
                "{count} of its tokens no longer occur (dashed).",
                len(unused),
            )
            sentences.append(text.format(count=localized_number(len(unused))))
        if new:
            added = ngettext(
                "{count} token that plain BPE doesn’t have gets a place (thick).",
                "{count} tokens that plain BPE doesn’t have get places (thick).",
                new,
            )
            sentences.append(added.format(count=localized_number(new)))
        if back:
            text = ngettext(
                "{tokens} is removed, too, but made again.", "{tokens} are removed, too, but made again.", len(back)
            )
            names = [_("“{token}”").format(token=token_as_text(token)) for token in back]
            sentences.append(text.format(tokens=join_list(names)))
        below = (
            self._list(_("Removed: {count}"), gone, "dim")
            if dropped
            else self._list(_("No longer used: {count}"), [token for token in kept if token in unused], "next")
        )
        return join_sentences(*sentences), [*self._text(limit), *self._words(limit), *below]

    def _layout(self) -> list[tuple[float, float, list[float]]]:
        """Return for each word that has room where it starts, and the edges of its letters."""
        found, x, y = list[tuple[float, float, list[float]]](), 2.0, float(FIRST)
        for letters in self.letters:
            widths = [max(COLUMN, width_of(token_as_text(letter)) + 8) for letter in letters]
            edges = [*accumulate(widths, initial=0.0)]
            if x + edges[-1] > WIDTH and x > 2:
                x, y = 2.0, y + TOKEN + GAP
            if y > FIRST + (TOKEN + GAP) * (WORD_LINES - 1):
                break
            found.append((x, y, edges))
            x += edges[-1] + BETWEEN
        return found

    def _words(self, limit: int) -> list[PictureShape]:
        """Return the words in tokens, each where its letters are, as far as there is room."""
        shapes = list[PictureShape]()
        for number, (x, y, edges) in enumerate(self.layout):
            start = 0
            for symbol in self.words[limit][number]:
                end = start + len(symbol)
                left, right = x + edges[start], x + edges[end]
                if right > WIDTH:
                    shapes.append(text_from(f"{number}:rest", (left + 4, y), "…"))
                    break
                mark: Mark = "now" if symbol in self.numbers and symbol not in self.plain else ""
                at, size, name = ((left + right - 3) / 2, y), (right - left - 3, TOKEN), token_as_text(symbol)
                key, hue = f"{number}:{start}", self.hues.get(symbol)
                shapes.append(shape(key, "tile", at, size, text=name, hue=hue, mark=mark))
                start = end
        if len(self.layout) < len(self.letters):
            shapes.append(text_from("rest", (2, self.layout[-1][1] + TOKEN / 2 + 12), "…"))
        return shapes

    def _list(self, title: str, tokens: Sequence[str], mark: Mark) -> list[PictureShape]:
        """Return tokens below the words, each with its mark, and their number."""
        if not tokens:
            return []
        written = title.format(count=localized_number(len(tokens)))
        return [label("title", (2, self.foot), written), *self._lines(tokens, self.foot + TITLE, mark)]

    def _lines(self, tokens: Sequence[str], y: float, mark: Mark) -> list[PictureShape]:
        """Return tokens side by side: as many as have room, and how many more there are."""
        shapes, x, line = list[PictureShape](), 2.0, 1
        for place, token in enumerate(tokens):
            wide = _tile_width(token)
            if x + wide > WIDTH - (MORE if line == LINES and place < len(tokens) - 1 else 2):
                if line == LINES:
                    more = _("… and {count} more").format(count=localized_number(len(tokens) - place))
                    return [*shapes, label("more", (x, y), more)]
                x, y, line = 2.0, y + TOKEN + GAP, line + 1
            hue = None if mark == "dim" else self.hues[token]
            key, at = f"listed{self.numbers[token]}", (x + wide / 2, y)
            shapes.append(shape(key, "tile", at, (wide, TOKEN), text=_short_name(token), hue=hue, mark=mark))
            x += wide + GAP
        return shapes

    @staticmethod
    def _unused(training: PickyTraining) -> set[str]:
        """Return the tokens that the text no longer has at the end of a training."""
        left = {symbol for word in training.at(len(training.events)).words for symbol in word.symbols}
        return {event.token for event in training.events} - left

    def _removal_text(self, limit: int, count: int, *, is_plain: bool) -> str:
        removed = ngettext(
            "At {threshold}, {count} of plain BPE’s {all} tokens is removed (dotted).",
            "At {threshold}, {count} of plain BPE’s {all} tokens are removed (dotted).",
            count,
        )
        sentence = _("At {threshold}, no token is removed: this is plain BPE.") if is_plain else removed
        values = {"count": localized_number(count), "all": localized_number(len(self.plain))}
        return sentence.format(threshold=localized_percent(limit / 100), **values)

    def _text(self, limit: int) -> list[PictureShape]:
        """Return the length of the text as a bar, and a line at that of plain BPE."""
        length, plain = self.lengths[limit], self.lengths[LIMITS[0]]
        unit = (WIDTH - 4) / max(self.lengths.values())
        text = _("The text: {tokens}").format(tokens=token_count_text(length))
        name = f"BPE: {localized_number(plain)}"
        left = min(2 + unit * plain - label_width(name), WIDTH - label_width(name))
        return [
            label("text", (2, 12), text, "now"),
            bricks("length", [(2, 26, unit * length, 30)]),
            shape("plain", "line", (2 + unit * plain, 20), (0, 42), mark="now"),
            *([label("plain:value", (left, 12), name)] if limit != LIMITS[0] else []),
        ]


def _tile_width(token: str) -> float:
    return width_of(_short_name(token)) + PADDING


def _short_name(token: str) -> str:
    """Return a token's label, shortened if it is too long."""
    name = token_as_text(token)
    return name if width_of(name) < WIDTH - 2 * PADDING else f"{name[:LONGEST]}…"


def _removed_events(training: PickyTraining) -> list[int]:
    """Return the places of the events whose token a later merge removed, in order. It may be made again after that."""
    made, gone = dict[str, int](), list[int]()
    for place, event in enumerate(training.events):
        gone += [made.pop(token) for token in event.dropped]
        made[event.token] = place
    return gone
