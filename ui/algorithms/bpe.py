"""The training of byte-pair encoding as frames: the pairs by their counts, and the merges."""

from collections.abc import Sequence

from bpe_engine import BPEState, BPETraining, View
from bpe_engine.bpe.training import PairCount
from ui.algorithms import sentences
from ui.i18n import ngettext
from ui.player.frames import (
    CHANGES,
    PAIRS,
    Json,
    TokenTable,
    frame_json,
    more_pairs,
    more_tokens,
    newest,
    past_json,
    payload_json,
    titles,
    word_row,
    words_shown,
)


def payload(training: BPETraining, first: int, last: int) -> Json:
    """The frames from step `first` to step `last`, with the tokens that they name."""
    ids = {**training.base_vocabulary, **{event.token: event.token_id for event in training.events}}
    special = training.trainer.special_tokens
    tokens = TokenTable(ids, byte_level=training.corpus.byte_level, special=special)
    numbers = words_shown(training.corpus.words)
    view = View(pairs=PAIRS, words=numbers, changes=CHANGES)
    frames = [_frame(training, state, tokens) for state in training.walk(first, last, view)]

    def past(number: int) -> Json:
        event = training.events[number]
        return past_json((tokens[event.pair.left], tokens[event.pair.right]), tokens[event.token], f"{event.count:,}")

    whole = len(numbers) == len(training.corpus.words)
    return payload_json(len(training.events), first, last, frames, tokens=tokens, whole=whole, past=past)


def _frame(training: BPETraining, state: BPEState, tokens: TokenTable) -> Json:
    event = state.next_event
    last_event = training.events[state.step - 1] if state.step else None
    pair = event.pair if event else None
    fresh = last_event.token if last_event else None
    whole = len(state.words) == len(training.corpus.words)
    vocabulary, hidden = _vocabulary(training, state)
    return frame_json(
        done=sentences.what_happened(training, state),
        next=sentences.what_comes_next(training, state),
        words=[word_row(word, pair, fresh, tokens) for word in state.words],
        places=[word_row(word, pair, fresh, tokens) for word in ([] if whole else state.places)],
        changed=[word_row(word, pair, fresh, tokens) for word in ([] if whole else state.changed)],
        board=[_board_row(row, state, training, tokens) for row in state.leaderboard],
        morePairs=more_pairs(state.number_of_pairs - len(state.leaderboard)),
        pairOrder=_pair_order(state),
        tie=_tie(training, state),
        chips=[[tokens[token], ""] for token in vocabulary],
        hidden=more_tokens(hidden),
        fresh=tokens[fresh] if fresh is not None else None,
        dropped=[tokens[token] for token in _dropped(training, state.step)],
        titles=titles(len(state.vocabulary), state.tokens_in_corpus),
    )


def _board_row(row: PairCount, state: BPEState, training: BPETraining, tokens: TokenTable) -> Json:
    event = state.next_event
    return {
        "pair": [tokens[row.pair.left], tokens[row.pair.right]],
        "name": sentences.pair_text(row.pair),
        "value": f"{row.count:,}",
        "share": row.count / state.leaderboard[0].count,
        "tally": sentences.tally(row),
        "winner": event is not None and row.pair == event.pair,
        "tied": event is not None and event.tied > 0 and row.count == event.count,
        "verdict": sentences.verdict(row, state, training.trainer.tie_break) if event else "",
    }


def _pair_order(state: BPEState) -> list[int]:
    """The rows of the leaderboard in an order that gives nothing away: by the alphabet."""
    return sorted(range(len(state.leaderboard)), key=lambda row: state.leaderboard[row].pair)


def _tie(training: BPETraining, state: BPEState) -> Json | None:
    if not state.tie_choices:
        return None
    event = state.next_event
    assert event is not None, "only pairs that can merge next tie"
    return {
        "badge": ngettext("tie of {count:,} pairs", "tie of {count:,} pairs", event.tied + 1).format(
            count=event.tied + 1
        ),
        "rule": training.trainer.tie_break,
    }


def _vocabulary(training: BPETraining, state: BPEState) -> tuple[Sequence[str], int]:
    """The tokens to show, dropped ones included, and how many are not shown."""
    used = {symbol for word in state.words for symbol in training.trainer.symbols_of(word.word)}
    return newest(training.base_vocabulary, (event.token for event in training.events[: state.step]), used)


def _dropped(training: BPETraining, step: int) -> list[str]:
    """The tokens that have left the vocabulary by a step, as far as they are shown as struck through."""
    if not training.trainer.drop_unused:
        return []
    present = training.vocabulary_at(step)
    return [token for event in training.events[:step] for token in event.dropped if token not in present]
