"""Prerenders the chapter of a course page."""

import json

from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.query_parameters import parse_query
from ui.components.contract import Prerendered
from ui.course.chapter import Course
from ui.course.chapter_files import chapters_by_key, course
from ui.pages.common.prerender import Query, prerender_course
from ui.pages.course.payload import course_styles, picture_styles
from ui.pages.course.routes import KEY, chapter_file, shown_at
from ui.pages.course.spec import PAGE
from ui.state.page_spec import PageSpec


def first(query: Query) -> Prerendered | None:
    """Return the chapter at a URL; None if it shows numbers of the reader's own text."""
    return None if "sample" in query else chapter_of(PAGE, course(), _("The course"), query)


def chapter_of(page: PageSpec, shown: Course, title: str, query: Query) -> Prerendered | None:
    """Return a chapter of a course; None if its files have problems to report."""
    if shown.problems:
        return None
    data = shown_at(shown, parse_query(page.parameters, query).values)
    content, _sum = chapter_file(shown, chapters_by_key(shown)[data["at"]["key"]], current_language())
    return prerender_course(title, course_styles() + picture_styles(), {**data, "chapter": json.loads(content)}, KEY)
