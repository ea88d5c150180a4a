"""The events of Picky BPE: one for each merge, with the tokens that it removed."""

from typing import NamedTuple

from bpe_engine.symbols import Pair


class Removal(NamedTuple):
    """A token removed because a merge used up nearly all its occurrences. It falls apart where it still occurs."""

    token: str
    merged: int  # occurrences merged into the new token
    left: int  # remaining occurrences
    pieces: tuple[str, ...]  # the tokens it falls apart into

    @property
    def share(self) -> float:
        """The share of its occurrences that the merge used up, from 0 to 1: the paper's IoS, intersection over self."""
        return self.merged / (self.merged + self.left)


class PickyEvent(NamedTuple):
    """One step of Picky BPE: the winning pair, the token it became, and which of the two were removed."""

    rank: int  # 0 for the first merge
    pair: Pair
    token: str
    token_id: int
    # Hides tuple.count, which is not used here.
    count: int  # type: ignore[assignment]  # frequency of the pair over the corpus, overlaps counted
    replacements: int  # actual replacements
    tied: int  # number of other pairs with the same count
    shares: tuple[float, ...]  # IoS of the two parts; one number if both are the same
    removed: tuple[Removal, ...]

    @property
    def dropped(self) -> tuple[str, ...]:
        """The tokens removed from the vocabulary."""
        return tuple(removal.token for removal in self.removed)
