"""What the frames and sentences of several algorithms have in common."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from bpe_engine import BPEState, BPETraining, MergeEvent, Pair, Training, WordPieceEvent
from bpe_engine.training import WordState
from bpe_engine.wordpiece.training import WordPieceState, WordPieceTraining
from ui.i18n import gettext as _
from ui.i18n import listed, ngettext, number
from ui.notation import name, name_pair, name_text
from ui.player.contract import BoardRow, Frame, Labels, Past, Tie, WordRow
from ui.player.frames import SMALL_CORPUS, TokenTable, Unknown, frame_json, more_pairs, newest, titles, word_row
from ui.show import sentences


def pair_text(pair: Pair) -> str:
    """A pair as it stands in a sentence: “h” + “ug”."""
    return name_pair(pair)


def times(count: int) -> str:
    """How often something occurs, in words."""
    return ngettext("{count} time", "{count} times", count).format(count=number(count))


def byte_legend() -> str:
    """How to read symbols of the byte alphabet."""
    return _("Each sign stands for a byte: Ġ for a space, Ċ for a line end, letters for themselves.")


def step_labels() -> Labels:
    """The texts around frames whose steps are no merges."""
    return {
        "noMerges": _("None yet. Choose Next."),
        "backKey": _("One step back (keys: ←, Page Up)"),
        "nextKey": _("One step on (keys: →, Page Down)"),
    }


def frame_of(
    training: Training[Any],
    state: Any,
    tokens: TokenTable,
    row: Callable[[WordState], WordRow],
    *,
    done: str,
    next: str,
    board: list[BoardRow],
    shown: Sequence[str],  # of the vocabulary
    hidden: int,
    more: str = "",  # than the board shows
    tie: Tie | None = None,
    fresh: str | None = None,
    dropped: Iterable[str] = (),
) -> Frame:
    """A frame of a training, with its words: where all are shown, those that change are among them."""
    some = len(training.corpus.words) > SMALL_CORPUS
    return frame_json(
        tokens,
        done=done,
        next=next,
        words=list(map(row, state.words)),
        places=list(map(row, getattr(state, "places", ()))) if some else [],
        changed=list(map(row, state.changed)) if some else [],
        board=board,
        morePairs=more,
        tie=tie,
        chips=[(tokens[token], "") for token in shown],
        hidden=hidden,
        fresh=None if fresh is None else tokens[fresh],
        dropped=[tokens[token] for token in dropped],
        titles=titles(len(state.vocabulary), state.tokens_in_corpus),
    )


def vocabulary_shown(training: Training[Any], step: int, used: Collection[str] = ()) -> tuple[list[str], int]:
    """The tokens of a growing vocabulary to show, and how many are not shown."""
    return newest(training.base_vocabulary, (event.token for event in training.events[:step]), used)


def last_token(training: Training[Any], step: int) -> str | None:
    """The token that came with a step."""
    token: str | None = training.events[step - 1].token if step else None
    return token


PairTraining = BPETraining | WordPieceTraining
PairState = BPEState | WordPieceState


def pair_frame(
    training: PairTraining,
    state: PairState,
    tokens: TokenTable,
    *,
    done: str,
    next: str,
    board: list[BoardRow],
    tie: Tie | None = None,
    dropped: Iterable[str] = (),
) -> Frame:
    """A frame of a training that merges pairs."""
    pair = state.next_event.pair if state.next_event else None
    fresh = last_token(training, state.step)
    used = {symbol for word in state.words for symbol in training.trainer.symbols_of(word.word)}
    shown, hidden = vocabulary_shown(training, state.step, used)
    return frame_of(
        training,
        state,
        tokens,
        lambda word: word_row(word, pair, fresh, tokens),
        done=done,
        next=next,
        board=board,
        shown=shown,
        hidden=hidden,
        more=more_pairs(state.number_of_pairs - len(state.leaderboard)),
        tie=tie,
        fresh=fresh,
        dropped=dropped,
    )


def past_merge(pair: Pair, token: str, value: str, tokens: TokenTable, spoken: str, headline: str = "") -> Past:
    """What is told of a merge once it has happened."""
    return {
        "parts": [tokens[part] for part in pair],
        "made": tokens[token],
        "value": value,
        "headline": headline or value,
        "sum": "",
        "spoken": tokens.numbered(spoken),
    }


def merged(training: PairTraining, state: PairState) -> str:
    """What the last merge did."""
    event = training.events[state.step - 1]
    return sentences(
        ngettext(
            "Merge {number}: {pair} became “{token}”, in {places} place.",
            "Merge {number}: {pair} became “{token}”, in {places} places.",
            event.replacements,
        ).format(
            number=number(event.rank + 1),
            pair=pair_text(event.pair),
            token=name(event.token),
            places=number(event.replacements),
        ),
        _("The corpus went from {before} to {after} tokens.").format(
            before=number(training.tokens_per_step[state.step - 1]), after=number(state.tokens_in_corpus)
        ),
    )


def left_the_vocabulary(event: MergeEvent | WordPieceEvent) -> str:
    """Which tokens a merge has put out of use, where such are dropped; empty for none."""
    if not event.dropped:
        return ""
    dropped = listed(_("“{token}”").format(token=name(token)) for token in event.dropped)
    return ngettext(
        "{tokens} is nowhere left in the corpus, so it leaves the vocabulary.",
        "{tokens} are nowhere left in the corpus, so they leave the vocabulary.",
        len(event.dropped),
    ).format(tokens=dropped)


def gone(training: PairTraining, step: int) -> list[str]:
    """The tokens that have left the vocabulary by a step: they are shown as struck through."""
    present = training.vocabulary_at(step)
    return [token for event in training.events[:step] for token in event.dropped if token not in present]


def full(state: Any) -> str:
    """That a vocabulary has grown to its size."""
    return _("The end: the vocabulary has the {size} tokens that were asked for.").format(
        size=number(len(state.vocabulary))
    )


def no_more_merges(training: PairTraining, state: PairState) -> str:
    """Why a training that merges pairs ended."""
    if training.stop_reason == "vocab_size":
        return full(state)
    if training.stop_reason == "min_frequency":
        least = times(training.trainer.min_frequency)
        return _("The end: no pair occurs {times} or more, as the settings ask.").format(times=least)
    if training.stop_reason == "no_growth":
        return _("The end: tokens leave the vocabulary as fast as they come. A higher threshold lets it grow.")
    return _("The end: every word is a single token, so no pair is left.")


def board_row(
    parts: Pair | str | Unknown,
    tokens: TokenTable,
    *,
    value: str,
    winner: bool,
    verdict: str,
    said: str = "",  # the value in words
    tally: str = "",
    share: float | None = None,
    tied: bool = False,
) -> BoardRow:
    """A candidate for the next step: a pair, or a single token."""
    if isinstance(parts, Pair):
        pair, named = [tokens[part] for part in parts], pair_text(parts)
    else:
        token = name(parts) if isinstance(parts, str) else name_text(parts.text)
        pair, named = [tokens[parts]], _("“{token}”").format(token=token)
    return {
        "pair": pair,
        "name": tokens.numbered(named),
        "value": value,
        "spoken": tokens.numbered(_("{name}, {number}").format(name=named, number=said or value)),
        "share": share,
        "tally": tokens.numbered(tally),
        "winner": winner,
        "tied": tied,
        "verdict": tokens.numbered(verdict),
    }
