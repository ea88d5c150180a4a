"""Which tokens merges make on the way to another one, and how many of them survive."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from textwrap import shorten

from bpe_engine import EncodeStep
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.token_labels import token_label
from ui.base.visible_text import display_name, join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Frame, Mark, caption, drawing, shape, text_from, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.fates import fates_in
from ui.course.values.tokenizer_values import single_id
from ui.course.values.value_registry import picture
from ui.tokenization.algorithms.frame_parts import times_phrase

LETTERS = 290  # width of the goal token
MADE, LEFT = 346, 434  # middle of each column
COLUMN = 76
HEADS = 98  # middle of the columns' names
TEXT_LINES = (18, 56)  # middle of each line of the whole text
NOW = 36  # middle of the tokens after each step
TOP, FOOT = 114, 392  # of the tokens that are made
TILE = 30  # height of a token, at most
LEAST_PITCH = 20  # of rows
LONGEST = 60  # characters of the text in the last step's caption

Counts = tuple[Counter[str], Counter[str]]
"""How many times each token was made, and how many of these survive."""


@picture
def left_at_the_end(text: str, of: str, marked: str, goal: str) -> Picture:
    """The merges of a token: which tokens they make and absorb, up to one, then on; at the end, those of a text."""
    return _Merges(text, of, marked, goal).picture()


class _Merges:
    """The merges of one token, and below its letters the tokens that they make."""

    def __init__(self, text: str, of: str, marked: str, goal: str) -> None:
        self.tokenizer = bpe_tokenizer(of)
        self.goal = single_id(of, goal)
        self.asked = self.tokenizer.token(single_id(of, marked))
        self.first, *self.steps = self.tokenizer.encode_steps(goal)
        self.text = text
        self.fates = fates_in(of, text)
        self.rows = list(dict.fromkeys(step.symbols[step.merged[0]] for step in self.steps))
        self.pitch = (FOOT - TOP) / max(1, len(self.rows))
        if self.pitch < LEAST_PITCH:
            raise ValueError(f"too many merges to draw, {len(self.rows)}: {goal}")
        self.high = min(TILE, self.pitch - 2)
        self.wide = LETTERS / len(self.first.symbols)
        products = [step.symbols[step.merged[0]] for step in self.steps]
        if self.asked not in products:
            raise ValueError(f"no merge makes “{marked}” on the way to “{goal}”. Choose a token that one makes.")
        made = products.index(self.asked)
        self.stages = sorted({0, made, made + 1, len(self.steps)})  # how many merges are made in each step
        counted = self._counts_by_step()
        self.counts = [*(counted[number] for number in self.stages), self._whole()]

    def _counts_by_step(self) -> list[Counts]:
        """Return the counts after each step."""
        made, counts = Counter[str](), [(Counter[str](), Counter[str]())]
        for step in self.steps:
            made[step.symbols[step.merged[0]]] += len(step.merged)
            counts.append((made.copy(), Counter(step.symbols)))
        return counts

    def _whole(self) -> Counts:
        """Return the counts of the whole text."""
        made = Counter({fate.token: fate.made for fate in self.fates})
        return made, Counter({fate.token: fate.left for fate in self.fates})

    def picture(self) -> Picture:
        frames: list[Frame] = [(sentence, self._frame(step)) for step, sentence in enumerate(self._step_texts())]
        return drawing(
            _("Made, and what survives"),
            _(
                "A token in single symbols, and below it, each in a row, the tokens that merges make on the way to "
                "it. Beside each, how many times it is made, and how many survive; a token that doesn’t is dotted. "
                "At the end, a whole text takes the token’s place."
            ),
            (WIDTH, FOOT + 4),
            frames,
        )

    def _name(self, token: str) -> str:
        return display_name(token_label(self.tokenizer, token))

    def _quoted_tokens(self, tokens: Sequence[str]) -> str:
        return join_list(_("“{token}”").format(token=self._name(token)) for token in tokens)

    def _step_texts(self) -> list[str]:
        goal = self._name(self.tokenizer.token(self.goal))
        sentences = [_("Merges build “{token}” from single symbols. Which tokens on the way to it will survive?")]
        sentences[0] = sentences[0].format(token=goal)
        for number, (start, end) in enumerate(pairwise(self.stages), 1):
            steps = self.steps[start:end]
            products = dict.fromkeys(step.symbols[step.merged[0]] for step in steps)
            if len(steps) == 1:
                parts = [self._name(part) for part in steps[0].pair or ()]
                sentence = _("“{one}” and “{other}” become “{token}”.")
                sentence = sentence.format(one=parts[0], other=parts[1], token=self._name(next(iter(products))))
            else:
                sentence = ngettext("{count} merge makes {tokens}.", "{count} merges make {tokens}.", len(steps))
                sentence = sentence.format(count=localized_number(len(steps)), tokens=self._quoted_tokens([*products]))
            (made, left), (_made, before) = self.counts[number], self.counts[number - 1]
            gone = [token for token in self.rows if made[token] and not left[token]]
            gone = [token for token in gone if before[token] or token in products]
            if gone:
                lost = ngettext("This doesn’t survive: {tokens}.", "These don’t survive: {tokens}.", len(gone))
                sentence = join_sentences(sentence, lost.format(tokens=self._quoted_tokens(gone)))
            sentences.append(sentence)
        sentences.append(self._whole_text())
        return sentences

    def _whole_text(self) -> str:
        """Return how many times the token in question is made in the text, and how many of these survive."""
        made, left = (counts[self.asked] for counts in self.counts[-1])
        if not made:
            sentence = _("Now all of “{text}”: “{token}” isn’t made.")
        elif not left:
            sentence = _("Now all of “{text}”: “{token}” is made {times}, and never survives.")
        else:
            sentence = _("Now all of “{text}”: “{token}” is made {times}, and survives {left}.")
        values = {"text": self._text_start(), "token": self._name(self.asked)}
        return sentence.format(**values, times=times_phrase(made), left=times_phrase(left))

    def _text_start(self) -> str:
        """Return the start of the text, cut between words if there are any."""
        quoted = shorten(self.text, LONGEST, placeholder="…")
        return quoted if quoted != "…" else f"{self.text[: LONGEST - 1]}…"

    def _frame(self, step: int) -> list[PictureShape]:
        is_whole = step == len(self.stages)
        made, _left = self.counts[step]
        shapes = [caption("made", (MADE, HEADS), _("Made")), caption("left", (LEFT, HEADS), _("Still here"))]
        if is_whole:
            shapes += self._text_tokens()
        else:
            merges = self.stages[step]
            is_new = step > 0 and merges - self.stages[step - 1] == 1
            shapes += self._current_tokens([self.first, *self.steps][merges], is_new=is_new)
        for place, token in enumerate(self.rows):
            y = TOP + self.pitch * (place + 0.5)
            if made[token] or is_whole:
                shapes += self._row(place, y, step)
            else:  # it is still to be made
                is_asked = token == self.asked
                mark: Mark = "now" if is_asked else ""
                shapes.append(self._tile(f"{place}:tile", token, self._start(token), y, self.high, mark))
                shapes += self._numbers(str(place), y, ["?", "?"], ["later", "later"]) if is_asked else []
        return shapes

    def _current_tokens(self, step: EncodeStep, *, is_new: bool) -> list[PictureShape]:
        """Return the tokens after a step, from left to right."""
        shapes = []
        for place, (start, token) in enumerate(zip(self._starts(step.symbols), step.symbols, strict=True)):
            mark: Mark = "now" if is_new and place in step.merged else ""
            shapes.append(self._tile(f"now{start}:{token}", token, start, NOW, 40, mark))
        return shapes

    def _text_tokens(self) -> list[PictureShape]:
        """Return the text's tokens in two lines, as many as have room: those that have a row are coloured."""
        shapes, x, lines = list[PictureShape](), 2.0, [*TEXT_LINES]
        for place, one in enumerate(self.tokenizer.encode(self.text, "none")):
            token = self.tokenizer.token(one)
            name = token_label(self.tokenizer, token)
            width = width_of(name) + 6
            if x + width > WIDTH - (0 if len(lines) > 1 else TYPE):
                if len(lines) == 1:
                    return [*shapes, text_from("more", (x, lines[0]), "…", "dim")]
                x = 2.0
                del lines[0]
            at = (x + width / 2, lines[0])
            if token in self.rows:
                shapes.append(shape(f"text{place}", "tile", at, (width, TILE + 2), text=name, hue=self._hue(token)))
            else:
                shapes.append(shape(f"text{place}", "text", at, text=name, mark="dim"))
            x += width + 2
        return shapes

    def _starts(self, symbols: Sequence[str]) -> list[int]:
        """Return for each token at which of the single symbols it starts."""
        edges = [*accumulate(map(len, self.first.symbols), initial=0)]
        return [edges.index(start) for start in [*accumulate(map(len, symbols), initial=0)][:-1]]

    def _tile(self, key: str, token: str, start: int, y: float, high: float, mark: Mark) -> PictureShape:
        long = len([end for end in accumulate(map(len, self.first.symbols[start:])) if end <= len(token)])
        at, size = (2 + self.wide * (start + long / 2), y), (self.wide * long - 3, high)
        written = token_label(self.tokenizer, token)
        return shape(key, "tile", at, size, text=written, hue=self._hue(token), mark=mark)

    def _hue(self, token: str) -> int:
        return token_hue(self.tokenizer.vocabulary[token])

    def _row(self, place: int, y: float, step: int) -> list[PictureShape]:
        """Return a token below its letters, and its counts. Marked is what changes, and at the end, the answer."""
        token, is_whole = self.rows[place], step == len(self.stages)
        counts = [each[token] for each in self.counts[step]]
        before = [each[token] for each in self.counts[step - 1]]
        is_answer = is_whole and token == self.asked
        is_new = counts[0] > before[0] and not is_whole
        mark: Mark = "best" if is_answer else "dim" if not counts[1] else "now" if is_new else ""
        is_told = not is_whole and (mark == "now" or before[0] > 0)
        marks: list[Mark] = [
            "best" if is_answer else "now" if one != other and is_told else ""
            for one, other in zip(counts, before, strict=True)
        ]
        tile = self._tile(f"{place}:tile", token, self._start(token), y, self.high, mark)
        hues = [None, self._hue(token) if counts[1] else None]
        return [tile, *self._numbers(str(place), y, map(localized_number, counts), marks, hues)]

    def _start(self, token: str) -> int:
        """Return at which of the single symbols a token starts when it is made."""
        since = next(one for one in self.steps if one.symbols[one.merged[0]] == token)
        return self._starts(since.symbols)[since.merged[0]]

    def _numbers(
        self,
        key: str,
        y: float,
        counts: Iterable[str],
        marks: Sequence[Mark],
        hues: Sequence[int | None] = (None, None),
    ) -> list[PictureShape]:
        """Return how many were made and how many survive, each in its column, and in a colour if there are any."""
        return [
            shape(f"{key}:{name}", "cell", (x, y), (COLUMN, self.high), text=count, mark=mark, hue=hue)
            for name, x, count, mark, hue in zip(("made", "left"), (MADE, LEFT), counts, marks, hues, strict=True)
        ]
