"""The page Pre-tokenize, described."""

from typing import get_args

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Number, OneOf, Text
from ui.pages.pretokenize import cuts
from ui.state.spec import INSIDE, Spec

PAGE = Spec(
    name="pretokenize",
    title=N_("Before merging"),
    as_part=N_("Pre-tokenize"),
    group=INSIDE,
    about=N_("See how a pattern cuts a text into words before any merge."),
    parameters=(
        Parameter("sample", Text(), cuts.EXAMPLE),
        Parameter("pattern", OneOf(get_args(cuts.PatternName)), "gpt2"),
        Parameter("beside", OneOf(("nothing", *get_args(cuts.PatternName))), "nothing"),
        Parameter("regex", Text(), cuts.OWN_EXAMPLE),
        Parameter("part", Number(1, 999), 1),
    ),
)
