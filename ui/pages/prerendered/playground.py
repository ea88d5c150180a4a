"""Prerenders the tokens on Playground."""

from ui.base.i18n import gettext as _
from ui.base.query_parameters import fits_in_url
from ui.components.contract import Prerendered
from ui.components.token_view_labels import token_view_labels
from ui.pages.common.prerender import Query, prerender_component
from ui.pages.lessons.lesson_at import IMMEDIATE, LessonAddress, tokenizer_at
from ui.pages.playground import token_payload as token_frames
from ui.pages.playground.messages import numbers, special_names
from ui.pages.playground.spec import PAGE, column_controls, shown_columns


def first(query: Query) -> Prerendered | None:
    """Return the tokens of the text at a URL; None if the page shows something else. Errors as of the tokens."""
    address = LessonAddress(PAGE, query)
    values = address.values
    text = values["sample"]
    names = [values[column] for column in shown_columns(values)]
    tokenizers = [tokenizer for name in names if (tokenizer := tokenizer_at(name, address, IMMEDIATE))]
    if not text or not fits_in_url(text) or len(tokenizers) < len(names):
        return None
    are_read = values["special"] == "token" and special_names(text, tokenizers)
    read_as: token_frames.Special = "all" if are_read else "none"
    encoded = [token_frames.encode_text(tokenizer, text, read_as) for tokenizer in tokenizers]
    view = token_frames.token_view_payload([name.title for name in names], encoded, values["page"])
    data = {**view, **column_controls(len(names)), "linkNote": "", "labels": token_view_labels()}
    above = (_("Your text"), text, numbers(text))
    return prerender_component("token_view", _("Playground"), data, token_frames.KEY, above=above)
