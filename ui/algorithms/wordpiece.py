"""WordPiece: the pair that occurs often compared with how often its parts occur becomes a token."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import ClassVar, Literal

from bpe_engine import View, WordPieceTrainer
from bpe_engine.wordpiece.scored_pairs import ScoredPairs, pair_score
from bpe_engine.wordpiece.trainer import LARGEST_CORPUS, WordPieceRun
from bpe_engine.wordpiece.training import PairScore, WordPieceState, WordPieceTraining
from ui.algorithms.base import Algorithm, Look
from ui.algorithms.options import Option, choice, cut_into_words, least_frequency, vocabulary_size
from ui.algorithms.shared import pair_text, times
from ui.i18n import gettext as _
from ui.i18n import ngettext
from ui.player.contract import BoardRow, Frame, Frames, Labels, Past
from ui.player.frames import (
    CHANGES,
    PAIRS,
    TokenTable,
    frame_json,
    minus,
    more_pairs,
    more_tokens,
    newest,
    past_json,
    payload_json,
    titles,
    word_row,
    words_shown,
)
from ui.show import name
from ui.tasks.scenarios import OWN_TEXT, Scenario
from ui.tasks.settings import Settings


@dataclass(frozen=True)
class WordPieceSettings(Settings):
    """What WordPiece is trained with."""

    algorithm = "wordpiece"

    form: Literal["bert", "mutual-information"] = "bert"
    min_frequency: int = 1

    def trainer(self) -> WordPieceTrainer:
        """The trainer with these choices. Raises EngineError where they cannot work together."""
        return WordPieceTrainer(
            vocab_size=self.vocab_size,
            special_tokens=self.special_tokens,
            form=self.form,
            min_frequency=self.min_frequency,
        )


class WordPiece(Algorithm[WordPieceSettings, WordPieceTraining]):
    """WordPiece."""

    settings = WordPieceSettings
    sizes: ClassVar[Mapping[str, int]] = {"hug": 20, "low": 30, "course": 70, "aaab": 20, OWN_TEXT: 300}
    short = 5_000
    merges = True
    functions = (ScoredPairs.winner, pair_score, WordPieceRun.merge)
    look = Look("#c38700", "diamond", "◆")

    @property
    def name(self) -> str:
        """The name on a button."""
        return _("WordPiece")

    @property
    def blurb(self) -> str:
        """What it does, in a sentence or two."""
        return _(
            "Joins the pair that occurs often compared with how often its two parts occur. BERT uses it. A text is cut "
            "by taking the longest known beginning, not by replaying the merges."
        )

    @property
    def limit(self) -> str:
        """How large a corpus it takes."""
        return _("Limit: {limit:,} characters, each different word counted once.").format(limit=LARGEST_CORPUS)

    def options(self) -> Sequence[Option]:
        """The settings to choose."""
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
                    "For BERT: frequency of the pair ÷ (frequency of the first × frequency of the second). So others "
                    "describe it: Google never published the program that trained BERT’s vocabulary. Mutual "
                    "information, the other choice, is how surprising it is to see the two together. Both put the "
                    "pairs into the same order."
                ),
            ),
            least_frequency(),
            cut_into_words(),
        )

    def usual(self, scenario: Scenario) -> WordPieceSettings:
        """The settings that a scenario starts from."""
        usual = super().usual(scenario)
        if scenario.key == "course":
            return replace(usual, special_tokens=("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"))  # as BERT has them
        return usual

    def payload(self, training: WordPieceTraining, first: int, last: int) -> Frames:
        """The frames from step `first` to step `last`."""
        return payload(training, first, last)

    def labels(self) -> Labels:
        """The texts around the frames."""
        return labels()

    @property
    def about_functions(self) -> str:
        """What the functions do."""
        return _(
            "These functions made the steps above; nothing is simplified. The first chooses the pair, the second "
            "scores one, the third makes it a token."
        )

    def advice(self) -> list[tuple[str, str]]:
        """When to use it."""
        reason = _(
            "BERT and its relatives. If you use such a model, you need it; for a new one it has no clear "
            "advantage. One unknown character makes the whole word unknown."
        )
        return [(self.name, reason)]


def payload(training: WordPieceTraining, first: int, last: int) -> Frames:
    """The frames from step `first` to step `last`."""
    ids = {**training.base_vocabulary, **{event.token: event.token_id for event in training.events}}
    tokens = TokenTable(ids, byte_level=False)
    numbers = words_shown(training.corpus.words)
    view = View(pairs=PAIRS, words=numbers, changes=CHANGES)
    frames = [_frame(training, state, tokens) for state in training.walk(first, last, view)]

    def past(number: int) -> Past:
        event = training.events[number]
        parts = (tokens[event.pair.left], tokens[event.pair.right])
        return past_json(parts, tokens[event.token], score_text(event.score))

    whole = len(numbers) == len(training.corpus.words)
    return payload_json(len(training.events), first, last, frames, tokens=tokens, whole=whole, past=past)


def score_text(score: float) -> str:
    """A score as it is written everywhere: four digits that count.

    >>> score_text(1 / 36), score_text(-2.5), score_text(1 / 30_000)
    ('0.02778', '−2.5', '0.00003333')
    """
    return minus(f"{Decimal(f'{score:.4g}'):f}")


def _frame(training: WordPieceTraining, state: WordPieceState, tokens: TokenTable) -> Frame:
    event = state.next_event
    last_event = training.events[state.step - 1] if state.step else None
    pair = event.pair if event else None
    fresh = last_event.token if last_event else None
    whole = len(state.words) == len(training.corpus.words)
    used = {symbol for word in state.words for symbol in training.trainer.symbols_of(word.word)}
    shown, hidden = newest(training.base_vocabulary, (past.token for past in training.events[: state.step]), used)
    best = state.leaderboard[0].score if state.leaderboard else 0.0
    return frame_json(
        done=_what_happened(training, state),
        next=_what_comes_next(training, state),
        words=[word_row(word, pair, fresh, tokens) for word in state.words],
        places=[word_row(word, pair, fresh, tokens) for word in ([] if whole else state.places)],
        changed=[word_row(word, pair, fresh, tokens) for word in ([] if whole else state.changed)],
        board=[_board_row(row, training, state, best, tokens) for row in state.leaderboard],
        morePairs=more_pairs(state.number_of_pairs - len(state.leaderboard)),
        pairOrder=sorted(range(len(state.leaderboard)), key=lambda row: state.leaderboard[row].pair),
        chips=[(tokens[token], "") for token in shown],
        hidden=more_tokens(hidden),
        fresh=tokens[fresh] if fresh is not None else None,
        titles=titles(len(state.vocabulary), state.tokens_in_corpus),
    )


def _sum(training: WordPieceTraining, row: PairScore) -> str:
    """How the score of a pair comes about."""
    counted = {"count": row.count, "left": row.left_count, "right": row.right_count, "score": score_text(row.score)}
    if training.trainer.form == "bert":
        return _("{count:,} ÷ ({left:,} × {right:,}) = {score}").format(**counted)
    return _("together {count:,} times, alone {left:,} and {right:,} times: {score} bits").format(**counted)


def _is_tied(state: WordPieceState, row: PairScore) -> bool:
    """Whether a pair has the winner's score, exactly: fractions are compared, not rounded numbers."""
    event = state.next_event
    if event is None or not event.tied:
        return False
    return row.count * event.left_count * event.right_count == event.count * row.left_count * row.right_count


