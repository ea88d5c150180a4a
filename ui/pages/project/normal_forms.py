"""What can be done to a text before it is cut: the forms that attempts choose from."""

from collections.abc import Callable

from ui.base.i18n import gettext as _
from ui.course.text_values import NORMAL

FORMS: dict[str, Callable[[str], str]] = {
    "none": str,
    "NFC": NORMAL["NFC"],
    "NFD": NORMAL["NFD"],
    "NFKC": NORMAL["NFKC"],
    "lower": lambda text: NORMAL["NFC"](text).lower(),
    "BERT": NORMAL["BERT"],
}
"""By the names that they have in an address."""


def title(form: str) -> str:
    """What a form is called on the screen."""
    names = {"none": _("as is"), "lower": _("NFC, lower case"), "BERT": _("like BERT: lower case, no marks")}
    return names.get(form, form)


def letter_by_letter(letters: list[str], form: str) -> list[str]:
    """Letters in a form, which together are the text in that form."""
    parts = [FORMS[form](letter) for letter in letters]
    whole = FORMS[form]("".join(letters))
    if len(whole) != sum(map(len, parts)):
        return parts
    # A letter may depend on where it stands, as the small sigma at the end of a Greek word.
    place = 0
    return [whole[place : (place := place + len(part))] for part in parts]
