"""Messages for a text that a page cannot use, independent of how it is drawn."""

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number


def no_text_message() -> str:
    """Return the message for a missing text."""
    return _("No text yet. Type one, or choose an example.")


def too_long_message(text: str, most: int) -> str:
    """Return the message for a text that is too long; empty if it is not."""
    if len(text) <= most:
        return ""
    message = _("The text has {length} characters, but the box takes {limit}. Shorten it; nothing has been lost.")
    return message.format(length=localized_number(len(text)), limit=localized_number(most))
