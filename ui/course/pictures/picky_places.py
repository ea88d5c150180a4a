"""Picky BPE in steps: how many times each token occurs, and which ones a later merge uses up."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from bpe_engine import PickyTraining
from bpe_engine.notebook import token_hue
from bpe_engine.picky.options import PickyOptions
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent, ngettext
from ui.base.visible_text import join_quoted, join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    ROW,
    TILE,
    TYPE,
    WIDTH,
    BarRows,
    Frame,
    Mark,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    tiles_from,
)
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture, token_count_text
from ui.tokenization.algorithms.frame_parts import times_phrase

LINE = 42
LETTER = 22
SHARE = 7  # digits of space to the right of the longest bar
LIMITS = (50, 60, 70, 80, 90, 100)  # percent
TEXT = 68  # middle of the bar of the text
HIGH = 52  # height of that bar
MERGED = 180  # middle of the first line of tokens
BLUE = 7  # an id whose hue is blue


@picture
def used_up_tokens(_text: str, of: str, merges: int, word: str) -> Picture:
    """The first merges of a Picky BPE training: how many times tokens occur, which go, and one that falls apart."""
    training, threshold = _picky(of)
    return _Places(training, merges, word).picture(threshold)


@picture
def removals_by_threshold(_text: str, of: str, percent: int) -> Picture:
    """The tokens of a Picky BPE training and the length of its text, for the threshold that readers set, in percent."""
    if percent not in LIMITS:
        raise ValueError(f"{percent} percent is not one of {', '.join(map(str, LIMITS))}. Choose one of these.")
    drawn = _Limits([_picky(f"{of}&threshold={limit}")[0] for limit in LIMITS]).picture()
    values = [localized_percent(limit / 100) for limit in LIMITS]
    return dialled(drawn, _("Threshold"), values, LIMITS.index(percent))


def _picky(of: str) -> tuple[PickyTraining, float]:
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
        self.ids = {**training.base_vocabulary, **{event.token: event.token_id for event in self.events}}
        most = max(event.replacements for event in self.events)
        names = [token_as_text(token) for token in self.tokens]
        steps = [*training.tokenizer().encode_steps(word)]
        at = next(at for at, step in enumerate(steps) if step.change and step.change.is_removal)
        (gone,) = steps[at].change.parts  # type: ignore[union-attr]
        self.states = [(steps[at - 1].symbols, gone), (steps[at].symbols, ""), (steps[-1].symbols, "")]
        self.words, self.foot = self._lines()
        self.rows = BarRows(names, most, ["0" * SHARE], self.foot)

    def picture(self, threshold: float) -> Picture:
        frames = list[Frame]()
        gone: dict[str, Mark] = {}
        for number, event in enumerate(self.events, 1):
            if self._joins(number):
                continue
            removed = {*event.dropped}
            said, shares = [self._made(number)], {one.token: one.share for one in event.removed}
            if not frames:
                said.append(_("Each token gets a bar: how much of it will later merges leave?"))
            marks: dict[str, Mark] = {event.token: "now", **dict.fromkeys(removed, "next")}
            for part, share in zip(event.pair, event.shares, strict=False):
                if part in self.tokens and part not in removed:
                    marks[part] = "now"
                    shares[part] = share
                    stays = _("It took {share} of “{token}”, not more than {threshold}, so “{token}” stays.")
                    said.append(self._judged(stays, part, share, threshold))
            for removal in event.removed:
                goes = _("It took {share} of “{token}”, more than {threshold}, so “{token}” is removed.")
                said.append(self._judged(goes, removal.token, removal.share, threshold))
            frames.append(
                (
                    join_sentences(*said),
                    [
                        *self._words(number, event.token),
                        *self._rows(number, gone | marks, removed),
                        *self._taken(shares, threshold),
                    ],
                )
            )
            gone |= dict.fromkeys(removed, "dim")
        last = len(self.events)
        made, tokens = self.states[0][1], self.states[-1][0]
        end = _(
            "A new word, “{word}”: merges and removals are made in order. “{made}” is made, and falls apart when it is "
            "removed. In the end, the word is {tokens}."
        ).format(word=self.word, made=made, tokens=join_quoted(map(token_as_text, tokens)))
        frames.append((end, [*self._encoded(), *self._rows(last, gone, set())]))
        return drawing(
            _("Tokens that a merge uses up"),
            _(
                "The words of the corpus in their tokens, with their counts, and at the end a new word in their place. "
                "Below, a row for each token that a merge made, with a bar as long as the number of places where it "
                "stands."
            ),
            (WIDTH, self.rows.foot + 4),
            frames,
        )

    def _joins(self, number: int) -> bool:
        """Return whether a merge is shown together with the next one, which uses up its token. The first is not."""
        if not 1 < number < len(self.events) or self.events[number - 1].removed:
            return False
        return self.events[number - 1].token in self.events[number].dropped

    def _made(self, number: int) -> str:
        """Return what a merge has made, and the one before it if that is not a step of its own."""
        event = self.events[number - 1]
        values = {
            "number": localized_number(number),
            "left": token_as_text(event.pair[0]),
            "right": token_as_text(event.pair[1]),
            "token": token_as_text(event.token),
            "times": times_phrase(event.replacements),
        }
        if number > 1 and self._joins(number - 1):
            part = token_as_text(self.events[number - 2].token)
            told = _("Merge {before} has made “{part}”. Merge {number}: “{left}” + “{right}” makes “{token}” {times}.")
            return told.format(**values, before=localized_number(number - 1), part=part)
        return _("Merge {number}: “{left}” + “{right}”. “{token}” is made {times}.").format(**values)

    @staticmethod
    def _judged(told: str, token: str, share: float, threshold: float) -> str:
        values = {"share": localized_percent(share), "threshold": localized_percent(threshold)}
        return told.format(**values, token=token_as_text(token))

    def _rows(self, step: int, marks: Mapping[str, Mark], removed: Collection[str]) -> list[PictureShape]:
        state = self.training.at(step).words
        shapes: list[PictureShape] = []
        for place, token in enumerate(self.tokens[:step]):
            count = sum(word.symbols.count(token) * word.frequency for word in state)
            mark, name = marks.get(token, ""), token_as_text(token)
            if mark == "dim" or token in removed:
                hue = None if mark == "dim" else token_hue(self.ids[token])
                tile, told = self.rows.row(place, name, hue, None, _("removed"), mark)
                shapes += [tile, *([_struck(tile)] if mark == "dim" else []), told]
            else:
                hue = token_hue(self.ids[token])
                shapes += self.rows.row(place, name, hue, count, localized_number(count), mark)
        for place in range(step, len(self.tokens)):
            at = self.rows.label / 2, self.rows.top + (place + 0.5) * ROW
            shapes.append(shape(f"later{place}", "tile", at, (self.rows.label - 4, ROW - 8), text="?", mark="later"))
        return shapes

    def _taken(self, shares: Mapping[str, float], threshold: float) -> list[PictureShape]:
        """Return the shares of tokens that a merge took, to the right of their rows, and the threshold above them."""
        if not shares:
            return []
        head = _("taken (limit {threshold})").format(threshold=localized_percent(threshold))
        shapes = [label("limit", (WIDTH - label_width(head), self.foot - 8), head)]
        for token, share in shares.items():
            told, y = localized_percent(share), self.rows.top + (self.tokens.index(token) + 0.5) * ROW
            shapes.append(label(f"{token_as_text(token)}:share", (WIDTH - label_width(told), y), told, "now"))
        return shapes

    def _encoded(self) -> list[PictureShape]:
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
        return found, y + LINE

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
    """For each threshold, the length of the corpus as a bar, and the tokens that the merges made, in order."""

    def __init__(self, trainings: Sequence[PickyTraining]) -> None:
        self.trainings = trainings
        self.lengths = [training.tokens_per_step[-1] for training in trainings]
        self.most = max(self.lengths)

    def picture(self) -> Picture:
        frames = [self._at(training, length) for training, length in zip(self.trainings, self.lengths, strict=True)]
        foot = max(each["at"][1] for _said, shapes in frames for each in shapes) + TILE / 2
        return drawing(
            _("Set the threshold"),
            _(
                "At the top, the beginning of the corpus, and a bar as long as it is in tokens. Below, the tokens that "
                "the merges made, in order. Those that have been removed are dotted."
            ),
            (WIDTH, foot),
            frames,
        )

    def _at(self, training: PickyTraining, length: int) -> Frame:
        gone = _removed(training)
        threshold = training.trainer.threshold
        size = training.vocabulary_per_step[-1]
        said = ngettext(
            "Threshold {threshold}: {count} token is removed. With {size} in the vocabulary, the corpus is {length}.",
            "Threshold {threshold}: {count} tokens are removed. With {size} in the vocabulary, the corpus is {length}.",
            len(gone),
        ).format(
            threshold=localized_percent(threshold),
            count=localized_number(len(gone)),
            size=localized_number(size),
            length=token_count_text(length),
        )
        tiles = [
            (token_as_text(event.token), "", None if place in gone else token_hue(event.token_id))
            for place, event in enumerate(training.events)
        ]
        marks: list[Mark] = ["dim" if place in gone else "" for place in range(len(tiles))]
        made = tiles_from("made", (2, MERGED), tiles, marks)
        struck = [_struck(one) for one in made if one["mark"] == "dim"]
        return said, [*self._text(training, length), *made, *struck]

    def _text(self, training: PickyTraining, length: int) -> list[PictureShape]:
        told = token_count_text(length)
        room = WIDTH - max(label_width(token_count_text(one)) for one in self.lengths) - 14
        wide = room * length / self.most
        bar = shape("text", "cell", (2 + wide / 2, TEXT), (wide, HIGH), hue=token_hue(BLUE), mark="now")
        before = shape("before", "cell", (2 + room / 2, TEXT), (room, HIGH), mark="dim")
        return [
            label("corpus", (2, 16), _words(training.corpus.words)),
            before,
            bar,
            label("length", (room + 12, TEXT), told, "now"),
            label("tokens", (2, MERGED - 38), _("Tokens in the order of their merges")),
        ]


def _struck(tile: PictureShape) -> PictureShape:
    """Return a line through a token that is removed."""
    (x, y), (width, _high) = tile["at"], tile["size"]
    return shape(f"{tile['key']}:struck", "line", (x - width / 2, y), (width, 0), mark="dim")


def _removed(training: PickyTraining) -> set[int]:
    """Return the places of the events whose token a later merge removed. It may be made again after that."""
    made, gone = dict[str, int](), set[int]()
    for place, event in enumerate(training.events):
        gone |= {made.pop(token) for token in event.dropped}
        made[event.token] = place
    return gone


def _words(words: Iterable[str]) -> str:
    """Return the first words of a corpus, as many as fit in a line, without punctuation if there is anything else."""
    shown: list[str] = []
    words = [*words]
    for word in [each for each in words if any(map(str.isalnum, each))] or words:
        told = _("Corpus: {words} …").format(words=", ".join([*shown, token_as_text(word)]))
        if label_width(told) > WIDTH:
            return _("Corpus: {words} …").format(words=", ".join(shown))
        shown.append(token_as_text(word))
    return _("Corpus: {words}").format(words=", ".join(shown))
