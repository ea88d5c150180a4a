"""Which tokens merges make on the way to another one, and how many of them survive."""

from collections import Counter
from collections.abc import Sequence
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

LETTERS, LETTERS_ALONE = 290, WIDTH - 4  # width of the goal token, beside the columns and without them
MADE, LEFT = 346, 434  # middle of each column
COLUMN = 76
HEADS = 98  # middle of the columns' names
TEXT_LINES = (18, 56)  # middle of each line of the whole text
NOW = 36  # middle of the tokens after each step
TOP, FOOT = 114, 392  # of the tokens that are made
TILE = 26  # height of a token, at most
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
                "it, with lines to those that they become part of; a token that doesn’t survive is dotted. At the end, "
                "a whole text, and beside each token, how many times it is made, and how many survive."
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
                lost = _("Already gone: {tokens}.").format(tokens=self._quoted_tokens(gone))
                sentence = join_sentences(sentence, lost)
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
        shapes = self._lines(step)
        if is_whole:
            shapes += [caption("made", (MADE, HEADS), _("Made")), caption("left", (LEFT, HEADS), _("Survive"))]
            shapes += self._text_tokens()
        else:
            merges = self.stages[step]
            is_new = step > 0 and merges - self.stages[step - 1] == 1
            shapes += self._current_tokens([self.first, *self.steps][merges], self._wide(step), is_new=is_new)
        for place, token in enumerate(self.rows):
            y = TOP + self.pitch * (place + 0.5)
            mark: Mark = self._mark(token, step)
            shapes.append(
                self._tile(f"{place}:tile", token, self._start(token), self._wide(step), (y, self.high), mark)
            )
            if is_whole:
                shapes += self._numbers(place, y, mark)
        return shapes

    def _mark(self, token: str, step: int) -> Mark:
        """Return how a token is drawn: the one in question, those that don't survive, and those just made."""
        (made, left), (before, _left) = self.counts[step], self.counts[step - 1 if step else 0]
        if step == len(self.stages):
            return "best" if token == self.asked else "" if left[token] else "dim"
        if not made[token]:
            return "now" if token == self.asked else ""
        return "dim" if not left[token] else "now" if made[token] > before[token] else ""

    def _lines(self, step: int) -> list[PictureShape]:
        """Return a line from each token that a merge made down to the one that it became part of."""
        wide, shapes = self._wide(step), list[PictureShape]()
        for place, token in enumerate(self.rows):
            made = next(one for one in self.steps if one.symbols[one.merged[0]] == token)
            start = self._starts(made.symbols)[made.merged[0]]
            first, second = made.pair or ("", "")
            for part, begins in ((first, start), (second, start + self._long(first, start))):
                if part in self.rows and self._start(part) == begins:
                    above = self.rows.index(part)
                    x = 2 + wide * (begins + self._long(part, begins) / 2) - 1.5
                    y = TOP + self.pitch * (above + 0.5) + self.high / 2
                    long = self.pitch * (place - above) - self.high
                    shapes.append(shape(f"{above}:line", "line", (x, y), (0, long), mark="dim"))
        return shapes

    def _wide(self, step: int) -> float:
        """Return the width of a single symbol: at the end, the columns need room."""
        return (LETTERS if step == len(self.stages) else LETTERS_ALONE) / len(self.first.symbols)

    def _long(self, token: str, start: int) -> int:
        """Return the number of single symbols in the token that starts at a given one."""
        return len([end for end in accumulate(map(len, self.first.symbols[start:])) if end <= len(token)])

    def _current_tokens(self, step: EncodeStep, wide: float, *, is_new: bool) -> list[PictureShape]:
        """Return the tokens after a step, from left to right."""
        shapes = []
        for place, (start, token) in enumerate(zip(self._starts(step.symbols), step.symbols, strict=True)):
            mark: Mark = "now" if is_new and place in step.merged else ""
            shapes.append(self._tile(f"now{start}:{token}", token, start, wide, (NOW, 40), mark))
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

    def _tile(
        self, key: str, token: str, start: int, wide: float, place: tuple[float, float], mark: Mark
    ) -> PictureShape:
        """Return a token below its letters, each so wide, at a height."""
        long, (y, high) = self._long(token, start), place
        written = token_label(self.tokenizer, token)
        at, size = (0.5 + wide * (start + long / 2), y), (wide * long - 3, high)
        return shape(key, "tile", at, size, text=written, hue=self._hue(token), mark=mark)

    def _hue(self, token: str) -> int:
        return token_hue(self.tokenizer.vocabulary[token])

    def _start(self, token: str) -> int:
        """Return at which of the single symbols a token starts when it is made."""
        since = next(one for one in self.steps if one.symbols[one.merged[0]] == token)
        return self._starts(since.symbols)[since.merged[0]]

    def _numbers(self, place: int, y: float, mark: Mark) -> list[PictureShape]:
        """Return how many of a token were made and how many survive, each in its column; survivors have its colour."""
        token, (made, left) = self.rows[place], self.counts[-1]
        is_asked: Mark = "best" if mark == "best" else ""
        return [
            shape(f"{place}:{name}", "cell", (x, y), (COLUMN, self.high), text=text, mark=is_asked, hue=hue)
            for name, x, text, hue in (
                ("made", MADE, localized_number(made[token]), None),
                ("left", LEFT, localized_number(left[token]), self._hue(token) if left[token] else None),
            )
        ]
