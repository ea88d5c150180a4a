"""Encodings that start from the symbols of words, and merge some of them at each step."""

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
"""Greatest number of candidates: neighbours without a rank are shown while there is room."""


class MergeLesson(EncodingLesson[TokenizerT, Step]):
    """An encoding whose steps change the symbols of a word."""

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
        """Return the word after a step."""
        return step

    def word_before(self, step: Any) -> Any:
        """Return the word before a step."""
        return self.steps_before[id(step)]

    @abstractmethod
    def new_positions(self, step: Step) -> Sequence[int]:
        """Return the positions of what a step has made in the word."""

    @abstractmethod
    def hits(self, word: Any, coming: Step) -> Sequence[int]:
        """Return where in the current word the next step merges two symbols."""

    @abstractmethod
    def possible_merges(self, word: Any) -> Sequence[Any]:
        """Return what can happen to the current word, the winner first."""

    @abstractmethod
    def board_row(self, offer: Any, offers: Sequence[Any]) -> CandidateRow:
        """Return the row of one candidate."""

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
    """An encoding that merges the pair with the lowest rank."""

    def new_positions(self, step: EncodeStep) -> Sequence[int]:
        return step.merged

    def hits(self, word: EncodeStep, coming: EncodeStep) -> Sequence[int]:
        return merge_positions(word.symbols, coming.pair) if coming.pair and coming.word == word.word else ()

    def history_item(self, step: EncodeStep) -> HistoryItem:
        return merge_history_item(step, self.tokens)

    @abstractmethod
    def no_rank_texts(self) -> tuple[str, str]:
        """Return the caption of a pair without a rank, and the sentence that explains it."""

    def candidates(self, coming: EncodeStep | None) -> CandidateList:
        """Return the pairs that can merge, then neighbours without a rank: of this word, or of the only one."""
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
    """Return the values that sentences mention about a merge, made or possible."""
    return {
        "pair": name_pair(step.pair),
        "rank": localized_number(step.rank),
        "token": name_token(getattr(step, "token", "")),
    }


def merge_history_item(step: EncodeStep, tokens: FrameTokens) -> HistoryItem:
    """Return the entry of a past merge in the list of steps."""
    assert step.pair is not None, "a merge joins a pair"
    spoken = _("{pair} becomes “{token}”, rank {rank}").format(**merge_names(step))
    past = past_merge(step.pair, step.token or "", localized_number(step.rank or 0), tokens, spoken)
    return {**past, "rank": _("rank {rank}").format(**merge_names(step))}
