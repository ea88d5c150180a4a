"""WordPiece: the pair that occurs often compared with how often its parts occur becomes a token."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Literal

from bpe_engine import WordPieceTrainer
from bpe_engine.wordpiece.events import WordPieceEvent
from bpe_engine.wordpiece.scored_pairs import ScoredPairs, pair_score
from bpe_engine.wordpiece.trainer import LARGEST_CORPUS, WordPieceRun
from bpe_engine.wordpiece.training import PairScore, WordPieceState, WordPieceTraining
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number, significant
from ui.base.notation import name, name_pair
from ui.base.visible_text import sentences
from ui.lessons.contract import BoardRow, Frames, Labels, Past
from ui.lessons.frames import TokenTable, minus
from ui.lessons.running_text import Beginning
from ui.tokenization.algorithms.base import Look, Method, Said
from ui.tokenization.algorithms.frame_parts import board_row, past_merge, times
from ui.tokenization.algorithms.merge_algorithm import Merging, left_the_vocabulary, merged, no_more_merges
from ui.tokenization.algorithms.options import (
    Option,
    choice,
    cut_into_words,
    drop_unused,
    least_frequency,
    vocabulary_size,
)
from ui.tokenization.algorithms.taught_code import TaughtWordPiece
from ui.tokenization.tasks.task import Settings, Source


@dataclass(frozen=True)
class WordPieceSettings(Settings):
    """What WordPiece is trained with."""

    algorithm = "wordpiece"
    trained_by = WordPieceTrainer
    most_characters = LARGEST_CORPUS

    form: Literal["bert", "mutual-information"] = "bert"
    min_frequency: int = 1
    drop_unused: bool = False


class WordPiece(Merging[WordPieceSettings, WordPieceTraining]):
    """WordPiece."""

    settings = WordPieceSettings
    short = 5_000
    taught = TaughtWordPiece()
    functions = (ScoredPairs.winner, pair_score, WordPieceRun.merge)
    look = Look("#c38700", "diamond", "◆")
    name = Said("WordPiece")
    blurb = Said(
        "Joins the pair that occurs often relative to its two parts. BERT uses it. A text is cut by taking the longest "
        "known beginning, not by replaying the merges."
    )
    limit = Said("Limit: {limit} characters, counting each different word once.", limit=LARGEST_CORPUS)

    def options(self) -> Sequence[Option]:
        return (
            vocabulary_size(),
            choice(
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
            least_frequency(),
            cut_into_words(),
            drop_unused(),
        )

    def what_happened(self, training: WordPieceTraining, state: WordPieceState) -> str:
        if state.step == 0:
            return _start(training, state)
        return sentences(merged(training, state), left_the_vocabulary(training, state))

    def what_comes_next(self, training: WordPieceTraining, state: WordPieceState) -> str:
        event = state.next_event
        if event is None:
            return no_more_merges(training, state)
        row = state.leaderboard[0]
        return sentences(
            _("Next: {pair}, with the highest score: {sum}.").format(
                pair=name_pair(event.pair), sum=_sum(training, state.tokens_in_corpus, row)
            ),
            _("The pair occurs {times}, its parts {left} and {right}.").format(
                times=times(event.count), left=times(event.left_count), right=times(event.right_count)
            )
            if training.trainer.form == "bert"
            else _in_logarithms(training, state, row),
            _("A score is high where two parts seldom occur without each other, however rare they are."),
            ngettext(
                "A tie: {count} other pair has the same score. The pair that comes first in the corpus merges.",
                "A tie: {count} other pairs have the same score. The pair that comes first in the corpus merges.",
                event.tied,
            ).format(count=number(event.tied))
            if event.tied
            else "",
        )

    def board(self, training: WordPieceTraining, state: WordPieceState, tokens: TokenTable) -> list[BoardRow]:
        event = state.next_event
        best = max(
            (past.score for past in training.events), default=0.0
        )  # of the whole training: one scale for all bars
        return [
            board_row(
                row.pair,
                tokens,
                value=score_text(row.score),
                share=min(max(row.score / best, 0.0), 1.0) if best > 0 else None,
                # The score itself stands beside it; one in bits has no room for its own sum.
                tally=_terms(row) if training.trainer.form == "bert" else _ratio(row),
                winner=event is not None and row.pair == event.pair,
                tied=_is_tied(state, row),
                verdict=_verdict(row, event, training, state) if event else "",
            )
            for row in state.leaderboard
        ]

    def past(self, event: WordPieceEvent, tokens: TokenTable) -> Past:
        score = score_text(event.score)
        spoken = _("Merge {number}: {pair} becomes “{token}”, score {score}").format(
            number=number(event.rank + 1), pair=name_pair(event.pair), token=name(event.token), score=score
        )
        return past_merge(event.pair, event.token, score, tokens, spoken)

    def payload(self, training: WordPieceTraining, first: int, last: int, begins: Beginning | None = None) -> Frames:
        """The frames, with how the score of each merge comes about below it."""
        frames = super().payload(training, first, last, begins)
        for rank, merge in enumerate(frames["merges"], frames["firstMerge"]):
            merge["sum"] = _sum(training, training.tokens_per_step[rank], training.events[rank])
        return frames

    def labels(self) -> Labels:
        return {
            "question": _(
                "Which pair merges next? Not the most frequent, but the one that occurs often relative to its two "
                "parts."
            ),
            "guess": _("Click the pair you think has the highest score"),
            "pairs": _("Pairs, highest score first"),
        }

    def methods(self) -> Sequence[Method]:
        return Method(self), _ByInformation(self)

    about_functions = Said(
        "These functions made the steps above; nothing is simplified. The first chooses the pair, the second "
        "scores one, the third makes it a token."
    )
    reason = Said(
        "BERT and its relatives. If you use such a model, you need it; for a new one it has no clear "
        "advantage. One unknown character makes the whole word unknown."
    )


class _ByInformation(Method):
    """WordPiece by mutual information, with a mark at the end of each word."""

    key = "information"
    look = Look("#c30078", "arrow", "⬆", (1, 2))
    name = Said("WordPiece in bits")
    explanation = Said(
        "WordPiece in bits. The score is the mutual information of the two parts, and </w> ends each word, as in BPE "
        "with </w>, so the two differ in their score and in how they cut."
    )
    reason = Said(
        "For seeing what the score does, next to BPE with </w>. It joins rare parts that are never apart before "
        "frequent ones, so a text has more tokens."
    )

    def settings(self, source: Source, size: int) -> Settings:
        return WordPieceSettings(size, special_tokens=(self.algorithm.unknown,), form="mutual-information")


def score_text(score: float) -> str:
    """A score as it is written everywhere: four digits that count.

    >>> score_text(1 / 36), score_text(-2.5), score_text(1 / 30_000)
    ('0.02778', '−2.5', '0.00003333')
    """
    return minus(significant(score, 4))


def _sum(training: WordPieceTraining, tokens: int, row: PairScore | WordPieceEvent) -> str:
    """How the score of a pair comes about, in a corpus of so many tokens."""
    if training.trainer.form == "bert":
        return _ratio(row)
    return _in_bits(row, tokens, _neighbours(training, tokens))


def _in_bits(pair: PairScore | WordPieceEvent, tokens: int, neighbours: int) -> str:
    return _("log₂ ({count}/{pairs}) − log₂ ({left}/{tokens}) − log₂ ({right}/{tokens}) = {score} bits").format(
        count=number(pair.count),
        pairs=number(neighbours),
        left=number(pair.left_count),
        right=number(pair.right_count),
        tokens=number(tokens),
        score=score_text(pair.score),
    )


def _ratio(row: PairScore | WordPieceEvent) -> str:
    return _("{count} ÷ ({left} × {right}) = {score}").format(
        count=number(row.count),
        left=number(row.left_count),
        right=number(row.right_count),
        score=score_text(row.count / (row.left_count * row.right_count)),
    )


def _terms(row: PairScore) -> str:
    return _("{count} ÷ ({left} × {right})").format(
        count=number(row.count), left=number(row.left_count), right=number(row.right_count)
    )


def _neighbours(training: WordPieceTraining, tokens: int) -> int:
    """How many pairs of neighbours so many tokens are: each but the first of a word has one before it."""
    return tokens - sum(training.corpus.words.values())


def _is_tied(state: WordPieceState, row: PairScore) -> bool:
    """Whether a pair has the winner's score, exactly: fractions are compared, not rounded numbers."""
    event = state.next_event
    if event is None or not event.tied:
        return False
    return row.count * event.left_count * event.right_count == event.count * row.left_count * row.right_count


