"""Unigram: start with many tokens, and remove those needed least, step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from math import isfinite, log
from typing import Literal

from bpe_engine import UnigramTrainer
from bpe_engine.unigram.em import expected_counts
from bpe_engine.unigram.events import PrunedToken, PruneEvent
from bpe_engine.unigram.run import MAX_WORD_LENGTH, UnigramRun
from bpe_engine.unigram.training import UnigramState, UnigramToken, UnigramTraining, pruning_order
from bpe_engine.unigram.viterbi import best_path_totals
from ui.base.i18n import gettext as _
from ui.base.i18n import (
    join_list,
    localized_decimal,
    localized_number,
    localized_percent,
    localized_significant,
    ngettext,
)
from ui.base.notation import name_token, quote_tokens
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, HistoryItem, Labels
from ui.lessons.frames import MAX_CANDIDATES, TOKENS_SHOWN, FrameTokens
from ui.tokenization.algorithms.base import Algorithm, ChartStyle, LocalizedText
from ui.tokenization.algorithms.frame_parts import candidate_row, step_labels
from ui.tokenization.algorithms.options import (
    TrainingOption,
    choice_option,
    pre_tokenizer_option,
    vocabulary_size_option,
)
from ui.tokenization.algorithms.taught_code import TaughtUnigram
from ui.tokenization.tasks.task import Settings

MAX_REMOVED_NAMED = 6
_ROUNDING = 1e-9  # equal sums of costs may differ by this much


@dataclass(frozen=True)
class UnigramSettings(Settings):
    """The settings of Unigram."""

    algorithm = "unigram"
    trainer_class = UnigramTrainer

    estimation: Literal["em", "plain"] = "em"


class Unigram(Algorithm[UnigramSettings, UnigramTraining]):
    """Unigram."""

    settings = UnigramSettings
    immediate_limit = 2_000
    unknown = "<unk>"
    taught = TaughtUnigram()
    functions = (
        UnigramRun.events,
        UnigramRun._compute_loss_increases,
        pruning_order,
        best_path_totals,
        expected_counts,
    )
    chart_style = ChartStyle("--chart-7", "cross", "✚")
    name = LocalizedText("Unigram")
    rule = LocalizedText("most probable cut")
    description = LocalizedText(
        "Starts with many tokens and removes the least needed. T5 uses it. Each word is cut in its most probable way."
    )
    limit = LocalizedText(
        "Limits: {limit} characters, counting each different word once; {longest} characters in a word; and about half "
        "a minute of work, which a text with many long words and a small vocabulary can exceed.",
        limit=UnigramTrainer.max_characters,
        longest=MAX_WORD_LENGTH,
    )

    def options(self) -> Sequence[TrainingOption]:
        return (
            vocabulary_size_option(_("Training stops when only this many tokens are left.")),
            choice_option(
                "estimate",
                "estimation",
                {
                    "em": _("re-estimated at each step, as in SentencePiece"),
                    "plain": _("simply how often each token occurs in the corpus"),
                },
                _("Probabilities"),
                _("How probable each token is taken to be, before the least needed go."),
            ),
            pre_tokenizer_option(),
        )

    def ids(self, training: UnigramTraining) -> dict[str, int]:
        """Return all tokens that ever occur: those of the start."""
        return dict(training.base_vocabulary)

    def last_step_text(self, training: UnigramTraining, state: UnigramState) -> str:
        if state.step == 0:
            return _start_text(training, state)
        event = training.events[state.step - 1]
        named = quote_tokens(removed.token for removed in event.removed[:MAX_REMOVED_NAMED])
        rest = len(event.removed) - MAX_REMOVED_NAMED
        if rest > 0:
            named.append(ngettext("{count} more", "{count} more", rest).format(count=localized_number(rest)))
        return join_sentences(
            ngettext(
                "Step {number}: {tokens} left the vocabulary.",
                "Step {number}: {count} tokens left the vocabulary: {tokens}.",
                len(event.removed),
            ).format(
                number=localized_number(event.rank + 1),
                tokens=join_list(named),
                count=localized_number(len(event.removed)),
            ),
            _("All probabilities were then recalculated. The corpus now costs {after} instead of {before}.").format(
                before=_cost(event.loss_before), after=_cost(event.loss_after)
            ),
        )

    def next_step_text(self, training: UnigramTraining, state: UnigramState) -> str:
        event = state.next_event
        if event is None:
            return _end_text(training, state)
        removed = event.removed
        return join_sentences(
            ngettext(
                "Next: “{token}” is removed. With the current probabilities, that costs {cost}: no other token costs "
                "less.",
                "Next: the {count} tokens that cost least are removed. The first is “{token}”: with the current "
                "probabilities, removing it costs {cost}.",
                len(removed),
            ).format(
                count=localized_number(len(removed)),
                token=name_token(removed[0].token),
                cost=_cost(removed[0].loss_increase),
            ),
            _prune_size_text(training, state, len(removed)) if len(removed) > 1 else "",
            _("Others cost just as little: alphabetical order breaks the tie.") if _is_decided_by_tie(state) else "",
            _("Single characters always stay."),
        )

    def candidates(self, training: UnigramTraining, state: UnigramState, tokens: FrameTokens) -> list[CandidateRow]:
        event, pieces = state.next_event, _prunable_tokens(state)
        going = {removed.token for removed in event.removed} if event else set()
        most = _longest_bar(training)
        return [
            candidate_row(
                piece.token,
                tokens,
                value=_cost(piece.loss_increase),
                share=min(piece.loss_increase / most, 1.0) if min(piece.loss_increase, most) > _ROUNDING else None,
                winner=piece.token in going,
                tied=_is_decided_by_tie(state) and event is not None and _have_same_cost(piece, event.removed[-1]),
                verdict=_verdict(piece, pieces[0], event) if event else "",
            )
            for piece in pieces[:MAX_CANDIDATES]
        ]

    def hidden_candidates(self, state: UnigramState) -> int:
        return max(0, len(_prunable_tokens(state)) - MAX_CANDIDATES)

    def new_token(self, training: UnigramTraining, state: UnigramState) -> None:
        return None

    def vocabulary_shown(self, training: UnigramTraining, state: UnigramState) -> tuple[Sequence[str], int]:
        vocabulary = [*state.vocabulary, *self.removed_tokens(training, state)]
        return vocabulary[:TOKENS_SHOWN], max(0, len(vocabulary) - TOKENS_SHOWN)

    def removed_tokens(self, training: UnigramTraining, state: UnigramState) -> Sequence[str]:
        return [removed.token for removed in training.events[state.step - 1].removed] if state.step else []

    def history_item(self, event: PruneEvent, tokens: FrameTokens) -> HistoryItem:
        """Return the tokens that were removed, and their number."""
        gone = [tokens[removed.token] for removed in event.removed[:MAX_REMOVED_NAMED]]
        return {"parts": gone, "made": None, "value": f"− {localized_number(len(event.removed))}", "sum": ""}

    def labels(self) -> Labels:
        return {
            "question": _("Which token is removed next?"),
            "guess": _("Click the token you think costs least"),
            "pairs": _("Cost of each token, in halvings"),
            "noPairs": _("Only single characters are left"),
            "winner": _("removed next"),
            "merges": _("Tokens removed so far"),
            "changed": _("Words cut differently since the last step"),
            **step_labels(),
        }

    about_functions = LocalizedText(
        "These functions made the steps above; nothing is simplified. The first removes tokens, the second finds how "
        "much each is needed, the third puts them in order. Then come the best cut of a word, and how often to expect "
        "each token. Programs call the cost the loss, and count it in natural logarithms: a halving is 0.693."
    )
    when_to_use = LocalizedText(
        "T5 and many multilingual models. It knows how probable each cut is, so it can also offer others, which helps "
        "in training. It is slower to train and harder to follow by hand."
    )


def _cost(loss: float) -> str:
    """Format a loss, or its growth, in halvings: with one decimal, below 1 with two digits."""
    halvings = round(loss, 9) / log(2)
    return localized_decimal(halvings, 1) if halvings >= 1 else localized_significant(halvings, 2)


def _prunable_tokens(state: UnigramState) -> list[UnigramToken]:
    """Return the tokens that can be removed: all but single characters and special tokens."""
    return [piece for piece in state.tokens if not piece.is_base]


def _longest_bar(training: UnigramTraining) -> float:
    """Return the cost with the longest bar at all steps: the highest shown before and after the last removal.

    With fewer tokens left, each costs more. A bar of an earlier step that would be longer is cut to this length.
    """
    last = [nsmallest(MAX_CANDIDATES, filter(isfinite, one.loss_increases)) for one in training.snapshots[-2:]]
    return max(map(max, filter(None, last)), default=0.0)


def _verdict(piece: UnigramToken, least: UnigramToken, event: PruneEvent) -> str:
    stands = _("Removing “{token}” costs {cost}.").format(
        token=name_token(piece.token), cost=_cost(piece.loss_increase)
    )
    if piece.token in {removed.token for removed in event.removed}:
        return join_sentences(_("Right!"), stands, _("It is among those that cost least, and is removed."))
    if _have_same_cost(piece, event.removed[-1]):
        return join_sentences(_("A fair choice!"), stands, _("Others cost just as little."))
    less = _("Removing “{token}” costs only {cost}.").format(
        token=name_token(least.token), cost=_cost(least.loss_increase)
    )
    return join_sentences(_("Not this one."), stands, less)


def _start_text(training: UnigramTraining, state: UnigramState) -> str:
    trainer = training.trainer
    return join_sentences(
        _(
            "Start: Unigram works the other way round. It starts with many tokens, here {count}: all characters, all "
            "word parts of 2 to {longest} characters (a whole word only if a longer word contains it), and the special "
            "tokens ({special})."
        ).format(
            count=localized_number(len(state.vocabulary)),
            longest=localized_number(trainer.max_token_length),
            special=join_list(map(name_token, trainer.special_tokens)) or _("none"),
        ),
        _("That would be more than {most}, so it keeps only those that cover the most text.").format(
            most=localized_number(trainer.seed_size)
        )
        if len(training.seed) >= trainer.seed_size
        else "",
        _("Then it removes the least needed ones."),
        _("Each word is cut in the most probable way."),
        _(
            "The corpus costs {cost}: the less, the better the tokens fit. (Halve 1 until you reach the probability of "
            "a word’s best cut: the word’s frequency × these halvings, added up over all words.)"
        ).format(cost=_cost(state.loss)),
    )


def _prune_size_text(training: UnigramTraining, state: UnigramState, going: int) -> str:
    """Explain why this many tokens are removed at once."""
    trainer = training.trainer
    longer = sum(len(token) > 1 and token not in trainer.special_tokens for token in state.vocabulary)
    if going < int(longer * trainer.shrink):
        return _("This last step removes only the excess.")
    return _("Each step removes {share} of the tokens longer than a character, rounded down, but at least one.").format(
        share=localized_percent(trainer.shrink)
    )


def _is_decided_by_tie(state: UnigramState) -> bool:
    """Return whether a token that stays costs as little as one that is removed."""
    if state.next_event is None:
        return False
    gone = state.next_event.removed
    staying = state.tokens[len(gone) : len(gone) + 1]
    return any(_have_same_cost(piece, gone[-1]) for piece in staying if not piece.is_base)


def _have_same_cost(piece: UnigramToken, other: PrunedToken) -> bool:
    """Return whether removing two tokens costs the same. Like the training, compares nine decimals."""
    return round(piece.loss_increase, 9) == round(other.loss_increase, 9)


def _end_text(training: UnigramTraining, state: UnigramState) -> str:
    size = len(state.vocabulary)
    if training.stop_reason == "vocab_size":
        return _("Done: the vocabulary is down to {size} tokens, as requested.").format(size=localized_number(size))
    return ngettext(
        "Nothing to remove: it starts with {size} token, and you allowed {allowed}. Choose a smaller vocabulary size.",
        "Nothing to remove: it starts with {size} tokens, and you allowed {allowed}. Choose a smaller vocabulary size.",
        size,
    ).format(size=localized_number(size), allowed=localized_number(training.trainer.vocab_size))
