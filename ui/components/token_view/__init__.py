"""The token view: a text as tokens in colour, in the browser."""

from collections.abc import Callable
from typing import Any

from ui.components import component
from ui.components.contract import TokenView, TokenViewLabels
from ui.i18n import gettext as _
from ui.i18n import language_tag
from ui.notation import notation_labels

_mount = component("token_view", '<div class="token-view">\n</div>')


def _nothing() -> None:
    """For what the view tells and a page does not ask for."""


def token_view(data: TokenView, *, key: str, on_page: Callable[[], None] = _nothing) -> Any:
    """Draw the tokens of a text (see `ui.tokens.view`): in the notation that is chosen, each with its place.

    With `linkNote` in the data, even an empty one, there is a button to copy the page's link, which says this note.
    Trigger: `page`, the number of the page of a long text that the learner asks for, to be sent with the next run.
    """
    return _mount(key=key, data={**data, "labels": _labels()}, on_page_change=on_page)


def _labels() -> TokenViewLabels:
    return {
        "locale": language_tag(),  # that numbers are written in
        **notation_labels(),
        "spaces": _("Show spaces as ·"),
        "copyLink": _("Copy link"),
        "linkCopied": _("Link copied."),
        "hostNamed": _("It names {host}, where others find this server."),
        "nameHost": _("Copy it with {host}"),
        "copyIds": _("Copy ids"),
        "copyPage": _("Copy the ids of this page"),
        "idsCopied": _("{count} ids copied."),
        "copyThis": _("Copy this:"),
        "pages": _("Pages of the text"),
        "first": _("First"),
        "back": _("Previous page"),
        "next": _("Next page"),
        "last": _("Last"),
        "hint": _("Choose a token to see what it is: point at it, tap it, or go there with the arrow keys."),
        "tokens": _("Tokens, {title}"),
        "idList": _("Ids, {title}"),
        "token": _("Token {number} of {total}"),
        "tokenOfMany": _("Token {number}"),
        "id": _("id {id}"),
        "noId": _("no id"),
        "byteList": _("bytes {bytes}"),
        "place": _("from character {place}"),
        "part": _("a part of {text}"),
        "special": _("a special token"),
        "unknown": _("unknown: the training never saw it"),
        "cut": _("▾ only this tokenizer cuts before it"),
        "leftOut": _("left out by the tokenizer"),
    }
