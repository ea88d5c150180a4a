"""The normal forms (NFC, NFD, …) that an attempt can apply before tokenizing."""

from collections.abc import Callable

from ui.base.i18n import gettext as _
from ui.course.values.text_values import NORMAL

FORMS: dict[str, Callable[[str], str]] = {
    "none": str,
    "NFC": NORMAL["NFC"],
    "NFD": NORMAL["NFD"],
    "NFKC": NORMAL["NFKC"],
    "lower": lambda text: NORMAL["NFC"](text).lower(),
    "BERT": NORMAL["BERT"],
}
"""By their keys in URLs."""


def title(form: str) -> str:
    """Return a form's name on screen."""
    names = {"none": _("as is"), "lower": _("NFC, lower case"), "BERT": _("like BERT: lower case, no marks")}
    return names.get(form, form)


def letter_by_letter(letters: list[str], form: str) -> list[str]:
    """Normalize letters one by one, so that together they equal the normalized text."""
    parts = [FORMS[form](letter) for letter in letters]
    whole = FORMS[form]("".join(letters))
    if len(whole) != sum(map(len, parts)):
        return parts
    # A letter may depend on its position, such as the final sigma of a Greek word.
    place = 0
    return [whole[place : (place := place + len(part))] for part in parts]
