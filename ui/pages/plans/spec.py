"""The page Plans, described."""

from ui.base.i18n import N_
from ui.base.i18n import gettext as _
from ui.base.parameter_types import Named, Number
from ui.base.query_parameters import Parameter
from ui.classroom.plans.bundled import SHIPPED, plan_of
from ui.state.page_spec import Spec
from ui.state.shared_parameters import MOST_PLACES


def _read(value: str) -> str:
    plan_of(value)
    return value


def _wanted() -> str:
    return _("a plan in link form, or one of {known}").format(known=", ".join(SHIPPED))


PAGE = Spec(
    name="plans",
    title=N_("Plans"),
    group="",
    about=N_("Line up pages for a class, with notes and questions, and present them."),
    part_of="course",
    parameters=(
        Parameter("plan", Named(_read, str, _wanted, str), ""),
        Parameter("at", Number(0, MOST_PLACES), 0),
    ),
)
