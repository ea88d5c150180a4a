"""A text's number of tokens in every tokenizer, and what it costs at a price that the reader types."""

from collections.abc import Iterable

from bpe_engine import EngineError, Tokenizer
from bpe_engine.inspection.token_offsets import Special
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number
from ui.pages.playground.messages import LONG_TEXT
from ui.pages.playground.token_payload import encode_text

PRICE_UNIT = 1_000_000
"""Tokens that prices are given for."""

_PLACES = 6  # decimal places of a cost


def title() -> str:
    """Return the heading of the table."""
    return _("Tokens in all tokenizers")


def too_long() -> str:
    """Explain which texts are counted in all tokenizers."""
    return _("Texts of up to {limit} characters are counted in all tokenizers. Shorten yours to see the table.").format(
        limit=localized_number(LONG_TEXT)
    )


def heads(*, with_cost: bool) -> list[str]:
    """Return the headings of the table."""
    return [_("Tokenizer"), _("Tokens"), _("Characters per token"), *[_("Cost")] * with_cost]


def rows(
    tokenizers: Iterable[tuple[str, Tokenizer]], text: str, special: Special, price: float | None
) -> list[list[str]]:
    """Return a row for each tokenizer, fewest tokens first; `price` is for a million tokens."""
    counts = [(name, _count(tokenizer, text, special)) for name, tokenizer in tokenizers]
    counts.sort(key=lambda item: (item[1] is None, item[1] or 0))
    return [[name, *_numbers(count, len(text), price)] for name, count in counts]


def _count(tokenizer: Tokenizer, text: str, special: Special) -> int | None:
    try:
        return len(encode_text(tokenizer, text, special))
    except EngineError:  # half a character, which a tokenizer of bytes cannot read
        return None


def _numbers(count: int | None, characters: int, price: float | None) -> list[str]:
    if count is None:
        return ["–", "–", *["–"] * (price is not None)]
    rate = localized_decimal(characters / count, 2) if count else "–"
    cost = [] if price is None else [localized_decimal(cost_of(count, price), _PLACES)]
    return [localized_number(count), rate, *cost]


def cost_of(tokens: int, price: float) -> float:
    """Return what tokens cost at a price for a million of them.

    >>> cost_of(2_000_000, 2.5), cost_of(80, 5)
    (5.0, 0.0004)
    """
    return tokens * price / PRICE_UNIT
