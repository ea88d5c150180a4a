"""Encodings that begin with the symbols of words, and join some of them at each step."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from bpe_engine import EncodeStep, Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number
from ui.base.notation import name, name_pair
from ui.base.visible_text import sentences
from ui.lessons.contract import BoardRow, Labels, Past, WordRow
from ui.lessons.frames import TokenTable, places_of, row_json
from ui.tokenization.algorithms.frame_parts import board_row, past_merge
from ui.tokenization.encoding.encoding_lesson import Board, Step, TokenizerT, Way

MOST_ROWS = 10
"""Of the board: neighbours without a rank are shown as long as there is room."""


class Rewriting(Way[TokenizerT, Step]):
    """A way whose steps change the symbols of a word."""

    def __init__(self, tokenizer: TokenizerT, text: str, steps: Sequence[Any]) -> None:
        super().__init__(tokenizer, text, steps)
        self.starts = {step.word: step for step in reversed(steps)}  # the first step of each word
        self.starts = dict(sorted(self.starts.items()))
        self.ends = {step.word: step.symbols for step in steps}
        self.steps_before = {id(step): before for before, step in pairwise(steps)}

    def shown(self) -> Sequence[Step]:
        return [step for step in self.steps if step is not self.starts[step.word]]

    def words(self) -> Iterable[str]:
        return ["".join(step.symbols) for step in self.starts.values()]

    def after(self, step: Any) -> Any:
        """The word as a step leaves it."""
        return step

    def before(self, step: Any) -> Any:
        """The word as a step finds it."""
        return self.steps_before[id(step)]

    @abstractmethod
    def made(self, step: Step) -> Sequence[int]:
        """Where what a step has made stands in the word."""

    @abstractmethod
    def hits(self, word: Any, coming: Step) -> Sequence[int]:
        """Where in a word as it stands the coming step joins two symbols."""

    @abstractmethod
    def offers(self, word: Any) -> Sequence[Any]:
        """What can happen to a word as it stands, the winner first."""

    @abstractmethod
    def board_row(self, offer: Any, offers: Sequence[Any]) -> BoardRow:
        """One of the offers."""

    def board(self, coming: Step | None) -> Board:
        offers = self.offers(self.before(coming)) if coming else []
        return Board([self.board_row(offer, offers) for offer in offers])

    def start(self) -> str:
        return ngettext(
            "Start: one word, cut into its symbols.",
            "Start: {count} words, each cut into its symbols.",
            len(self.starts),
        ).format(count=number(len(self.starts)))

    def rows(self, done: Sequence[Step], coming: Step | None) -> tuple[list[WordRow], list[str]]:
        words = self.starts | {self.after(step).word: self.after(step) for step in done}
        rows = []
        for word in words.values():
            hits = self.hits(word, coming) if coming else ()
            made = self.made(done[-1]) if done and word is self.after(done[-1]) else ()
            rows.append(row_json("", word.symbols, hits, self.tokens, made))
        return rows, [symbol for word in words.values() for symbol in word.symbols]

    @classmethod
    def in_short(cls, tokens: int) -> str:
        return ngettext(
            "No learned pairs are left: {count} token remains.",
            "No learned pairs are left: {count} tokens remain.",
            tokens,
        ).format(count=number(tokens))

    @classmethod
    @abstractmethod
    def labels(cls) -> Labels:
        return {**super().labels(), "noSteps": _("None: nothing to join.")}


class Ranked(Rewriting[TokenizerT, EncodeStep]):
    """A way that joins the pair of the lowest rank."""

    def made(self, step: EncodeStep) -> Sequence[int]:
        return step.merged

    def hits(self, word: EncodeStep, coming: EncodeStep) -> Sequence[int]:
        return places_of(word.symbols, coming.pair) if coming.pair and coming.word == word.word else ()

    def past(self, step: EncodeStep) -> Past:
        return past_of(step, self.tokens)

    @abstractmethod
    def without_rank(self) -> tuple[str, str]:
        """What stands beside neighbours that have no rank, and the sentence that says why."""

    def board(self, coming: EncodeStep | None) -> Board:
        """Below the pairs that can merge, the neighbours that have no rank: of this word, or of a single one."""
        if coming is None and len(self.starts) != 1:
            return Board([])
        word = self.before(coming) if coming else self.steps[-1]
        offers = self.offers(word)
        ranked = {offer.pair for offer in offers}
        neighbours = dict.fromkeys(map(Pair, word.symbols, word.symbols[1:]))
        pairs = [pair for pair in neighbours if pair not in ranked]
        shown = pairs[: max(MOST_ROWS - len(offers), 0)]
        tally, why = self.without_rank()
        rows = [
            board_row(
                pair,
                self.tokens,
                value="∞",
                said=_("no rank"),
                winner=False,
                verdict=sentences(_("Not this one."), why.format(pair=name_pair(pair))),
                tally=tally,
            )
            for pair in shown
        ]
        return Board([self.board_row(offer, offers) for offer in offers] + rows, len(pairs) - len(shown))

    @classmethod
    def labels(cls) -> Labels:
        return {
            **super().labels(),
            "question": _("Which pair merges next? Find the one with the lowest rank: it was learned first."),
            "guess": _("Click the pair you think was learned first"),
            "pairs": _("Pairs, with their ranks from 0"),
            "noPairs": _("No learned pairs left"),
            "merges": _("Merges made, with their ranks"),
        }


def named(step: Any) -> dict[str, str]:
    """What sentences name of a merge that was made, or that could be."""
    return {"pair": name_pair(step.pair), "rank": number(step.rank), "token": name(getattr(step, "token", ""))}


def past_of(step: EncodeStep, tokens: TokenTable) -> Past:
    """A merge that has happened."""
    assert step.pair is not None, "a merge joins a pair"
    spoken = _("{pair} becomes “{token}”, rank {rank}").format(**named(step))
    past = past_merge(step.pair, step.token or "", number(step.rank or 0), tokens, spoken)
    return {**past, "rank": _("rank {rank}").format(**named(step))}
