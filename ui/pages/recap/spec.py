"""The page Recap, described."""

from ui.base.i18n import N_
from ui.state.spec import Spec

PAGE = Spec(
    name="recap",
    title=N_("Recap"),
    group="",
    part_of="course",
    about=N_("What to take along from each chapter of the course, on one page, with what you have done and missed."),
    parameters=(),
)
