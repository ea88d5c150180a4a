"""Probabilities of Unigram's tokens and ways, from their logarithms, as the course writes them."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import exp, isclose, lcm, log

from bpe_engine.unigram.tokenizer import TokenCandidate
from ui.base.i18n import localized_significant

LARGEST_WHOLE = 999
"""The largest denominator of shares that are written as fractions."""


def probability_text(logarithm: float) -> str:
    """Format a probability, which may be too small for a floating-point number.

    >>> probability_text(log(5 / 28)), probability_text(-2_000)
    ('0.179', '2.58 × 10⁻⁸⁶⁹')
    """
    return localized_significant(Decimal(logarithm).exp(), 3)


def share_texts(scores: Mapping[str, float]) -> dict[str, str]:
    """Return each token's share of all tokens as a fraction, if the probabilities are shares of a small number.

    >>> share_texts({"a": log(3 / 4), "b": log(1 / 4)}), share_texts({"a": log(0.123456), "b": log(0.876544)})
    ({'a': '3/4', 'b': '1/4'}, {})
    """
    shares = dict[str, Fraction]()
    for token, score in scores.items():
        share = Fraction(exp(min(score, 0.0))).limit_denominator(LARGEST_WHOLE)
        if not share or not isclose(log(share), score, abs_tol=1e-9):
            return {}
        shares[token] = share
    whole = lcm(*(share.denominator for share in shares.values()))
    if whole > LARGEST_WHOLE or sum(shares.values()) != 1:
        return {}
    return {token: f"{share * whole}/{whole}" for token, share in shares.items()}


def product_text(last: TokenCandidate, shares: Mapping[str, str]) -> str:
    """Return how the probability of the best way that ends in a token is computed, without the result.

    It is empty if the token is the whole way and no fraction is known.
    """
    own = shares.get(last.token, "")
    if last.start == 0:
        return own
    return f"{probability_text(last.total - last.score)} × {own or probability_text(last.score)}"


def calculation_text(last: TokenCandidate, shares: Mapping[str, str]) -> str:
    """Return how the probability of the best way that ends in a token is computed, and the result."""
    product, total = product_text(last, shares), probability_text(last.total)
    return f"{product} = {total}" if product not in ("", total) else total