def _start(training: WordPieceTraining, state: WordPieceState) -> str:
    if training.trainer.form == "bert":
        opening = _(
            "Start: every word is cut into its characters. “{prefix}” marks one that continues a word, so “s” at the "
            "start of a word and “{prefix}s” inside it are different tokens."
        ).format(prefix=training.trainer.prefix)
    else:
        opening = _("Start: every word is cut into its characters, with “</w>” at its end.")
    count = state.tokens_in_corpus
    corpus = ngettext("The corpus has {count} token.", "The corpus has {count} tokens.", count).format(
        count=number(count)
    )
    return sentences(opening, corpus)


def _in_logarithms(training: WordPieceTraining, state: WordPieceState, row: PairScore) -> str:
    """What the terms of a score in bits are, and how the score without logarithms goes with it."""
    tokens = state.tokens_in_corpus
    pairs = _neighbours(training, tokens)
    return sentences(
        _(
            "That is log₂ P(xy) − log₂ P(x) − log₂ P(y): the pair makes up {count} of the {pairs} neighbouring pairs, "
            "its parts {left} and {right} of the {tokens} tokens."
        ).format(
            count=number(row.count),
            pairs=number(pairs),
            left=number(row.left_count),
            right=number(row.right_count),
            tokens=number(tokens),
        ),
        _(
            "BERT’s score has no logarithms and no shares: {ratio}. Its log₂ plus log₂ ({tokens}² ÷ {pairs}) = "
            "{constant} is the score in bits. What is added is the same for each pair in this step, so both scores put "
            "the pairs in the same order."
        ).format(
            ratio=_ratio(row),
            constant=score_text(log2(tokens**2 / pairs)),
            tokens=number(tokens),
            pairs=number(pairs),
        ),
    )


def _verdict(row: PairScore, event: WordPieceEvent, training: WordPieceTraining, state: WordPieceState) -> str:
    scored = _("{pair} has a score of {sum}.").format(
        pair=name_pair(row.pair), sum=_sum(training, state.tokens_in_corpus, row)
    )
    if row.pair == event.pair:
        return sentences(_("Right!"), scored, _("No other pair scores higher."))
    winner = _("{pair} merges next: {sum}.").format(
        pair=name_pair(event.pair), sum=_sum(training, state.tokens_in_corpus, state.leaderboard[0])
    )
    if _is_tied(state, row):
        return sentences(_("A fair choice!"), scored, _("Another pair has the same score, and comes first."), winner)
    return sentences(_("Not this one."), scored, winner)
