"""A cell of a notebook that encodes a text by the code that is taught: its words, and what of a model it needs."""

from collections.abc import Collection, Mapping
from pprint import pformat

from ui.base.i18n import gettext as _

WHOLE = 300
"""So many merges or tokens a cell of a notebook has in any case; of more, those that the text asks for."""


def notebook_cell(values: Mapping[str, object], call: str) -> str:
    """A cell that names some values and prints what a call makes of them."""
    lines = [f"{name} = {pformat(value, width=100, compact=True, sort_dicts=False)}" for name, value in values.items()]
    return "\n".join((*lines, "", f"print({call})", ""))


def relevant_tokens(vocabulary: Mapping[str, int], asked: Collection[str], without: Collection[str] = ()) -> list[str]:
    """The tokens of a vocabulary in the order of their ids; of a large one, those that are asked for."""
    some = vocabulary if len(vocabulary) <= WHOLE else [token for token in asked if token in vocabulary]
    return sorted((token for token in some if token not in without), key=vocabulary.__getitem__)


def encode_word_aliases() -> str:
    """How others call the function that encodes a word."""
    return _("The Hugging Face course also calls the function for a word encode_word.")
