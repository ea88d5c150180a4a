"""WordPiece: merge the pair that is frequent relative to its two parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Literal

from bpe_engine import WordPieceTrainer
from bpe_engine.wordpiece.events import WordPieceEvent
from bpe_engine.wordpiece.scored_pairs import ScoredPairs, pair_score
from bpe_engine.wordpiece.trainer import WordPieceRun
from bpe_engine.wordpiece.training import PairScore, WordPieceState, WordPieceTraining
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import name_pair, name_token
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, Frames, HistoryItem, Labels
from ui.lessons.frames import FrameTokens
from ui.lessons.running_text import TextOpening
from ui.tokenization.algorithms.base import ChartStyle, ComparedMethod, LocalizedText
from ui.tokenization.algorithms.frame_parts import candidate_row, merge_history_item
from ui.tokenization.algorithms.highest_score import (
    next_pair_text,
    score_feedback,
    score_labels,
    score_text,
)
from ui.tokenization.algorithms.merge_algorithm import MergeAlgorithm, dropped_tokens_text, merge_text, stop_reason_text
from ui.tokenization.algorithms.options import (
    TrainingOption,
    choice_option,
    drop_unused_option,
    min_frequency_option,
    pre_tokenizer_option,
    vocabulary_size_option,
)
from ui.tokenization.algorithms.taught_code import TaughtWordPiece
from ui.tokenization.tasks.task import Settings, TextSource


@dataclass(frozen=True)
class WordPieceSettings(Settings):
    """The settings of WordPiece."""

    algorithm = "wordpiece"
    trainer_class = WordPieceTrainer

    form: Literal["bert", "mutual-information"] = "bert"
    min_frequency: int = 1
    drop_unused: bool = False


class WordPiece(MergeAlgorithm[WordPieceSettings, WordPieceTraining]):
    """WordPiece."""

    settings = WordPieceSettings
    immediate_limit = 5_000
    taught = TaughtWordPiece()
    functions = (ScoredPairs.winner, pair_score, WordPieceRun.merge)
    chart_style = ChartStyle("--chart-5", "diamond", "◆")
    name = LocalizedText("WordPiece")
    rule = LocalizedText("best-scoring pair")
    description = LocalizedText(
        "Joins the pair that occurs often relative to its two parts. BERT uses it. A text is cut by taking the longest "
        "known beginning, not by replaying the merges."
    )

    def options(self) -> Sequence[TrainingOption]:
        return (
            vocabulary_size_option(),
            choice_option(
                "form",
                "form",
                {
                    "bert": _("as described for BERT: pair ÷ (first × second)"),
                    "mutual-information": _("mutual information, in bits, with </w> at the end of a word"),
                },
                _("Score"),
                _(
                    "For BERT: frequency of the pair ÷ (frequency of the first × frequency of the second). This is how "
                    "others describe it: Google never published the program that trained BERT’s vocabulary. Mutual "
                    "information, the other choice, is how surprising it is to see the two together. With the same "
                    "symbols, both put all pairs in the same order. But the symbols differ: ## inside a word, or </w> "
                    "at its end. So different pairs can merge."
                ),
            ),
            min_frequency_option(),
            pre_tokenizer_option(),
            drop_unused_option(),
        )

    def last_step_text(self, training: WordPieceTraining, state: WordPieceState) -> str:
        if state.step == 0:
            return _start_text(training, state)
        return join_sentences(merge_text(training, state), dropped_tokens_text(training, state))

    def next_step_text(self, training: WordPieceTraining, state: WordPieceState) -> str:
        event = state.next_event
        if event is None:
            return stop_reason_text(training, state)
        row = state.leaderboard[0]
        return join_sentences(
            next_pair_text(event.pair, _score_formula(training, state.tokens_in_corpus, row)),
            "" if training.trainer.form == "bert" else _logarithm_text(training, state, row),
            ngettext(
                "A tie with {count} other pair. The first in the corpus merges.",
                "A tie with {count} other pairs. The first in the corpus merges.",
                event.tied,
            ).format(count=localized_number(event.tied))
            if event.tied
            else "",
        )

    def candidates(self, training: WordPieceTraining, state: WordPieceState, tokens: FrameTokens) -> list[CandidateRow]:
        event = state.next_event
        best = max(
            (past.score for past in training.events), default=0.0
        )  # of the whole training: a common scale for all bars
        return [
            candidate_row(
                row.pair,
                tokens,
                value=_score_text(row),
                share=min(max(row.score / best, 0.0), 1.0) if best > 0 else None,
                # The score is shown anyway; one in bits leaves no room for its own formula.
                tally=_terms(row) if training.trainer.form == "bert" else _ratio_formula(row),
                winner=event is not None and row.pair == event.pair,
                tied=_is_tied(state, row),
                verdict=_verdict(row, event, training, state) if event else "",
            )
            for row in state.leaderboard
        ]

    def history_item(self, event: WordPieceEvent, tokens: FrameTokens) -> HistoryItem:
        score = _score_text(event)
        spoken = _("Merge {number}: {pair} becomes “{token}”, score {score}").format(
            number=localized_number(event.rank + 1),
            pair=name_pair(event.pair),
            token=name_token(event.token),
            score=score,
        )
        return merge_history_item(event.pair, event.token, score, tokens, spoken)

    def frames(self, training: WordPieceTraining, first: int, last: int, begins: TextOpening | None = None) -> Frames:
        """Return the frames, with the formula of each merge's score."""
        frames = super().frames(training, first, last, begins)
        for rank, merge in enumerate(frames["merges"], frames["firstMerge"]):
            merge["sum"] = _score_formula(training, training.tokens_per_step[rank], training.events[rank])
        return frames

    def labels(self) -> Labels:
        return {
            "question": _(
                "Which pair merges next? Not the most frequent, but the one that occurs often relative to its two "
                "parts."
            ),
            **score_labels(),
        }

    def methods(self) -> Sequence[ComparedMethod]:
        return ComparedMethod(self), _MutualInformationWordPiece(self)

    about_functions = LocalizedText(
        "These functions made the steps above; nothing is simplified. The first chooses the pair, the second "
        "scores one, the third makes it a token."
    )
    when_to_use = LocalizedText(
        "BERT and its relatives. If you use such a model, you need it; for a new one it has no clear "
        "advantage. One unknown character makes the whole word unknown."
    )


