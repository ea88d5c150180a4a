"""The spec of the page Vocabulary."""

from typing import get_args

from ui.base.i18n import N_
from ui.base.i18n import gettext as _
from ui.base.parameter_types import Choice, CustomType, ParameterType, Text, WholeNumber
from ui.base.query_parameters import Parameter, Values
from ui.base.tokenizer_choices import TokenizerName
from ui.pages.vocabulary.search_index import SearchMode
from ui.state.page_spec import EXPLORE_GROUP, PageSpec
from ui.state.shared_parameters import TOKENIZER, VIEW

_MAYBE_NUMBER: ParameterType[int | None] = CustomType(
    lambda value: WholeNumber(0, 10**9).parse(value) if value else None,
    lambda value: "" if value is None else str(value),
    lambda: _("a whole number"),
)


def _default_second(values: Values) -> TokenizerName:
    """Return the usual vocabulary to compare with: not the shown one."""
    first = values.get("of")
    return TokenizerName("cl100k_base" if first and first.name == "o200k_base" else "o200k_base")


PAGE = PageSpec(
    name="vocabulary",
    title=N_("Vocabulary"),
    short_title=N_("Search"),
    group=EXPLORE_GROUP,
    icon="grid_view",
    description=N_("Search the tokens of GPT, BERT and T5, and see how each was made."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName("gpt2")),
        Parameter("by", Choice(get_args(SearchMode)), "text"),
        Parameter("find", Text(), "word"),
        Parameter("id", Text(), ""),
        Parameter("matching", Text(), ""),
        Parameter("script", Text(), ""),
        Parameter("token", _MAYBE_NUMBER, None),
        Parameter("results", WholeNumber(1, 10**6), 1),
        Parameter("other", TOKENIZER, _default_second),
        VIEW,
    ),
    has_lazy_section=True,
)
