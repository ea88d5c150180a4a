"""Encodings that begin with the symbols of words, and join some of them at each step."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from bpe_engine import EncodeStep, Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import name_pair, name_token
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, HistoryItem, Labels, WordRow
from ui.lessons.frames import FrameTokens, merge_positions, row_json
from ui.tokenization.algorithms.frame_parts import candidate_row
from ui.tokenization.algorithms.frame_parts import merge_history_item as past_merge
from ui.tokenization.encoding.encoding_lesson import CandidateList, EncodingLesson, Step, TokenizerT

MAX_ROWS = 10
"""Of the board: neighbours without a rank are shown as long as there is room."""


class MergeLesson(EncodingLesson[TokenizerT, Step]):
    """A way whose steps change the symbols of a word."""

    def __init__(self, tokenizer: TokenizerT, text: str, steps: Sequence[Any]) -> None:
        super().__init__(tokenizer, text, steps)
        self.starts = {step.word: step for step in reversed(steps)}  # the first step of each word
        self.starts = dict(sorted(self.starts.items()))
        self.ends = {step.word: step.symbols for step in steps}
        self.steps_before = {id(step): before for before, step in pairwise(steps)}

    def visible_steps(self) -> Sequence[Step]:
        return [step for step in self.steps if step is not self.starts[step.word]]

    def words(self) -> Iterable[str]:
        return ["".join(step.symbols) for step in self.starts.values()]

    def word_after(self, step: Any) -> Any:
        """The word as a step leaves it."""
        return step

    def word_before(self, step: Any) -> Any:
        """The word as a step finds it."""
        return self.steps_before[id(step)]

    @abstractmethod
    def new_positions(self, step: Step) -> Sequence[int]:
        """Where what a step has made stands in the word."""

    @abstractmethod
    def hits(self, word: Any, coming: Step) -> Sequence[int]:
        """Where in a word as it stands the coming step joins two symbols."""

    @abstractmethod
    def possible_merges(self, word: Any) -> Sequence[Any]:
        """What can happen to a word as it stands, the winner first."""

    @abstractmethod
    def board_row(self, offer: Any, offers: Sequence[Any]) -> CandidateRow:
        """One of the offers."""

    def candidates(self, coming: Step | None) -> CandidateList:
        offers = self.possible_merges(self.word_before(coming)) if coming else []
        return CandidateList([self.board_row(offer, offers) for offer in offers])

    def start_text(self) -> str:
        return ngettext(
            "Start: one word, cut into its symbols.",
            "Start: {count} words, each cut into its symbols.",
            len(self.starts),
        ).format(count=localized_number(len(self.starts)))

    def word_rows(self, done: Sequence[Step], coming: Step | None) -> tuple[list[WordRow], list[str]]:
        words = self.starts | {self.word_after(step).word: self.word_after(step) for step in done}
        rows = []
        for word in words.values():
            hits = self.hits(word, coming) if coming else ()
            made = self.new_positions(done[-1]) if done and word is self.word_after(done[-1]) else ()
            rows.append(row_json("", word.symbols, hits, self.tokens, made))
        return rows, [symbol for word in words.values() for symbol in word.symbols]

    @classmethod
    def summary_text(cls, tokens: int) -> str:
        return ngettext(
            "No learned pairs are left: {count} token remains.",
            "No learned pairs are left: {count} tokens remain.",
            tokens,
        ).format(count=localized_number(tokens))

    @classmethod
    @abstractmethod
    def labels(cls) -> Labels:
        return {**super().labels(), "noSteps": _("None: nothing to join.")}


class RankedMergeLesson(MergeLesson[TokenizerT, EncodeStep]):
    """A way that joins the pair of the lowest rank."""

    def new_positions(self, step: EncodeStep) -> Sequence[int]:
        return step.merged

    def hits(self, word: EncodeStep, coming: EncodeStep) -> Sequence[int]:
        return merge_positions(word.symbols, coming.pair) if coming.pair and coming.word == word.word else ()

    def history_item(self, step: EncodeStep) -> HistoryItem:
        return merge_history_item(step, self.tokens)

    @abstractmethod
    def no_rank_texts(self) -> tuple[str, str]:
        """What stands beside neighbours that have no rank, and the sentence that says why."""

    def candidates(self, coming: EncodeStep | None) -> CandidateList:
        """Below the pairs that can merge, the neighbours that have no rank: of this word, or of a single one."""
        if coming is None and len(self.starts) != 1:
            return CandidateList([])
        word = self.word_before(coming) if coming else self.steps[-1]
        offers = self.possible_merges(word)
        ranked = {offer.pair for offer in offers}
        neighbours = dict.fromkeys(map(Pair, word.symbols, word.symbols[1:]))
        pairs = [pair for pair in neighbours if pair not in ranked]
        shown = pairs[: max(MAX_ROWS - len(offers), 0)]
        tally, why = self.no_rank_texts()
        rows = [
            candidate_row(
                pair,
                self.tokens,
                value="∞",
                said=_("no rank"),
                winner=False,
                verdict=join_sentences(_("Not this one."), why.format(pair=name_pair(pair))),
                tally=tally,
            )
            for pair in shown
        ]
        return CandidateList([self.board_row(offer, offers) for offer in offers] + rows, len(pairs) - len(shown))

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


def merge_names(step: Any) -> dict[str, str]:
    """What sentences name of a merge that was made, or that could be."""
    return {
        "pair": name_pair(step.pair),
        "rank": localized_number(step.rank),
        "token": name_token(getattr(step, "token", "")),
    }


def merge_history_item(step: EncodeStep, tokens: FrameTokens) -> HistoryItem:
    """A merge that has happened."""
    assert step.pair is not None, "a merge joins a pair"
    spoken = _("{pair} becomes “{token}”, rank {rank}").format(**merge_names(step))
    past = past_merge(step.pair, step.token or "", localized_number(step.rank or 0), tokens, spoken)
    return {**past, "rank": _("rank {rank}").format(**merge_names(step))}
