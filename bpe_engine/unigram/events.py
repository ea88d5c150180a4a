"""The events of a Unigram training, one for each pruning, and the reasons why it ends."""

from typing import Literal, NamedTuple

Estimation = Literal["em", "plain"]
"""How token probabilities are estimated: by expectation-maximization (SentencePiece, Kudo 2018), or as each token's
share of the initial frequencies (the Hugging Face course).
"""

UnigramStopReason = Literal["vocab_size", "small_start"]
"""Why a training ended: the vocabulary has reached its target size, or was smaller from the start."""


class PrunedToken(NamedTuple):
    """A pruned token, and how much the loss would increase if only it were removed."""

    token: str
    loss_increase: float


class PruneEvent(NamedTuple):
    """One step of Unigram training: the pruned tokens, and the loss before and after.

    Probabilities are re-estimated after a pruning, so the loss may also decrease.
    """

    rank: int  # 0 for the first pruning
    removed: tuple[PrunedToken, ...]  # the least needed first
    vocab_size: int  # after the pruning
    loss_before: float
    loss_after: float
