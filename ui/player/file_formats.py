"""The file formats of a lesson: HTML page with the player, handout or worksheet to print, SCORM package."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from ui.base.i18n import N_, localized_number
from ui.base.i18n import gettext as _
from ui.lessons.contract import LessonFile
from ui.player.html_page import lesson_page
from ui.player.scorm_package import lesson_package
from ui.player.worksheet import worksheet

FileFormat = Literal["lesson", "paper", "blank", "scorm"]


FileWriter = Callable[[LessonFile, str, str, int], bytes]
"""Writes a lesson, given its title, its language and the total number of steps; the lesson may have only the first."""


class FileFormatInfo(NamedTuple):
    """A file format: its untranslated label, the ending of its file names, and its writer."""

    label: str
    ending: str
    write: FileWriter


def _write_html(file: LessonFile, title: str, language: str, steps: int) -> bytes:
    return lesson_page(file, title, language, _omitted_notes(file, steps))


def _write_worksheet(file: LessonFile, title: str, language: str, steps: int) -> bytes:
    return worksheet(file["lessons"][file["rule"]], title, language, steps)


def _write_blank_worksheet(file: LessonFile, title: str, language: str, steps: int) -> bytes:
    return worksheet(file["lessons"][file["rule"]], title, language, steps, blank=True)


def _write_scorm(file: LessonFile, title: str, language: str, steps: int) -> bytes:
    return lesson_package(file, title, language, _omitted_notes(file, steps))


def _omitted_notes(file: LessonFile, steps: int) -> list[str]:
    """Return a note if the file omits the last steps; empty if it has all of them."""
    shown = max(lesson["steps"] for lesson in file["lessons"].values())
    text = _("This file has the first {shown} of {all} steps.").format(
        shown=localized_number(shown), all=localized_number(steps)
    )
    return [text] if shown < steps else []


FILE_FORMATS: dict[FileFormat, FileFormatInfo] = {
    "lesson": FileFormatInfo(N_("Lesson (HTML)"), ".html", _write_html),
    "paper": FileFormatInfo(N_("Handout: all steps"), "-paper.html", _write_worksheet),
    "blank": FileFormatInfo(N_("Worksheet, with answer key"), "-blank.html", _write_blank_worksheet),
    "scorm": FileFormatInfo(N_("Learning platform (SCORM 1.2)"), "-scorm.zip", _write_scorm),
}
