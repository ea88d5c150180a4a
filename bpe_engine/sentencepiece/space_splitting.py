"""Where a text may be cut before any merge, if its spaces are written as a sign such as ▁."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from bpe_engine.pre_tokenizers import NONE, PreToken, PreTokenizer
from bpe_engine.sentencepiece.model_file import SPACE

MATCH_ALL = "(?s:.+)"


def word_pattern(tokens: Iterable[str], space: str = SPACE) -> str:
    """Return the pattern of the pieces: a text may be cut where no token goes on from one side to the other.

    >>> re.findall(word_pattern(["▁a", "▁▁", "ab"]), "▁ab▁▁▁ab▁")
    ['▁ab', '▁▁▁ab', '▁']
    """
    joined = {(left == space, right == space) for token in tokens for left, right in pairwise(token)}
    sign = re.escape(space)
    several = (True, True) in joined
    if (False, True) not in joined:  # a space begins a word
        return f"{sign}*[^{sign}]+|{sign}+" if several else f"{sign}?[^{sign}]+|{sign}"
    if (True, False) not in joined:  # a space ends one
        return f"[^{sign}]+{sign}*|{sign}+" if several else f"[^{sign}]+{sign}?|{sign}"
    return MATCH_ALL


@dataclass(frozen=True)
class SpaceSplitter(PreTokenizer):
    """Cuts a text by such a pattern, which is quick: so it needs no process of its own."""

    def check(self) -> None:
        """Nothing is wrong with it."""

    def split(self, text: str) -> list[str]:
        """Return the pieces as strings."""
        return re.findall(self.pattern, text)

    def pre_tokens(self, text: str) -> list[PreToken]:
        """Return the pieces with their place."""
        return [PreToken(match.group(), match.start(), None) for match in re.finditer(self.pattern, text)]


def space_splitter(tokens: Iterable[str], space: str) -> PreTokenizer:
    """The same as a pre-tokenizer."""
    pattern = word_pattern(tokens, space)
    return NONE if pattern == MATCH_ALL else SpaceSplitter(pattern)
