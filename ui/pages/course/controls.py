"""Draw a course on a page of the app: one component, and download buttons."""

from functools import partial

import streamlit as st

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import current_language, translate_error
from ui.base.i18n import gettext as _
from ui.components import register_component
from ui.components.notice import show_alert
from ui.course.chapter import Chapter, Course
from ui.course.chapter_files import chapters_by_key
from ui.course.contract import CoursePagePayload, CustomTable
from ui.course.random_values import SEED_COUNT
from ui.course.toml_schema import AuthorError
from ui.course.values.value_registry import LONGEST_COUNTED
from ui.pages.common import session_plan, text_problems
from ui.pages.common.text_controls import download_button
from ui.pages.course.chapter_file import chapter_page
from ui.pages.course.payload import course_styles, picture_styles, table_payload
from ui.pages.course.routes import KEY, shown_at
from ui.player.file_formats import FILE_FORMATS
from ui.player.stylesheets import player_styles
from ui.state.session import PageState

_mount = register_component(
    KEY,
    "course/browser/streamlit_host.js",
    # The player is isolated in a shadow root, with its own styles.
    f'<template><style>{player_styles()}</style></template>\n<div class="course">\n</div>',
    course_styles() + picture_styles(),
)


def course_page(page: PageState, course: Course) -> None:
    """Draw a course's list of chapters and its current chapter."""
    chapters = chapters_by_key(course)
    chapter = chapters[page[course.parameter]]
    for problem in course.problems:
        show_alert(problem)

    def go() -> None:
        _on_navigate(page, course, session_state.component_event(KEY, "at"))

    def sample() -> None:
        text = session_state.component_event(KEY, "sample")
        if isinstance(text, str) and "sample" in page:
            page.set(sample=text)

    data: CoursePagePayload = {
        **shown_at(course, page),
        "step": page.start_step(chapter.key) if "step" in page else 0,
        "own": _custom_table(page, chapter),
        "isBare": session_plan.current_slide() > 0,
    }
    _mount(key=KEY, data=data, on_at_change=go, on_sample_change=sample)
    if chapter.lesson:
        _downloads(course, chapter)


def _on_navigate(page: PageState, course: Course, sent: object) -> None:
    """Apply the learner's choice: the chapter, whether its question comes first, the seed of its exercises."""
    match sent:
        case {"key": str(key), "quiz": bool(quiz), "seed": int(seed), "mixed": bool(mixed)} if key in chapters_by_key(
            course
        ):
            page.set(**{course.parameter: key, "quiz": quiz})
            if "seed" in page and 0 <= seed < SEED_COUNT:
                page.set(seed=seed, mixed=mixed, step=0)


def _custom_table(page: PageState, chapter: Chapter) -> CustomTable | None:
    """Return the table and pictures for the reader's own text; None if the chapter has none to replace."""
    if not chapter.table or not chapter.sample:
        return None
    text: str = page["sample"]
    table: CustomTable = {
        "key": chapter.key,
        "text": text,
        "table": None,
        "pictures": [],
        "problem": text_problems.too_long_message(text, LONGEST_COUNTED),
    }
    if not table["problem"] and text != chapter.sample and text.strip():
        try:
            table["table"] = table_payload(chapter.table(text))
            table["pictures"] = [picture(text) for picture in chapter.pictures]
        except EngineError as error:
            table["problem"] = translate_error(error)
        except AuthorError as error:
            table["problem"] = str(error)
    return table


def _downloads(course: Course, chapter: Chapter) -> None:
    make = partial(chapter_page, course, chapter, current_language())
    package = FILE_FORMATS["scorm"]
    with st.container(key="chapter_files", horizontal=True):
        page_of_it = _("Download this chapter as one file (HTML)")
        download_button(page_of_it, make, f"chapter-{chapter.key}.html", key="file_chapter")
        in_package = partial(make, "scorm")
        download_button(
            _(package.label), in_package, f"chapter-{chapter.key}{package.ending}", key="file_chapter_scorm"
        )
