"""The spec of the page Vocabulary size."""

from ui.base.i18n import N_
from ui.base.parameter_types import Text, WholeNumber
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TokenizerName
from ui.course.values import vocabulary_sizes as measured
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import TOKENIZER

PAGE = PageSpec(
    name="size",
    title=N_("Vocabulary size"),
    heading=N_("A larger vocabulary: costs and gains"),
    short_title=N_("Size"),
    group="",
    parent="vocabulary",
    description=N_("What a larger vocabulary costs, and what a text gains from it."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName("gpt2")),
        Parameter("sample", Text(), measured.TEXT),
        Parameter("width", WholeNumber(1, measured.MAX_WIDTH), measured.WIDTHS["GPT-2"]),
        Parameter("upto", WholeNumber(0, 1_000_000), 0),  # 0: all tokens
        Parameter("rows", WholeNumber(1, measured.MOST_ROWS), 4),
        Parameter("places", WholeNumber(1, measured.MOST_PLACES), 8),
    ),
)