class _MutualInformationWordPiece(ComparedMethod):
    """WordPiece by mutual information, with a mark at the end of each word."""

    key = "information"
    look = ChartStyle("--chart-6", "arrow", "⬆", (1, 2))
    name = LocalizedText("WordPiece in bits")
    rule = LocalizedText("pair with the most mutual information")
    explanation = LocalizedText(
        "WordPiece in bits. The score is the mutual information of the two parts, and </w> ends each word, as in BPE "
        "with </w>, so the two differ in their score and in how they cut."
    )
    reason = LocalizedText(
        "For seeing what the score does, next to BPE with </w>. It joins rare parts that are never apart before "
        "frequent ones, so a text has more tokens."
    )

    def settings(self, source: TextSource, size: int) -> Settings:
        return WordPieceSettings(size, special_tokens=(self.algorithm.unknown,), form="mutual-information")


def _score_formula(training: WordPieceTraining, tokens: int, row: PairScore | WordPieceEvent) -> str:
    """Return how the score of a pair is computed, in a corpus of this many tokens."""
    if training.trainer.form == "bert":
        return _ratio_formula(row)
    return _bits_formula(row, tokens, _neighbours(training, tokens))


def _bits_formula(pair: PairScore | WordPieceEvent, tokens: int, neighbours: int) -> str:
    return _("log₂ ({count}/{pairs}) − log₂ ({left}/{tokens}) − log₂ ({right}/{tokens}) = {score} bits").format(
        count=localized_number(pair.count),
        pairs=localized_number(neighbours),
        left=localized_number(pair.left_count),
        right=localized_number(pair.right_count),
        tokens=localized_number(tokens),
        score=score_text(pair.score),
    )


