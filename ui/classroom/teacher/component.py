"""A class's controls on every page of the browser that opened it, and the page Live class."""

from functools import cache
from typing import Any

from ui.base.i18n import current_language
from ui.classroom.teacher.contract import ClosedClass, SlideNote, TeacherView, Texts
from ui.classroom.teacher.labels import teacher_labels
from ui.components import read_styles, register_component

_STYLESHEETS = ("components/tokens.css", "classroom/teacher/question_view.css")

_everywhere = register_component(
    "bpe_lab_teacher",
    "classroom/teacher/teacher.js",
    '<div class="teaching">\n</div>',
    read_styles("classroom/teacher/teacher.css"),
)
_page = register_component(
    "bpe_lab_class",
    "classroom/teacher/dashboard.js",
    '<div class="class">\n</div>',
    read_styles(*_STYLESHEETS, "classroom/teacher/dashboard.css"),
)


def _teacher_view(page: str, note: SlideNote | None = None) -> TeacherView:
    language = current_language()
    return {"note": note, "language": language, "page": page, "styles": _styles(), "texts": _texts(language)}


@cache
def _styles() -> str:
    return read_styles(*_STYLESHEETS)


@cache  # large, and sent by every page
def _texts(_language: str) -> Texts:
    return teacher_labels()


def class_controls(page: str, note: SlideNote | None) -> None:
    """Let the page lead the class that is open in this browser, if any; `page` is the name of the page Live class.

    `note` is the note of the current slide when a plan is presented.
    """
    _everywhere(key="bpe_lab_teacher", data=_teacher_view(page, note))


def class_dashboard(page: str, closed: ClosedClass) -> Any:
    """Draw the teacher's page: how to join, who is here, the question and the results. Trigger: `go`, a link's address.

    `closed` replaces them while no class is open.
    """
    return _page(key="bpe_lab_class", data={**_teacher_view(page), "closed": closed}, on_go_change=_nothing)


def _nothing() -> None:
    """A link is followed in the run after."""
