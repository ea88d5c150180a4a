"""The events of parity-aware BPE."""

from typing import NamedTuple

from bpe_engine.symbols import Pair


class ParityEvent(NamedTuple):
    """One step: the language whose turn it was, the pair that it chose, and the token that this became everywhere."""

    rank: int  # 0 for the first merge
    pair: Pair
    token: str
    token_id: int
    # Hides tuple.count, which is not used here.
    count: int  # type: ignore[assignment]  # frequency of the pair in the language that chose it, overlaps counted
    replacements: int  # how often it was replaced in all languages together
    tied: int  # how many other pairs had that count in that language
    dropped: tuple[str, ...]  # none ever
    language: str
    lengths: tuple[int, ...]  # before the merge: the tokens of each language's measured text, in the corpus's order
    held_back: tuple[str, ...]  # languages that are worse off, but had their share of the last turns
    used_up: tuple[str, ...]  # languages that have no pair left to merge
