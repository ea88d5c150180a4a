"""A notebook cell that encodes a text with the taught code: its words, and what it needs of a model."""

from collections.abc import Collection, Mapping
from pprint import pformat

from ui.base.i18n import gettext as _

WHOLE = 300
"""A model with up to this many merges or tokens is included whole; of a larger one, only what the text needs."""


def notebook_cell(values: Mapping[str, object], call: str) -> str:
    """Return a cell that assigns some values and prints the result of a call."""
    lines = [f"{name} = {pformat(value, width=100, compact=True, sort_dicts=False)}" for name, value in values.items()]
    return "\n".join((*lines, "", f"print({call})", ""))


def relevant_tokens(vocabulary: Mapping[str, int], asked: Collection[str], without: Collection[str] = ()) -> list[str]:
    """Return the tokens of a vocabulary in the order of their ids; of a large one, only those requested."""
    some = vocabulary if len(vocabulary) <= WHOLE else [token for token in asked if token in vocabulary]
    return sorted((token for token in some if token not in without), key=vocabulary.__getitem__)


def encode_word_aliases() -> str:
    """Return a sentence on the names that others give to the function that encodes a word."""
    return _("The Hugging Face course also calls the function for a word encode_word.")
