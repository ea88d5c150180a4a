"""A minimal language model: token bigram counts, and the bits that a text takes under it.

A pair seen before is predicted by its count. Unseen tokens together get as many counts as there were distinct tokens
after this one, shared equally among the whole vocabulary: the estimate of Witten and Bell (1991), "The Zero-Frequency
Problem", method C, backing off to a uniform distribution.

The model reads a text once. It predicts each token before counting it, so it is always tested on unseen text, and no
text has to be held out. A token costs −log2 of its probability in bits.

Bits per token compare models with the same tokenizer only. Bits per byte compare any, as all read the same bytes.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log2


class NextTokenModel:
    """A bigram model of token ids. `START` precedes the first token of a text.

    >>> model = NextTokenModel(vocabulary_size=4)
    >>> for following in (1, 1, 2):
    ...     model.learn(0, following)
    >>> model.probability(0, 1), model.probability(0, 3)
    (0.5, 0.1)
    """

    START = -1

    def __init__(self, vocabulary_size: int) -> None:
        self.vocabulary_size = vocabulary_size
        self._following: defaultdict[int, Counter[int]] = defaultdict(Counter)

    def learn(self, previous: int, following: int) -> None:
        """Count a pair of tokens."""
        self._following[previous][following] += 1

    def probability(self, previous: int, following: int) -> float:
        """Return the probability of a token after another. The probabilities of all tokens sum to 1."""
        counts = self._following.get(previous)
        if counts is None:
            return 1 / self.vocabulary_size
        new = len(counts)  # counts reserved for unseen tokens
        return (counts[following] + new / self.vocabulary_size) / (counts.total() + new)

    def read(self, ids: Sequence[int]) -> float:
        """Read a text once and return its size in bits: each token is predicted, then learned.

        >>> NextTokenModel(vocabulary_size=4).read([0])
        2.0
        >>> NextTokenModel(vocabulary_size=256).read(b"abababab") < 40
        True
        """
        bits = 0.0
        for previous, following in zip((self.START, *ids), ids, strict=False):
            bits -= log2(self.probability(previous, following))
            self.learn(previous, following)
        return bits
