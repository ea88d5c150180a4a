"""The words of a corpus, and its pairs by count: one merge per step."""

from collections.abc import Sequence
from itertools import pairwise

from bpe_engine.bpe.training import BPETraining
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.visible_text import display_name, join_quoted, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.answer_cards import answer_card
from ui.course.pictures.shapes import (
    BAR_HUE,
    Frame,
    Mark,
    drawing,
    label,
    label_width,
    large_text,
    shape,
    text_from,
    width_of,
)
from ui.course.values.app_links import bpe_training_at
from ui.course.values.value_registry import picture, token_count_text
from ui.tokenization.algorithms.frame_parts import times_phrase

WIDTH, HEIGHT = 440, 372
TOP = 32
WORDS, WORD = 5, 66  # most words, and the height of each
LETTER, APART = 36, 4  # width of a letter in a word, and from a token to the next
LEFT, PAIRS = 62, 238  # left edges of the letters, and of the pairs
ROWS, ROW = 6, 56  # most pairs, and the height of each
LARGE = 34  # size of the type of a pair to choose


@picture
def merges_of_words(_text: str, of: str, merges: int, *offered: str) -> Picture:
    """The words of a training and its pairs by count, one merge per step. Then a pair per option: “h u”."""
    training = bpe_training_at(of)
    if not 1 <= merges <= len(training.events):
        raise ValueError(f"{merges} merges, but {of} has 1 to {len(training.events)}.")
    drawn = _Merging(training, merges)
    pairs = {" ".join(pair): pair for pair, _count in drawn.counts(0)}
    if unknown := [written for written in offered if written not in pairs]:
        raise ValueError(f"“{unknown[0]}” is no pair of {of} before the first merge. Choose from {', '.join(pairs)}.")
    return drawn.picture([pairs[written] for written in offered])


