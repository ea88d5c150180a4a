"""What is told of a text that a page cannot take, whatever draws it."""

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number


def no_text_message() -> str:
    """What is said where there is none."""
    return _("No text yet. Type one above, or choose an example.")


def too_long_message(text: str, most: int) -> str:
    """Why a text is not taken; empty where it is."""
    if len(text) <= most:
        return ""
    told = _("The text has {length} characters, but the box takes {limit}. Shorten it; nothing has been lost.")
    return told.format(length=localized_number(len(text)), limit=localized_number(most))
