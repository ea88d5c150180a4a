"""The chapter that comes with a page of a course, before the app is there."""

import json

from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.query_parameters import read
from ui.components.contract import First
from ui.course.chapter import Course
from ui.course.chapter_files import by_key, course
from ui.pages.common.prerender import Query, with_course
from ui.pages.course.payload import course_styles
from ui.pages.course.routes import KEY, chapter_file, shown_at
from ui.pages.course.spec import PAGE
from ui.state.page_spec import Spec


def first(query: Query) -> First | None:
    """The chapter of an address; None for the numbers of a text of the reader's own."""
    return None if "sample" in query else chapter_of(PAGE, course(), _("Course"), query)


def chapter_of(page: Spec, shown: Course, title: str, query: Query) -> First | None:
    """A chapter of a course, where nothing in its files is to be told of."""
    if shown.problems:
        return None
    data = shown_at(shown, read(page.parameters, query).values)
    content, _sum = chapter_file(shown, by_key(shown)[data["at"]["key"]], current_language())
    return with_course(title, course_styles(), {**data, "chapter": json.loads(content)}, KEY)
