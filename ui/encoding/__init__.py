"""Encoding steps as frames for the player: what was learned, applied to a word or a sentence; a module a method."""

from bpe_engine import (
    BPETokenizer,
    CharacterTokenizer,
    LongestMatchTokenizer,
    Tokenizer,
    UnigramTokenizer,
    WordLevelTokenizer,
    WordPieceTokenizer,
)
from ui.encoding import bpe, longest, lookup, unigram, wordpiece
from ui.i18n import gettext as _
from ui.player.frames import Json
from ui.show import name

LONGEST_TEXT = 200
"""Characters: each step is shown, so this is for words and sentences."""


def has_steps(tokenizer: Tokenizer) -> bool:
    """Whether there are steps to show; what a library cuts for us has none."""
    return isinstance(
        tokenizer,
        BPETokenizer
        | WordPieceTokenizer
        | UnigramTokenizer
        | LongestMatchTokenizer
        | WordLevelTokenizer
        | CharacterTokenizer,
    )


def payload(tokenizer: Tokenizer, text: str) -> Json:
    """All frames of a text. Errors as the tokenizer's `encode_steps`."""
    if isinstance(tokenizer, WordPieceTokenizer):
        return wordpiece.payload(tokenizer, text)
    if isinstance(tokenizer, UnigramTokenizer):
        return unigram.payload(tokenizer, text)
    if isinstance(tokenizer, LongestMatchTokenizer):
        return longest.payload(tokenizer, text)
    if isinstance(tokenizer, BPETokenizer):
        return bpe.payload(tokenizer, text)
    return lookup.payload(tokenizer, text)


def labels(tokenizer: Tokenizer) -> dict[str, str]:
    """The texts around the frames where they differ from those of a training."""
    if isinstance(tokenizer, WordPieceTokenizer):
        return wordpiece.labels()
    if isinstance(tokenizer, UnigramTokenizer):
        return unigram.labels()
    if isinstance(tokenizer, LongestMatchTokenizer):
        return longest.labels()
    return bpe.labels() if isinstance(tokenizer, BPETokenizer) else lookup.labels()


def other_way(tokenizer: Tokenizer, other: Tokenizer, text: str) -> str:
    """Whether the other way to cut gives the same tokens, in a sentence."""
    first, second = tokenizer.tokenize(text), other.tokenize(text)
    way = _("By longest match") if isinstance(other, LongestMatchTokenizer) else _("By the order of the merges")
    if first == second:
        return _("{way} the tokens are the same.").format(way=way)
    return _("{way} it would be: {tokens}.").format(way=way, tokens=" + ".join(f"“{name(token)}”" for token in second))
