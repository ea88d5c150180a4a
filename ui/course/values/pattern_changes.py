"""A vocabulary with a pre-tokenization pattern other than its own, for chapters."""

import re

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.inspection.other_pattern import OtherPatternEncoding, encode_with_pattern
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import id_label
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.tables import Table
from ui.course.values.value_registry import table, value


def _encoded(of: str, pattern: str, text: str) -> OtherPatternEncoding:
    return encode_with_pattern(bpe_tokenizer(of), pattern, text)


@value
def cut_with_pattern(of: str, pattern: str, text: str) -> list[str]:
    """The tokens of a text if another pattern cuts it: one of Pre-tokenize, gpt4-digits-1 or gpt4-digits-2."""
    found = bpe_tokenizer(of)
    return [found.decode([token_id]) for token_id in _encoded(of, pattern, text).ids]


@value
def ids_with_pattern(of: str, pattern: str, text: str) -> list[int]:
    """The ids of a text if another pattern cuts it."""
    return list(_encoded(of, pattern, text).ids)


@value
def digit_groups(number: str, most: int) -> list[str]:
    """The digits of a number in groups of at most this size, from the left."""
    return [number[start : start + most] for start in range(0, len(number), most)]


@value
def cut_into_other_groups(text: str, most: int, other: int) -> int:
    """How many numbers in a text are cut differently in groups of at most this size and of at most the other size."""
    return sum(digit_groups(digits, most) != digit_groups(digits, other) for digits in re.findall(r"\d+", text))


def _first_difference(tokenizer: BPETokenizer, own: OtherPatternEncoding, other: OtherPatternEncoding) -> str:
    at = other.differs_at
    if at is None:
        return _("none")
    before, after = (id_label(tokenizer, ids[at]) if at < len(ids) else "–" for ids in (own.ids, other.ids))
    return _("“{after}” instead of “{before}”").format(before=before, after=after)


def pattern_titles() -> dict[str, str]:
    """Return the patterns to try with GPT-4's vocabulary, by name, its own first, with their titles."""
    return {
        "gpt4": "GPT-4",
        "gpt4-digits-2": _("up to 2 digits"),
        "gpt4-digits-1": _("single digits"),
        "gpt2": "GPT-2",
        "gpt4o": "GPT-4o",
    }


@table
def other_patterns(text: str) -> Table:
    """The text in GPT-4's vocabulary, cut by its own pattern and by four others."""
    of = "cl100k_base"
    tokenizer, own = bpe_tokenizer(of), _encoded(of, "gpt4", text)
    rows = []
    for pattern, title in pattern_titles().items():
        found = _encoded(of, pattern, text)
        same = tokenizer.decode(list(found.ids)) == text
        rows.append(
            (
                title,
                localized_number(len(found.chunks)),
                localized_number(len(found.ids)),
                _first_difference(tokenizer, own, found),
                _("yes") if same else _("no"),
            )
        )
    return Table(
        _("Your text in GPT-4’s vocabulary, with five patterns"),
        (_("Pattern"), _("Chunks"), _("Tokens"), _("First difference"), _("Decodes to your text")),
        tuple(rows),
    )
