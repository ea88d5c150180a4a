"""The texts of the token view, shared by everything that draws it."""

from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag
from ui.base.notation import notation_labels
from ui.components.contract import TokenViewLabels


def token_view_labels() -> TokenViewLabels:
    """Return the texts around the tokens, in the reader's language."""
    return {
        "locale": language_tag(),  # for formatting numbers
        **notation_labels(),
        "spaces": _("Show spaces as ·"),
        "copyLink": _("Copy link"),
        "copied": _("Link copied."),
        "hostNamed": _("It uses {host}, where others can reach this server."),
        "nameHost": _("Copy with {host}"),
        "copyIds": _("Copy ids"),
        "copyPage": _("Copy the ids of this page"),
        "idsCopied": _("{count} ids copied."),
        "copyThis": _("Copy this:"),
        "pages": _("Pages of the text"),
        "first": _("First"),
        "back": _("Previous page"),
        "next": _("Next page"),
        "last": _("Last"),
        "hint": _("Point at a token, tap it, or go to it with the arrow keys to see what it is."),
        "add": _("Add a tokenizer"),
        "remove": _("Remove {title}"),
        "tokens": _("Tokens, {title}"),
        "idList": _("Ids, {title}"),
        "token": _("Token {number} of {total}"),
        "tokenOfMany": _("Token {number}"),
        "id": _("id {id}"),
        "noId": _("no id"),
        "byteList": _("bytes {bytes}"),
        "place": _("from character {place}"),
        "part": _("part of {text}"),
        "special": _("a special token"),
        "unknown": _("unknown: not seen in training"),
        "cut": _("▾ only this tokenizer cuts here"),
        "leftOut": _("left out by the tokenizer"),
    }
