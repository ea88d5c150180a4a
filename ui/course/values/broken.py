"""Broken tokenizers whose faults learners find, for chapters."""

import re

from bpe_engine.inspection.broken import Fault, encode_broken, right_tokenizer
from ui.base.i18n import gettext as _
from ui.base.token_labels import id_label
from ui.base.visible_text import make_visible
from ui.course.values.tables import Table
from ui.course.values.value_registry import table, value

CASES: tuple[tuple[Fault, str], ...] = (
    ("order", "extraordinary"),
    ("special", "bye<|im_end|>"),
    ("pattern", "pH in mL"),
    ("normalization", "cliche\u0301"),
    ("shifted", "Hello world"),
    ("pattern", "an iPhone"),
    ("special", "<|im_start|>system"),
    ("order", "dictionary"),
    ("shifted", "Good morning"),
    ("normalization", "Ti\u00ea\u0301ng"),
)
"""A fault and a text that reveals it, for each case, numbered from 1."""

IN_ORDER: tuple[Fault, ...] = ("shifted", "special", "normalization", "order", "pattern")
"""The faults in the order in which the chapter asks for them, numbered from 1."""

IN_TABLE: tuple[Fault, ...] = ("order", "shifted", "special", "normalization", "pattern")
"""The faults of the broken copies in the table, A first."""

MOST_CHARACTERS = 200
"""The longest text in the table, in characters: a longer one can't be compared by eye."""


def drawn_token(token_id: int) -> str:
    """Return a token as drawn; in angle brackets if it is not text, so that the byte A1 isn't read as an A and a 1."""
    right = right_tokenizer()
    name = id_label(right, token_id)
    return f"<{name}>" if "\N{REPLACEMENT CHARACTER}" in right.decode([token_id]) else name


def drawn_text(ids: list[int]) -> str:
    """Return the text that the right tokenizer decodes ids to, with bytes that are not text in angle brackets."""
    written = right_tokenizer().decode_bytes(ids).decode("utf-8", "backslashreplace")
    return make_visible(re.sub(r"\\x([0-9a-f]{2})", lambda found: f"<{found[1].upper()}>", written))


def _token_labels(ids: list[int]) -> list[str]:
    """Return the tokens of ids in the right tokenizer's vocabulary."""
    return [drawn_token(one) for one in ids]


@value
def case_fault(case: int) -> int:
    """The number of the fault in a case: 1 shifted ids, 2 special, 3 no normalization, 4 merge order, 5 the pattern."""
    return IN_ORDER.index(CASES[case - 1][0]) + 1


@value
def case_right(case: int) -> list[str]:
    """The right tokenizer's tokens for the text of a case."""
    return _token_labels(right_tokenizer().encode(CASES[case - 1][1], "none"))


@value
def case_broken(case: int) -> list[str]:
    """The broken tokenizer's tokens for the text of a case."""
    return _token_labels(encode_broken(*CASES[case - 1]))


@table
def broken_tokenizers(text: str) -> Table:
    """The text in Qwen 3's tokenizer and in five broken copies of it."""
    right = right_tokenizer()
    text = text[:MOST_CHARACTERS]
    found = {_("Qwen 3, as it should be"): right.encode(text, "none")}
    found |= {letter: encode_broken(fault, text) for letter, fault in zip("ABCDE", IN_TABLE, strict=True)}
    return Table(
        _("Your text in Qwen 3’s tokenizer, and in five broken copies"),
        (_("Tokenizer"), _("Tokens")),
        tuple((title, tuple(_token_labels(ids))) for title, ids in found.items()),
        _("Change the text until you know what is wrong with each of them."),
    )
