"""The spec of the page Lesson plans."""

from ui.base.i18n import N_
from ui.base.i18n import gettext as _
from ui.base.parameter_types import CustomType, WholeNumber
from ui.base.query_parameters import Parameter
from ui.classroom.plans.bundled import BUNDLED, plan_of
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import MOST_PLACES


def _parse_plan(value: str) -> str:
    plan_of(value)
    return value


def _expected_plan() -> str:
    return _("a plan in link form, or one of {known}").format(known=", ".join(BUNDLED))


def _parse_code(value: str) -> str:
    if not 8 < len(value) < 40:
        raise ValueError(value)
    return value


def _expected_code() -> str:
    return _("the nine digits of a plan’s code")


PAGE = PageSpec(
    name="plans",
    title=N_("Lesson plans"),
    short_title=N_("Plans"),
    group="",
    parent="teach",
    description=N_("Line up pages for a class, with notes and questions, and present them."),
    parameters=(
        Parameter("plan", CustomType(_parse_plan, str, _expected_plan, str), ""),
        Parameter("code", CustomType(_parse_code, str, _expected_code, str), ""),  # of a plan stored on the server
        Parameter("at", WholeNumber(0, MOST_PLACES), 0),
    ),
)
