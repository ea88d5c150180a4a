"""Expectation-maximization: estimate the token probabilities that make the corpus most probable.

The cut of a word is unknown, so every cut counts, weighted by its probability (expectation). The counts give new
probabilities (maximization), under which the corpus is at least as probable as before; then repeat.

After Dempster, Laird and Rubin (1977), "Maximum Likelihood from Incomplete Data via the EM Algorithm", and Kudo (2018),
"Subword Regularization". SentencePiece (unigram_model_trainer.cc) takes the digamma function of counts instead of
logarithms, which favours frequent tokens further, and drops tokens with a count below 0.5; here, as in the paper, the
shares are used unchanged, so that they add up to 1 and no iteration makes the corpus less probable.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, fsum, log

from bpe_engine.unigram.viterbi import Edge, best_path_totals

MIN_COUNT = 1e-12
"""The minimum count of a token, so that its probability is never zero."""


def edge_posteriors(
    length: int, edges: Sequence[Edge], scores: Mapping[str, float]
) -> tuple[list[tuple[str, float]], float]:
    """Return the probability of each token's edge in a word over all cuts, and the word's log-probability.

    The forward pass sums probabilities over the tokens that end at a position; the backward pass distributes a
    position's share among them. Each character belongs to exactly one token of a cut, so the shares of the tokens over
    it add up to 1. Everything is relative to the best cut, so that the probability of a long word does not underflow.
    The edges are those of `edges_in_word`, and must cover the word.

    >>> scores = {"a": log(0.5), "b": log(0.25), "ab": log(0.25)}
    >>> found, probability = edge_posteriors(2, [(0, 1, "a"), (0, 2, "ab"), (1, 2, "b")], scores)
    >>> [(token, round(share, 3)) for token, share in found], round(exp(probability), 3)
    ([('b', 0.333), ('ab', 0.667), ('a', 0.333)], 0.375)
    """
    best, _ = best_path_totals(length, edges, scores)
    forward = [1.0] + [0.0] * length
    flows = []
    for start, end, token in edges:
        flow = forward[start] * exp(best[start] + scores[token] - best[end])
        forward[end] += flow
        flows.append(flow)
    backward = [0.0] * length + [1.0]  # probability that a token ends at the position
    posteriors = []
    for (start, end, token), flow in zip(reversed(edges), reversed(flows), strict=True):
        share = backward[end] * flow / forward[end]
        backward[start] += share
        posteriors.append((token, share))
    return posteriors, best[length] + log(forward[length])


def expected_counts(
    words: Iterable[tuple[int, int, Sequence[Edge]]], scores: Mapping[str, float]
) -> tuple[dict[str, float], float]:
    """Run the E-step: return the expected count of each token in words (length, frequency, edges), and the loss.

    The loss is the sum, over all words, of frequency * -log(probability), where the probability sums all cuts.
    """
    counts = dict.fromkeys(scores, 0.0)
    losses = []
    for length, frequency, edges in words:
        posteriors, probability = edge_posteriors(length, edges, scores)
        losses.append(-frequency * probability)
        for token, share in posteriors:
            counts[token] += frequency * share
    return counts, fsum(losses)


def log_probabilities(counts: Mapping[str, float]) -> dict[str, float]:
    """Run the M-step: return the logarithm of each token's share of all counts.

    >>> {token: round(exp(score), 3) for token, score in log_probabilities({"a": 3, "ab": 1}).items()}
    {'a': 0.75, 'ab': 0.25}
    """
    kept = {token: max(count, MIN_COUNT) for token, count in counts.items()}
    whole = log(fsum(kept.values()))  # exact, so independent of the order
    return {token: log(count) - whole for token, count in kept.items()}
