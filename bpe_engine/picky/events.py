"""The events of Picky BPE: one for each merge, with the tokens that it removed."""

from typing import NamedTuple

from bpe_engine.symbols import Pair


class Removal(NamedTuple):
    """A token that a merge has left next to none of: it goes out of the vocabulary, and falls apart where it stands."""

    token: str
    merged: int  # how often it went into the new token
    left: int  # how often it stands elsewhere
    pieces: tuple[str, ...]  # what it becomes there

    @property
    def share(self) -> float:
        """How much of it the merge took, from 0 to 1: the paper's IoS, intersection over self."""
        return self.merged / (self.merged + self.left)


class PickyEvent(NamedTuple):
    """One step of Picky BPE: the pair that won, the token it became, and which of the two went out for it."""

    rank: int  # 0 for the first merge
    pair: Pair
    token: str
    token_id: int
    # Hides tuple.count, which is not used here.
    count: int  # type: ignore[assignment]  # frequency of the pair over the corpus, overlaps counted
    replacements: int  # how often it was really replaced
    tied: int  # how many other pairs had that count
    shares: tuple[float, ...]  # how much of the two the merge took: their IoS; one number where both are the same
    removed: tuple[Removal, ...]

    @property
    def dropped(self) -> tuple[str, ...]:
        """The tokens that left the vocabulary."""
        return tuple(removal.token for removal in self.removed)
