"""A plan as a file, in every format."""

from collections.abc import Mapping

from ui.base.i18n import use_language
from ui.classroom.plans.bundled import plan_of
from ui.pages.plans.handout import plan_sheets
from ui.pages.plans.scorm_package import plan_package
from ui.player.file_formats import FileFormat

PLAN_FORMS: tuple[FileFormat, ...] = ("paper", "blank", "scorm")
"""All formats but a page with a player: the app itself shows more of a plan than a file could."""


def plan_file(packed: str, language: str, titles: Mapping[str, str], form: FileFormat) -> bytes:
    """Return the file of a plan in link form, in a language; `titles` are those of the existing pages.

    Raises EngineError for a package that learning platforms would reject.
    """
    use_language(language)
    plan = plan_of(packed)
    if form == "scorm":
        return plan_package(plan, language, titles)
    return plan_sheets(plan, language, titles, blank=form == "blank")