class _Merging:
    """Words in tokens on the left, pairs on the right. A letter keeps its place, whatever merges."""

    def __init__(self, training: BPETraining, merges: int) -> None:
        self.training = training
        self.merges = merges
        self.states = [training.at(step) for step in range(merges + 1)]
        self.vocabulary = training.tokenizer(merges).vocabulary
        words = self.states[0].words
        if len(words) > WORDS or max(len(one.symbols) for one in words) * (LETTER + APART) > PAIRS - LEFT - 12:
            raise ValueError(f"more or longer words than there is room for: {', '.join(one.word for one in words)}")
        names = [pair for step in range(merges + 1) for pair, _count in self.counts(step)]
        self.bars = PAIRS + max(sum(map(self._wide, pair)) for pair in names) + APART + 10
        self.longest = WIDTH - self.bars - 10 - label_width(localized_number(max(self._all_counts())))
        widest = max(names, key=lambda pair: sum(map(self._wide, pair)))
        if self.longest < 30:
            raise ValueError(f"no room for bars beside “{' '.join(widest)}” and counts up to {max(self._all_counts())}")
        frequency = max(word.frequency for word in words)
        if width_of(f"{frequency} ×") > LEFT - 8:
            raise ValueError(f"a word that occurs {frequency} times has no room for its count")

    def counts(self, step: int) -> list[tuple[tuple[str, str], int]]:
        """Return the pairs at a step with their counts, the most frequent first; at the top the one that merges."""
        rows = [((row.pair[0], row.pair[1]), row.count) for row in self.states[step].leaderboard]
        events = self.training.events
        following = (*events[step].pair,) if step < len(events) else ()
        return sorted(rows, key=lambda row: (-row[1], row[0] != following))

    def _all_counts(self) -> list[int]:
        return [count for step in range(self.merges + 1) for _pair, count in self.counts(step)]

    def picture(self, offered: Sequence[tuple[str, str]]) -> Picture:
        start = _("The words, and how often each occurs. Which pair becomes a token first?")
        frames: list[Frame] = [(start, [*self._words(0, None), *self._cards(offered)])]
        (first, count), *others = self.counts(0)
        frames.append((self._sum(first, count, is_tied=count in dict(others).values()), self._frame(0)))
        for step in range(1, self.merges + 1):
            token = display_name(make_visible("".join(self.training.events[step - 1].pair)))
            told = (
                _("“{token}” is a token now, and all pairs are counted again. The most frequent one is at the top.")
                if step < self.merges
                else _("“{token}” is a token, too. So it goes on, until the vocabulary is full, or no pair is left.")
            )
            frames.append((told.format(token=token), self._frame(step)))
        about = _(
            "On the left, the words in tokens, each with its count. On the right, neighbouring pairs, each with a bar "
            "for its count, the most frequent at the top. At each step, it becomes a token in all words."
        )
        return drawing(_("Merge by merge"), about, (WIDTH, HEIGHT), frames)

    def _sum(self, pair: tuple[str, str], count: int, *, is_tied: bool) -> str:
        """Return what a pair's count comes from, word by word."""
        parts = [
            localized_number(one.frequency)
            for one in self.states[0].words
            for _place in range([*pairwise(one.symbols)].count(pair))
        ]
        told = _("{pair} occurs {times}: {sum}.")
        most = (
            _("Other pairs are as frequent; a rule chooses this one.")
            if is_tied
            else _("No other pair is as frequent.")
        )
        named = join_quoted([make_visible(one) for one in pair])
        return join_sentences(told, most).format(pair=named, times=times_phrase(count), sum=" + ".join(parts))

    def _words(self, step: int, following: tuple[str, str] | None) -> list[PictureShape]:
        """Return the words at a step. The next pair is dashed, if it is asked for."""
        state = self.states[step]
        made = "".join(self.training.events[step - 1].pair) if step else ""
        count = sum(len(one.symbols) * one.frequency for one in state.words)
        shapes = [label("tokens", (2, 14), token_count_text(count))]
        for row, word in enumerate(state.words):
            y, x, place = TOP + WORD * (row + 0.5), float(LEFT), 0
            times = f"{localized_number(word.frequency)} ×"
            shapes.append(text_from(f"times{row}", (LEFT - 10 - width_of(times), y), times))
            for at, symbol in enumerate(word.symbols):
                near = [*pairwise(word.symbols)][max(0, at - 1) : at + 1]
                mark: Mark = "now" if symbol == made else "next" if following and following in near else ""
                wide = len(symbol) * (LETTER + APART) - APART
                key = f"{row}:{place}:{len(symbol)}"
                shapes.append(self._tile(key, (x + wide / 2, y), (wide, WORD - 14), symbol, mark))
                x, place = x + wide + APART, place + len(symbol)
        return shapes

    def _cards(self, offered: Sequence[tuple[str, str]]) -> list[PictureShape]:
        """Return the pairs to choose from, each on a card."""
        shapes: list[PictureShape] = []
        wide, high = WIDTH - PAIRS - 2, (HEIGHT - TOP + 10) / max(3, len(offered)) - 12
        for option, pair in enumerate(offered):
            middle = PAIRS + wide / 2, TOP + (high + 12) * option + high / 2
            shapes.append(answer_card(f"card{option}", middle, (wide, high), option))
            sizes = [width_of(one) * LARGE / 19 + 24 for one in pair]
            x = middle[0] - (sum(sizes) + APART) / 2
            for side, (symbol, size) in enumerate(zip(pair, sizes, strict=True)):
                key, at = f"card{option}:{side}", (x + size / 2, middle[1])
                shapes.append(self._tile(key, at, (size, LARGE * 1.8), "", "") | {"hue": self._hue(symbol)})
                shapes.append(large_text(f"{key}:text", at, make_visible(symbol), LARGE))
                x += size + APART
        return shapes

    def _frame(self, step: int) -> list[PictureShape]:
        """Return words and pairs at a step. The pair that merges next leads on."""
        rows = self.counts(step)
        following = rows[0][0] if rows and not step else None
        shapes = self._words(step, following)
        shapes.append(label("pairs", (PAIRS, 14), _("Pairs by count")))
        most = self.counts(0)[0][1]
        for row, (pair, count) in enumerate(rows[:ROWS]):
            y, x = TOP + ROW * (row + 0.5), float(PAIRS)
            mark: Mark = "next" if pair == following else ""
            drawn: list[PictureShape] = []
            for side, symbol in enumerate(pair):
                wide = self._wide(symbol)
                key, at = f"{'+'.join(pair)}:{side}", (x + wide / 2, y)
                drawn.append(self._tile(key, at, (wide, ROW - 14), symbol, mark))
                x += wide + APART
            size = self.longest * count / most
            drawn.append(shape(f"{'+'.join(pair)}:bar", "cell", (self.bars + size / 2, y), (size, 28), hue=BAR_HUE))
            is_most = row == 0
            shapes += [one | {"to": step + 2} if is_most and step < self.merges else one for one in drawn]
            at = self.bars + size + 8, y
            shapes.append(label(f"{'+'.join(pair)}:count", at, localized_number(count), "now" if is_most else ""))
        return shapes

    def _tile(
        self, key: str, at: tuple[float, float], size: tuple[float, float], symbol: str, mark: Mark
    ) -> PictureShape:
        hue = self._hue(symbol) if symbol else None
        return shape(key, "tile", at, size, text=make_visible(symbol), hue=hue, mark=mark)

    def _hue(self, symbol: str) -> int | None:
        return token_hue(self.vocabulary[symbol])

    @staticmethod
    def _wide(symbol: str) -> float:
        return width_of(make_visible(symbol)) + 20
