"""A course on a page of the app: one component, and the files to take away."""

from functools import partial

import streamlit as st

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import current_language, error_text
from ui.base.i18n import gettext as _
from ui.components import registered
from ui.components.notice import notice
from ui.course.chapter import Chapter, Course
from ui.course.chapter_files import by_key
from ui.course.contract import CourseOfApp, OwnTable
from ui.course.random_values import DRAWS
from ui.course.toml_schema import FileError
from ui.course.value_registry import LONGEST_COUNTED
from ui.pages.common import session_plan, text_problems
from ui.pages.common.text_controls import take_away
from ui.pages.course.chapter_file import chapter_page
from ui.pages.course.payload import course_styles, table_given
from ui.pages.course.routes import KEY, shown_at
from ui.player.file_formats import FORMS
from ui.player.stylesheets import player_styles
from ui.state.session import Page

_mount = registered(
    KEY,
    "course/browser/streamlit_host.js",
    # The player stands apart in it, with styles of its own.
    f'<template><style>{player_styles()}</style></template>\n<div class="course">\n</div>',
    course_styles(),
)


def study(page: Page, course: Course) -> None:
    """The chapters of a course, and the one that is shown, which the browser draws."""
    chapters = by_key(course)
    chapter = chapters[page[course.parameter]]
    for problem in course.problems:
        notice(problem)

    def go() -> None:
        _go(page, course, session_state.told(KEY, "at"))

    def sample() -> None:
        text = session_state.told(KEY, "sample")
        if isinstance(text, str) and "sample" in page:
            page.set(sample=text)

    data: CourseOfApp = {
        **shown_at(course, page),
        "step": page.place(chapter.key) if "step" in page else 0,
        "own": _own(page, chapter),
        "isBare": session_plan.presented() > 0,
    }
    _mount(key=KEY, data=data, on_at_change=go, on_sample_change=sample)
    if chapter.play:
        _to_take_away(course, chapter)


def _go(page: Page, course: Course, told: object) -> None:
    """Have what the learner chose: a chapter, whether it asks first, other values for its exercises."""
    match told:
        case {"key": str(key), "quiz": bool(quiz), "seed": int(seed), "mixed": bool(mixed)} if key in by_key(course):
            page.set(**{course.parameter: key, "quiz": quiz})
            if "seed" in page and 0 <= seed < DRAWS:
                page.set(seed=seed, mixed=mixed, step=0)


def _own(page: Page, chapter: Chapter) -> OwnTable | None:
    """The table of a text that the reader put in the place of the chapter's."""
    if not chapter.table or not chapter.sample:
        return None
    text: str = page["sample"]
    own: OwnTable = {
        "key": chapter.key,
        "text": text,
        "table": None,
        "problem": text_problems.too_long(text, LONGEST_COUNTED),
    }
    if not own["problem"] and text != chapter.sample and text.strip():
        try:
            own["table"] = table_given(chapter.table(text))
        except EngineError as error:
            own["problem"] = error_text(error)
        except FileError as error:
            own["problem"] = str(error)
    return own


def _to_take_away(course: Course, chapter: Chapter) -> None:
    make = partial(chapter_page, course, chapter, current_language())
    package = FORMS["scorm"]
    with st.container(horizontal=True):
        page_of_it = _("Download this chapter as one file (HTML)")
        take_away(page_of_it, make, f"chapter-{chapter.key}.html", key="file_chapter")
        in_package = partial(make, "scorm")
        take_away(_(package.label), in_package, f"chapter-{chapter.key}{package.ending}", key="file_chapter_scorm")
