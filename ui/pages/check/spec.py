"""The spec of the page Check your merges."""

from ui.base.i18n import N_
from ui.base.parameter_types import Text
from ui.base.query_parameters import Parameter
from ui.state.page_spec import PageSpec

PAGE = PageSpec(
    name="check",
    title=N_("Check your merges"),
    short_title=N_("Your merges"),
    group="",
    parent="files",
    description=N_("Wrote your own trainer? Paste its merges to see which is the first to differ, and why."),
    parameters=(
        Parameter("merges", Text(), ""),
        Parameter("vocabulary", Text(), ""),
    ),
    requires_training=True,
)
