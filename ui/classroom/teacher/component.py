"""A class on every page of the app in the browser that opened it, and the page of the class itself."""

from functools import cache

from ui.base.i18n import current_language
from ui.classroom.teacher.contract import Note, Teacher, Texts
from ui.classroom.teacher.labels import texts
from ui.components import registered, styles

_SHEETS = ("components/tokens.css", "classroom/teacher/question_view.css")

_everywhere = registered(
    "bpe_lab_teacher",
    "classroom/teacher/teacher.js",
    '<div class="teaching">\n</div>',
    styles("classroom/teacher/teacher.css"),
)
_page = registered(
    "bpe_lab_class",
    "classroom/teacher/dashboard.js",
    '<div class="class">\n</div>',
    styles(*_SHEETS, "classroom/teacher/dashboard.css"),
)


def _given(page: str, note: Note | None = None) -> Teacher:
    language = current_language()
    return {"note": note, "language": language, "page": page, "styles": _styles(), "texts": _texts(language)}


@cache
def _styles() -> str:
    return styles(*_SHEETS)


@cache  # they are many, and on every page
def _texts(_language: str) -> Texts:
    return texts()


def everywhere(page: str, note: Note | None) -> None:
    """Have what a page shows lead the class that is open in this browser, if any; `page` is that of the class.

    `note`: of the plan that is presented.
    """
    _everywhere(key="bpe_lab_teacher", data=_given(page, note))


def board(page: str) -> None:
    """The teacher's page: the way in, who is here, the question, the results."""
    _page(key="bpe_lab_class", data=_given(page))
