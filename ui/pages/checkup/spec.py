"""The spec of the page Tokenizer check-up."""

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text, WholeNumber
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import SHIPPED, TokenizerName
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import TOKENIZER

NOTHING = "nothing"
MAX_ROWS = 10**7
"""Rows of an embedding: far more than any model has."""

PAGE = PageSpec(
    name="checkup",
    title=N_("Tokenizer check-up"),
    short_title=N_("Check-up"),
    group="",
    parent="files",
    description=N_("Is your tokenizer sound? See what it is, what is wrong with it, and what follows from it."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName("gpt2")),
        Parameter("against", Choice((NOTHING, *SHIPPED)), NOTHING),
        Parameter("sample", Text(), ""),
        Parameter("rows", WholeNumber(0, MAX_ROWS), 0),
    ),
)
