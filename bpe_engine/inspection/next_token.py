"""The smallest model of language that there is: which token follows which, counted; and how many bits a text takes it.

A pair that has been seen is predicted by its count. Whatever is new gets as many counts as there were different tokens
after this one, shared equally among all of the vocabulary: the estimate of Witten and Bell (1991), "The Zero-Frequency
Problem", method C, with nothing but equal chances behind it.

The model reads a text once. Before each token it says how probable that is, and only then counts it. So it is tested on
text that it has not seen, and no text has to be held back. What it did not expect costs bits: −log2 of the probability.

Bits per token depend on what a token is. Bits per byte do not, so they compare models with different tokenizers.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log2


class NextTokenModel:
    """Counts which token follows which. Before the first token of a text stands `START`.

    >>> model = NextTokenModel(vocabulary_size=4)
    >>> for following in (1, 1, 2):
    ...     model.learn(0, following)
    >>> model.probability(0, 1), model.probability(0, 3)
    (0.5, 0.1)
    >>> model.predictions(0)
    [(1, 0.5), (2, 0.3)]
    """

    START = -1

    def __init__(self, vocabulary_size: int) -> None:
        self.vocabulary_size = vocabulary_size
        self._following: defaultdict[int, Counter[int]] = defaultdict(Counter)

    def learn(self, previous: int, following: int) -> None:
        """Count a pair of tokens."""
        self._following[previous][following] += 1

    def probability(self, previous: int, following: int) -> float:
        """Return how probable a token is after another. Those of all tokens together are 1."""
        counts = self._following.get(previous)
        if counts is None:
            return 1 / self.vocabulary_size
        new = len(counts)  # as many counts are kept for what is new
        return (counts[following] + new / self.vocabulary_size) / (counts.total() + new)

    def predictions(self, previous: int) -> list[tuple[int, float]]:
        """Return the tokens seen after this one, with their probabilities, the most probable first."""
        seen = self._following.get(previous, Counter())
        return [(following, self.probability(previous, following)) for following, _count in seen.most_common()]

    def read(self, ids: Sequence[int]) -> float:
        """Read a text once, and return the bits that it takes: each token is predicted first, then learned.

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
