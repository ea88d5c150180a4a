"""The spec of the page Edit a vocabulary."""

from typing import get_args

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TokenizerName
from ui.pages.knife import vocabulary_edit
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import TOKENIZER

PAGE = PageSpec(
    name="knife",
    title=N_("Edit a vocabulary"),
    short_title=N_("Edit"),
    group="",
    parent="vocabulary",
    description=N_("Remove tokens from a vocabulary or add some, and see what happens to a text."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName("gpt2")),
        Parameter("out", Text(), vocabulary_edit.EXAMPLE_REMOVED),
        Parameter("add", Text(), vocabulary_edit.EXAMPLE_ADDED),
        Parameter("how", Choice(get_args(vocabulary_edit.AddMode)), "merges"),
        Parameter("sample", Text(), vocabulary_edit.TEXT),
    ),
)