def _board_row(
    row: PairScore, training: WordPieceTraining, state: WordPieceState, best: float, tokens: TokenTable
) -> BoardRow:
    event = state.next_event
    return {
        "pair": [tokens[row.pair.left], tokens[row.pair.right]],
        "name": pair_text(row.pair),
        "value": score_text(row.score),
        "share": max(row.score / best, 0.0) if best > 0 else None,
        "tally": _sum(training, row),
        "winner": event is not None and row.pair == event.pair,
        "tied": _is_tied(state, row),
        "verdict": _verdict(row, training, state) if event else "",
    }


def _what_happened(training: WordPieceTraining, state: WordPieceState) -> str:
    if state.step == 0:
        if training.trainer.form == "bert":
            opening = _(
                "The start: every word is cut into its characters. “{prefix}” marks one that goes on with a "
                "word, so that "
                "“s” at the start of a word and “{prefix}s” inside it are different tokens."
            ).format(prefix=training.trainer.prefix)
        else:
            opening = _("The start: every word is cut into its characters, with “</w>” at its end.")
        return " ".join(
            (
                opening,
                ngettext(
                    "The corpus has {count:,} token.", "The corpus has {count:,} tokens.", state.tokens_in_corpus
                ).format(count=state.tokens_in_corpus),
            )
        )
    event = training.events[state.step - 1]
    before = training.tokens_per_step[state.step - 1]
    return " ".join(
        (
            ngettext(
                "Merge {number:,}: {pair} became “{token}”, in {places:,} place.",
                "Merge {number:,}: {pair} became “{token}”, in {places:,} places.",
                event.replacements,
            ).format(
                number=event.rank + 1, pair=pair_text(event.pair), token=name(event.token), places=event.replacements
            ),
            _("The corpus went from {before:,} to {after:,} tokens.").format(
                before=before, after=state.tokens_in_corpus
            ),
        )
    )


