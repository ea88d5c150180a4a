"""The events of a Unigram training, one for each pruning, and the reasons why it ends."""

from typing import Literal, NamedTuple

Estimation = Literal["em", "plain"]
"""Where the probabilities of tokens come from: expectation and maximization (SentencePiece, Kudo 2018), or each token's
share in the frequencies, which stay as they were counted at the start (the Hugging Face course)."""

UnigramStopReason = Literal["vocab_size", "small_start"]
"""Why a training ended: the vocabulary is as small as was asked for, or it was smaller from the start."""


class PrunedToken(NamedTuple):
    """A token that was pruned, and how much the loss would grow without it alone."""

    token: str
    loss_increase: float


class PruneEvent(NamedTuple):
    """One step of Unigram training: the tokens that were needed least, and what that did to the loss.

    The probabilities are estimated again after a pruning: so the loss may also become smaller.
    """

    rank: int  # 0 for the first pruning
    removed: tuple[PrunedToken, ...]  # the one needed least first
    vocab_size: int  # after it
    loss_before: float
    loss_after: float
