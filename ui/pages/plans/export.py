"""A plan as a file, in each form that there is."""

from collections.abc import Mapping

from ui.base.i18n import use_language
from ui.classroom.plans.bundled import plan_of
from ui.pages.plans.handout import plan_sheets
from ui.pages.plans.scorm_package import plan_package
from ui.player.file_formats import FileFormat

PLAN_FORMS: tuple[FileFormat, ...] = ("paper", "blank", "scorm")
"""All but a page with a player: what the app itself shows of a plan is more than a file could."""


def plan_file(packed: str, language: str, titles: Mapping[str, str], form: FileFormat) -> bytes:
    """The file of a plan as a link has it, in a language; `titles` are those of the pages that there are.

    Raises EngineError for a package that course systems would not take.
    """
    use_language(language)
    plan = plan_of(packed)
    if form == "scorm":
        return plan_package(plan, language, titles)
    return plan_sheets(plan, language, titles, blank=form == "blank")