def _ratio_formula(row: PairScore | WordPieceEvent) -> str:
    return _("{count} ÷ ({left} × {right}) = {score}").format(
        count=localized_number(row.count),
        left=localized_number(row.left_count),
        right=localized_number(row.right_count),
        score=score_text(_ratio(row)),
    )


def _ratio(row: PairScore | WordPieceEvent) -> Fraction:
    """Return BERT's score of a pair."""
    return Fraction(row.count, row.left_count * row.right_count)


def _score_text(row: PairScore | WordPieceEvent) -> str:
    """Return the score of a pair, formatted: BERT's exactly, or rounded in bits."""
    ratio = _ratio(row)
    return score_text(ratio if row.score == float(ratio) else row.score)


def _terms(row: PairScore) -> str:
    return _("{count} ÷ ({left} × {right})").format(
        count=localized_number(row.count),
        left=localized_number(row.left_count),
        right=localized_number(row.right_count),
    )


def _neighbours(training: WordPieceTraining, tokens: int) -> int:
    """Return the number of neighbouring pairs among this many tokens: one per token that is not first in its word."""
    return tokens - sum(training.corpus.words.values())


def _is_tied(state: WordPieceState, row: PairScore) -> bool:
    """Return whether a pair has exactly the winner's score: fractions are compared, not rounded numbers."""
    event = state.next_event
    if event is None or not event.tied:
        return False
    return row.count * event.left_count * event.right_count == event.count * row.left_count * row.right_count


def _start_text(training: WordPieceTraining, state: WordPieceState) -> str:
    if training.trainer.form == "bert":
        opening = _(
            "Start: every word is cut into its characters. “{prefix}” marks one that continues a word, so “s” at the "
            "start of a word and “{prefix}s” inside it are different tokens."
        ).format(prefix=training.trainer.prefix)
    else:
        opening = _("Start: every word is cut into its characters, with “</w>” at its end.")
    count = state.tokens_in_corpus
    corpus = ngettext("The corpus has {count} token.", "The corpus has {count} tokens.", count).format(
        count=localized_number(count)
    )
    return join_sentences(opening, corpus)


def _logarithm_text(training: WordPieceTraining, state: WordPieceState, row: PairScore) -> str:
    """Explain the terms of a score in bits, and how it relates to the score without logarithms."""
    tokens = state.tokens_in_corpus
    pairs = _neighbours(training, tokens)
    return join_sentences(
        _(
            "That is log₂ P(xy) − log₂ P(x) − log₂ P(y): the pair makes up {count} of the {pairs} neighbouring pairs, "
            "its parts {left} and {right} of the {tokens} tokens."
        ).format(
            count=localized_number(row.count),
            pairs=localized_number(pairs),
            left=localized_number(row.left_count),
            right=localized_number(row.right_count),
            tokens=localized_number(tokens),
        ),
        _(
            "BERT’s score has no logarithms and no shares: {ratio}. Its log₂ plus log₂ ({tokens}² ÷ {pairs}) = "
            "{constant} is the score in bits. What is added is the same for each pair in this step, so both scores put "
            "the pairs in the same order."
        ).format(
            ratio=_ratio_formula(row),
            constant=score_text(log2(tokens**2 / pairs)),
            tokens=localized_number(tokens),
            pairs=localized_number(pairs),
        ),
    )


def _verdict(row: PairScore, event: WordPieceEvent, training: WordPieceTraining, state: WordPieceState) -> str:
    def formula(one: PairScore) -> str:
        return _score_formula(training, state.tokens_in_corpus, one)

    tie = _("Another pair has the same score, and comes first.") if _is_tied(state, row) else ""
    return score_feedback(row.pair, formula(row), event.pair, formula(state.leaderboard[0]), tie)
