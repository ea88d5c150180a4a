"""Encoding steps as frames for the player: what was learned, applied to a word or a sentence; a module a way."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bpe_engine import (
    BPEDropoutTokenizer,
    BPETokenizer,
    CharacterTokenizer,
    LongestMatchTokenizer,
    PickyBPETokenizer,
    SentencePieceBPE,
    Tokenizer,
    UnigramTokenizer,
    WordLevelTokenizer,
    WordPieceTokenizer,
)
from ui.encoding import bpe, dropout, longest, lookup, picky, sentencepiece, unigram, wordpiece
from ui.encoding.shared import after_normalization
from ui.encoding.taught import with_code
from ui.i18n import gettext as _
from ui.player.contract import Frames, Labels
from ui.show import name

LONGEST_TEXT = 200
"""Characters: each step is shown, so this is for words and sentences."""


class _Way(NamedTuple):
    payload: Callable[[Any, Sequence[Any]], Frames]  # of a tokenizer and the steps of a text
    labels: Callable[[], Labels]


_WAYS: dict[type[Tokenizer], _Way] = {
    BPETokenizer: _Way(bpe.payload, bpe.labels),
    BPEDropoutTokenizer: _Way(dropout.payload, dropout.labels),
    SentencePieceBPE: _Way(sentencepiece.payload, sentencepiece.labels),
    PickyBPETokenizer: _Way(picky.payload, picky.labels),
    LongestMatchTokenizer: _Way(longest.payload, longest.labels),
    WordPieceTokenizer: _Way(wordpiece.payload, wordpiece.labels),
    UnigramTokenizer: _Way(unigram.payload, unigram.labels),
    WordLevelTokenizer: _Way(lookup.payload, lookup.labels),
    CharacterTokenizer: _Way(lookup.payload, lookup.labels),
}


def _way(tokenizer: Tokenizer) -> _Way | None:
    return next((way for kind, way in _WAYS.items() if isinstance(tokenizer.inner, kind)), None)


def has_steps(tokenizer: Tokenizer) -> bool:
    """Whether there are steps to show; what a library cuts for us has none."""
    return _way(tokenizer) is not None


def payload(tokenizer: Tokenizer, text: str) -> Frames:
    """All frames of a text, for a tokenizer that has steps. Errors as the tokenizer's `encode_steps`.

    Where the text is changed before it is cut, that is the first step.
    """
    way = _way(tokenizer)
    assert way is not None, "asked for only where there are steps"
    steps = list(tokenizer.encode_steps(text))
    frames = way.payload(tokenizer.inner, steps)
    changed = tokenizer.normalized(text).text
    if changed != text and changed:
        frames = after_normalization(text, changed, frames)
    return with_code(tokenizer.inner, changed, steps, frames)


def labels(tokenizer: Tokenizer) -> Labels:
    """The texts around the frames where they differ from those of a training."""
    way = _way(tokenizer)
    return way.labels() if way else {}


def is_unknown(tokenizer: Tokenizer, text: str) -> bool:
    """Whether nothing of a text is joined, and it holds what the tokenizer does not know."""
    inner = tokenizer.inner
    if not isinstance(inner, BPETokenizer):
        return False
    steps = list(tokenizer.encode_steps(text))
    if any(step.pair is not None for step in steps):
        return False
    return any(symbol not in inner.vocabulary for step in steps for symbol in step.symbols)


def other_way(tokenizer: Tokenizer, other: Tokenizer, text: str) -> str:
    """Whether the other way to cut gives the same tokens, in a sentence."""
    first, second = tokenizer.tokenize(text), other.tokenize(text)
    if isinstance(tokenizer, BPEDropoutTokenizer):
        return dropout.without(first, second)
    by_length = isinstance(other, LongestMatchTokenizer)
    if first == second and by_length:
        return _("By longest match, which cuts out the longest token in a word first, the tokens are the same.")
    if first == second:
        return _("By the order of the merges the tokens are the same.")
    if by_length:
        told = _("By longest match, which cuts out the longest token in a word first, it would be: {tokens}.")
    else:
        told = _("By the order of the merges it would be: {tokens}.")
    return told.format(tokens=" + ".join(_("“{token}”").format(token=name(token)) for token in second))
