"""The spec of the page Chunks and bytes."""

from typing import get_args

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text, WholeNumber
from ui.base.query_parameters import Parameter
from ui.pages.pretokenize import segmentation
from ui.state.page_spec import EXPLORE_GROUP, PageSpec

PAGE = PageSpec(
    name="pretokenize",
    title=N_("Chunks and bytes"),
    heading=N_("Cut a text into chunks"),
    short_title=N_("Chunks"),
    group=EXPLORE_GROUP,
    icon="content_cut",
    description=N_("See how a pattern cuts a text into words before any merge."),
    parameters=(
        Parameter("sample", Text(), segmentation.EXAMPLE),
        Parameter("pattern", Choice(get_args(segmentation.PatternName)), "gpt2"),
        Parameter("beside", Choice(("nothing", *get_args(segmentation.PatternName))), "nothing"),
        Parameter("regex", Text(), segmentation.OWN_EXAMPLE),
        Parameter("part", WholeNumber(1, 999), 1),
    ),
)
