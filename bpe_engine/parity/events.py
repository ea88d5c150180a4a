"""The events of parity-aware BPE."""

from typing import NamedTuple

from bpe_engine.symbols import Pair


class ParityEvent(NamedTuple):
    """One step: the language whose turn it was, the pair that it chose, and the token made in all languages."""

    rank: int  # 0 for the first merge
    pair: Pair
    token: str
    token_id: int
    # Hides tuple.count, which is not used here.
    count: int  # type: ignore[assignment]  # frequency of the pair in the language that chose it, overlaps counted
    replacements: int  # replacements in all languages together
    tied: int  # number of other pairs with the same count in that language
    dropped: tuple[str, ...]  # always empty
    language: str
    lengths: tuple[int, ...]  # tokens of each language's measured text before the merge, in the corpus's order
    held_back: tuple[str, ...]  # languages with more tokens that already had their share of the last turns
    used_up: tuple[str, ...]  # languages without a pair left to merge
