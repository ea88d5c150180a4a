"""Some of a hundred cuts of a word with BPE-dropout, above a typo of it."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from bpe_engine import BPEDropoutTokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import join_sentences
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, dialled, drawing, label, label_width, shape, width_of
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.value_registry import picture

DRAWS = 100
SHOWN = range(4, DRAWS, 10)  # every tenth draw, from the fewest tokens to the most
DROPOUTS = (0, 0.1, 0.3, 0.5, 0.7, 0.9, 1)
LONGEST = 430  # width of the longest word
HEAD = 28
ROW = 31
TYPO = HEAD + len(SHOWN) * ROW + 18  # the middle of the text above the typo
HEIGHT = TYPO + 14 + ROW

Ids = tuple[int, ...]


@lru_cache(maxsize=16)
def _draws(of: str, word: str, dropout: float) -> list[Ids]:
    """Return the ids of a word in many draws, with seeds from 1 on."""
    tokenizer = bpe_tokenizer(of)
    seeds = range(1, DRAWS + 1)
    return [tuple(BPEDropoutTokenizer(tokenizer, dropout=dropout, seed=seed).encode(word)) for seed in seeds]


@picture
def draws_by_dropout(_text: str, of: str, word: str, typo: str, dropout: float) -> Picture:
    """Every tenth of a hundred draws of a word, and a typo of it, for the dropout that readers set."""
    if dropout not in DROPOUTS:
        raise ValueError(f"a dropout of {dropout} is not one of {', '.join(map(str, DROPOUTS))}. Choose one of these.")
    if not (word and typo):
        raise ValueError("an empty text")
    drawn_word = _DrawnWord(of, word, typo)
    drawn = drawing(
        _("Set the dropout"),
        _(
            "The word in every tenth of 100 draws, from the fewest tokens to the most, with their number; if nothing "
            "is dropped, as its merges build it. Below it, the tokens of a typo; where a draw has one of these, its "
            "frame is thick."
        ),
        (WIDTH, HEIGHT),
        [drawn_word.dropout_frame(one) for one in DROPOUTS],
    )
    values = [localized_percent(one) for one in DROPOUTS]
    return dialled(drawn, _("Dropped"), values, DROPOUTS.index(dropout), waits=False)


class _DrawnWord:
    """The layout of a word's draws, one below the other, above a typo of it."""

    def __init__(self, of: str, word: str, typo: str) -> None:
        self.tokenizer = bpe_tokenizer(of)
        self.typo = self.tokenizer.encode(typo)
        longest = max(len(self._spelling(ids)) for ids in (self.tokenizer.encode(word), self.typo))
        self.letter = LONGEST / longest
        self.merges = self._merges(word)
        self.draws = {one: self._sorted(_draws(of, word, one)) for one in DROPOUTS}
        rows = [draws[index] for draws in self.draws.values() for index in SHOWN]
        for written, ids in [*((word, one) for one in (*rows, *self.merges)), (typo, self.typo)]:
            if any(width_of(id_label(self.tokenizer, one)) > self._width(one) - 3 for one in ids):
                raise ValueError(f"too long to draw: {written}")

    def _merges(self, text: str) -> list[Ids]:
        """Return the tokens of a text after each of its last merges, as many as have a row."""
        words = dict[int, list[Ids]]()
        for step in self.tokenizer.encode_steps(text):
            ids = tuple(one for one in step.ids if one is not None)
            if len(ids) < len(step.ids):
                raise ValueError(f"not all characters have a token: {text}")
            words.setdefault(step.word, []).append(ids)
        states = [tuple(chain(*(states[0] for states in words.values())))]
        for number, found in words.items():
            before = chain(*(states[-1] for other, states in words.items() if other < number))
            after = chain(*(states[0] for other, states in words.items() if other > number))
            around = tuple(before), tuple(after)
            states += [(*around[0], *ids, *around[1]) for ids in found[1:]]
        return states[-len(SHOWN) :]

    def _spelling(self, ids: Sequence[int]) -> str:
        return "".join(map(self.tokenizer.token, ids))

    def _width(self, token_id: int) -> float:
        return self.letter * len(self.tokenizer.token(token_id))

    def _sorted(self, draws: Sequence[Ids]) -> list[Ids]:
        """Return the draws from the fewest tokens to the most, those that begin alike one after another."""
        return sorted(draws, key=lambda ids: (len(ids), [-len(self.tokenizer.token(one)) for one in ids]))

    def dropout_frame(self, dropout: float) -> Frame:
        """Return the draws with this dropout."""
        if dropout:
            shown = _("{draws} draws, sorted: every tenth").format(draws=localized_number(DRAWS))
            cuts = [self.draws[dropout][index] for index in SHOWN]
        else:
            shown = _("Nothing dropped: merge by merge")
            cuts = self.merges
        unit = _("tokens")
        head = [label("draws", (2, 12), shown), label("unit", (WIDTH - label_width(unit), 12), unit)]
        rows = [
            each
            for row, ids in enumerate(cuts)
            for each in self._row(f"{row}:", ids, HEAD + row * ROW, marks_typo=dropout > 0)
        ]
        typo = label("typo", (2, TYPO), _("A typo, when nothing is dropped"))
        return self._sentence(dropout), [*head, *rows, typo, *self._row("typo:", self.typo, TYPO + 14)]

    def _sentence(self, dropout: float) -> str:
        draws = self.draws[dropout]
        ways, shared = len({*draws}), sum(not {*ids}.isdisjoint(self.typo) for ids in draws)
        values = {"dropout": localized_percent(dropout), "draws": localized_number(DRAWS)}
        if not dropout:
            built = ngettext(
                "Each row makes one more merge, and every draw ends alike: {count} token. What if merges are dropped?",
                "Each row makes one more merge, and every draw ends alike: {count} tokens. What if merges are dropped?",
                len(draws[0]),
            )
            return built.format(count=localized_number(len(draws[0])))
        if ways == 1:
            first = ngettext(
                "With {dropout} dropout, all {draws} draws are the same: {count} token.",
                "With {dropout} dropout, all {draws} draws are the same: {count} tokens.",
                len(draws[0]),
            ).format(count=localized_number(len(draws[0])), **values)
        else:
            first = ngettext(
                "With {dropout} dropout, {draws} draws cut the word in {count} way, into {mean} tokens on average.",
                "With {dropout} dropout, {draws} draws cut the word in {count} ways, into {mean} tokens on average.",
                ways,
            ).format(count=localized_number(ways), mean=localized_decimal(sum(map(len, draws)) / DRAWS, 1), **values)
        if not shared:
            return join_sentences(first, _("None has a token of the typo."))
        alike = ngettext(
            "{count} of them has a token that the typo has, too (thick).",
            "{count} of them have a token that the typo has, too (thick).",
            shared,
        )
        return join_sentences(first, alike.format(count=localized_number(shared)))

    def _row(self, key: str, ids: Sequence[int], top: float, *, marks_typo: bool = False) -> list[PictureShape]:
        """Return the tokens of a cut, and their number at the end of the line."""
        shapes, left, middle = list[PictureShape](), 0.0, top + ROW / 2
        for place, one in enumerate(ids):
            at, size = (left + self._width(one) / 2, middle), (self._width(one) - 3, ROW - 4)
            mark = "now" if marks_typo and one in self.typo else ""
            text, hue = id_label(self.tokenizer, one), token_hue(one)
            shapes.append(shape(f"{key}{place}", "tile", at, size, text=text, hue=hue, mark=mark))
            left += self._width(one)
        count = localized_number(len(ids))
        return [*shapes, label(f"{key}count", (WIDTH - label_width(count) - 8, middle), count, "now")]
