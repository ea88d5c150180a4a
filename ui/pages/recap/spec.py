"""The spec of the page Summary."""

from ui.base.i18n import N_
from ui.state.page_spec import PageSpec

PAGE = PageSpec(
    name="recap",
    title=N_("Summary"),
    heading=N_("The course on one page"),
    group="",
    parent="course",
    in_course=True,
    description=N_("What to remember from each chapter, with what you’ve done and missed, and a certificate to print."),
    parameters=(),
)
