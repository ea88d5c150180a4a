"""The page Pre-tokenize, described."""

from typing import get_args

from ui.base.i18n import N_
from ui.base.parameter_types import Number, OneOf, Text
from ui.base.query_parameters import Parameter
from ui.pages.pretokenize import segmentation
from ui.state.page_spec import INSIDE, Spec

PAGE = Spec(
    name="pretokenize",
    title=N_("Before merging"),
    as_part=N_("Pre-tokenize"),
    group=INSIDE,
    about=N_("See how a pattern cuts a text into words before any merge."),
    parameters=(
        Parameter("sample", Text(), segmentation.EXAMPLE),
        Parameter("pattern", OneOf(get_args(segmentation.PatternName)), "gpt2"),
        Parameter("beside", OneOf(("nothing", *get_args(segmentation.PatternName))), "nothing"),
        Parameter("regex", Text(), segmentation.OWN_EXAMPLE),
        Parameter("part", Number(1, 999), 1),
    ),
)
