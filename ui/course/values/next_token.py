"""A model that counts pairs of tokens: what it expects, and the bits that it needs to read a text."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from bpe_engine.byte_alphabet import utf8
from bpe_engine.inspection.next_token import NextTokenModel
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number
from ui.base.tokenizer_choices import TokenizerName
from ui.course.values.app_links import tokenizer_at
from ui.course.values.article_costs import TOKENIZERS
from ui.course.values.tables import Table
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import table, value

BYTES = "bytes"
"""The name of the vocabulary that has one token per byte, and no others."""


@lru_cache(maxsize=32)
def read_text(of: str, text: str) -> tuple[Sequence[int], NextTokenModel, float]:
    """Return a text's ids, the model after reading it, and the bits that reading took."""
    ids: Sequence[int] = utf8(text) if of == BYTES else encoded(of, text)
    model = NextTokenModel(256 if of == BYTES else tokenizer_at(of).vocab_size)
    return ids, model, model.read(ids)


@value
def reading_bits_per_byte(of: str, text: str) -> float:
    """The bits per byte that a model which counts pairs of tokens needs to read a text; `of` may also be bytes."""
    return read_text(of, text)[2] / len(text.encode())


@value
def share_after(text: str, before: str, after: str) -> Fraction:
    """The share of one character among those that follow another."""
    following = [second for first, second in zip(text, text[1:], strict=False) if first == before]
    return Fraction(following.count(after), len(following))


@table
def bits_per_byte(text: str) -> Table:
    """The bits that a model which counts pairs of tokens needs to read the text: in bytes and three vocabularies."""
    rows = []
    for of in (BYTES, *TOKENIZERS):
        ids, _model, bits = read_text(of, text)
        rows.append(
            (
                _("Bytes") if of == BYTES else TokenizerName(of).short_title,
                localized_number(len(ids)),
                localized_decimal(bits / max(1, len(ids)), 2),
                localized_number(round(bits)),
                localized_decimal(bits / max(1, len(text.encode())), 2),
            )
        )
    return Table(
        _("Your text, read by a model that counts which token follows which"),
        (
            _("Tokens of"),
            _("Tokens"),
            _("Bits per token"),
            _("Bits in all"),
            _("Bits per byte"),
        ),
        tuple(rows),
        _(
            "In a text this short, most pairs of tokens are new. A model trained on billions of tokens needs about one "
            "bit per byte."
        ),
    )
