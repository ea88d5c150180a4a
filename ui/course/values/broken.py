"""Broken tokenizers whose faults learners find, for chapters."""

from bpe_engine.inspection.broken import Fault, encode_broken, right_tokenizer
from ui.base.i18n import gettext as _
from ui.base.token_labels import id_label
from ui.course.values.tables import Table
from ui.course.values.value_registry import table

IN_TABLE: tuple[Fault, ...] = ("order", "shifted", "special", "normalization", "pattern")
"""The faults of the broken copies in the table, A first."""

MOST_CHARACTERS = 200
"""The longest text in the table, in characters: a longer one can't be compared by eye."""


def drawn_token(token_id: int) -> str:
    """Return a token as drawn; in angle brackets if it is not text, so that the byte A1 isn't read as an A and a 1."""
    name = id_label(right_tokenizer(), token_id)
    return f"<{name}>" if is_part_of_a_character(token_id) else name


def is_part_of_a_character(token_id: int) -> bool:
    """Tell whether a token has bytes that aren't a character on their own."""
    return "\N{REPLACEMENT CHARACTER}" in right_tokenizer().decode([token_id])


def _token_labels(ids: list[int]) -> list[str]:
    """Return the tokens of ids in the right tokenizer's vocabulary."""
    return [drawn_token(token_id) for token_id in ids]


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
