"""The events of a training, one for each merge, and the reasons why it ends."""

from typing import Literal, NamedTuple

from bpe_engine.symbols import Pair

TieBreak = Literal["first-seen", "smallest-id", "largest-pair"]
"""Which of several equally frequent pairs is merged: the one that comes first in the current corpus (minbpe, the
Hugging Face course), the one with the smallest ids (the tokenizers library), or the greatest pair of strings
(subword-nmt).
"""

MergeStopReason = Literal["vocab_size", "no_pair", "min_frequency", "max_token_length", "no_growth"]
"""Why a training ended: the vocabulary is full, no word has two symbols left, no pair is frequent enough, none makes a
token that is short enough (in SuperBPE: that is allowed), or (in Picky BPE) tokens are removed as fast as they are
added.
"""


class MergeEvent(NamedTuple):
    """One step of BPE training: the pair that won, and the token it became."""

    rank: int  # 0 for the first merge
    pair: Pair
    token: str
    token_id: int
    # Hides tuple.count, which is not used here.
    count: int  # type: ignore[assignment]  # frequency of the pair over the corpus, overlaps counted
    replacements: int  # actual replacements: "aaa" contains (a, a) twice but merges it once
    tied: int  # number of other mergeable pairs with the same count
    dropped: tuple[str, ...] = ()  # tokens removed from the vocabulary, if drop_unused is on
