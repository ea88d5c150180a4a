"""The end of the course as its page is given it: the app's, and the site's."""

from ui.base.i18n import gettext as _
from ui.components.contract import RecapPayload
from ui.components.recap import labels
from ui.course.chapter import Course
from ui.pages.recap.abilities import abilities, further_links
from ui.pages.recap.key_points import chapter_key_points


def recap_payload(course: Course) -> RecapPayload:
    """Return the key points of each chapter, what its reader can do then, and where to go on."""
    return {
        "parameter": course.parameter,
        "parts": [_(part.title) for part in course.parts],
        "chapters": chapter_key_points(course),
        "abilities": abilities(course),
        "further": further_links(),
        "labels": labels(),
    }
