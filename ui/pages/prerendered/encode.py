"""Prerenders the lesson of Encode: a word being cut."""

from ui.base.i18n import gettext as _
from ui.components.contract import Prerendered
from ui.pages.common.prerender import Query, prerender_player
from ui.pages.encode.spec import PAGE
from ui.pages.lessons.lesson_at import IMMEDIATE, lesson_address, lesson_at


def first(query: Query) -> Prerendered | None:
    """Return the lesson at a URL; None if the page shows something else. Errors as of the lesson."""
    addressed = lesson_at(lesson_address(PAGE.name, query), IMMEDIATE)
    return addressed and prerender_player(_("Encode a word"), addressed.lesson, "encoder")
