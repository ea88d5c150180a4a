"""Prerenders the topic of Why models stumble."""

from ui.base.i18n import gettext as _
from ui.components.contract import Prerendered
from ui.course.chapter_files import topics
from ui.pages.common.prerender import Query
from ui.pages.prerendered.course import chapter_of
from ui.pages.stumble.spec import PAGE


def first(query: Query) -> Prerendered | None:
    """Return the topic at a URL."""
    return chapter_of(PAGE, topics(), _("Why models stumble"), query)
