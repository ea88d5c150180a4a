"""The topic that comes with the page Why models stumble, before the app is there."""

from ui.base.i18n import gettext as _
from ui.components.contract import Prerendered
from ui.course.chapter_files import topics
from ui.pages.common.prerender import Query
from ui.pages.prerendered.course import chapter_of
from ui.pages.stumble.spec import PAGE


def first(query: Query) -> Prerendered | None:
    """The topic of an address."""
    return chapter_of(PAGE, topics(), _("Why models stumble"), query)
