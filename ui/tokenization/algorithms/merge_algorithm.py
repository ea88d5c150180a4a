"""The basis of algorithms whose steps merge two tokens, whatever chooses the pair."""

from collections.abc import Collection, Sequence
from typing import Any, TypeVar

from bpe_engine.training.base import WordState
from bpe_engine.training.merge_training import MergeTraining
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.notation import name_pair, name_token, quote_tokens
from ui.base.visible_text import join_sentences
from ui.lessons.contract import WordRow
from ui.lessons.frames import FrameTokens, word_row
from ui.tokenization.algorithms.base import Algorithm, SettingsT
from ui.tokenization.algorithms.frame_parts import times_phrase, vocabulary_full_text

MergesT = TypeVar("MergesT", bound=MergeTraining[Any])


class MergeAlgorithm(Algorithm[SettingsT, MergesT]):
    """An algorithm whose steps merge two tokens."""

    merges = True

    def hidden_candidates(self, state: Any) -> int:
        more: int = state.number_of_pairs - len(state.leaderboard)
        return more

    def word_row(self, training: MergesT, state: Any, word: WordState, tokens: FrameTokens) -> WordRow:
        pair = state.next_event.pair if state.next_event else None
        return word_row(word, pair, self.new_token(training, state), tokens)

    def pinned_tokens(self, training: MergesT, state: Any) -> Collection[str]:
        return {symbol for word in state.words for symbol in training.trainer.symbols_of(word.word)}

    def removed_tokens(self, training: MergesT, state: Any) -> Sequence[str]:
        left = [token for event in training.events[: state.step] for token in event.dropped]
        return [token for token in left if token not in state.vocabulary]


def merge_text(training: MergeTraining[Any], state: Any) -> str:
    """Return what the last merge did."""
    event = training.events[state.step - 1]
    return join_sentences(
        ngettext(
            "Merge {number}: {pair} became “{token}”, in {places} place.",
            "Merge {number}: {pair} became “{token}”, in {places} places.",
            event.replacements,
        ).format(
            number=localized_number(event.rank + 1),
            pair=name_pair(event.pair),
            token=name_token(event.token),
            places=localized_number(event.replacements),
        ),
        _("The corpus went from {before} to {after} tokens.").format(
            before=localized_number(training.tokens_per_step[state.step - 1]),
            after=localized_number(state.tokens_in_corpus),
        ),
    )


def dropped_tokens_text(training: MergeTraining[Any], state: Any) -> str:
    """Return which tokens the last merge dropped; empty for none."""
    dropped = training.events[state.step - 1].dropped
    if not dropped:
        return ""
    return ngettext(
        "{tokens} no longer occurs in the corpus, so it leaves the vocabulary.",
        "{tokens} no longer occur in the corpus, so they leave the vocabulary.",
        len(dropped),
    ).format(tokens=join_list(quote_tokens(dropped)))


def stop_reason_text(training: MergeTraining[Any], state: Any) -> str:
    """Return why a training of merges ended, for the reasons that all of them share."""
    if training.stop_reason == "vocab_size":
        return vocabulary_full_text(state)
    least = times_phrase(training.trainer.min_frequency)
    return {
        "min_frequency": _("Done: no pair occurs {times} or more, as the settings require.").format(times=least),
        "no_pair": _("Done: every word is a single token, so no pairs are left."),
    }[training.stop_reason]
