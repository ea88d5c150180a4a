"""What a lesson can be taken home as: a page with the player, a sheet of paper, a package for a course system."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from ui.base.i18n import N_, number
from ui.base.i18n import gettext as _
from ui.lessons.contract import LessonFile
from ui.player.html_page import lesson_page
from ui.player.scorm_package import lesson_package
from ui.player.worksheet import worksheet

Form = Literal["lesson", "paper", "blank", "scorm"]


Write = Callable[[LessonFile, str, str, int], bytes]
"""Writes a lesson with a title, in a language; of so many steps, of which the lesson may have the first ones."""


class FileForm(NamedTuple):
    """A kind of file: what it is called in the language of the source, how its name ends, how it is written."""

    label: str
    ending: str
    write: Write


def _page(file: LessonFile, title: str, language: str, steps: int) -> bytes:
    return lesson_page(file, title, language, _left_out(file, steps))


def _paper(file: LessonFile, title: str, language: str, steps: int) -> bytes:
    return worksheet(file["lessons"][file["rule"]], title, language, steps)


def _blank(file: LessonFile, title: str, language: str, steps: int) -> bytes:
    return worksheet(file["lessons"][file["rule"]], title, language, steps, blank=True)


def _package(file: LessonFile, title: str, language: str, steps: int) -> bytes:
    return lesson_package(file, title, language, _left_out(file, steps))


def _left_out(file: LessonFile, steps: int) -> list[str]:
    """What is said of a file that has not all steps."""
    shown = max(lesson["steps"] for lesson in file["lessons"].values())
    text = _("This file has the first {shown} of {all} steps.").format(shown=number(shown), all=number(steps))
    return [text] if shown < steps else []


FORMS: dict[Form, FileForm] = {
    "lesson": FileForm(N_("Lesson (HTML)"), ".html", _page),
    "paper": FileForm(N_("Handout: all steps"), "-paper.html", _paper),
    "blank": FileForm(N_("Worksheet, with answer key"), "-blank.html", _blank),
    "scorm": FileForm(N_("Learning platform (SCORM 1.2)"), "-scorm.zip", _package),
}
