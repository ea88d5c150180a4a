"""The spec of the page Compare methods."""

from ui.base.i18n import N_
from ui.base.parameter_types import Choices, Text
from ui.base.query_parameters import Parameter
from ui.pages.compare import methods
from ui.pages.compare.parameters import comparison_parameters
from ui.state.page_spec import EXPLORE_GROUP, PageSpec
from ui.tokenization.scenarios import SCENARIOS

PAGE = PageSpec(
    name="compare",
    title=N_("Compare methods"),
    short_title=N_("In tokens"),
    group=EXPLORE_GROUP,
    icon="compare_arrows",
    description=N_("BPE, WordPiece, Unigram, words and characters on the same corpus."),
    parameters=(
        *comparison_parameters("hug"),
        Parameter("methods", Choices(tuple(methods.METHODS)), list(methods.DEFAULT_METHODS)),
        Parameter("unseen", Text(), lambda values: SCENARIOS[values["scenario"]].unseen, ("scenario",)),
    ),
    has_lazy_section=True,
)
