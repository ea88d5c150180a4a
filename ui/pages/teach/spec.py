"""The page Live class, described."""

from ui.base.i18n import N_
from ui.state.page_spec import TEACH_GROUP, PageSpec

PAGE = PageSpec(
    name="teach",
    title=N_("Live class"),
    short_title=N_("Class"),
    group=TEACH_GROUP,
    icon="groups",
    description=N_("Start a live class: phones join with a code, follow what you show, and vote."),
    parameters=(),
)
