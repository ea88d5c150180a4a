"""Repeated cuts of a word with BPE-dropout: the first draws as tokens, and the number of tokens in many draws."""

from collections import Counter
from functools import lru_cache

from bpe_engine import BPEDropoutTokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent
from ui.base.token_labels import id_label
from ui.base.visible_text import join_quoted
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    WIDTH,
    Frame,
    Mark,
    Tile,
    caption,
    drawing,
    label,
    shape,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture, token_count_text

DRAWN = 3
DRAWS = (10, 100)
PITCH = 42
NUMBER = 84  # width of a draw's number of tokens
TALLEST = 36  # height of one draw in the columns, at most
BLUE = 7  # an id whose hue is blue
BELOW = 192  # middle of the title below the rows
TOP, FOOT = 232, 340  # top and bottom edge of the columns
HEIGHT = FOOT + 36


@lru_cache(maxsize=8)
def _draws(of: str, word: str, dropout: float) -> list[tuple[int, ...]]:
    """Return the ids of a word in many draws, with seeds from 1 on."""
    tokenizer = bpe_tokenizer(of)
    seeds = range(1, DRAWS[-1] + 1)
    return [tuple(BPEDropoutTokenizer(tokenizer, dropout=dropout, seed=seed).encode(word)) for seed in seeds]


@picture
def draws_of_a_word(_text: str, of: str, word: str, dropout: float) -> Picture:
    """A word with BPE-dropout: three draws in tokens, and the number of tokens in each of a hundred draws."""
    return _Draws(of, word, dropout).picture()


class _Draws:
    """Rows of tokens, one per draw, and below them a column for each number of tokens."""

    def __init__(self, of: str, word: str, dropout: float) -> None:
        self.tokenizer = bpe_tokenizer(of)
        self.dropout = dropout
        self.plain = self.tokenizer.encode(word)
        made = [step.symbols[place] for step in self.tokenizer.encode_steps(word) for place in step.merged]
        self.merges = tiles_from("merge", (2, BELOW + 38), [self._tile(self.tokenizer.vocabulary[one]) for one in made])
        self.draws = _draws(of, word, dropout)
        self.name = join_quoted(map(self.label, self.plain))
        self.titles = [_("no dropout"), *(_("draw {number}").format(number=one) for one in range(1, DRAWN + 1))]
        self.indent = max(map(len, self.titles)) * 9 + 20
        widths = [
            sum(width_of(self.label(one)) + PADDING + 6 for one in ids) for ids in (self.plain, *self.draws[:DRAWN])
        ]
        room = WIDTH - NUMBER - self.indent
        if max(widths) > room or any(each["at"][1] + each["size"][1] / 2 > HEIGHT for each in self.merges):
            raise ValueError(f"too many tokens to draw: {word}")
        self.counted = self.indent + min(max(widths) + 14, room)  # left edge of the draws' numbers of tokens

    def label(self, token_id: int) -> str:
        return id_label(self.tokenizer, token_id)

    def _tile(self, token_id: int) -> Tile:
        return self.label(token_id), "", token_hue(token_id)

    def picture(self) -> Picture:
        begin = _("Without dropout, the word is {tokens}. With {dropout} dropout, what does it become?").format(
            tokens=token_count_text(len(self.plain)), dropout=localized_percent(self.dropout)
        )
        frames: list[Frame] = [(begin, self._frame(0))]
        for number, ids in enumerate(self.draws[:DRAWN], 1):
            said = _("Draw {number}: {tokens}. That’s {count}, and still the same word.").format(
                number=localized_number(number),
                tokens=join_quoted(map(self.label, ids)),
                count=token_count_text(len(ids)),
            )
            frames.append((said, self._frame(number)))
        told = _(
            "{draws} draws cut the word in {cuts} different ways, into {mean} tokens on average. Without dropout, it’s "
            "{plain} each time."
        )
        for done in DRAWS:
            said = told.format(
                draws=localized_number(done),
                cuts=localized_number(len({*self.draws[:done]})),
                mean=localized_decimal(sum(map(len, self.draws[:done])) / done, 1),
                plain=localized_number(len(self.plain)),
            )
            frames.append((said, self._frame(done)))
        return drawing(
            _("One word, cut at random"),
            _(
                "Rows of tokens: the word without dropout, and in three draws with it. Below, first the tokens that "
                "its merges make, and then a column for each number of tokens, as high as the number of draws that "
                "have it."
            ),
            (WIDTH, HEIGHT),
            frames,
        )

    def _frame(self, done: int) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for row, title in enumerate(self.titles[: max(2, done + 1)]):
            y = 22 + PITCH * row
            mark: Mark = "now" if row == done else ""
            shapes.append(label(f"title{row}", (2, y), title, mark))
            if row > done:
                shapes += tiles_from(f"{row}:", (self.indent, y), [("?", "", None)], ["later"])
                continue
            ids = self.draws[row - 1] if row else self.plain
            shapes += tiles_from(f"{row}:", (self.indent, y), [self._tile(one) for one in ids])
            shapes.append(label(f"count{row}", (self.counted, y), token_count_text(len(ids)), mark))
        if done:
            return shapes + self._columns(done)
        return [*shapes, label("merges", (2, BELOW), _("Its merges without dropout, in order")), *self.merges]

    def _columns(self, done: int) -> list[PictureShape]:
        """Return the draws so far in columns by their number of tokens. The first ones are higher, to be seen."""
        counts = Counter(map(len, self.draws[:done]))
        numbers = range(1, max(map(len, self.draws)) + 1)
        slot = WIDTH / len(numbers)
        scale = min(TALLEST, (FOOT - TOP) / max(counts.values()))
        title = label("draws", (2, BELOW), _("draws by number of tokens"))
        shapes = [title, shape("foot", "line", (0, FOOT), (WIDTH, 0))]
        for number in numbers:
            x, height = slot * (number - 0.5), counts[number] * scale
            if height:
                is_new = done <= DRAWN and number == len(self.draws[done - 1])
                mark: Mark = "now" if is_new else ""
                size, at = (slot - 18, height), (x, FOOT - height / 2)
                shapes.append(shape(f"column{number}", "cell", at, size, hue=token_hue(BLUE), mark=mark))
                count = localized_number(counts[number])
                shapes.append(caption(f"value{number}", (x, FOOT - height - 14), count, mark))
            shapes.append(caption(f"number{number}", (x, FOOT + 20), localized_number(number)))
        return shapes
