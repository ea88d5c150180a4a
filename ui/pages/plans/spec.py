"""The page Lesson plans, described."""

from ui.base.i18n import N_
from ui.base.i18n import gettext as _
from ui.base.parameter_types import CustomType, WholeNumber
from ui.base.query_parameters import Parameter
from ui.classroom.plans.bundled import BUNDLED, plan_of
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import MOST_PLACES


def _read(value: str) -> str:
    plan_of(value)
    return value


def _wanted() -> str:
    return _("a plan in link form, or one of {known}").format(known=", ".join(BUNDLED))


PAGE = PageSpec(
    name="plans",
    title=N_("Lesson plans"),
    group="",
    description=N_("Line up pages for a class, with notes and questions, and present them."),
    parent="course",
    parameters=(
        Parameter("plan", CustomType(_read, str, _wanted, str), ""),
        Parameter("at", WholeNumber(0, MOST_PLACES), 0),
    ),
)
