"""Expectation and maximization: what the probabilities of tokens must be for the corpus to be most probable.

The cut of a word is not known, so every cut counts, as much as it is probable (expectation). The counts give new
probabilities (maximization), with which the corpus is never less probable than before; and so on.

After Dempster, Laird and Rubin (1977), "Maximum Likelihood from Incomplete Data via the EM Algorithm", and Kudo (2018),
"Subword Regularization". SentencePiece (unigram_model_trainer.cc) takes the digamma function of counts instead of
logarithms, which favours frequent tokens further, and drops tokens with a count below 0.5; here the shares are taken as
they are, as the paper says, so that they add up to 1 and no iteration makes the corpus less probable.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, fsum, log

from bpe_engine.unigram.viterbi import Edge, best_path_totals

SMALLEST_COUNT = 1e-12
"""What a token counts at least, so that its probability is never zero."""


def edge_posteriors(
    length: int, edges: Sequence[Edge], scores: Mapping[str, float]
) -> tuple[list[tuple[str, float]], float]:
    """For each token that stands in a word how probable it is that a cut has it, and the logarithm of the word's
    probability, which is the sum over all its cuts.

    Forward, what is up to a place is summed up over the tokens that end there; backward, what a place has is shared
    out among them. Each character belongs to exactly one token of a cut: so the shares of the tokens over it add up
    to 1. All is taken relative to the best cut, lest the probability of a long word come out as zero. The edges are
    those of `edges_in_word`, and must make up the word.

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
    backward = [0.0] * length + [1.0]  # how probable it is that a token ends at the place
    found = []
    for (start, end, token), flow in zip(reversed(edges), reversed(flows), strict=True):
        share = backward[end] * flow / forward[end]
        backward[start] += share
        found.append((token, share))
    return found, best[length] + log(forward[length])


def expected_counts(
    words: Iterable[tuple[int, int, Sequence[Edge]]], scores: Mapping[str, float]
) -> tuple[dict[str, float], float]:
    """Return the E-step: how often each token is to be expected in the words (length, frequency, edges), and their
    loss.

    That loss is the sum, over all words, of frequency * -log(probability), over all cuts and not just the best.
    """
    counts = dict.fromkeys(scores, 0.0)
    losses = []
    for length, frequency, edges in words:
        found, probability = edge_posteriors(length, edges, scores)
        losses.append(-frequency * probability)
        for token, share in found:
            counts[token] += frequency * share
    return counts, fsum(losses)


def log_probabilities(counts: Mapping[str, float]) -> dict[str, float]:
    """Return the M-step: the logarithm of each token's share in all counts.

    >>> {token: round(exp(score), 3) for token, score in log_probabilities({"a": 3, "ab": 1}).items()}
    {'a': 0.75, 'ab': 0.25}
    """
    kept = {token: max(count, SMALLEST_COUNT) for token, count in counts.items()}
    whole = log(fsum(kept.values()))  # which comes out the same in any order
    return {token: log(count) - whole for token, count in kept.items()}
