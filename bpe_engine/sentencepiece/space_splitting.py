"""Safe cuts before any merge in a text whose spaces are written as a character such as ▁."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from bpe_engine.pre_tokenizers import NONE, PreToken, PreTokenizer
from bpe_engine.sentencepiece.model_file import SPACE

MATCH_ALL = "(?s:.+)"


def word_pattern(tokens: Iterable[str], space: str = SPACE) -> str:
    """Return a pattern that matches pieces between cuts that no token crosses.

    >>> re.findall(word_pattern(["▁a", "▁▁", "ab"]), "▁ab▁▁▁ab▁")
    ['▁ab', '▁▁▁ab', '▁']
    """
    joined = {(left == space, right == space) for token in tokens for left, right in pairwise(token)}
    marker = re.escape(space)
    several = (True, True) in joined
    if (False, True) not in joined:  # no token continues to a space: it begins a word
        return f"{marker}*[^{marker}]+|{marker}+" if several else f"{marker}?[^{marker}]+|{marker}"
    if (True, False) not in joined:  # no token continues after a space: it ends a word
        return f"[^{marker}]+{marker}*|{marker}+" if several else f"[^{marker}]+{marker}?|{marker}"
    return MATCH_ALL


@dataclass(frozen=True)
class SpaceSplitter(PreTokenizer):
    """A pre-tokenizer with such a pattern. The pattern is fast, so it needs no separate process."""

    def check(self) -> None:
        """Do nothing: the pattern is always valid."""

    def split(self, text: str) -> list[str]:
        """Return the pieces as strings."""
        return re.findall(self.pattern, text)

    def pre_tokens(self, text: str) -> list[PreToken]:
        """Return the pieces with their positions."""
        return [PreToken(match.group(), match.start(), None) for match in re.finditer(self.pattern, text)]


def space_splitter(tokens: Iterable[str], space: str) -> PreTokenizer:
    """Return the pre-tokenizer with the pattern for these tokens."""
    pattern = word_pattern(tokens, space)
    return NONE if pattern == MATCH_ALL else SpaceSplitter(pattern)
