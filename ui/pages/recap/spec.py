"""The page Recap, described."""

from ui.base.i18n import N_
from ui.state.page_spec import Spec

PAGE = Spec(
    name="recap",
    title=N_("Recap"),
    group="",
    part_of="course",
    about=N_("What to remember from each chapter, on one page, with what you’ve done and missed."),
    parameters=(),
)
