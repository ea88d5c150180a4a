"""The events of a WordPiece training, one for each merge."""

from typing import Literal, NamedTuple

from bpe_engine.symbols import Pair

WordPieceForm = Literal["bert", "mutual-information"]
"""How words are written and pairs scored: as in BERT (`##` before tokens that continue a word, the score a ratio), or
as the 2012 paper is often presented (`</w>` at the end of a word, the score in bits).
"""

END_OF_WORD = "</w>"
"""The end-of-word mark in the form "mutual-information", a separate symbol."""


class WordPieceEvent(NamedTuple):
    """One step of WordPiece training: the pair with the highest score, and the token it became."""

    rank: int  # 0 for the first merge
    pair: Pair
    token: str
    token_id: int
    # Hides tuple.count, which is not used here.
    count: int  # type: ignore[assignment]  # frequency of the pair over the corpus, overlaps counted
    left_count: int  # frequency of the left symbol before the merge
    right_count: int
    score: float  # for display: pairs are compared exactly
    replacements: int  # actual replacements: "aaa" contains (a, a) twice but merges it once
    tied: int  # number of other pairs with exactly the same score
    dropped: tuple[str, ...] = ()  # tokens removed from the vocabulary, if drop_unused is on