def _what_comes_next(training: WordPieceTraining, state: WordPieceState) -> str:
    event = state.next_event
    if event is None:
        return _end(training, state)
    row = state.leaderboard[0]
    parts = [
        _("Next: {pair}, with the highest score: {sum}.").format(pair=pair_text(event.pair), sum=_sum(training, row)),
        _("The pair occurs {times}, its parts {left} and {right}.").format(
            times=times(event.count), left=times(event.left_count), right=times(event.right_count)
        ),
        _("A score is high where two parts seldom stand without each other, however rare they are."),
    ]
    if event.tied:
        parts.append(
            ngettext(
                "A tie: {count:,} other pair has the same score. The pair that comes first in the corpus merges.",
                "A tie: {count:,} other pairs have the same score. The pair that comes first in the corpus merges.",
                event.tied,
            ).format(count=event.tied)
        )
    return " ".join(parts)


def _end(training: WordPieceTraining, state: WordPieceState) -> str:
    if training.stop_reason == "vocab_size":
        return _("The end: the vocabulary has the {size:,} tokens that were asked for.").format(
            size=len(state.vocabulary)
        )
    if training.stop_reason == "min_frequency":
        return _("The end: no pair occurs {times} or more, as the settings ask.").format(
            times=times(training.trainer.min_frequency)
        )
    return _("The end: every word is a single token, so no pair is left. Go on with another lesson, or with Encode.")


def _verdict(row: PairScore, training: WordPieceTraining, state: WordPieceState) -> str:
    event = state.next_event
    assert event is not None, "a prediction is asked for only where a merge follows"
    scored = _("{pair} has the score {sum}.").format(pair=pair_text(row.pair), sum=_sum(training, row))
    if row.pair == event.pair:
        return " ".join((_("Right!"), scored, _("No other pair has a higher one.")))
    winner = _("{pair} merges next: {sum}.").format(
        pair=pair_text(event.pair), sum=_sum(training, state.leaderboard[0])
    )
    if _is_tied(state, row):
        return " ".join((_("A fair choice!"), scored, _("Another pair has the same score, and comes first."), winner))
    return " ".join((_("Not this one."), scored, winner))


def labels() -> Labels:
    """The texts around the frames."""
    return {
        "question": _(
            "Which pair merges next? Not the most frequent one: the one that occurs often compared with how often its "
            "two parts occur."
        ),
        "guess": _("Click the pair that you think has the highest score"),
        "pairs": _("Pairs, the highest score first"),
    }
